"""Objects that leave the game: destroyed, used up, or let fall on another one; who scores them (HC-VP-02)."""

from __future__ import annotations

from typing import Any

from companion.core.ids import PieceId
from companion.games.heroclix.state import State
from companion.games.heroclix.tactics.scoring import object_gone

__all__ = ["leaving_events"]


def leaving_events(state: State, item: PieceId, reason: str) -> tuple[Any, ...]:
    """The removal and what it scores, whoever caused it (HC-OBJ-16, -38, HC-VP-02, -05); ``reason`` is a rule."""
    found = state.table.tactics.object(item)
    assert found is not None, item
    return object_gone(state, found, reason)
