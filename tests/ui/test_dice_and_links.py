"""Dice by taps, by the tower and by the machine; what devices say, and what it looks like in the header."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.core.dice import DiceRequest, DiceResult, Die, Source
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId
from companion.games.heroclix.commands import AdjustDial, CloseAttack, MoveFigure
from companion.table.observation import LinkSeen, LinkState, TowerPhase, TowerSeen
from tests.games.heroclix.scene import RED, at
from tests.ui.scenes import card, dice, duel, picture, table
from ui.presenters.table import TablePresenter


class Tower:
    """A thrower that only notes what it was asked to throw."""

    def __init__(self) -> None:
        self.is_ready, self.is_throwing, self.thrown = True, False, 0

    def throw(self, request: DiceRequest) -> None:
        self.thrown += 1
        self.is_throwing = True


class Machine:
    """Throws a one and a two; of a deck the last cards."""

    def roll(self, request: DiceRequest, dice: Mapping[str, Die]) -> DiceResult:
        return DiceResult(request.id, ("1", "2"), Source.MACHINE)

    def draw(self, request: ChoiceRequest) -> tuple[str, ...]:
        return request.options[-request.at_least :]


def attacked(clock: Any, **settings: Any) -> TablePresenter:
    made = duel(clock, **settings)
    made.session.submit(CloseAttack(RED, PieceId("r1"), PieceId("b1")))
    return made


def sources(made: TablePresenter) -> set[Source]:
    return {one.event.result.source for one in made.session.records if hasattr(one.event, "result")}


def test_faces_are_tapped_one_by_one(clock: Any) -> None:
    made = attacked(clock)
    row = made.model().dice
    assert row is not None
    assert (row.entered, row.missing, row.faces, row.can_roll) == ((), 2, ("1", "2", "3", "4", "5", "6"), False)
    assert row.question == "Red: throw 2 dice for r1's attack"
    made.press("face:5")
    made.press("clear_dice")
    made.press("face:1")
    row = made.model().dice
    assert row is not None and (row.entered, row.missing) == (("1",), 1)
    made.press("face:2")
    assert made.model().dice is None
    assert "R1's attack: 1 2 (by hand)." in [line.text for line in made.model().log]


def test_without_a_tower_the_machine_rolls(clock: Any) -> None:
    made = attacked(clock, roller=Machine())
    row = made.model().dice
    assert row is not None and row.roll_label == "Roll for me"
    made.press("roll")
    assert Source.MACHINE in sources(made)
    assert made.dice.entered == ()


def test_with_a_tower_the_dice_are_thrown_and_their_reading_confirmed(clock: Any) -> None:
    tower = Tower()
    made = attacked(clock, roller=Machine(), thrower=tower)
    row = made.model().dice
    assert row is not None and (row.roll_label, row.under_way) == ("Throw", "")
    version = made.session.version
    made.press("roll")
    assert tower.thrown == 1
    assert made.session.version == version  # nothing is rolled before it is read
    row = made.model().dice
    assert row is not None and row.under_way == "rolling"
    made.follower.see(dice("4", "6"))
    read = card(made)
    assert (read.kind, read.title, read.text) == ("dice", "The camera reads", "4 + 6")
    assert made.model().dice is None  # one question at a time
    made.press("confirm")
    assert Source.CAMERA in sources(made)


def test_a_reading_that_is_wrong_is_tapped_in(clock: Any) -> None:
    made = attacked(clock)
    made.follower.see(dice("4", "6"))
    made.press("dismiss")
    assert made.model().dice is not None
    for face in ("1", "2"):
        made.press(f"face:{face}")
    assert "R1's attack: 1 2 (by hand)." in [line.text for line in made.model().log]
    assert made.follower.proposal is None


def test_a_die_that_leans_is_asked_about(clock: Any) -> None:
    made = attacked(clock)
    made.follower.see(dice("4", None, why="one die leans"))
    assert card(made).kind == "question"
    assert card(made).text == "Throw again, or tap the faces.\n(one die leans)"


def test_a_dead_tower_leaves_the_machine(clock: Any) -> None:
    tower = Tower()
    made = attacked(clock, roller=Machine(), thrower=tower)
    tower.is_ready = False
    made.follower.see(LinkSeen("tower", 1.0, LinkState.OFFLINE, "the MicroPython VM is missing: run make setup"))
    model = made.model()
    assert [(one.state, one.words, one.detail) for one in model.links] == [("offline", "gone", "no MicroPython VM")]
    assert model.dice is not None and model.dice.roll_label == "Roll for me"
    assert card(made).text == "Tower is gone: no MicroPython VM.\nCarry on by hand: everything can be tapped."
    made.press("dismiss")
    made.press("roll")
    assert Source.MACHINE in sources(made)
    assert len(made.model().links) == 1  # the plate stays


@pytest.mark.parametrize(
    ("why", "detail"),
    [("cable", "check its cable"), ("", ""), ("no-frames: gone", "no picture"), ("odd: x", "odd: x")],
)
def test_a_plate_says_why(clock: Any, why: str, detail: str) -> None:
    made = table(clock)
    made.follower.see(LinkSeen("camera", 1.0, LinkState.OFFLINE, why))
    link = made.model().links[0]
    assert (link.name, link.words, link.detail) == ("Camera", "gone", detail)


def test_a_device_that_is_switched_off_is_not_shown(clock: Any) -> None:
    made = table(clock)
    made.follower.see(LinkSeen("camera", 1.0, LinkState.OFF))
    assert made.model().links == ()


def test_the_camera_plate_says_what_it_makes_of_the_table(clock: Any) -> None:
    made = table(clock)

    def detail() -> str:
        return made.model().links[0].detail

    made.follower.see(LinkSeen("camera", 1.0, LinkState.ONLINE))
    assert detail() == ""
    made.follower.see(picture(made.session))
    assert detail() == "agrees"
    made.follower.see(picture(made.session, r1=at(3, 3)))
    assert detail() == "sees a move"
    assert card(made).text == "B1 → D4, 3 of 8 squares"
    made.press("dismiss")
    made.follower.see(picture(made.session))
    made.session.submit(MoveFigure(RED, PieceId("r1"), (at(3, 3),)))
    assert detail() == "waits"  # the record is ahead of the last picture
    made.follower.see(picture(made.session))
    assert detail() == "agrees"
    made.follower.see(picture(made.session, b1=at(5, 5), r2=at(6, 6)))
    assert detail() == "asks"
    assert card(made).text.splitlines()[1:] == ["b1: B12 → F6", "r2: C1 → G7"]


def test_the_tower_plate_says_what_the_dice_do(clock: Any) -> None:
    made = table(clock)
    made.follower.see(LinkSeen("tower", 1.0, LinkState.ONLINE))
    for phase, words in [(TowerPhase.ARMED, "throw now"), (TowerPhase.SETTLED, "dice lie")]:
        made.follower.see(TowerSeen("tower", 2.0, phase, "n", 1, 1))
        assert made.model().links[0].detail == words


def test_errands_and_what_is_not_seen(clock: Any) -> None:
    made = table(clock)
    made.follower.see(picture(made.session))
    made.session.submit(AdjustDial(RED, PieceId("b1"), 9, "by hand"))
    made.follower.see(picture(made.session, b1=at(1, 11)))
    assert made.model().errands == ("Take b1 off the map",)
    made.follower.see(picture(made.session, r2=None))
    assert made.model().errands == ("Not seen: r2 (lying down, covered or away?)",)
    made.follower.see(LinkSeen("camera", 1.0, LinkState.OFFLINE, "cable"))
    assert made.model().errands == ()  # a dead camera sees nobody
