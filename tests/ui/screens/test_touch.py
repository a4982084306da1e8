"""A finger on the glass: through the real widget tree to the record and back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.core.ids import PieceId
from companion.games.heroclix.commands import CloseAttack
from companion.painting.design import THEMES
from companion.painting.palette import channels
from tests.ui.screens.driver import Driver


@pytest.fixture
def screen(open_screen: Any) -> Driver:
    made: Driver = open_screen()
    return made


def mine(screen: Driver) -> Any:
    """The first figure of the player whose turn it is."""
    return next(screen.session.state.on_map(screen.session.state.active_seat))


def _pixel(name: str) -> tuple[int, ...]:
    """A colour of the dark theme as a picture has it."""
    return tuple(round(255 * part) for part in channels(THEMES["dark"][name]))


def test_a_window_opens_and_shows_something(screen: Driver, tmp_path: Path) -> None:
    picture = screen.shot(tmp_path)
    assert picture.size == (1280, 800)
    colours = picture.getcolors(1 << 20)
    assert len(colours) > 300
    assert max(count for count, _ in colours) < 0.6 * 1280 * 800
    x, y = screen.middle_of("End turn")
    assert picture.getpixel((int(x) - 50, 800 - int(y) + 20)) == _pixel("line")  # no accent: three actions are left
    assert picture.getpixel((1270, 790)) == _pixel("screen")  # and the screen's own colour in the last corner


def test_a_figure_is_moved_by_three_taps(screen: Driver) -> None:
    piece = mine(screen)
    start = piece.spaces[0]
    screen.tap(start)
    assert screen.presenter.chosen == piece.id
    model = screen.presenter.model()
    assert model.dial is not None and model.dial.name == screen.session.state.figure(piece).name
    there = next(tile.space for tile in model.board.tiles if tile.reach == 3)
    screen.tap(there)
    screen.press("Confirm")
    assert screen.session.state.piece(piece.id).spaces == (there,)
    screen.press("Undo")
    assert screen.session.state.piece(piece.id).spaces == (start,)


@pytest.mark.parametrize("off", [(20, 0), (-18, 10), (0, -21)])
def test_a_tap_beside_a_figure_means_it(screen: Driver, off: tuple[float, float]) -> None:
    screen.tap(mine(screen).spaces[0], off)
    assert screen.presenter.chosen == mine(screen).id


def test_dice_are_tapped_in(screen: Driver) -> None:
    state = screen.session.state
    attacker = mine(screen)
    target = next(one for one in state.on_map() if one.seat != attacker.seat)
    rules = ["HC-ATK-04", "HC-TURN-11"]  # nobody stands beside anybody yet
    screen.session.overrule(CloseAttack(attacker.seat, attacker.id, target.id), rules, screen.session.seats)  # type: ignore[arg-type]
    screen.refresh()
    screen.press("2")
    screen.press("Clear")
    screen.press("1")
    assert screen.presenter.dice.entered == ("1",)
    screen.press("2")
    assert screen.session.state.flow.open == ()
    assert "1 2" in next(line.text for line in screen.presenter.model().log if "1 2" in line.text)


def test_undo_past_dice_asks_for_a_second_tap(screen: Driver) -> None:
    test_dice_are_tapped_in(screen)
    version = screen.session.version
    screen.press("Undo")
    assert screen.session.version == version
    screen.press("All agree")
    assert screen.session.version == version + 1
    assert screen.session.state.flow.open != ()


def test_the_turn_ends_and_the_language_changes(screen: Driver) -> None:
    seat = screen.session.state.active_seat
    screen.press("End turn")
    screen.screen.press("confirm")  # nobody has acted
    screen.refresh()
    assert screen.session.state.active_seat != seat
    screen.press("Français")
    assert {"Annuler", "Finir le tour", "English"} <= {one.text for one in screen.buttons()}
    screen.press("English")
    assert "End turn" in {one.text for one in screen.buttons()}


def test_a_disabled_button_does_nothing(screen: Driver) -> None:
    screen.session.overrule(
        CloseAttack(mine(screen).seat, mine(screen).id, PieceId("red-1" if mine(screen).seat == "blue" else "blue-1")),
        ["HC-ATK-04", "HC-TURN-11"],  # type: ignore[list-item]
        screen.session.seats,
    )
    screen.refresh()
    version = screen.session.version
    screen.press("End turn")
    assert screen.session.version == version
