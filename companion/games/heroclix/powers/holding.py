"""What a piece holds: the powers in its window and the abilities of its symbols, as far as they are in force."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from companion.games.heroclix.figures.hand import Held
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.tactics.bringing import ATTACHED
from companion.games.heroclix.tactics.counting import counts

__all__ = ["Held", "active", "active_of", "held", "is_active"]

V = TypeVar("V")


def held(state: State, piece: Piece) -> tuple[Held, ...]:
    """What the piece possesses or may use and has in force (HC-POW-14, -15)."""
    return state.held(piece)


def active(state: State, piece: Piece, kind: type[V]) -> Iterator[tuple[str, V]]:
    """Every verb of that kind which the piece can use now, with the power it comes from."""
    return iter(_active(state, piece, kind))


def _active(state: State, piece: Piece, kind: type[V]) -> tuple[tuple[str, V], ...]:
    """The same, found out once for each state."""
    key = (piece.id, kind)
    known = state.kept.get(key)
    if known is None or known[0] is not piece:
        rules, found = state.edition.powers, list[tuple[str, V]]()
        for one in state.hand(piece).held:
            rule = rules.get(one.power)
            verbs = [verb for verb in rule.verbs if isinstance(verb, kind)] if rule is not None else ()
            if verbs and (one.slot not in ATTACHED or counts(state, piece, one)):
                found += [(one.power, verb) for verb in verbs]
        known = state.kept[key] = (piece, tuple(found))
    same: tuple[tuple[str, V], ...] = known[1]
    return same


def active_of(state: State, piece: Piece, power: str) -> Iterator[tuple[str, Any]]:
    """Every verb of that power, if the piece can use it now."""
    return ((name, verb) for name, verb in _active(state, piece, object) if name == power)


def is_active(state: State, piece: Piece, kind: type[Any]) -> bool:
    """Whether the piece can use a verb of that kind now."""
    return bool(_active(state, piece, kind))
