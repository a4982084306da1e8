"""What a case may read off a figure: its base and its card (HC-DIAL-03, -10).

{ card = "A", set_symbol = "gold", bolts = 2, abilities = ["carry", "flight"], traits = ["Lamplit"] }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.casebook.expectations import compared
from companion.casebook.language import Check, Moment, Opening
from companion.core.ids import PieceId
from companion.documents import Node
from companion.games.heroclix.figures.base import ring_of, set_symbol_of
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.state.state import Piece, State

__all__ = ["card"]

_FINDS: dict[str, Callable[[State, Piece, Figure], Any]] = {
    "name": lambda state, piece, figure: figure.name,
    "set": lambda state, piece, figure: figure.set,
    "number": lambda state, piece, figure: figure.collector_number,
    "set_symbol": lambda state, piece, figure: set_symbol_of(figure) or "",
    "ring": lambda state, piece, figure: ring_of(figure) or "",
    "range": lambda state, piece, figure: figure.range,
    "bolts": lambda state, piece, figure: figure.targets,
    "points": lambda state, piece, figure: sorted(figure.points),
    "keywords": lambda state, piece, figure: sorted(figure.keywords),
    "team_abilities": lambda state, piece, figure: sorted(figure.team_abilities),
    "traits": lambda state, piece, figure: sorted(one.name for one in figure.specials if one.slot == "trait"),
    "specials": lambda state, piece, figure: sorted(one.name for one in figure.specials if one.slot != "trait"),
    "abilities": lambda state, piece, figure: sorted(state.abilities(piece)),
}


def card(node: Node, opening: Opening) -> Iterator[Check]:
    """The checks of what is printed on a piece, and of the abilities its symbols give."""
    node.table({"card"}, _FINDS)
    name = node["card"].text()
    if name not in opening.pieces:
        node["card"].refuse("a piece of the set-up")
    return (compared(node[key], _wanted(node[key], key), _looking(name, key)) for key in _FINDS if key in node)


def _wanted(node: Node, key: str) -> Any:
    if key in ("range", "bolts"):
        return node.number(0, 999)
    if key == "points":
        return sorted(one.number(0, 9999) for one in node.items())
    return sorted(one.text() for one in node.items()) if isinstance(node.value, list) else node.text()


def _looking(name: str, key: str) -> Callable[[Moment], Any]:
    def find(moment: Moment) -> Any:
        piece = moment.state.piece(PieceId(name))
        return _FINDS[key](moment.state, piece, moment.state.figure(piece))

    return find
