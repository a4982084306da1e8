"""Ends of a question, pieces or squares; and what a case may ask about knock back: the ways there are, where one leads.

{ directions = ["A", "B"], are = ["east"] }
{ knock_back = "B", from = "A", squares = 3, path = ["C1", "D1"], stop = "wall", damage = 1 }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.board.grid import GridBoard
from companion.board.squares import parse_square
from companion.casebook import Check, Moment, Opening
from companion.casebook.facts import Find, Read, answered, number
from companion.casebook.squares import read_squares, spell
from companion.core.ids import PieceId, SpaceId
from companion.documents import Node
from companion.games.heroclix.damage.knockback import COMPASS, ignores_knock_back, way_back, ways_back
from companion.games.heroclix.damage.pushes import directions_away
from companion.games.heroclix.events.damage import KnockedBack

Place = Callable[[Moment], tuple[SpaceId, ...]]


def place_of(node: Node, opening: Opening) -> Place:
    """The squares of a piece, wherever it stands at the moment of the question, or a square."""
    name = node.text()
    if name in opening.pieces:
        return lambda moment: tuple(moment.state.piece(PieceId(name)).spaces)
    square = SpaceId(spell(name))
    if square not in opening.extra.board:
        node.refuse(f"a piece of the set-up or a square, A1 to {opening.extra.board.spaces[-1]}")
    return lambda moment: (square,)


def two_places(node: Node, opening: Opening) -> tuple[Place, Place]:
    ends = list(node.items())
    if len(ends) != 2:
        node.refuse("two pieces or squares")
    return place_of(ends[0], opening), place_of(ends[1], opening)


def board_of(moment: Moment) -> GridBoard:
    board: GridBoard = moment.state.table.board
    return board


def sorted_squares(opening: Opening) -> Read:
    return lambda node: sorted(read_squares(node, opening.extra.board))


def squares_in_order(opening: Opening) -> Read:
    return lambda node: list(read_squares(node, opening.extra.board))


# knock back

WAYS = {direction: name for name, direction in COMPASS.items()}
STOPS = ("blocking", "corner", "crowded", "distance", "edge", "fall", "ignored", "occupied", "rise", "wall")


def directions(node: Node, opening: Opening) -> Iterator[Check]:
    """The ways in which a piece may be knocked back (HC-KB-05, -06)."""
    start, end = two_places(node["directions"], opening)

    def find(moment: Moment) -> list[str]:
        return sorted(WAYS[way] for way in directions_away(*_nearest(moment, start(moment), end(moment))))

    def read(entry: Node) -> list[str]:
        return sorted(way.word(COMPASS) for way in entry.items())

    return answered(node, ("directions",), {"are": (read, find)})


def knock_back(node: Node, opening: Opening) -> Iterator[Check]:
    """Check where a piece is knocked back to, over what, and what it costs (HC-KB-08..19)."""
    node.table({"knock_back", "from", "squares"}, {"direction", "path", "stop", "damage"})
    pushed, start = PieceId(node["knock_back"].word(opening.pieces)), place_of(node["from"], opening)
    distance = node["squares"].number(0, 99)
    way = node["direction"].word(COMPASS) if "direction" in node else None

    def pushes(moment: Moment) -> KnockedBack | None:
        """The way it goes; ``None`` where there is a choice."""
        piece = moment.state.piece(pushed)
        ways = ways_back(_nearest(moment, start(moment), piece.spaces))
        if ignores_knock_back(moment.state, piece):
            return KnockedBack(pushed, (piece.spaces[0],), "ignored")
        return None if way is None and len(ways) > 1 else way_back(moment.state, piece, way or ways[0], distance)

    def field(name: str) -> Find:
        def find(moment: Moment) -> Any:
            pushing = pushes(moment)
            return "a choice of directions: name one" if pushing is None else getattr(pushing, name)

        return find

    answers: dict[str, tuple[Read, Find]] = {
        "path": (squares_in_order(opening), field("path")),
        "stop": (lambda entry: entry.word(STOPS), field("stop")),
        "damage": (number(0, 99), field("damage")),
    }
    return answered(node, ("knock_back", "from", "squares", "direction?"), answers)


def _nearest(moment: Moment, starts: tuple[SpaceId, ...], ends: tuple[SpaceId, ...]) -> tuple[SpaceId, SpaceId]:
    """The two nearest squares, in reading order."""
    pairs = ((a, b) for a in sorted(starts, key=parse_square) for b in sorted(ends, key=parse_square))
    return min(pairs, key=lambda pair: board_of(moment).distance(*pair))
