"""What a case may ask about knock back: which ways there are, and where one leads by the rules of an attack.

{ directions = ["A", "B"], are = ["east"] }
{ knock_back = "B", from = "A", squares = 3, path = ["C1", "D1"], stop = "wall", damage = 1 }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.board import directions_away
from companion.board.squares import parse_square
from companion.casebook.expectations import compared
from companion.casebook.language import Check, Moment, Opening
from companion.core.ids import PieceId, SpaceId
from companion.documents import Node
from companion.games.heroclix.cases.places import place_of, two_places
from companion.games.heroclix.cases.squares import read_squares
from companion.games.heroclix.damage.knockback import COMPASS, ignores_knock_back, way_back, ways_back
from companion.games.heroclix.events.attack import KnockedBack

__all__ = ["directions", "knock_back"]

_NAMES = {direction: name for name, direction in COMPASS.items()}
STOPS = ("blocking", "corner", "crowded", "distance", "edge", "fall", "ignored", "occupied", "rise", "wall")


def directions(node: Node, opening: Opening) -> Iterator[Check]:
    """The ways in which a piece may be knocked back (HC-KB-05, -06)."""
    node.table({"directions", "are"})
    one, other = two_places(node["directions"], opening)
    wanted = sorted(entry.word(COMPASS) for entry in node["are"].items())

    def find(moment: Moment) -> list[str]:
        return sorted(_NAMES[way] for way in directions_away(*_line(moment, one(moment), other(moment))))

    yield compared(node["are"], wanted, find)


def knock_back(node: Node, opening: Opening) -> Iterator[Check]:
    """Where a piece is knocked back to, over what, and what it costs (HC-KB-08..19)."""
    node.table({"knock_back", "from", "squares"}, {"direction", "path", "stop", "damage"})
    pushed, start = PieceId(node["knock_back"].word(opening.pieces)), place_of(node["from"], opening)
    distance = node["squares"].number(0, 99)
    way = node["direction"].word(COMPASS) if "direction" in node else None

    def push(moment: Moment) -> KnockedBack | None:
        state = moment.state
        line = _line(moment, start(moment), state.piece(pushed).spaces)
        piece, ways = state.piece(pushed), ways_back(line)
        if ignores_knock_back(state, piece):
            return KnockedBack(pushed, (piece.spaces[0],), "ignored")
        if way is None and len(ways) > 1:
            return None
        return way_back(state, piece, way or ways[0], distance)

    if "path" in node:
        path = list(read_squares(node["path"], opening.extra.board))
        yield compared(node["path"], path, _field(push, "path"))
    if "stop" in node:
        yield compared(node["stop"], node["stop"].word(STOPS), _field(push, "stop"))
    if "damage" in node:
        yield compared(node["damage"], node["damage"].number(0, 99), _field(push, "damage"))


def _field(push: Callable[[Moment], KnockedBack | None], name: str) -> Callable[[Moment], Any]:
    def find(moment: Moment) -> Any:
        event = push(moment)
        return "a choice of directions: name one" if event is None else getattr(event, name)

    return find


def _line(moment: Moment, starts: tuple[SpaceId, ...], ends: tuple[SpaceId, ...]) -> tuple[SpaceId, SpaceId]:
    """The two nearest squares, in reading order."""
    board = moment.state.table.board
    pairs = ((a, b) for a in sorted(starts, key=parse_square) for b in sorted(ends, key=parse_square))
    return min(pairs, key=lambda pair: board.distance(*pair))
