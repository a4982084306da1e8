"""What a piece holds: the powers in its window and the abilities of its symbols, as far as they are in force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.games.heroclix.edition import Edition
from companion.games.heroclix.state import Piece, State

__all__ = ["Held", "active", "active_of", "held", "is_active"]

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Held:
    """A power or an ability that a piece holds: in which slot, and whether it could be countered (HC-POW-14, -16)."""

    power: str
    slot: str
    is_ability: bool


def held(state: State, piece: Piece) -> tuple[Held, ...]:
    """What the piece possesses and has in force: the powers in its window, the abilities of its symbols (HC-POW-14).

    What an ability lets it use, such as Willpower, is not among them, and goes with the ability (HC-POW-17).
    """
    powers = [Held(power, slot, False) for slot, power in state.powers(piece).items()]
    powers += [Held(power, "trait", False) for power in state.traits(piece) if power not in state.gone(piece)]
    return (*powers, *(Held(ability, "symbol", True) for ability in sorted(state.abilities(piece))))


def active(state: State, edition: Edition, piece: Piece, kind: type[V]) -> Iterator[tuple[str, V]]:
    """Every verb of that kind which the piece can use now, with the power it comes from."""
    for one in held(state, piece):
        rule = edition.powers.get(one.power)
        if rule is not None:
            for verb in rule.verbs:
                if isinstance(verb, kind):
                    yield one.power, verb


def active_of(state: State, edition: Edition, piece: Piece, power: str) -> Iterator[tuple[str, Any]]:
    """Every verb of that power, if the piece can use it now."""
    return ((name, verb) for name, verb in active(state, edition, piece, object) if name == power)


def is_active(state: State, edition: Edition, piece: Piece, kind: type[Any]) -> bool:
    """Whether the piece can use a verb of that kind now."""
    return next(active(state, edition, piece, kind), None) is not None
