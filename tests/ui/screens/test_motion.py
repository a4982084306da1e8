"""Pieces glide and fade, dials turn, gauges run down: by a stepped clock, and nothing waits for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from PIL import ImageChops

from companion.board.picture import BoardPicture, Token, Way
from companion.core.ids import PieceId
from companion.painting.design import MOTION_MS, eased
from tests.ui.screens.driver import Driver
from tests.ui.screens.test_throwing_screen import asked
from tests.ui.screens.window import Opener
from ui.presenters.home import SettingsDesk
from ui.tablet.widgets.board import BoardWidget
from ui.tablet.widgets.motion import Motion

GLIDE_S = MOTION_MS["glide"] / 1000


class Stepped:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Moved:
    """The screen of the sample game with motion, by a stepped clock."""

    def __init__(self, opener: Opener) -> None:
        self.clock = Stepped()
        self.motion = Motion(is_on=True, now=self.clock)
        self.driver: Driver = opener(motion=self.motion)
        self.board: BoardWidget = self.driver.screen.board
        self.drawn: BoardPicture = self.driver.presenter.model().board

    def show(self, *tokens: Token, ways: tuple[Way, ...] = ()) -> BoardPicture:
        """Show the board with these figures on it, and the ways that were walked."""
        self.drawn = replace(self.drawn, tokens=tokens, ways=ways)
        self.board.show(self.drawn)
        return self.drawn

    def after(self, share: float) -> None:
        """So much of a glide's time later, a frame is drawn."""
        self.clock.now += share * GLIDE_S
        self.driver.frames(2)


@pytest.fixture
def moved(open_screen: Opener) -> Moved:
    return Moved(open_screen)


ADA = Token(PieceId("ada"), "A", "Ada", "red", 2, 2, health=(4, 4))
BEN = Token(PieceId("ben"), "B", "Ben", "blue", 8, 6, health=(4, 4))


def at(moved: Moved) -> tuple[float, float]:
    return moved.board.pieces.drawn_at("ada")


def test_a_piece_glides_from_where_it_was_and_a_second_move_sets_out_from_where_it_is_drawn(moved: Moved) -> None:
    moved.show(ADA, BEN)
    moved.after(2)
    assert not moved.motion.is_under_way
    moved.show(replace(ADA, column=6), BEN)
    assert at(moved) == (2.5, 2.5)
    moved.after(0.5)
    assert at(moved) == pytest.approx((2.5 + 4 * eased(0.5), 2.5))
    halfway = at(moved)
    moved.show(replace(ADA, column=6, row=7), BEN)
    assert at(moved) == pytest.approx(halfway)
    moved.after(1.01)
    assert at(moved) == (6.5, 7.5)
    assert not moved.motion.is_under_way


def test_it_goes_the_way_that_was_drawn(moved: Moved) -> None:
    way = Way("move", ((2.5, 2.5), (2.5, 6.5), (6.5, 6.5)))
    moved.show(ADA, BEN, ways=(way,))
    moved.show(replace(ADA, column=6, row=6), BEN, ways=())
    seen = []
    for _ in range(11):
        seen.append(at(moved))
        moved.after(0.1)
    assert seen[0] == (2.5, 2.5) and seen[-1] == (6.5, 6.5)
    assert all(x == pytest.approx(2.5) or y == pytest.approx(6.5) for x, y in seen)
    assert any(3.5 < y < 6 for _, y in seen) and any(3 < x < 6 for x, _ in seen)


def test_a_tap_in_the_middle_of_a_glide_is_taken_at_the_new_place(moved: Moved) -> None:
    moved.show(ADA, BEN)
    moved.show(replace(ADA, column=6), BEN)
    moved.after(0.3)
    tapped: list[object] = []
    listener = moved.driver.screen
    with (
        patch.object(listener, "tap_figure", tapped.append),
        patch.object(listener, "tap", lambda *place: tapped.append(place)),
    ):
        for column in (6, 2):
            moved.driver.touch(*moved.board.corner(column + 0.5, 2.5))
    assert tapped == ["ada", (2, 2)]


def test_when_all_is_over_the_picture_is_the_one_without_motion(open_screen: Opener, tmp_path: Path) -> None:
    steps = (
        (ADA, BEN),
        (replace(ADA, column=6, health=(1, 4)), BEN, replace(BEN, piece=PieceId("cy"), column=3)),
        (replace(ADA, column=7, row=3, health=(1, 4)),),
    )
    pictures = []
    for is_on in (True, False):
        clock = Stepped()
        driver = open_screen(motion=Motion(is_on=is_on, now=clock))
        shown = driver.presenter.model().board
        for tokens in steps:
            driver.screen.board.show(replace(shown, tokens=tokens))
            clock.now += 0.4 * GLIDE_S
            driver.frames(2)
        if is_on:
            midway = driver.shot(tmp_path)
        clock.now += 2 * GLIDE_S
        driver.frames(2)
        pictures.append(driver.shot(tmp_path))
    assert ImageChops.difference(*pictures).getbbox() is None
    assert ImageChops.difference(midway, pictures[0]).getbbox() is not None


def test_only_what_moves_is_drawn_anew(moved: Moved) -> None:
    moved.show(ADA, BEN)
    moved.after(2)
    with patch.object(moved.board, "_redraw", wraps=moved.board._redraw) as redrawn:
        moved.show(replace(ADA, column=6, health=(2, 4)), BEN)
        ground = moved.board._drawn
        instructions = len(moved.board.canvas.children)
        for _ in range(12):
            moved.after(0.1)
        assert redrawn.call_count == 1
    assert moved.board._drawn is ground
    assert len(moved.board.canvas.children) == instructions


def test_a_board_that_is_covered_is_empty_at_once(moved: Moved) -> None:
    moved.show(ADA, BEN)
    moved.after(2)
    moved.show()
    assert not moved.motion.is_under_way
    moved.show(ADA, BEN)
    assert not moved.motion.is_under_way


def test_switched_off_no_frame_is_waited_for(open_screen: Opener) -> None:
    driver = open_screen()
    shown = driver.presenter.model().board
    with patch.object(Motion, "_step") as step:
        for tokens in ((ADA, BEN), (replace(ADA, column=6, health=(1, 4)),), (BEN,)):
            driver.screen.board.show(replace(shown, tokens=tokens))
        driver.frames(2)
    step.assert_not_called()


def test_the_window_of_a_dial_rolls_from_the_old_click_to_the_new_one(moved: Moved, tmp_path: Path) -> None:
    """HC-DIAL-12: of the values only those of the old click and of the new one are seen."""
    dial = moved.driver.screen.dial
    session = moved.driver.session
    moved.driver.tap(next(iter(session.state.on_map(session.state.active_seat))).spaces[0])
    before = moved.driver.presenter.model().dial
    assert before is not None
    slots = tuple(replace(slot, value=str(int(slot.value) - 1)) for slot in before.slots)
    now = replace(before, slots=slots, clicks=(before.clicks[0] - 1, before.clicks[1]))
    dial.show(now, "", is_turned=True)
    seen = [dial.parts]
    for _ in range(11):
        moved.after(0.1)
        seen.append(dial.parts)
    assert [sum(parts) for parts in seen[:10]] == pytest.approx([1] * 10)
    assert seen[0] == pytest.approx((1, 0)) and seen[-1] == ()
    assert not moved.motion.is_under_way
    rolled = moved.driver.shot(tmp_path)
    dial.show(before, "")
    dial.show(now, "")
    moved.driver.frames(2)
    assert ImageChops.difference(rolled, moved.driver.shot(tmp_path)).getbbox() is None


def test_motion_is_a_setting_of_the_tablet(tmp_path: Path) -> None:
    from companion.text.wording import Wording
    from ui.library import Library

    library = Library(tmp_path)
    desk = SettingsDesk(library)
    assert library.settings().motion
    desk.press("motion")
    assert not Library(tmp_path).settings().motion
    for lang, title, badge in (("en", "Motion", "no"), ("fr", "Animations", "non")):
        tile = next(tile for tile in desk.page(Wording(lang)).tiles if tile.action == "motion")
        assert (tile.title, tile.badge) == (title, badge)


@pytest.mark.parametrize("is_on", [True, False])
def test_what_was_thrown_comes_into_sight_once_or_is_there_at_once(open_screen: Opener, is_on: bool) -> None:
    clock = Stepped()
    motion = Motion(is_on=is_on, now=clock)
    driver, _, _ = asked(open_screen, motion=motion)
    for face in ("1", "2"):
        driver.press(face)

    def seen() -> float:
        return next(float(one.parent.opacity) for one in driver.walk() if getattr(one, "text", "") == "MISS")

    assert seen() == (0.0 if is_on else 1.0)
    clock.now += MOTION_MS["result"] / 2000
    driver.frames(2)
    assert seen() == pytest.approx(eased(0.5) if is_on else 1.0)
    clock.now += MOTION_MS["result"] / 1000
    driver.frames(2)
    driver.refresh()
    assert seen() == 1.0 and not motion.is_under_way, "it stays, whatever else is drawn again"
