"""What a figure may do beside its powers, on the table screen: texts, teams, feats, switching off, the event dial."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceResult
from companion.core.ids import PieceId
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.games.heroclix.commands import CloseAttack, EndTurn
from companion.games.heroclix.figures.figure import SpecialPower
from companion.games.heroclix.forces.setup import EventDial, Feat, Tactics
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.table.follow import Follower
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, figure
from ui.presenters.table import TablePresenter

A, B = PieceId("A"), PieceId("B")
TEXTS = (
    SpecialPower("defense", "Thick Coat", "A can use Toughness. When A is hit, hum."),
    SpecialPower("trait", "Rain", "If it rains, A can use Stealth."),
)
FEAT = Feat(
    "red-feat-1", RED, "Long Gaff", 8, (A,), effects=('{"amount": 1, "value": "damage", "verb": "modify_value"}',)
)
DIAL = EventDial("Flood", 4, (1,))


def screen(clock: Any, lang: str = "en") -> TablePresenter:
    scene = Scene(size=(12, 12), tactics=Tactics(feats=(FEAT,), event=DIAL))
    printed = figure("A", powers={"defense": "special"})
    scene.put("A", "red", (0, 0), replace(printed, specials=TEXTS, team_abilities=("drifters",)))
    scene.put("C", "red", (5, 5), replace(figure("C"), team_abilities=("mystics",)))
    scene.put("B", "blue", (1, 0), figure("B", clicks=9))
    session = Session(
        GAME, Ledger(MemoryRecorder(), JsonCodec(GAME.event_types)), clock, scene.setup, seats=scene.setup.seats
    )
    session._record(scene.opening, session.records[0].source)
    return TablePresenter(session, Follower(session, {10: A, 20: B}), lang=lang)


def labels(made: TablePresenter) -> list[str]:
    found = made.model().card
    return [label for _, label in found.buttons] if found else []


def press(made: TablePresenter, label: str) -> None:
    found = made.model().card
    assert found is not None
    made.press(next(action for action, said in found.buttons if said == label))


@pytest.mark.parametrize(
    ("lang", "more", "offered"),
    [
        (
            "en",
            "More …",
            [
                "In force: Stealth (Rain)",
                "Team: Mystics",
                "Feat: Long Gaff",
                "Event dial →",
                "Turn off: Thick Coat",
                "Turn off: Toughness",
            ],
        ),
        (
            "fr",
            "Autres …",
            [
                "En vigueur : Furtivité (Rain)",
                "Groupe : Mystiques",
                "Exploit : Long Gaff",
                "Disque d'événement →",
                "Désactiver Thick Coat",
            ],
        ),
    ],
)
def test_the_list(clock: Any, lang: str, more: str, offered: list[str]) -> None:
    made = screen(clock, lang)
    made.tap_piece(A)
    press(made, more)
    assert [one for one in labels(made) if one in offered] == [one for one in offered if "Toughness" not in one]
    found = made.model().card
    assert found is not None
    colon = " :" if lang == "fr" else ":"
    assert found.text.splitlines()[0] == f"Thick Coat{colon} A can use Toughness. When A is hit, hum."


def test_a_text_that_holds_is_granted(clock: Any) -> None:
    made = screen(clock)
    made.tap_piece(A)
    press(made, "More …")
    press(made, "In force: Stealth (Rain)")
    assert "stealth" in {one.power for one in made.state.held(made.state.piece(A))}
    log = [one.text for one in made.model().log]
    assert any("Trait 1" in text and "Stealth" in text for text in log), log
    dial = made.model().dial
    assert dial is not None
    assert dial.notes[-3:-1] == ("Thick Coat: Toughness *", "Rain *")


def test_team_and_dial_and_switching_off(clock: Any) -> None:
    made = screen(clock)
    made.tap_piece(A)
    for label in ("Team: Mystics", "Event dial →", "Turn off: Thick Coat"):
        press(made, "More …")
        press(made, label)
    state = made.state
    assert dict(state.tactics.copied)[A] == "mystics"
    assert state.tactics.event_click == 2
    assert "toughness" not in {one.power for one in state.held(state.piece(A))}


def test_a_question_about_damage_shows_the_text_it_is_about(clock: Any) -> None:
    """Toughness of the text is carried out; how much its other half leaves, the players read and say."""
    made = screen(clock)
    session = made.session
    session.submit(EndTurn(RED))
    session.submit(CloseAttack(BLUE, B, A))
    request: Any = session.state.flow.open[0]
    session.submit(ReportDice(BLUE, DiceResult(request.id, ("5", "4"))))
    found = made.model().card
    assert found is not None
    assert found.text.startswith("Thick Coat: A can use Toughness. When A is hit, hum.")
    assert labels(made) == ["3", "2", "1", "0"]
