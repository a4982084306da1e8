"""No two questions that follow each other read the same, unless dice are thrown between: else no tap seems to count."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from companion.core.commands import Choose
from companion.core.events import DiceReported
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.games.gotham.commands import Breathe
from companion.games.gotham.setup import CHRONICLES, MissionSetUp
from companion.games.gotham.system import Gotham
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.text.wording import Wording
from tests.conftest import StoppedClock
from tests.ui.test_harms_foretold import questions
from ui.presenters.adapter import Look
from ui.presenters.games import game_of
from ui.presenters.models import CardModel
from ui.presenters.questions import ChoiceDesk


def card_of(session: Session, request: ChoiceRequest, lang: str = "en") -> CardModel:
    game = game_of(session.system.id).adapter(session)
    side = next(side for side, seats in game.sides.items() if request.seat in seats)
    return ChoiceDesk(None).card(request, game, Look(side, (request.seat,), Wording(lang, game.names(side, lang))))


BREATH: dict[str, Any] = {
    "turn": "heroes",
    "zones": {"Quay": {}, "Dock": {}},
    "borders": ["Quay|Dock"],
    "lines": [["Quay", "Dock"]],
    "pieces": {
        "M": {"cubes": 2, "at": "Quay", "manipulation": "red", "skills": {"breath": 1, "toxic_gas": 1}},
        "V": {"at": "Dock", "life": 9},
    },
}


@pytest.mark.rule("GO-FLAME-02", "GO-TOXGAS-01", "GO-TOXGAS-03")
@pytest.mark.parametrize(
    ("lang", "asked", "spared"),
    [
        ("en", "How many Toxic Gas tokens does M lay in the {}?", ", M excepted"),
        ("fr", "Combien de pions Gaz toxique pose M en {} ?", ", sauf M"),
    ],
)
def test_each_zone_of_a_breath_is_asked_about_by_its_name(lang: str, asked: str, spared: str) -> None:
    """Whom the gas spares is said as well."""
    system, setup = Gotham(), MissionSetUp(CHRONICLES, (Seat("M"), Seat("villains")), BREATH)
    ledger = Ledger(MemoryRecorder(), JsonCodec(system.event_types))
    session = Session(system, ledger, StoppedClock(), setup, seats=setup.seats)
    session.submit(Breathe(Seat("M"), PieceId("M")))
    for zone in ("Quay", "Dock"):
        (request,) = session.state.flow.open
        assert isinstance(request, ChoiceRequest)
        card = card_of(session, request, lang)
        told = card.title.replace("\u00a0", " ").replace("\u202f", " ")
        assert told == asked.format(zone)
        assert spared in card.text
        session.submit(Choose(request.seat, request.id, ("1",)))


@pytest.mark.parametrize(("game", "seed"), [("gotham", 3), ("guardians", 1), ("heroclix", 1), ("heroquest", 1)])
def test_no_question_reads_as_the_one_before_in_a_random_game(game: str, seed: int) -> None:
    """Unless dice were thrown between the two, or another round began."""
    asked = [
        ((thrown(session), session.state.flow.round), request.id, card_of(session, request))
        for session, request in questions(game, seed)
    ]
    for (dice, first, before), (then, second, card) in pairwise(asked):
        is_same = (before.title, before.text, before.buttons) == (card.title, card.text, card.buttons)
        assert first == second or dice != then or not is_same, card


def thrown(session: Session) -> int:
    return sum(isinstance(one.event, DiceReported) for one in session.records)
