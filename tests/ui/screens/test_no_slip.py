"""Nothing comes under a finger that was meant for something else: a gallery that fills itself, the end of a game."""

from __future__ import annotations

from typing import Any

from companion.core.commands import Concede
from companion.core.rules import Accepted
from companion.text.wording import Wording
from tests.ui.screens.test_pages import Screen, pages  # noqa: F401  (the fixture)
from ui.presenters.heroclix.maps import Maps
from ui.presenters.pages import Page, PickDesk, Tile, Turn, Untyped


def places(screen: Screen) -> dict[str, tuple[float, ...]]:
    from ui.tablet.screens.page.page import TileWidget

    tiles = (widget for widget in screen.root.walk() if isinstance(widget, TileWidget))
    return {tile.tile.title: (*tile.to_window(*tile.pos), *tile.size) for tile in tiles}


def test_no_tile_moves_while_a_gallery_fills_itself(pages: Any) -> None:  # noqa: F811
    screen = pages("en", (1280, 800), 1.0)
    drawing = Maps(screen.evening.library).picture("lantern-vault")
    tiles = [Tile(f"map-{number}", f"Map {number}") for number in range(9)]
    desk = PickDesk("evening.map", lambda _: tiles, lambda _: None, picture=lambda _: drawing)
    screen.evening._stack.append(desk)
    screen.app._steps.cancel()  # on a slow machine its own clock draws all nine at the first tap
    seen = []
    while len(desk._drawn) < len(tiles):
        screen.app._show()
        screen.tap()
        seen.append((len(desk._drawn), places(screen)))
    screen.tap()
    assert seen[0][0] < len(tiles)
    assert len(seen[0][1]) == len(tiles)
    assert [count for count, there in seen if there != places(screen)] == []


class Counting(Untyped):
    """Nine tiles that are others after every ``turn``; what was tapped is noted."""

    def __init__(self) -> None:
        self.turn, self.tapped = 0, list[str]()

    def page(self, wording: Wording) -> Page:
        tiles = tuple(Tile(str(number), f"Tile {number} of {self.turn}") for number in range(9))
        return Page("Tiles", tiles=tiles, is_gallery=True)

    def press(self, action: str) -> Turn:
        self.tapped.append(action)
        return None


def test_a_tap_in_the_frame_that_draws_a_page_anew_hits_what_will_be_seen_there(pages: Any) -> None:  # noqa: F811
    from kivy.tests.common import UnitTestTouch

    screen, desk = pages("en", (1280, 800), 1.0), Counting()
    screen.evening._stack.append(desk)
    screen.app._show()
    screen.tap()
    for number in range(9):
        x, y, width, height = places(screen)[f"Tile {number} of {desk.turn}"]
        desk.turn += 1
        screen.app._show()  # other tiles, which nothing has laid out yet
        finger = UnitTestTouch(x + width / 3, y + height / 2)
        finger.touch_down()
        finger.touch_up()
        screen.tap()
    assert desk.tapped == [str(number) for number in range(9)]


def test_a_last_blow_that_is_tapped_twice_does_not_begin_a_rematch(open_screen: Any) -> None:
    table = open_screen()
    wishes: list[str] = []
    table.screen._leave, table.presenter.may_leave = wishes.append, True
    assert isinstance(table.session.submit(Concede(table.session.seats[0])), Accepted)
    table.refresh()
    table.screen._over_since += 100.0  # however slow the machine is
    table.press("Home")
    assert wishes == []
    table.screen._over_since -= 101.0
    table.press("Rematch")
    assert wishes == [], "it says first what it does"
    table.press("Begin the rematch")
    assert wishes == ["again"]


def test_a_game_that_was_over_when_it_was_opened_is_left_at_once(open_screen: Any, tmp_path: Any) -> None:
    store = str(tmp_path / "game.db")
    table = open_screen(store=store)
    assert isinstance(table.session.submit(Concede(table.session.seats[0])), Accepted)
    table.table.close()
    again = open_screen(store=store)
    wishes: list[str] = []
    again.screen._leave, again.presenter.may_leave = wishes.append, True
    again.refresh()
    again.press("Home")
    assert wishes == ["home"]
