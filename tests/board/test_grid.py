"""The board as a value: what it holds, what it refuses, and what markers and fallen walls make of it."""

from __future__ import annotations

import pytest

from companion.board import Edge, GridBoard, Terrain, Tile, edge
from companion.core.ids import SpaceId
from tests.board.boards import XY, board, sq, wall

BLOCKING, HINDERING, WATER = Terrain.BLOCKING, Terrain.HINDERING, Terrain.WATER


def test_a_board_has_its_squares_and_no_others() -> None:
    grid = board(3, 2)
    assert [sq(2, 1) in grid, sq(0, 0) in grid] == [True, True]
    assert [sq(3, 0) in grid, sq(0, 2) in grid] == [False, False]
    assert [grid.at(*place) for place in ((2, 1), (3, 1), (2, 2), (-1, 0), (0, -1))] == ["C2", None, None, None, None]
    assert [grid.index(space) for space in grid.spaces] == list(range(6))


@pytest.mark.parametrize("outside", [(0, 2), (3, 0)])
@pytest.mark.parametrize("kind", ["walls", "ramps"])
def test_an_edge_that_leaves_the_board_is_refused(kind: str, outside: XY) -> None:
    inside = (0, 1) if outside == (0, 2) else (2, 0)
    for border in (Edge(sq(*inside), sq(*outside)), Edge(sq(*outside), sq(*inside))):
        walls, ramps = (frozenset({border}), frozenset[Edge]()) if kind == "walls" else (frozenset(), {border})
        with pytest.raises(ValueError, match="leaves the board"):
            GridBoard("test", 3, 2, (Tile(),) * 6, walls, frozenset(ramps))


def test_a_board_has_a_tile_for_every_square() -> None:
    with pytest.raises(ValueError, match="need as many tiles, not 5"):
        GridBoard("test", 3, 2, (Tile(),) * 5)


# what is printed, the markers laid, what the square then is
MARKED: list[tuple[set[Terrain], list[str], set[Terrain]]] = [
    (set(), ["debris"], {HINDERING}),
    ({BLOCKING}, ["debris"], {HINDERING}),
    ({WATER}, ["debris"], {WATER, HINDERING}),
    (set(), ["smoke"], {HINDERING}),
    (set(), ["barrier"], {BLOCKING}),
    ({BLOCKING}, ["debris", "barrier"], {HINDERING, BLOCKING}),
    ({BLOCKING}, ["barrier", "debris"], {HINDERING, BLOCKING}),
    ({BLOCKING}, ["blocking", "smoke", "debris"], {HINDERING, BLOCKING}),
]


@pytest.mark.parametrize(("printed", "markers", "expected"), MARKED)
@pytest.mark.rule("HC-TERR-30", "HC-TERR-31", "HC-TERR-32")
def test_markers_change_their_square_in_whatever_order(
    printed: set[Terrain], markers: list[str], expected: set[Terrain]
) -> None:
    """Debris takes away the blocking terrain that is printed, never a barrier that stands on it."""
    grid = GridBoard("test", 1, 1, (Tile(frozenset(printed)),))
    laid = grid.with_changes(markers=[(sq(0, 0), kind) for kind in markers])
    assert laid.tile(sq(0, 0)).terrain == expected
    assert grid.tile(sq(0, 0)).terrain == printed


@pytest.mark.rule("HC-TERR-52", "HC-TERR-43")
def test_a_wall_has_the_level_of_its_lower_square() -> None:
    grid = board(3, 1, elevated=[(1, 0), (2, 0)])
    assert [grid.wall_level(wall((0, 0), (1, 0))), grid.wall_level(wall((1, 0), (2, 0)))] == [1, 2]


def test_neighbours_are_named_in_reading_order() -> None:
    grid = board(3, 3)
    assert grid.neighbours(sq(1, 1)) == ("A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3")
    assert grid.neighbours(sq(0, 0)) == ("B1", "A2", "B2")
    assert grid.adjacent(sq(0, 0)) == grid.neighbours(sq(0, 0))


def test_flanks_belong_to_diagonal_steps_only() -> None:
    grid = board(3, 3)
    assert set(grid.flanks(sq(0, 0), sq(1, 1)) or ()) == {"B1", "A2"}
    assert set(grid.flanks(sq(1, 1), sq(0, 2)) or ()) == {"A2", "B3"}
    far = [(sq(0, 0), sq(1, 0)), (sq(0, 0), sq(0, 1)), (sq(0, 0), sq(2, 2)), (sq(0, 0), sq(1, 2)), (sq(0, 0), sq(0, 0))]
    assert [grid.flanks(*pair) for pair in far] == [None] * 5


def test_an_edge_is_the_same_whichever_square_is_named_first() -> None:
    for one, other in (("A1", "B1"), ("Z9", "AA9"), ("A9", "A10")):
        names = SpaceId(one), SpaceId(other)
        assert edge(*names) == edge(*reversed(names)) == Edge(*names)


def test_equal_boards_are_equal_and_hash_alike() -> None:
    one, two = board(4, 3, walls=[((0, 0), (1, 0))]), board(4, 3, walls=[((1, 0), (0, 0))])
    assert one == two
    assert hash(one) == hash(two)
    assert one != board(4, 3) != board(3, 4)
