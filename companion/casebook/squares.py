"""Squares of a case: as players write them, or as (column, row) from 0; several at once, walls between two.

F9 = (5,8)      "A1:C5" a rectangle      "C3|D3" the border of two squares

A node keeps what is written, so that a refusal echoes it; whoever reads a square puts it into the usual form.
"""

from __future__ import annotations

import re
from typing import Any

from companion.board.grid import GridBoard
from companion.board.loading import parse_edge
from companion.board.spaces import Edge
from companion.board.squares import format_square, parse_square
from companion.core.ids import SpaceId
from companion.documents import Node
from companion.errors import InputError

_PAIR = re.compile(r"\((\d{1,2}), ?(\d{1,2})\)")
_PAIRS = re.compile(rf"{_PAIR.pattern}(?:[:|]{_PAIR.pattern})?\Z")


def spell(value: Any) -> Any:
    """The value with every text that is a pair (or two, joined by ``:`` or ``|``) as the square players write."""
    if isinstance(value, str):
        if not _PAIRS.match(value):
            return value
        return _PAIR.sub(lambda pair: format_square(int(pair[1]), int(pair[2])), value)
    if isinstance(value, list):
        return [spell(entry) for entry in value]
    if isinstance(value, dict):
        return {spell(key): spell(entry) for key, entry in value.items()}
    return value


def read_square(node: Node, board: GridBoard) -> SpaceId:
    """The square in a text."""
    square = SpaceId(spell(node.text()))
    if square not in board:
        node.refuse(f"a square of the map, {board.spaces[0]} to {board.spaces[-1]}")
    return square


def read_squares(node: Node, board: GridBoard) -> tuple[SpaceId, ...]:
    """The squares in a text (one, or a rectangle) or in a list of such texts, in reading order within each."""
    if isinstance(node.value, list):
        return tuple(dict.fromkeys(space for entry in node.items() for space in read_squares(entry, board)))
    first, _, last = spell(node.text()).partition(":")
    if not last:
        return (read_square(node, board),)
    if first not in board or last not in board:
        node.refuse(f"two corners on the map, {board.spaces[0]} to {board.spaces[-1]}")
    (c, r), (d, s) = parse_square(first), parse_square(last)
    columns, rows = range(min(c, d), max(c, d) + 1), range(min(r, s), max(r, s) + 1)
    return tuple(format_square(column, row) for row in rows for column in columns)


def read_border(node: Node, board: GridBoard, *, diagonal: bool = False) -> Edge:
    """The border written ``C3|D3``, or as a list of the two squares."""
    written = spell(node.value)
    try:
        ends = written.split("|") if isinstance(written, str) else written
        return parse_edge(Node(node.file, node.place, ends), board, diagonal=diagonal)
    except InputError as wrong:
        if written == node.value:
            raise
        node.refuse(wrong.expected)
