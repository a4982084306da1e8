"""A throw on the glass: the sheet stays whole while one acts, the result is large, everybody is a tap away."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.core.ids import PieceId, RuleId
from companion.games.gotham.sample import sample_setup as mission
from companion.games.guardians.sample import sample_setup as clash
from companion.games.heroclix.commands import CloseAttack
from companion.games.heroquest.sample import sample_setup as quest
from companion.system import DiceGenerator
from tests.ui.screens.driver import Driver
from tests.ui.screens.law import box_of, outside
from tests.ui.screens.window import Opener
from tests.ui.walks import next_order


def asked(open_screen: Opener, **settings: object) -> tuple[Driver, PieceId, PieceId]:
    """A screen where an attack waits for its dice; who attacks, and whom."""
    screen: Driver = open_screen(**settings)
    state = screen.session.state
    piece = next(state.on_map(state.active_seat))
    target = next(one for one in state.on_map() if one.seat != piece.seat)
    rules = [RuleId("HC-ATK-04"), RuleId("HC-TURN-11")]
    screen.session.overrule(CloseAttack(piece.seat, piece.id, target.id), rules, screen.session.seats)
    screen.refresh()
    return screen, piece.id, target.id


def words(screen: Driver) -> list[str]:
    from ui.tablet.widgets.text import Words

    return [one.text for one in screen.walk() if isinstance(one, Words)]


@pytest.mark.parametrize("font", [1.0, 2.0])
def test_the_sheet_stays_whole_while_dice_are_asked_for(open_screen: Opener, font: float) -> None:
    """All four values with their powers are drawn; what does not fit comes up under a finger."""
    from kivy.tests.common import UnitTestTouch

    screen, _, _ = asked(open_screen, font=font)
    dial, frame = screen.screen.dial, screen.screen._frame
    assert len(dial.boxes) == 4 and dial.height == dial._full()
    assert frame.height >= min(dial.height, 0.22 * screen.screen.ids.side.height)
    assert frame.do_scroll_y == (dial.height > frame.height) == (font > 1)
    if font == 1:
        return
    finger = UnitTestTouch(*frame.center)
    finger.touch_down()
    for step in range(1, 5):  # far enough at once: a window that is slow takes a finger that waits for a tap
        finger.touch_move(frame.center_x, frame.center_y + 24 * step)
        screen.frames(1)
    finger.touch_up()
    screen.frames(4)
    assert frame.scroll_y < 0.9


def test_a_result_is_large_until_it_is_tapped_away_and_shows_whom_it_struck(open_screen: Opener) -> None:
    screen, piece, target = asked(open_screen)
    assert any("%" in line for line in words(screen)), "number and chance stand beside the dice"
    for face in ("1", "2"):
        screen.press(face)
    assert "MISS" in words(screen)
    sheet = screen.presenter.model().dial
    assert sheet is not None and sheet.name == screen.presenter.wording.names[target]
    screen.press("Continue")
    assert "MISS" not in words(screen)
    assert piece in {one.piece for one in screen.presenter.model().roster}


def test_a_figure_of_the_strip_is_shown_by_a_tap(open_screen: Opener) -> None:
    from ui.tablet.widgets.roster import RosterTile

    screen: Driver = open_screen()
    tiles: list[Any] = [one for one in screen.walk() if isinstance(one, RosterTile)]
    assert len(tiles) == 8
    tile = tiles[5]
    screen.touch(*tile.to_window(*tile.center))
    assert screen.presenter.chosen == tile.figure.piece
    dial = screen.presenter.model().dial
    assert dial is not None and dial.name == tile.figure.name


def test_a_result_is_a_line_over_what_is_asked_and_opens_by_a_tap(open_screen: Opener) -> None:
    """A question takes the room; the result is a line of touch height above it, and opens by a tap."""
    from ui.tablet.theme import TOUCH_DP
    from ui.tablet.widgets.throwing import TapCard

    screen: Driver = open_screen(setup=mission())
    chance, dice = random.Random(5), DiceGenerator(5)
    while (shown := screen.presenter.model()).result is None or not (shown.result.is_line and shown.has_card):
        order = next_order(screen.table, chance, dice)
        assert order is not None
        screen.session.submit(order)
    screen.refresh()
    (line,) = (one for one in screen.walk() if isinstance(one, TapCard))
    assert shown.card is not None and shown.card.title in words(screen)
    assert shown.result.deed not in words(screen) and line.height >= TOUCH_DP
    screen.touch(*line.to_window(*line.center))
    assert shown.result.deed in words(screen)
    screen.press("Continue")
    assert shown.result.deed not in words(screen) and shown.card.title in words(screen)


def test_what_came_of_a_throw_is_read_above_what_the_turn_may_do_next(open_screen: Opener) -> None:
    """Blows of a quest, each followed by a menu with a lit button: the large words of the result are in sight."""
    screen, read = open_screen(setup=quest()), 0
    session, chance, dice = screen.presenter.session, random.Random(5), DiceGenerator(5)
    for _ in range(60):
        order = next_order(screen.table, chance, dice)
        assert order is not None
        session.submit(order)
        result, card = screen.presenter.model().result, screen.presenter.model().card
        if result is None or not result.tone or result.is_line or card is None or not card.likely:
            continue
        read += 1
        screen.refresh()
        (title,) = (one for one in screen.walk() if getattr(one, "text", "") == result.title)
        assert not outside(box_of(title), box_of(screen.screen._asked))
    assert read


def test_the_way_on_from_the_end_is_in_sight_however_long_the_end_is_told(open_screen: Opener) -> None:
    """And the dice that decided it, large."""
    screen: Driver = open_screen(setup=clash(), lang="fr")
    screen.presenter.may_leave = True
    chance, dice = random.Random(7), DiceGenerator(7)
    while screen.session.state.flow.outcome is None:
        order = next_order(screen.table, chance, dice)
        assert order is not None
        screen.session.submit(order)
    screen.refresh()
    result, asked = screen.presenter.model().result, screen.screen._asked
    assert result is not None and result.faces and result.head in words(screen)
    assert any("  ".join(result.faces) in one for one in words(screen))
    for label in ("Revanche", "Accueil"):
        (button,) = (one for one in screen.buttons() if one.text == label)
        is_scrolled = button in {*asked.walk(restrict=True)}
        assert not outside(box_of(button), box_of(asked if is_scrolled else screen.screen))
