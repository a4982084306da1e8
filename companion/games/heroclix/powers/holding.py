"""What a piece holds: the powers in its window and the abilities of its symbols, as far as they are in force."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from companion.games.heroclix.edition import Edition
from companion.games.heroclix.figures.hand import Held
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.tactics.bringing import ATTACHED
from companion.games.heroclix.tactics.counting import counts

__all__ = ["Held", "active", "active_of", "held", "is_active"]

V = TypeVar("V")


def held(state: State, piece: Piece) -> tuple[Held, ...]:
    """What the piece possesses or may use and has in force (HC-POW-14, -15)."""
    return state.held(piece)


def active(state: State, edition: Edition, piece: Piece, kind: type[V]) -> Iterator[tuple[str, V]]:
    """Every verb of that kind which the piece can use now, with the power it comes from."""
    for one in state.hand(piece).held:
        rule = edition.powers.get(one.power)
        if rule is not None:
            for verb in rule.verbs:
                if isinstance(verb, kind) and (one.slot not in ATTACHED or counts(state, edition, piece, one)):
                    yield one.power, verb


def active_of(state: State, edition: Edition, piece: Piece, power: str) -> Iterator[tuple[str, Any]]:
    """Every verb of that power, if the piece can use it now."""
    return ((name, verb) for name, verb in active(state, edition, piece, object) if name == power)


def is_active(state: State, edition: Edition, piece: Piece, kind: type[Any]) -> bool:
    """Whether the piece can use a verb of that kind now."""
    return next(active(state, edition, piece, kind), None) is not None
