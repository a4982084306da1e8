"""Errands for the hands, so that the table stands as the record says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.core.ids import PieceId, SpaceId
from companion.table.reconcile import Difference


class ErrandKind(StrEnum):
    """Put a piece down, move it, or take it off the map."""

    PUT = "put"
    MOVE = "move"
    TAKE = "take"


@dataclass(frozen=True, slots=True)
class Errand:
    """One thing to do with one piece."""

    kind: ErrandKind
    piece: PieceId
    start: SpaceId | None
    to: SpaceId | None


def errands(behind: Sequence[Difference]) -> tuple[Errand, ...]:
    """The errands that bring the table to the record, first those that free squares."""
    made = [_errand(one) for one in behind]
    return tuple(sorted(made, key=lambda one: (one.kind is not ErrandKind.TAKE, one.piece)))


def _errand(one: Difference) -> Errand:
    start, to = (one.seen or (None,))[0], (one.recorded or (None,))[0]
    kind = ErrandKind.TAKE if to is None else ErrandKind.PUT if start is None else ErrandKind.MOVE
    return Errand(kind, one.piece, start, to)
