"""What a case may expect of pieces and scores.

pieces.B = { at = "F9", click = 4, tokens = 1, ko = false, attack = 9, powers = ["toughness"], lacks = ["charge"] }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.casebook.expectations import compared
from companion.casebook.language import Check, Moment, Opening
from companion.core.ids import PieceId, Seat
from companion.documents import Node
from companion.games.heroclix.cases import beside
from companion.games.heroclix.cases.squares import read_squares
from companion.games.heroclix.figures.figure import SLOTS
from companion.games.heroclix.figures.powers_table import WHITE, power_names
from companion.games.heroclix.state.state import Piece, State

__all__ = ["actions_left", "event_click", "pieces", "scores"]

NUMBERS: dict[str, Callable[[State, Piece], Any]] = {
    "click": lambda state, piece: piece.click,
    "tokens": lambda state, piece: piece.tokens,
    "points": lambda state, piece: piece.points,
    "range": lambda state, piece: state.figure(piece).range,
    "targets": lambda state, piece: state.figure(piece).targets,
}
FLAGS: dict[str, Callable[[State, Piece], Any]] = {
    "ko": lambda state, piece: piece.ko,
    "acted": lambda state, piece: piece.acted,
    "immune": lambda state, piece: state.is_immune(piece),
}
KEYS = {"at", "powers", "has", "lacks", "size", *beside.FINDS, *NUMBERS, *FLAGS, *SLOTS}


def pieces(node: Node, opening: Opening) -> Iterator[Check]:
    """The checks of a table of pieces."""
    for name, entry in node.entries():
        if name not in opening.pieces:
            known = ", ".join(sorted(opening.pieces)) or "it has none"
            entry.refuse(f"a piece of the set-up ({known}) as key", f"the key {name!r}")
        entry.table((), KEYS)
        _refuse_contradictions(entry)
        for key, value in entry.entries():
            yield from _piece(PieceId(name), key, value, opening)


def _refuse_contradictions(node: Node) -> None:
    if node.value.get("ko") is True and node.value.get("at"):
        node["at"].refuse("no square for a piece that is knocked out")
    has = {str(one.value) for key in ("has", "powers") if key in node for one in node[key].items()}
    for entry in node["lacks"].items() if "lacks" in node else ():
        if entry.value in has:
            entry.refuse("a power that is not expected to be there too")


def _piece(name: PieceId, key: str, node: Node, opening: Opening) -> Iterator[Check]:
    def of(find: Callable[[State, Piece], Any]) -> Callable[[Moment], Any]:
        return lambda moment: find(moment.state, moment.state.piece(name))

    if key == "at":
        wanted = sorted(read_squares(node, opening.extra.board))
        yield compared(node, wanted, of(lambda state, piece: sorted(piece.spaces)))
    elif key in NUMBERS:
        yield compared(node, node.number(-9, 9999), of(NUMBERS[key]))
    elif key in FLAGS:
        yield compared(node, node.flag(), of(FLAGS[key]))
    elif key in SLOTS:
        yield compared(node, node.number(-9, 99), of(lambda state, piece: state.value(piece, key)))
    elif key in beside.FINDS:
        yield from (compared(one, wanted, of(find)) for one, wanted, find in beside.parts(key, node))
    elif key == "size":
        yield compared(node, node.text(), of(lambda state, piece: state.occupant(piece).size))
    else:
        powers = sorted(_power(one) if key == "powers" else beside.held_word(one) for one in node.items())
        if key == "powers":
            yield compared(node, powers, of(lambda state, piece: sorted(state.powers(piece).values())))
            return
        shown = powers if key == "has" else []
        yield compared(
            node, shown, of(lambda state, piece: [one for one in powers if one in beside.names(state, piece)])
        )


def _power(node: Node) -> str:
    return node.word({*power_names(), *WHITE})


def scores(node: Node, opening: Opening) -> Iterator[Check]:
    """The checks of victory points by seat."""
    for seat, entry in node.entries():
        if seat not in opening.seats:
            entry.refuse(f"one of {', '.join(opening.seats)} as key", f"the key {seat!r}")

        def find(moment: Moment, seat: str = seat) -> Any:
            return dict(moment.state.scores).get(Seat(seat))

        yield compared(entry, entry.number(0, 99999), find)


def actions_left(node: Node, opening: Opening) -> Iterator[Check]:
    """The check of the actions that can still be given this turn."""
    yield compared(node, node.number(0, 99), lambda moment: moment.state.table.actions - moment.state.actions_given)


def event_click(node: Node, opening: Opening) -> Iterator[Check]:
    """The check of the click that the event dial shows."""
    yield compared(node, node.number(1, 99), lambda moment: moment.state.tactics.event_click)
