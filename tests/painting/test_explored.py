"""A dungeon is drawn as far as it is known, with a square of rock around, and tells nothing of the rest.

6 columns, 5 rows; known are C2 and D2, D3      drawn: B1 to E4, whose letters are C, D, 2, 3

  A B C D E F            B C D E
1 . . . . . .          1 . . . .
2 . . x x . .    ->    2 . x x .
3 . . . x . .          3 . . x .
4 . . . . . .          4 . . . .
5 . . . . . .
"""

from __future__ import annotations

import re

import pytest

from companion.board.picture import BoardPicture, Tile, format_column
from companion.core.ids import SpaceId
from companion.painting import CELL, EDGE, board_svg

KNOWN = {(2, 1), (3, 1), (3, 2)}


def dungeon(known: set[tuple[int, int]]) -> BoardPicture:
    tiles = tuple(
        Tile(SpaceId(f"{format_column(column)}{row + 1}"), column, row, () if (column, row) in known else ("unknown",))
        for column in range(6)
        for row in range(5)
    )
    labels = tuple(map(format_column, range(6))), tuple(str(row + 1) for row in range(5))
    return BoardPicture(6, 5, tiles, edge_labels=labels)


def box_of(svg: str) -> list[float]:
    found = re.search(r'viewBox="([^"]*)"', svg)
    assert found is not None
    return [float(part) for part in found[1].split()]


def letters(svg: str) -> set[str]:
    return set(re.findall(r">([A-Z0-9]+)</text>", svg))


def test_what_is_known_is_drawn_and_its_letters_alone() -> None:
    svg = board_svg(dungeon(KNOWN))
    assert box_of(svg) == [CELL, 0, 4 * CELL + 2 * EDGE, 4 * CELL + 2 * EDGE]
    assert letters(svg) == {"C", "D", "2", "3"}


@pytest.mark.parametrize("layer", ["marks", "figures"])
def test_layers_lie_on_each_other(layer: str) -> None:
    picture = dungeon(KNOWN)
    ground = board_svg(picture, kind="ground")
    assert box_of(board_svg(picture, kind=layer, box=picture.shown)) == box_of(ground)


def test_it_grows_with_what_is_seen() -> None:
    svg = board_svg(dungeon(KNOWN | {(0, 4), (5, 4)}))
    assert box_of(svg) == [0, 0, 6 * CELL + 2 * EDGE, 5 * CELL + 2 * EDGE]
    assert letters(svg) == {"A", "C", "D", "F", "2", "3", "5"}


def test_a_board_that_is_known_is_drawn_whole() -> None:
    every = {(column, row) for column in range(6) for row in range(5)}
    assert box_of(board_svg(dungeon(every))) == [0, 0, 6 * CELL + 2 * EDGE, 5 * CELL + 2 * EDGE]
    assert letters(board_svg(dungeon(every))) == set("ABCDEF12345")


def test_rock_stops_at_walls() -> None:
    """Where the floor goes on into the dark it is shaded; a wall stands in light."""
    picture = dungeon(KNOWN)
    walled = BoardPicture(6, 5, picture.tiles, (((2, 1), (3, 1)),))
    assert board_svg(picture, kind="ground").count('opacity="0.4"') > board_svg(walled, kind="ground").count(
        'opacity="0.4"'
    )
