"""What a picture of dice proposes: one kind is told whole, a mixed throw only as far as its faces tell kinds apart."""

from __future__ import annotations

import pytest

from companion.core.dice import D6, DiceRequest, DiceResult, Die, DieFace
from companion.core.ids import RequestId, RuleId, Seat
from companion.table.observation import DiceSeen, DieSeen, ReadVerdict
from companion.table.proposal import Question, propose_dice

COMBAT = Die("combat", tuple(map(DieFace, ("skull", "skull", "skull", "white", "white", "black"))))
YELLOW = Die("yellow", tuple(map(DieFace, ("2 skull", "skull", "skull", "skull", "white", "black"))))
D8 = Die("d8", tuple(DieFace(str(n), n) for n in range(1, 9)))
STAR = Die("star", tuple(map(DieFace, ("star", "star", "star", "blank", "blank", "blank"))))
DICE = {die.id: die for die in (D6, COMBAT, YELLOW, D8, STAR)}


def proposed(asked: str, *faces: str) -> DiceResult | Question:
    request = DiceRequest(RequestId("r"), tuple(asked.split()), Seat("elf"), RuleId("HQ-ATK-05"))
    seen = DiceSeen("tray", 1.0, ReadVerdict.READ, tuple(DieSeen(one, 0, 0, 9, 9) for one in faces))
    return propose_dice(request, seen, DICE)


@pytest.mark.parametrize(
    ("asked", "faces"),
    [
        ("d6 d6", ("3", "4")),
        ("combat combat", ("black", "skull")),
        ("star combat", ("star", "white")),  # no face of the one is a face of the other
    ],
)
def test_a_whole_throw_is_told(asked: str, faces: tuple[str, ...]) -> None:
    told = proposed(asked, *faces)
    assert isinstance(told, DiceResult)
    assert told.faces == faces


def test_faces_of_a_mixed_throw_come_to_their_own_dice() -> None:
    told = proposed("star combat combat", "white", "star", "skull")
    assert isinstance(told, DiceResult)
    assert told.faces == ("star", "white", "skull")


def test_the_dice_that_were_seen_are_certain_and_the_rest_is_asked_for() -> None:
    told = proposed("combat combat d8", "skull", "white")
    assert isinstance(told, Question)
    assert (told.read, told.why) == (("skull", "white", None), "d8")


@pytest.mark.parametrize(
    ("asked", "faces"),
    [
        ("combat yellow", ("skull", "white")),  # either may be the yellow one
        ("combat yellow", ("2 skull", "white")),  # a face that both have is never worked out from the other die's
        ("d6 d8", ("3", "8")),
        ("d6 d8", ("3",)),
        ("combat combat d8", ("skull",)),
        ("combat", ("skull", "skull")),
        ("d6", ("skull",)),
    ],
)
def test_what_cannot_be_told_for_certain_is_asked_whole(asked: str, faces: tuple[str, ...]) -> None:
    told = proposed(asked, *faces)
    assert isinstance(told, Question)
    assert told.read == ()
