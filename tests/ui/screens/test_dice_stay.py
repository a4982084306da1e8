"""The faces of a die stay where they are while dice are entered, and whatever arrives: a tap hits what was aimed at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.ui.screens.driver import Driver, frames
from tests.ui.screens.window import Opener
from ui.presenters.models import DiceModel, DieModel, ResultModel

KINDS = (*["combat die"] * 4, "critical D20")
WIDEST = (*["black shield"] * 4, "20")
SKULLS = ("skull", "white shield", "black shield")


def thrown(entered: int) -> DiceModel:
    """A roll of five dice of which so many lie there."""
    faces = SKULLS if entered < 4 else tuple(map(str, range(1, 21)))
    dice = tuple(
        DieModel(kind, "black" if number < entered else None, widest if number < entered else "", widest)
        for number, (kind, widest) in enumerate(zip(KINDS, WIDEST, strict=True))
    )
    decides = ("› orc 2 · At least one skull: 94 %", "Skulls: 0 (6 %) · 1 (22 %)", "The D20 counts only with a skull")
    return DiceModel("Brakka throws the attack dice.", dice, faces, faces, "Roll for me", decides=decides)


def faces_of(screen: Driver) -> dict[str, tuple[int, ...]]:
    """Where each key of the row is in the window."""
    from ui.tablet.widgets.buttons import TapButton

    keys = {*SKULLS, *map(str, range(1, 21)), "Clear", "Roll for me"}
    found = [one for one in screen.walk() if isinstance(one, TapButton) and one.text in keys]
    return {one.text: (*map(round, one.to_window(*one.pos)), *map(round, one.size)) for one in found}


def shows(
    screen: Driver, dice: DiceModel, result: ResultModel | None = None, errands: tuple[str, ...] = ()
) -> dict[str, tuple[int, ...]]:
    """Return where the faces and buttons stand while the screen shows that."""
    model = replace(screen.presenter.model(), dice=dice, card=None, result=result, errands=errands)
    screen.screen._fill_middle(model)
    frames(4)
    return faces_of(screen)


@pytest.mark.parametrize("font", [1.0, 1.3])
def test_no_face_moves_while_dice_are_entered(open_screen: Opener, font: float) -> None:
    screen: Driver = open_screen(font=font)
    first = shows(screen, thrown(0))
    assert {*SKULLS, "Clear", "Roll for me"} == {*first}
    assert [count for count in (1, 2, 3) if shows(screen, thrown(count)) != first] == []
    numbers = shows(screen, thrown(4))
    assert numbers["1"][1] == first["skull"][1], "the first row of the next kind lies where the last one lay"


def test_no_face_moves_when_something_arrives(open_screen: Opener) -> None:
    screen: Driver = open_screen()
    before, dice = shows(screen, thrown(1)), thrown(1)
    result = ResultModel("HIT", "hit", ("5",), "10 against 8", (), "Continue")
    told = replace(dice, decides=(f"Higher than 5: 72 %, a tie: 11 %. {dice.decides[0]}", *dice.decides))
    assert shows(screen, told, result=result, errands=("The camera is away.",)) == before


def test_all_twenty_faces_are_in_sight(open_screen: Opener) -> None:
    screen: Driver = open_screen()
    numbers = shows(screen, thrown(4))
    _, foot = screen.screen._asked.to_window(*screen.screen._asked.pos)
    assert [face for face in map(str, range(1, 21)) if numbers[face][1] < foot] == []
