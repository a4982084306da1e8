"""What every game gets from the one presenter: any dice, several in order within limits, a yes or no, overruling."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.events import Ruled
from companion.core.ids import SystemId
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.ports import RingPattern
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.table.follow import Follower
from companion.table.observation import DiceSeen, DieSeen, ReadVerdict
from tests.ui.quest.players import quest_session
from tests.ui.scenes import card, press
from tests.ui.toy_game import BLUE, RED, Laid, ToySystem
from ui.presenters import games
from ui.presenters.table import TablePresenter


@pytest.fixture
def screens(clock: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[TablePresenter, TablePresenter]:
    """The two sides of a new game, at a screen each."""
    monkeypatch.setattr(games, "_GAMES", {SystemId("toy"): ("Laid", "tests.ui.toy_game")})
    system = ToySystem()
    session = Session(system, Ledger(MemoryRecorder(), JsonCodec(system.event_types)), clock, Laid(), seats=(RED, BLUE))
    follower = Follower(session, {})
    red, blue = (TablePresenter(session, follower, lang="en", sides=(side,)) for side in ("red", "blue"))
    return red, blue


def test_a_roll_of_three_kinds_is_asked_for_die_by_die(screens: tuple[TablePresenter, TablePresenter]) -> None:
    red, blue = screens
    press(red, "ask")
    row = red.model().dice
    assert row is not None
    assert [(die.kind, die.face) for die in row.dice] == [("six-sided die", None), ("rune", None), ("d20", None)]
    assert row.faces == ("1", "2", "3", "4", "5", "6")
    red.press("face:4")
    row = red.model().dice
    assert row is not None and row.faces == ("sun", "moon")
    red.press("face:moon")
    row = red.model().dice
    assert row is not None and len(row.faces) == 20
    assert (row.entered, row.missing) == (("4", "moon"), 1)
    assert blue.model().dice is None
    assert (blue.model().now.words, blue.model().now.is_own) == ("Red throws the dice", False)
    red.press("face:17")
    assert red.state.told == ("4", "moon", "17")


def test_what_a_camera_reads_of_a_mixed_roll_is_filled_in(screens: tuple[TablePresenter, TablePresenter]) -> None:
    red, _ = screens
    press(red, "ask")
    seen = DiceSeen("tray", 1.0, ReadVerdict.READ, (DieSeen("moon", 0, 0, 9, 9),), None)
    red.follower.see(seen)
    row = red.model().dice
    assert row is not None and row.entered == ("moon",)
    for face in ("2", "20"):
        red.press(f"face:{face}")
    assert red.state.told == ("2", "moon", "20")


def asked_for_letters(red: TablePresenter) -> None:
    press(red, "ask")
    for face in ("1", "sun", "1"):
        red.press(f"face:{face}")


def test_several_are_picked_in_order_and_within_limits(screens: tuple[TablePresenter, TablePresenter]) -> None:
    red, _ = screens
    asked_for_letters(red)
    assert [label for _, label in card(red).buttons] == ["A", "B", "C", "D"]
    press(red, "C")
    press(red, "A")
    assert [label for _, label in card(red).buttons] == ["2. A", "B", "1. C", "D", "Confirm"]
    press(red, "B")  # one of a and b at most: it takes the place of the other
    assert [label for _, label in card(red).buttons] == ["A", "2. B", "1. C", "D", "Confirm"]
    press(red, "D")
    press(red, "A")
    assert [label for _, label in card(red).buttons] == ["2. A", "B", "1. C", "3. D", "Confirm"]
    press(red, "Confirm")
    assert red.state.told[-3:] == ("c", "a", "d")


@pytest.mark.parametrize("answer", ["Yes", "No"])
def test_another_seat_is_asked_for_its_consent(screens: tuple[TablePresenter, TablePresenter], answer: str) -> None:
    red, blue = screens
    asked_for_letters(red)
    for label in ("C", "D", "Confirm"):
        press(red, label)
    assert red.model().now.words == "Blue answers yes or no"
    red.press("consent:yes")
    assert red.state.flow.open, "it is not red's to say"
    press(blue, answer)
    assert red.state.told[-1] == answer.lower()
    assert RingPattern(red.game.cue(red.session.records[-2].event) or "miss") is (
        RingPattern.HIT if answer == "Yes" else RingPattern.MISS
    )


def test_everybody_may_overrule_what_is_refused(screens: tuple[TablePresenter, TablePresenter]) -> None:
    red, _ = screens
    press(red, "cheat")
    assert [label for _, label in card(red).buttons] == ["Put it back", "All agree: set the rule aside"]
    press(red, "All agree: set the rule aside")
    assert red.state.told == ("cheated",)
    press(red, "cheat?")
    assert card(red).kind == "refusal", "nothing illegal is ever offered to be confirmed"
    press(red, "Put it back")
    assert red.state.told == ("cheated",)


def test_a_quest_overrules_too() -> None:
    session = quest_session()
    heroes = TablePresenter(session, Follower(session, {}), lang="en", sides=("heroes",))
    press(heroes, "Begin the quest")
    press(heroes, "Play Silvane")
    heroes.tap_space(session.state.dungeon.board.spaces[-1])  # nothing is rolled, and it is far away
    assert card(heroes).kind == "refusal"
    press(heroes, "All agree: set the rule aside")
    ruled = next(record.event for record in session.records if isinstance(record.event, Ruled))
    assert set(ruled.rules) == {"HQ-MOVE-01", "HQ-MOVE-02"}
    assert set(ruled.agreed) == set(session.seats)
    assert session.state.who("elf").at == session.state.dungeon.board.spaces[-1]


def test_no_button_and_no_model_names_a_request_or_a_version(screens: tuple[TablePresenter, TablePresenter]) -> None:
    red, _ = screens
    asked_for_letters(red)
    shown = repr(red.model())
    assert all(request.id not in shown for request in red.state.flow.open)
