"""A mission on the glass: zones with their names, the River below them, a hero's cubes under a finger."""

from __future__ import annotations

from typing import Any

from companion.core.ids import PieceId
from companion.games.gotham.sample import sample_setup


def test_a_cube_is_dragged_to_a_box_and_pays_for_what_is_chosen(open_screen: Any) -> None:
    from kivy.tests.common import UnitTestTouch

    screen = open_screen(setup=sample_setup())
    screen.press("Begin the mission")
    screen.press("Warden")
    for hero in ("The Ferrier", "Lamplight", "The Marshal", "The Wren"):
        screen.press(f"{hero} acts this round (no cube to recover)")
    lamplight = next(token for token in screen.presenter.model().board.tokens if token.piece == "lamplight")
    marshal = next(token for token in screen.presenter.model().board.tokens if token.piece == "marshal")
    board = screen.screen.board
    for token in (lamplight, marshal):  # two figures of one zone: each answers for itself
        screen.touch(*board.corner(token.column + 0.5, token.row + 0.5))
        assert screen.presenter.chosen == token.piece
    for token in (marshal, lamplight):  # let go of one, take the other
        screen.touch(*board.corner(token.column + 0.5, token.row + 0.5))
    places = {slot.slot: box for box, slot in screen.screen.dial.boxes}
    (x, y, width, height), (u, v, w, h) = places["available"], places["movement"]
    finger = UnitTestTouch(*screen.screen.dial.to_window(x + width / 2, y + height / 2))
    finger.touch_down()
    finger.touch_move(*screen.screen.dial.to_window(u + w / 2, v + h / 2))
    finger.touch_up()
    screen.frames(4)
    screen.press("Move (with 1 cube)")
    screen.press("Confirm")  # what costs a cube is read first
    assert dict(screen.session.state.who(PieceId("lamplight")).cubes)["movement"] == 1
