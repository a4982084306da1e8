"""Marks over a photograph, dragged by a finger and moved by the arrows; they stay within reach at any size."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui.screens.law import box_of, outside
from tests.ui.screens.test_keyboard import Keys
from tests.ui.screens.test_pages import BEGUN, Screen, pages, wrong_with  # noqa: F401  (the fixture)
from tests.ui.test_looks import photograph

RIGHT, DOWN = 275, 274


def corners(pages: Any, lang: str, size: tuple[int, int], text: float) -> Screen:  # noqa: F811
    """The page with four corners over a photograph."""
    screen: Screen = pages(lang, size, text)
    path = photograph(screen.evening.library.papers)
    screen.go(*BEGUN, "<more", "desk:looks.title", "ground", f"photo:{path}")
    return screen


def marks(screen: Screen) -> dict[str, Any]:
    return {widget.text: widget for widget in screen.root.walk() if hasattr(widget, "nudge")}


@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("size", [(1024, 600), (1920, 1200)])
def test_every_mark_can_be_touched(pages: Any, size: tuple[int, int], text: float) -> None:  # noqa: F811
    screen = corners(pages, "fr", size, text)
    assert wrong_with(screen) == []
    assert len(marks(screen)) == 4
    for mark in marks(screen).values():
        assert min(mark.size) >= 48
        assert not outside(box_of(mark), (0.0, 0.0, float(size[0]), float(size[1])))


def test_a_finger_drags_a_corner(pages: Any) -> None:  # noqa: F811
    from kivy.tests.common import UnitTestTouch

    screen = corners(pages, "en", (1280, 800), 1.0)

    mark = marks(screen)["P1"]
    left, bottom, wide, high = mark._frame.box
    finger = UnitTestTouch(mark.center_x + 9, mark.center_y - 7)  # beside the middle: the corner does not jump
    finger.touch_down()
    finger.touch_move(left + 0.3 * wide + 9, bottom + 0.6 * high - 7)
    finger.touch_up()
    screen.tap()
    frame = screen.evening.page().frame
    assert frame is not None
    assert (frame.marks[0].x, frame.marks[0].y) == pytest.approx((0.3, 0.4), abs=0.002)


def test_arrows_move_a_corner(pages: Any) -> None:  # noqa: F811
    screen = corners(pages, "en", (1280, 800), 1.0)
    keys = Keys(screen)
    keys.to("P24")
    keys.press(RIGHT)
    keys.press(DOWN)
    keys.press(DOWN, "shift")
    frame = screen.evening.page().frame
    assert frame is not None
    assert (frame.marks[1].x, frame.marks[1].y) == pytest.approx((0.88 + 0.02, 0.12 + 0.022), abs=0.0005)
    assert keys.words() == "P24", "the ring stays on it"
