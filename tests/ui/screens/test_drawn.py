"""The painters' canvas on the tablet draws what it draws on paper."""

from __future__ import annotations

from tests.ui.screens.window import Opener


def test_a_pale_line_with_a_bend_is_a_line(open_screen: Opener) -> None:
    """A wave, as wide as it is on a large screen; once the box around it was filled, and water looked like bricks."""
    open_screen()  # nothing is drawn without a window
    from ui.tablet.widgets.canvas import KivyCanvas, drawn

    def paint(canvas: KivyCanvas) -> None:
        canvas.lines([[(10, 90), (50, 10), (90, 90)]], "#ffffff", 4, opacity=0.6)

    texture = drawn(100, 100, paint, 100, fine=1)
    alpha = texture.pixels[3::4]
    drawn_share = sum(value > 0 for value in alpha) / len(alpha)
    assert 0.03 < drawn_share < 0.15
