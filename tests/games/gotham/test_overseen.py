"""A camera over the zones of a mission: several figures of a zone, one astride a line, one that lies."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.board.areas import parse_areas
from companion.core.ids import PieceId, SpaceId
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.documents import Node
from companion.games.gotham.sample import sample_setup
from companion.games.gotham.system import Gotham
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.table.follow import Follower
from companion.table.reconcile import Agrees
from companion.text.wording import Wording
from tests.conftest import StoppedClock
from ui.cli.demo.eyes import VirtualTable, printed_scene
from ui.presenters.devices import errand_words
from ui.presenters.games import game_of

pytestmark = pytest.mark.slow


def test_a_zone_holds_several_and_who_lies_is_asked_about(tmp_path: Path) -> None:
    """All twelve figures of the mission, up to four a zone; by the scenario's own list of who begins where."""
    system, setup = Gotham(), sample_setup()
    ledger = Ledger(MemoryRecorder(), JsonCodec(system.event_types))
    session = Session(system, ledger, StoppedClock(), setup, seats=setup.seats)
    tags = game_of(setup.system).tags(setup)
    follower = Follower(session, tags)
    names = {str(piece): str(piece) for piece in tags.values()}
    table = VirtualTable(
        printed_scene(parse_areas(Node("map", "", setup.scenario["map"])), tags, by_zone=True), names, tmp_path
    )

    def look() -> None:
        for observation in table.look():
            follower.see(observation)

    for piece, entry in setup.scenario["pieces"].items():
        table.stand(PieceId(piece), SpaceId(entry["at"]))
    look()
    assert isinstance(follower.reading, Agrees) and follower.picture is not None
    assert follower.picture.pieces == {
        PieceId(piece): (SpaceId(entry["at"]),) for piece, entry in setup.scenario["pieces"].items()
    }
    office = SpaceId("office")
    table.stand(PieceId("jack"), office, table.half_way(office))
    look()
    assert follower.question is not None and "jack" in follower.question.why
    table.take(PieceId("jack"))  # it fell: nobody sees its tag
    look()
    assert session.system.positions(session.state)[PieceId("jack")] == (office,)
    assert follower.proposal is None
    assert errand_words(follower, Wording("en", {"jack": "Jack"})) == ("Not seen: Jack (lying down, covered or away?)",)
    table.close()
