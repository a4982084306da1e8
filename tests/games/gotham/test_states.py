"""The states that heroes declare: the cubes that a choice promises are those that come back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.ids import PieceId, Seat
from companion.games.gotham.commands import DeclareState
from companion.games.gotham.content.settings import AVAILABLE, FATIGUE
from companion.games.gotham.events import CubesMoved, Regenerated, StateDeclared
from companion.games.gotham.face.face import GothamFace
from companion.games.gotham.rounds import recovered
from companion.games.gotham.state import STATES
from companion.table.follow import Follower
from tests.conformance.test_faces import Moment
from tests.games.gotham.tables import GOTHAM, HERO, mission, played
from tests.ui.test_gotham_screen import declaring, opened
from tests.ui.walks import walk
from ui.presenters.table import TablePresenter


@pytest.mark.rule("GO-BASE-TURN-02", "GO-BASE-TURN-03")
@pytest.mark.parametrize(
    ("state", "fatigue", "used", "back"),
    [("active", 0, 1, 1), ("active", 0, 4, 2), ("resting", 0, 1, 1), ("resting", 3, 4, 5), ("resting", 1, 0, 1)],
)
def test_cubes_just_used_come_back_too(state: str, fatigue: int, used: int, back: int) -> None:
    cubes = {"available": 2, "fatigue": fatigue, "ranged": used}
    table = mission({"A": HERO | {"cubes": cubes, "at": "a"}, "V": {"life": 3, "at": "b"}})
    silent = tuple(replace(one, state="") for one in table.figures)
    table = replace(table, flow=replace(table.flow, phase=STATES), figures=silent)
    declared = DeclareState(Seat("A"), PieceId("A"), state)
    assert recovered(table, PieceId("A"), state) == back
    assert played(table, declared).who("A").cubes_at(AVAILABLE) == 2 + back


def test_what_a_state_promises_is_what_comes_back() -> None:
    """Every declaration of random missions, but where Regeneration tires further cubes."""
    counted, promised = 0, 0
    for seed in range(3):
        *_, table = walk("gotham", "en", 250, seed=seed)
        session = table.session
        events = [(record.version, record.event) for record in session.records]
        for at, (version, declared) in enumerate(events):
            if not isinstance(declared, StateDeclared):
                continue
            piece, rest = declared.piece, [event for _, event in events[at + 1 : at + 20]]
            ends = (place for place, event in enumerate(rest) if isinstance(event, StateDeclared))
            rest = rest[: next(ends, len(rest))]
            before = session.state_at(version - 1)
            if any(isinstance(event, Regenerated) for _, event in events[at - 2 : at]):
                continue
            moved = (one for one in rest if isinstance(one, CubesMoved) and one.piece == piece)
            back = sum(one.count for one in moved if (one.start, one.to) == (FATIGUE, AVAILABLE))
            command = DeclareState(before.who(piece).seat, piece, declared.state)
            moment = Moment(GOTHAM, before)
            moment.records = list(session.records)
            assert GothamFace(moment).recovers(command) == back, (seed, version)
            counted, promised = counted + 1, promised + back
    assert counted and promised


@pytest.mark.rule("GO-BASE-TURN-02")
@pytest.mark.parametrize(
    ("lang", "title", "text"),
    [
        (
            "en",
            "Act or rest",
            "Whoever acts this round gets back up to 2 of its tired cubes. Whoever rests gets back up to 5, but does "
            "nothing in its turn.",
        ),
        (
            "fr",
            "Agir ou se reposer",
            "Qui agit ce round récupère jusqu'à 2 de ses cubes en Fatigue. Qui se repose en récupère jusqu'à 5, mais "
            "ne fait rien à son tour.",
        ),
    ],
)
def test_what_resting_costs_is_said_before_anybody_chooses(lang: str, title: str, text: str) -> None:
    session = declaring(opened())
    shown = TablePresenter(session, Follower(session, {}), lang=lang).model()
    assert shown.now.words == title and shown.card is not None and shown.card.text == text
