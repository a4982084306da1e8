"""The last move is marked on the screens that saw it: its squares before and after, until the next."""

from __future__ import annotations

from companion.board.picture import Place
from tests.ui.web.tables import fight
from ui.table.bootstrap import Table
from ui.web.frames import reached


def go(table: Table, figure: int) -> tuple[Place, Place]:
    """Move a figure of the seat in turn by taps; where it was, and where it is."""
    presenter = table.presenter
    token = [one for one in presenter.model().board.tokens if one.may_be_lifted][figure]
    presenter.tap_piece(token.piece)
    goal = next(tile for tile in reached(presenter.model().board) if tile.reach == 2)
    presenter.tap_space(goal.space)
    presenter.press("confirm")
    return (int(token.column), int(token.row)), (goal.column, goal.row)


def test_the_last_move_is_marked_until_the_next_one() -> None:
    table = fight()
    presenter = table.presenter
    assert presenter.model().board.trail == ()
    first = go(table, 0)
    assert presenter.model().board.trail == first
    second = go(table, 1)
    assert presenter.model().board.trail == second != first
    assert presenter.model().board.trail == second
    table.close()
