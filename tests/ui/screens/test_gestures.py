"""Zoom, pan and fast fingers on the board of a real window."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.ids import SpaceId
from tests.ui.screens.driver import Driver


@pytest.fixture
def screen(open_screen: Any) -> Driver:
    made: Driver = open_screen()
    return made


def mine(screen: Driver) -> Any:
    return list(screen.session.state.on_map(screen.session.state.active_seat))[1]


def goals(screen: Driver) -> list[SpaceId]:
    screen.presenter.tap_piece(mine(screen).id)
    found = [tile.space for tile in screen.presenter.model().board.tiles if (tile.reach or 0) > 1]
    screen.presenter.tap_piece(mine(screen).id)
    return found


def wheel(screen: Driver, at: tuple[float, float], button: str) -> None:
    from kivy.tests.common import UnitTestTouch

    touch = UnitTestTouch(*at)
    touch.profile.append("button")
    touch.button = button
    touch.touch_down()
    screen.frames(1)
    touch.touch_up()
    screen.frames(2)


@pytest.mark.parametrize("numbers", [range(0, 25, 4), pytest.param(range(25), marks=pytest.mark.long)], ids=len)
def test_a_fast_drag_lands_where_the_finger_was_lifted(screen: Driver, numbers: range) -> None:
    """One move event half-way, then up: of so many throws of the hand, none lands elsewhere."""
    squares = goals(screen)
    for number in numbers:
        piece, goal = mine(screen), squares[number * 7 % len(squares)]
        (x, y), (u, v) = screen.middle_of_space(piece.spaces[0]), screen.middle_of_space(goal)
        finger = screen.hold(piece.spaces[0])
        share = 0.2 + 0.03 * number
        finger.touch_move(x + (u - x) * share, y + (v - y) * share)
        width, height = screen.window.width - 1, screen.window.height - 1
        finger.move({"x": u / width, "y": v / height})  # it is seen there only as it is lifted
        finger.touch_up()
        screen.frames(2)
        pending = screen.presenter.pending
        assert pending is not None, goal
        assert pending.command.to == (goal,)  # type: ignore[attr-defined]
        screen.presenter.press("dismiss")
        screen.refresh()


@pytest.mark.parametrize("button", ["scrolldown"])
def test_the_wheel_zooms_around_the_pointer_and_the_board_can_be_moved(screen: Driver, button: str) -> None:
    board, space = screen.screen.board, mine(screen).spaces[0]
    before, cell = screen.middle_of_space(space), board.cell
    for _ in range(4):
        wheel(screen, before, button)
    assert board.cell == pytest.approx(cell * 1.25**4)
    x = screen.middle_of_space(space)[0]
    assert abs(x - before[0]) < 1 or board.view.shift[0] != 0
    screen.tap(space)  # taps go to what is seen
    assert screen.presenter.chosen == mine(screen).id
    from kivy.tests.common import UnitTestTouch

    empty = next(
        tile for tile in screen.presenter.model().board.tiles if tile.reach is None and tile.terrain == "clear"
    )
    shift = board.view.shift
    u, v = screen.middle_of_space(empty.space)
    finger = UnitTestTouch(max(board.x + 40, min(board.right - 40, u)), max(board.y + 40, min(board.top - 40, v)))
    finger.touch_down()
    finger.touch_move(finger.x - 60, finger.y + 50)
    finger.touch_up()
    screen.frames(2)
    assert board.view.shift != shift
    assert screen.presenter.chosen == mine(screen).id, "a board that was moved was not tapped"
    for _ in range(6):
        wheel(screen, before, "scrollup")
    assert board.cell == pytest.approx(cell)
    assert board.view.shift == (0.0, 0.0)


def test_two_fingers_pinch(screen: Driver) -> None:
    from kivy.tests.common import UnitTestTouch

    board = screen.screen.board
    x, y = board.center
    cell = board.cell
    one, two = UnitTestTouch(x - 50, y), UnitTestTouch(x + 50, y)
    version = screen.session.version
    for finger in (one, two):
        finger.touch_down()
    for step in (20, 40, 60):
        one.touch_move(x - 50 - step, y)
        two.touch_move(x + 50 + step, y)
    for finger in (one, two):
        finger.touch_up()
    screen.frames(2)
    assert board.cell == pytest.approx(cell * 2.2, rel=0.02)
    assert screen.session.version == version
    assert screen.presenter.pending is None
