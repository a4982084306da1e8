"""Facts that a case may expect of pieces, objects and scores.

pieces.B = { at = "F9", click = 4, tokens = 1, ko = false, attack = 9, powers = ["toughness"], lacks = ["charge"] }
pieces.A = { now = { attack = 10 }, team = ["mystics"], uses_team = "mystics", feats = ["brawler"], marks = { h = 1 } }
objects.crate = { at = "E5", held_by = "A", gone = false }      debris = ["D1"]      scores = { red = 75 }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.casebook import Check, Moment, Opening
from companion.casebook.facts import Fact, Read, compared, facts_of, number, texts
from companion.casebook.squares import read_squares
from companion.core.ids import PieceId, Seat
from companion.documents import Node
from companion.games.heroclix.face import facts
from companion.games.heroclix.figures.figure import SLOTS
from companion.games.heroclix.figures.hand import is_text
from companion.games.heroclix.figures.powers_table import WHITE, power_names
from companion.games.heroclix.position.reckoning import standing_value
from companion.games.heroclix.position.team_abilities import team_abilities
from companion.games.heroclix.powers.rows import load_powers
from companion.games.heroclix.state.state import Piece, State

VALUES = (*SLOTS, "range")


def _squares(node: Node, opening: Opening) -> list[str]:
    return sorted(read_squares(node, opening.extra.board))


def _powers(node: Node) -> list[str]:
    return sorted(entry.word({*power_names(), *WHITE}) for entry in node.items())


_FLAGS = dict.fromkeys(("ko", "acted", "immune"), Node.flag)
_WORDS = dict.fromkeys(("size", "uses_team"), Node.text)
_READ: Mapping[str, Read] = {**_FLAGS, **_WORDS, "powers": _powers, "feats": texts, "team": texts}


def _of_piece(key: str) -> Fact:
    """A fact of the face, and how a case writes it: a number unless it says otherwise."""
    read = _READ.get(key, number(-9, 9999) if key not in SLOTS else number(-9, 99))

    def look(moment: Moment, name: str) -> Any:
        return facts.PIECE[key](moment.state, moment.state.piece(PieceId(name)))

    return Fact(_squares if key == "at" else lambda node, opening: read(node), look)


PIECE: Mapping[str, Fact] = {key: _of_piece(key) for key in facts.PIECE}
# tables of numbers or words, each compared alone: the keys they may have (any when empty), and what is so
TABLES: Mapping[str, tuple[tuple[str, ...], Callable[[State, Piece, str], Any]]] = {
    "now": (VALUES, lambda state, piece, slot: standing_value(state, piece, slot).value),
    "symbols": (tuple(SLOTS), lambda state, piece, slot: getattr(state.hand(piece).symbols, slot)),
    "marks": ((), lambda state, piece, mark: _marks(state, piece).get(mark, 0)),
}
HELD = ("has", "lacks")  # lists of what is, or is not, in force
KEYS = {*PIECE, *TABLES, *HELD}


def _marks(state: State, piece: Piece) -> dict[str, int]:
    return {mark: count for owner, mark, count in state.tactics.marks if owner == piece.id}


def _in_force(state: State, piece: Piece) -> set[str]:
    """All that the piece has in force by its id: powers, abilities, texts, its team ability, cards."""
    return {*state.powers(piece).values(), *(held.power for held in state.held(piece))}


def _held_word(node: Node) -> str:
    """An id that a piece may hold."""
    known = {*power_names(), *WHITE, *load_powers("powers-2010.toml", "team-abilities-2010.toml"), *team_abilities()}
    known |= {"flight", "swim", "tiny", *(f"special.{slot}" for slot in SLOTS)}
    return node.text() if is_text(node.text()) else node.word(known)


def pieces(node: Node, opening: Opening) -> Iterator[Check]:
    """The checks of a table of pieces."""
    plain: dict[str, Any] = {}
    for name, entry in node.entries():
        if name in opening.pieces and isinstance(entry.value, dict):
            _refuse_contradictions(entry.table((), KEYS))
            for key in sorted(entry.mapping.keys() & {*TABLES, *HELD}):
                yield from _of_table(name, key, entry[key]) if key in TABLES else _held(name, key, entry[key])
            plain[name] = {key: value for key, value in entry.mapping.items() if key in PIECE}
        else:
            plain[name] = entry.value
    yield from facts_of(Node(node.file, node.place, plain), opening, opening.pieces, PIECE, "a piece")


def _refuse_contradictions(node: Node) -> None:
    if node.mapping.get("ko") is True and node.mapping.get("at"):
        node["at"].refuse("no square for a piece that is knocked out")
    has = {str(entry.value) for key in ("has", "powers") if key in node for entry in node[key].items()}
    for entry in node["lacks"].items() if "lacks" in node else ():
        if entry.value in has:
            entry.refuse("a power that is not expected to be there too")


def _of_table(name: str, key: str, node: Node) -> Iterator[Check]:
    keys, find = TABLES[key]
    for word, entry in node.table((), keys or node.value).entries():
        wanted = entry.text() if key == "symbols" else entry.number(-9, 99)

        def look(moment: Moment, word: str = word) -> Any:
            return find(moment.state, moment.state.piece(PieceId(name)), word)

        yield compared(entry, wanted, look)


def _held(name: str, key: str, node: Node) -> Iterator[Check]:
    """Check that all of the named things are in force, or none."""
    words = sorted(map(_held_word, node.items()))

    def look(moment: Moment) -> list[str]:
        held = _in_force(moment.state, moment.state.piece(PieceId(name)))
        return [word for word in words if word in held]

    told = None if key == "has" else f"none of {', '.join(words)}"
    yield compared(node, words if key == "has" else [], look, told=told)


# objects and ground


def _lying(moment: Moment, name: str) -> list[str]:
    return [lying.space for lying in moment.state.tactics.lying if lying.object == name]


def _holder(moment: Moment, name: str) -> list[str]:
    return [held.piece for held in moment.state.tactics.held if held.object == name]


OBJECT = {
    "at": Fact(_squares, _lying),
    "held_by": Fact(lambda node, opening: [node.word(opening.pieces)] if node.value != "" else [], _holder),
    "gone": Fact(lambda node, opening: node.flag(), lambda moment, name: name in moment.state.tactics.removed),
}


def objects(node: Node, opening: Opening) -> Iterator[Check]:
    """The checks of a table of objects."""
    return facts_of(node, opening, opening.extra.objects, OBJECT, "an object")


def debris(node: Node, opening: Opening) -> Iterator[Check]:
    """The check of all squares on which debris came to lie in the game."""
    yield compared(node, _squares(node, opening), lambda moment: sorted(moment.state.tactics.debris))


# the game


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
    yield compared(node, node.number(0, 99), lambda moment: moment.state.actions_left)


def event_click(node: Node, opening: Opening) -> Iterator[Check]:
    """The check of the click that the event dial shows."""
    yield compared(node, node.number(1, 99), lambda moment: moment.state.tactics.event_click)
