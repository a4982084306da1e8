"""A quest on the glass: both sides of the table at one tablet, by fingers, through the real widget tree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.core.ids import SpaceId
from companion.games.heroquest.sample import sample_setup


def test_the_heroes_go_a_step_and_hand_the_tablet_over(open_screen: Any, tmp_path: Path) -> None:
    screen = open_screen(setup=sample_setup())
    screen.press("Begin the quest")
    screen.press("Play Silvane")
    screen.press("Move: throw the dice")
    screen.press("6")
    screen.press("5")
    screen.tap(SpaceId("A4"))
    screen.press("Confirm")
    assert screen.session.state.who("elf").at == "A4"
    known = screen.shot(tmp_path).copy()
    screen.press("Hand the tablet to the master")
    covered = screen.shot(tmp_path).copy()
    screen.press("I am the master")
    everything = screen.shot(tmp_path)
    # C3 is seen from the start, A12 is a corridor nobody has seen
    assert [is_drawn(screen, picture, "C3") for picture in (known, covered, everything)] == [True, False, True]
    assert [is_drawn(screen, picture, "A12") for picture in (known, covered, everything)] == [False, False, True]


def test_the_values_of_a_hero_are_all_in_sight_beside_a_long_menu(open_screen: Any) -> None:
    """Of a column that has no room for four values below each other, at the first turn of the quest."""
    screen = open_screen(setup=sample_setup())
    screen.press("Begin the quest")
    screen.press("Play Silvane")
    frame, dial = screen.screen._frame, screen.screen.dial
    assert len(dial.boxes) == 4
    assert all(y >= dial.top - frame.height for (_, y, _, _), _ in dial.boxes)


def test_what_is_explored_is_shown_large_until_somebody_zooms(open_screen: Any) -> None:
    """Of a dungeon of 17 by 12 squares a room of 5 by 4 is known in its corner, with rock around: 6 by 5 squares."""
    screen = open_screen(setup=sample_setup())
    screen.press("Begin the quest")
    screen.frames(3)
    board = screen.screen.board
    wide, high = board.width - 26, board.height - 26  # without the letters around it
    part, whole = min(wide / 6, high / 5, 128), min(wide / 17, high / 12)
    known = [one for one in screen.presenter.model().board.tiles if one.terrain != "unknown"]
    assert board.cell == part
    (left, top), (right, low) = board.corner(0, 0), board.corner(6, 5)
    assert (left + right) / 2 == pytest.approx(board.x + 24 + wide / 2)
    assert (top + low) / 2 == pytest.approx(board.y + 2 + high / 2), "what is drawn stands in the middle"
    for tile in known:
        x, y = screen.middle_of_space(tile.space)
        assert board.x < x < board.right and board.y < y < board.top
    screen.press("Hand the tablet to the master")
    screen.press("I am the master")
    screen.frames(3)
    assert board.cell == whole, "the master sees all of it"
    board._scale(2.0, board.center)
    for action in ("hand_over", "uncover"):
        screen.presenter.press(action)
        screen.refresh()
        screen.frames(3)
    assert board.cell == 2 * part, "what players chose stays"


def is_drawn(screen: Any, picture: Any, space: str) -> bool:
    """Whether floor is drawn there, beside the number of steps: it is light, and what nobody knows is dark."""
    column, row = screen.presenter.game.drawing.place(SpaceId(space))
    x, y = screen.screen.board.corner(column + 0.2, row + 0.2)
    return bool(min(picture.getpixel((round(x), round(picture.size[1] - y)))[:3]) > 100)
