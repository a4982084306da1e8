"""Drawings and map documents, there and back."""

from __future__ import annotations

import pytest

from companion.board import Terrain, draw_board, edge, format_map, format_square, parse_map, parse_square, read_diagram
from companion.core.ids import SpaceId
from companion.documents import Node
from tests.board.boards import grid_of
from tests.board.scenes import random_scene

DRAWING = """\
. . b
  -
a|# :
  =
~ 2 ."""


def test_a_drawing_is_read_and_drawn_again() -> None:
    board, marks = read_diagram(DRAWING)
    assert marks == {"a": ("A2",), "b": ("C1",)}
    assert board.walls == {edge(SpaceId("A2"), SpaceId("B2")), edge(SpaceId("B1"), SpaceId("B2"))}
    assert board.ramps == {edge(SpaceId("B2"), SpaceId("B3"))}
    assert board.has(SpaceId("A3"), Terrain.WATER)
    assert board.level(SpaceId("B3")) == 2
    assert draw_board(board, {SpaceId("A2"): "a", SpaceId("C1"): "b"}) == DRAWING


@pytest.mark.parametrize("seed", range(10))
def test_a_board_survives_its_map_document(seed: int) -> None:
    board = grid_of(random_scene(seed, 9, 7, levels=4))
    assert parse_map(Node("m.json", "", format_map(board))) == board


def test_squares_are_written_as_players_do() -> None:
    assert parse_square("C7") == (2, 6)
    assert [format_square(column, 0) for column in (0, 25, 26, 27, 51, 52, 701)] == [
        "A1",
        "Z1",
        "AA1",
        "AB1",
        "AZ1",
        "BA1",
        "ZZ1",
    ]
    for column in range(702):
        assert parse_square(format_square(column, column)) == (column, column)


@pytest.mark.parametrize("text", ["", "7C", "c7", "C0", "C-1", "C07", "AAA1", "C1000", " C7", "C7\n", "É7", "C٣"])
def test_other_texts_are_no_squares(text: str) -> None:
    with pytest.raises(ValueError, match="not a square"):
        parse_square(text)
