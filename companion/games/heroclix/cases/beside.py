"""What a piece holds beside the numbers in its window: what counts now, symbols, team abilities, feats, markers.

pieces.A = { now = { attack = 10 }, symbols = { speed = "dolphin" }, team = ["mystics"], uses_team = "mystics" }
pieces.A = { feats = ["brawler"], marks = { heat = 1 }, has = ["stealth", "swim", "special.attack", "trait.1"] }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.documents import Node
from companion.games.heroclix.figures.figure import SLOTS
from companion.games.heroclix.figures.hand import is_text
from companion.games.heroclix.figures.powers_table import WHITE, power_names
from companion.games.heroclix.position.holding import usable_feats
from companion.games.heroclix.position.reckoning import standing_value
from companion.games.heroclix.position.team_abilities import holdings, team_abilities
from companion.games.heroclix.powers.rows import load_powers
from companion.games.heroclix.state.state import Piece, State

__all__ = ["FINDS", "held_word", "names", "parts"]

Find = Callable[[State, Piece], Any]

VALUES = (*SLOTS, "range")


def names(state: State, piece: Piece) -> set[str]:
    """All that the piece has in force by its id: powers, abilities, texts, its team ability, cards."""
    return {*state.powers(piece).values(), *(one.power for one in state.held(piece))}


def held_word(node: Node) -> str:
    """An id that a piece may hold."""
    known = {*power_names(), *WHITE, *load_powers("powers-2010.toml", "team-abilities-2010.toml"), *team_abilities()}
    known |= {"flight", "swim", "tiny", *(f"special.{slot}" for slot in SLOTS)}
    return node.text() if is_text(node.text()) else node.word(known)


def parts(key: str, node: Node) -> Iterator[tuple[Node, Any, Find]]:
    """What the case expects under that key, one thing after the other: where it stands, what, and where to look."""
    find = FINDS[key]
    if key == "uses_team":
        yield node, node.text(), find
    elif key in ("feats", "team"):
        yield node, sorted(one.text() for one in node.items()), find
    else:
        if key != "marks":
            node.table((), VALUES if key == "now" else SLOTS)
        for word, entry in node.entries():
            wanted = entry.text() if key == "symbols" else entry.number(-9, 99)
            yield entry, wanted, _within(find, word)


def _within(find: Find, word: str) -> Find:
    return lambda state, piece: find(state, piece).get(word, 0)


def _uses(state: State, piece: Piece) -> str:
    return next((one.power for one in state.held(piece) if one.slot == "team" and not one.by), "")


FINDS: dict[str, Find] = {
    "feats": lambda state, piece: sorted(one.id for one in usable_feats(state, piece)),
    "marks": lambda state, piece: {mark: count for one, mark, count in state.tactics.marks if one == piece.id},
    "now": lambda state, piece: {slot: standing_value(state, piece, slot).value for slot in VALUES},
    "symbols": lambda state, piece: {slot: getattr(state.hand(piece).symbols, slot) for slot in SLOTS},
    "team": lambda state, piece: sorted(one.ability for one in holdings(state, piece)),
    "uses_team": _uses,
}
