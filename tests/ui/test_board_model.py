"""The board as drawn: a map that is higher than wide lies on its side, and nothing on it may change places.

  A B C            1 2 3 4 5
1 . # .          C . . . . .        B1 is the second from the bottom of the first column
2 . . .    ->    B # . . . .        a wall under B2 stands to the right of it
:                A . . . . .
"""

from __future__ import annotations

import pytest

from companion.board.grid import GridBoard, Tile
from companion.board.picture import filling, format_column
from companion.board.spaces import Terrain, edge
from companion.core.ids import PieceId
from companion.games.heroclix.figures.collection import shipped_map
from companion.games.heroclix.sample import sample_setup
from tests.games.heroclix.scene import GAME, at

WALLS = frozenset({edge(at(1, 1), at(1, 2)), edge(at(1, 1), at(2, 1))})


def board(columns: int, rows: int) -> GridBoard:
    tiles = [Tile() for _ in range(columns * rows)]
    tiles[1] = Tile(frozenset({Terrain.BLOCKING}))
    return GridBoard("test", columns, rows, tuple(tiles), WALLS)


@pytest.mark.parametrize("size", [(3, 5), (5, 3), (4, 4), (16, 24), (30, 3)])
def test_every_square_is_found_where_it_is_drawn(size: tuple[int, int]) -> None:
    presenter = filling(board(*size))
    assert (presenter.columns, presenter.rows) == (max(size), min(size))
    places = {presenter.place(space): space for space in presenter.board.spaces}
    assert len(places) == size[0] * size[1]
    for (column, row), space in places.items():
        assert presenter.space_at(column, row) == space
    assert presenter.space_at(-1, 0) is None
    assert presenter.space_at(presenter.columns, 0) is None


def test_a_high_map_lies_on_its_side() -> None:
    presenter = filling(board(3, 5))
    assert presenter.is_turned
    assert presenter.place(at(0, 0)) == (0, 2)
    assert presenter.place(at(2, 4)) == (4, 0)
    drawn = presenter.picture()
    assert drawn.edge_labels == (("1", "2", "3", "4", "5"), ("C", "B", "A"))
    assert [(one.column, one.row) for one in drawn.tiles if one.terrain == "blocking"] == [(0, 1)]  # B1


@pytest.mark.parametrize(
    ("size", "walls"),
    [
        ((5, 3), {((1, 2), (2, 2)), ((2, 1), (2, 2))}),  # under B2, right of B2
        ((3, 5), {((2, 1), (2, 2)), ((1, 1), (2, 1))}),  # turned: right of B2, above B2
    ],
)
def test_walls_keep_their_corners(size: tuple[int, int], walls: set[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    drawn = filling(board(*size)).picture()
    assert {tuple(sorted(one)) for one in drawn.walls} == {tuple(sorted(one)) for one in walls}


@pytest.mark.parametrize("size", [(5, 3), (3, 5)])
def test_walls_stand_between_the_squares_they_part(size: tuple[int, int]) -> None:
    presenter = filling(board(*size))
    drawn = {tuple(sorted(one)) for one in presenter.picture().walls}
    for one in WALLS:
        corners = [
            {(column + x, row + y) for x in (0, 1) for y in (0, 1)}
            for column, row in (presenter.place(one.a), presenter.place(one.b))
        ]
        assert tuple(sorted(corners[0] & corners[1])) in drawn


@pytest.mark.parametrize("name", ["harbour-market", "lantern-vault"])
def test_the_shipped_maps_fill_a_tablet(name: str) -> None:
    assert shipped_map(name).exists()
    state = GAME.initial_state(sample_setup(name))
    presenter = filling(state.table.board)
    assert presenter.columns >= presenter.rows
    assert presenter.picture().tokens == ()  # nobody is on the map yet
    assert PieceId("red-1") in {one.id for one in state.pieces}


@pytest.mark.parametrize(("index", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ")])
def test_columns_are_lettered_as_on_a_sheet(index: int, letters: str) -> None:
    assert format_column(index) == letters
