"""Moves and doors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.ids import PieceId, RuleId, SpaceId

__all__ = [
    "AmbushEnded",
    "AmbushLaid",
    "BreakInFailed",
    "DoorChanged",
    "MovementRolled",
    "MovementStopped",
    "Placed",
    "Stepped",
    "Turned",
    "Walked",
]


@dataclass(frozen=True, slots=True)
class MovementRolled:
    """The movement dice were thrown (HQ-MOVE-01)."""

    irreversible: ClassVar[bool] = True
    piece: PieceId
    steps: int


@dataclass(frozen=True, slots=True)
class Stepped:
    """A character went one square on (HQ-MOVE-02, HQ-MOVE-08)."""

    piece: PieceId
    start: SpaceId
    to: SpaceId
    facing: str
    cost: int = 1
    door: PieceId | None = None


@dataclass(frozen=True, slots=True)
class Turned:
    """A character turned on the spot (HQ-MOVE-04, HQ-MOVE-07..10)."""

    piece: PieceId
    facing: str
    cost: int = 0
    free: bool = True  # counts as no quarter turn of the square


@dataclass(frozen=True, slots=True)
class MovementStopped:
    """A character goes no further this turn."""

    piece: PieceId
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Placed:
    """A character was put on another square without walking there."""

    piece: PieceId
    start: SpaceId | None
    to: SpaceId | None
    facing: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class DoorChanged:
    """A door was opened, barricaded, broken in or found (HQ-DOOR-01, HQ-DOOR-09, HQ-SEARCH-15)."""

    door: PieceId
    now: str
    by: PieceId | None = None


@dataclass(frozen=True, slots=True)
class BreakInFailed:
    """A barricaded door held (HQ-DOOR-08)."""

    piece: PieceId
    door: PieceId
    attempt: int


@dataclass(frozen=True, slots=True)
class AmbushLaid:
    """Somebody lies in ambush (HQ-COMBAT-AMBUSH-01, -04)."""

    piece: PieceId
    door: PieceId | None = None
    corner: SpaceId | None = None


@dataclass(frozen=True, slots=True)
class AmbushEnded:
    """An ambush is over (HQ-COMBAT-AMBUSH-07)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class Walked:
    """A monster walked over a table, or one helped another over a chasm (HQ-MON-TECH-15, -20)."""

    piece: PieceId
    other: PieceId
    rule: RuleId
