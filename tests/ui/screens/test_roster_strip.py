"""The strip of everybody on the tablet: who acts is lit, the dead stand last, and names stand where there is room."""

from __future__ import annotations

import pytest

from tests.looks.__main__ import GAMES, played
from ui.presenters.table import TablePresenter

WHO_ACTS = {"heroquest": {"enchanter"}, "guardians": {"briar"}}  # in the games as the pictures of the screens have them
DUE = {"ferrier", "lamplight", "marshal", "warden-1", "warden-2", "wren"}  # Gotham's heroes, in the order they like
RED_TWO = "red-2"


def lit(presenter: TablePresenter) -> tuple[set[str], set[str]]:
    roster = presenter.model().roster
    return {one.piece for one in roster if one.is_chosen}, {one.piece for one in roster if one.is_due}


@pytest.mark.parametrize("game", GAMES)
def test_who_acts_is_lit_on_the_board_and_among_everybody(game: str) -> None:
    table = played(game, "en")
    acting, due = lit(table.presenter)
    if game == "heroclix":  # any of a team may act: a tap says who
        table.presenter.press(f"figure:{RED_TWO}")
        acting, due = lit(table.presenter)
        assert acting == {RED_TWO}
    elif game == "gotham":
        assert (acting, due) == (set(), DUE)
        table.presenter.press("figure:marshal")
        assert lit(table.presenter) == ({"marshal"}, set())
    else:
        assert acting == WHO_ACTS[game]
    board = {token.piece for token in table.presenter.model().board.tokens if token.chosen}
    assert board == lit(table.presenter)[0]
    table.close()


@pytest.mark.parametrize("game", ["guardians", "gotham"])
def test_the_dead_stand_last(game: str) -> None:
    table = played(game, "en")
    out = [one.is_out for one in table.presenter.model().roster]
    assert True in out and out == sorted(out)
    table.close()


@pytest.mark.parametrize(
    ("size", "font", "is_named"), [((1280, 800), 1.0, False), ((1920, 1080), 1.0, True), ((1920, 1080), 2.0, False)]
)
def test_names_stand_where_there_is_room(window: None, size: tuple[int, int], font: float, is_named: bool) -> None:
    from tests.ui.screens.driver import Driver

    screen = Driver(size=size, font=font, setup=GAMES["gotham"]())
    strip, side = screen.screen.roster, screen.screen.ids.side
    assert (strip.width > 2 * strip.bare) == is_named
    assert side.right <= size[0] and screen.screen.board.x >= strip.right - 1
    for tile in strip._tiles.children:
        assert tile.width == strip.width
