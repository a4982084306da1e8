"""Ends of a question: a piece, wherever it stands when it is asked, or a square."""

from __future__ import annotations

from collections.abc import Callable

from companion.casebook.language import Moment, Opening
from companion.core.ids import PieceId, SpaceId
from companion.documents import Node

__all__ = ["Place", "place_of", "two_places"]

Place = Callable[[Moment], tuple[SpaceId, ...]]


def place_of(node: Node, opening: Opening) -> Place:
    """The squares of a piece at the moment of the question, or a square."""
    name = node.text()
    if name in opening.pieces:
        return lambda moment: tuple(moment.state.piece(PieceId(name)).spaces)
    if name not in opening.extra.board:
        node.refuse(f"a piece of the set-up or a square, A1 to {opening.extra.board.spaces[-1]}")
    return lambda moment: (SpaceId(name),)


def two_places(node: Node, opening: Opening) -> tuple[Place, Place]:
    """The two ends in a list."""
    ends = list(node.items())
    if len(ends) != 2:
        node.refuse("two pieces or squares")
    return place_of(ends[0], opening), place_of(ends[1], opening)
