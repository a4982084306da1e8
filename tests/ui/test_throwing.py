"""Beside every roll what it decides, in numbers made by hand; the roster, and the adviser that only counts."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, DiceResult, Source
from companion.core.ids import PieceId
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.games.heroclix.commands import BeginGame, CloseAttack
from companion.games.heroclix.events.damage import DialTurned
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.system import WallClock
from companion.table.follow import Follower
from companion.table.observation import CallsSeen
from tests.games.heroclix.opening import accept, field
from tests.games.heroclix.scene import BLUE, GAME, RED, figure
from tests.ui.test_powers import A, B, press, screen
from ui.presenters.adapter import ONLOOKERS
from ui.presenters.seat_voice import SeatVoice
from ui.presenters.table import TablePresenter


def decides(made: TablePresenter) -> tuple[str, ...]:
    dice = made.model().dice
    assert dice is not None
    return dice.decides


@pytest.mark.rule("HC-MOVE-07")
def test_breaking_away_says_what_each_face_does(clock: Any) -> None:
    made = screen(clock, figure("A"), ("B", "blue", (1, 0), figure("B")))
    made.tap_piece(A)
    made.tap_space(next(tile.space for tile in made.model().board.tiles if tile.reach == 3))
    made.press("confirm")
    failed, away = decides(made)
    assert failed.startswith("1–3 (50 %): A cannot break away.")
    assert away.startswith("4–6 (50 %): A breaks away. A moves")
    made.press("face:5")
    result = made.model().result
    assert result is not None
    assert (result.title, result.tone, result.faces) == ("5", "", ("5",))
    assert "A breaks away from B (4 or more needed)." in result.lines


def test_a_power_that_heals_says_how_far_the_dial_turns(clock: Any) -> None:
    """Regeneration heals a die less 2: a one or a two heal nothing, a six four clicks."""
    made = screen(clock, figure("A", clicks=9, powers={"defense": "regeneration"}), ("B", "blue", (9, 9), figure("B")))
    hurt(made, A, 5)
    made.tap_piece(A)
    press(made, "Regeneration")
    lines = decides(made)
    assert lines[0] == "1–2 (33 %): nothing happens"
    assert lines[-1].startswith("6 (17 %): A: click 6 → 2.")
    made.press("face:6")
    sheet = made.model().dial
    assert sheet is not None and sheet.click == "Click 2"


def hurt(made: TablePresenter, piece: PieceId, clicks: int) -> None:
    made.session._record((DialTurned(piece, 1, 1 + clicks),), Source.HAND)


def rolling_off(clock: WallClock) -> tuple[Session, TablePresenter]:
    """A game in which both throw for the first turn, and its screen."""
    session = Session(
        GAME, Ledger(MemoryRecorder(), JsonCodec(GAME.event_types)), clock, field().setup, seats=(RED, BLUE)
    )
    accept(session, BeginGame(RED))
    made = TablePresenter(session, Follower(session, {}), lang="en")
    return session, made


@pytest.mark.rule("HC-SETUP-03")
def test_the_roll_for_first_player_says_what_lies_there_and_the_chance_to_top_it(clock: WallClock) -> None:
    """Of 1296 throws of four dice 146 tie, half of the others are red's; eleven is topped by 6-6 alone, tied by two."""
    _, made = rolling_off(clock)
    assert decides(made) == ("The highest total wins: 44 %, a tie: 11 %",)
    for face in ("6", "5"):
        made.press(f"face:{face}")
    assert decides(made) == ("The higher total wins. Higher than 11: 3 %, a tie: 6 %",)


@pytest.mark.rule("HC-SETUP-03")
def test_who_threw_last_before_a_tie_adds_nothing_to_it_by_throwing_first_after_it(clock: WallClock) -> None:
    session, made = rolling_off(clock)
    for face in ("5", "4", "4", "5"):
        made.press(f"face:{face}")
    again = next(one for one in session.state.flow.open if isinstance(one, DiceRequest) and one.roller == BLUE)
    accept(session, ReportDice(BLUE, DiceResult(again.id, ("1", "4"))))
    model = made.model()
    assert model.result is not None and (model.result.title, model.result.faces) == ("5", ("1", "4"))
    assert model.log[-1].text == "Blue's roll for the first turn: 1 4 (by hand)."
    assert decides(made) == ("The higher total wins. Higher than 5: 72 %, a tie: 11 %",)


def test_the_roster_says_of_everybody_what_is_left(clock: Any) -> None:
    made = screen(clock, figure("A", clicks=6, points=75), ("B", "blue", (9, 9), figure("B", clicks=4)))
    hurt(made, B, 3)
    own, other = made.model().roster
    assert (own.piece, own.health, own.is_own) == ("A", (6, 6), False), "one tablet is everybody's"
    assert own.words == "clicks left: 6 of 6 · 75 points"
    assert (other.health, other.is_out) == ((1, 4), False)
    (bar,) = [token.health for token in made.model().board.tokens if token.piece == "B"]
    assert bar == (1, 4)
    made.press("figure:B")
    model = made.model()
    assert model.dial is not None and model.dial.name == "B"
    assert [token.piece for token in model.board.tokens if token.chosen] == ["B"]
    assert [one.piece for one in model.roster if one.is_chosen] == ["B"]


def duel(clock: Any) -> TablePresenter:
    """A at arm's length of B, defense 16, of 3 damage 2 are left; C behind is easy to hit, and evades on a 5 or 6."""
    return screen(
        clock,
        figure("A", attack=9, damage=3, range=0),
        ("B", "blue", (0, 1), figure("B", defense=16, powers={"defense": "toughness"})),
        ("C", "blue", (1, 0), figure("C", defense=12, powers={"defense": "super_senses"})),
    )


@pytest.mark.rule("HC-ATK-05", "HC-ATK-07", "HC-ATK-11")
def test_the_adviser_counts_each_target_and_a_tap_goes_there(clock: Any) -> None:
    """Of C 35 throws of 36 hit, 34 for 3 clicks and one for 4; two thirds are not evaded: 106/36 · 2/3 clicks."""
    made = duel(clock)
    made.tap_piece(A)
    made.press("advice")
    card = made.model().card
    assert card is not None and card.kind == "advice"
    first, second = (label for action, label in card.buttons if action.startswith("advise:"))
    assert first.startswith("C · needs 3+ · 97 % · 2.0 clicks on average")
    assert "These may answer: Super Senses" in first
    assert second.startswith("B · needs 7+ · 58 % · 1.2 clicks on average")
    made.press("advise:1")
    assert made.pending is not None and made.pending.command == CloseAttack(RED, A, B)
    assert "needs 7+" in made.model().card.text  # type: ignore[union-attr]


class Event:
    """An event that a table reports to."""

    def call(self, kind: str, text: str) -> None:
        raise AssertionError("nobody called a judge")


def test_at_an_event_the_organiser_says_whether_anybody_is_advised(clock: Any) -> None:
    alone = duel(clock)
    made = TablePresenter(alone.session, alone.follower, lang="en", caller=Event())
    made.tap_piece(A)
    assert "advice" not in dict(made.model().beside), "nobody has heard of the event yet"
    for is_allowed in (True, False):
        made.follower.see(CallsSeen("venue", 1.0, advice=is_allowed))
        assert ("advice" in dict(made.model().beside)) is is_allowed


def test_nobody_is_advised_who_does_not_want_it_or_only_looks_on(clock: Any) -> None:
    made = duel(clock)
    made.adviser.is_wanted = False
    made.tap_piece(A)
    made.press("advice")
    model = made.model()
    assert "advice" not in dict(model.beside) and (model.card is None or model.card.kind != "advice")
    voice = SeatVoice(made.session, made.voice.consents, ONLOOKERS, ())
    onlooker = TablePresenter(made.session, made.follower, lang="en", sides=(ONLOOKERS,), voice=voice)
    onlooker.tap_piece(A)
    assert "advice" not in dict(onlooker.model().beside)
