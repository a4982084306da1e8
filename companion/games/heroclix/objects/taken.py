"""An object is in a hand now: what follows by itself."""

from __future__ import annotations

from typing import Any

from companion.core.ids import PieceId
from companion.games.heroclix.objects.commands import ObjectId
from companion.games.heroclix.objects.events import ObjectEffectsIgnored, ObjectPickedUp
from companion.games.heroclix.state import State

__all__ = ["picked_up_events"]


def picked_up_events(state: State, piece: PieceId, item: PieceId | None) -> tuple[Any, ...]:
    """The object is held at once (HC-OBJ-22); what a special one does is said to count no more (HC-OBJ-04)."""
    found = state.table.tactics.object(item) if item is not None else None
    if found is None:
        return ()
    ignored = (ObjectEffectsIgnored(ObjectId(found.id)),) if found.is_special else ()
    return ObjectPickedUp(piece, ObjectId(found.id)), *ignored
