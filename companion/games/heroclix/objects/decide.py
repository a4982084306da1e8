"""Commands about objects and terrain: their rules and their events, one line each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from companion.core.rules import Violation
from companion.games.heroclix.objects.commands import AttackTerrain, ObjectCommand, ThrowObject
from companion.games.heroclix.objects.terrain_attack import decide_terrain_attack, terrain_violations
from companion.games.heroclix.objects.throwing import decide_throw, throw_violations
from companion.games.heroclix.state import State

__all__ = ["object_events", "object_violations"]


def object_violations(state: State, command: ObjectCommand) -> Iterator[Violation]:
    """Every rule the command breaks."""
    match command:
        case AttackTerrain():
            return terrain_violations(state, command)
        case ThrowObject():
            return throw_violations(state, command)
        case unknown:
            assert_never(unknown)


def object_events(state: State, command: ObjectCommand) -> tuple[Any, ...]:
    """The events the command itself brings; the agenda brings the rest."""
    match command:
        case AttackTerrain():
            return decide_terrain_attack(state, command)
        case ThrowObject():
            return decide_throw(state, command)
        case unknown:
            assert_never(unknown)
