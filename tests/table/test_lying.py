"""Some dice are thrown again among others: a letter is a colour, then its face, then its place in widths of a die."""

from __future__ import annotations

import pytest

from companion.core.dice import DiceRequest, DiceResult
from companion.core.events import ChoiceMade, DiceReported, DiceRequested
from companion.core.ids import RequestId, RuleId, Seat
from companion.core.pool import Thrown, lying
from companion.table.lying import Lying
from companion.table.observation import DiceSeen, DieSeen, ReadVerdict

KINDS = {"y": "yellow", "r": "red", "w": "white"}


def seen(dice: str, source: str = "tray") -> DiceSeen:
    """As in ``y2@0 r0@3``; a place may say ``3.1``."""
    found = []
    for word in dice.split():
        name, _, place = word.partition("@")
        found.append(DieSeen(name[1:], float(place) * 60, 50, 60, 60, kind=KINDS[name[0]]))
    return DiceSeen(source, 1.0, ReadVerdict.READ, tuple(found))


BEFORE = Thrown(("yellow", "red", "red", "white"), ("2", "0", "1", "1"))


def lay() -> Lying:
    """The same dice in the tray."""
    lying = Lying()
    lying.keep(seen("y2@0 r0@3 r1@6 w1@9"))
    return lying


@pytest.mark.parametrize(
    ("chosen", "dice", "told"),
    [
        ((1,), "y2@0 r3@12 r1@6 w1@9", "r3"),
        ((1,), "y2@0.1 r0@12 r1@6 w1@9", "r0"),  # the same face again, elsewhere
        ((1,), "y2@0 r3@3 r1@6 w1@9", "r3"),  # where it lay before, another face
        ((0, 2), "r0@3 w1@9 y1@14 r1@12", "y1 r1"),
        ((0, 1, 2, 3), "y1@1.5 r0@14 r2@17 w0@20", "y1 r0 r2 w0"),
        ((1,), "r2@12", "r2"),  # the others were put aside
        ((1,), "y2@0 r0@3 r1@6 w1@9", "0 dice are new in the tray, 1 were to be thrown again"),
        ((1,), "y2@0.5 r3@12 r1@6 w1@9", "a die with 2 lies nearly where one lay before"),
        ((1,), "y2@2 r3@12 r1@6 w1@9", "2 dice are new in the tray, 1 were to be thrown again"),
        ((1,), "y2@0 r3@12 r2@6 w1@9", "2 dice are new in the tray, 1 were to be thrown again"),  # one was tipped over
        ((1,), "y2@0 r0@3 r3@12 w1@9", "other dice were taken up than were chosen"),
        ((1,), "r1@6", "0 dice are new in the tray, 1 were to be thrown again"),  # the new one fell off the table
    ],
)
def test_the_new_throw_among_dice_that_stayed(chosen: tuple[int, ...], dice: str, told: str) -> None:
    parted = lay().parted(seen(dice), BEFORE, chosen)
    if parted.verdict is ReadVerdict.READ:
        assert sorted(f"{die.kind[0]}{die.face}" for die in parted.dice) == sorted(told.split())
    else:
        assert parted.why == told


def test_what_was_thrown_again_may_be_thrown_again() -> None:
    lying, before = lay(), BEFORE.again((1,), ("3",))
    lying.keep(seen("y2@0 r3@12 r1@6 w1@9"))
    third = lying.parted(seen("y2@0 r2@15 r1@6 w1@9"), before, (1,))
    assert [(die.kind, die.face) for die in third.dice] == [("red", "2")]
    asked = lying.parted(seen("y2@0 r2@15 r3@12 w1@9"), before, (1,))
    assert asked.why == "other dice were taken up than were chosen"


def test_another_camera_knows_nothing_of_places() -> None:
    photo = seen("y2@1 r3@4", source="anna")
    assert lay().parted(photo, BEFORE, (1,)) == photo
    lying = lay()
    lying.forget()
    assert lying.parted(seen("r3@12"), BEFORE, (1,)) == seen("r3@12")


def test_what_lies_by_the_record() -> None:
    """A throw of three, its second die again, then its first and second; a throw of two clears the table."""
    one = DiceRequest(RequestId("1"), ("yellow", "red", "red"), Seat("a"), RuleId("X"))
    again = DiceRequest(RequestId("2"), ("red",), Seat("a"), RuleId("X"))
    both = DiceRequest(RequestId("3"), ("yellow", "red"), Seat("a"), RuleId("X"))
    told: list[object] = [DiceRequested(one), DiceReported(DiceResult(RequestId("1"), ("2", "0", "1")))]
    told += [ChoiceMade(Seat("a"), RequestId("c"), ("die_2",)), DiceRequested(again)]
    assert lying(told) == (Thrown(one.dice, ("2", "0", "1")), (1,))
    told += [DiceReported(DiceResult(RequestId("2"), ("3",))), ChoiceMade(Seat("a"), RequestId("d"), ("0",))]
    assert lying(told) == (Thrown(one.dice, ("2", "3", "1")), ())
    told += [ChoiceMade(Seat("a"), RequestId("e"), ("die_2", "die_1")), DiceRequested(both)]
    told += [DiceReported(DiceResult(RequestId("3"), ("1", "2")))]
    assert lying(told) == (Thrown(one.dice, ("1", "2", "1")), ())
    told += [DiceRequested(both), DiceReported(DiceResult(RequestId("3"), ("0", "0")))]
    assert lying(told) == (Thrown(both.dice, ("0", "0")), ())
