"""Moves, doors and places."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId, Seat, SpaceId

__all__ = [
    "Barricade",
    "BreakIn",
    "Climb",
    "HelpFree",
    "HelpOver",
    "Jump",
    "OpenDoor",
    "RollMovement",
    "Shove",
    "Teleport",
    "Turn",
    "Walk",
]


@dataclass(frozen=True, slots=True)
class RollMovement:
    """Begins a move: its dice are thrown (HQ-MOVE-01)."""

    seat: Seat
    piece: PieceId


@dataclass(frozen=True, slots=True)
class Walk:
    """Goes along a path, and may turn at its end."""

    seat: Seat
    piece: PieceId
    path: tuple[SpaceId, ...]
    facing: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """Turns on the spot (HQ-MOVE-07, -09)."""

    seat: Seat
    piece: PieceId
    facing: str


@dataclass(frozen=True, slots=True)
class Jump:
    """Jumps over a revealed pit, or steps over it with long strides (HQ-TRAP-19, HQ-MON-TECH-09)."""

    seat: Seat
    piece: PieceId
    to: SpaceId


@dataclass(frozen=True, slots=True)
class Teleport:
    """Is on another square at once (HQ-HERO-ENCH-05)."""

    seat: Seat
    piece: PieceId
    to: SpaceId
    facing: str | None = None


@dataclass(frozen=True, slots=True)
class OpenDoor:
    """Opens a door (HQ-MOVE-05)."""

    seat: Seat
    piece: PieceId
    door: PieceId


@dataclass(frozen=True, slots=True)
class Barricade:
    """Barricades a door behind it (HQ-DOOR-01)."""

    seat: Seat
    piece: PieceId
    door: PieceId


@dataclass(frozen=True, slots=True)
class BreakIn:
    """Breaks a barricaded door in (HQ-DOOR-07)."""

    seat: Seat
    piece: PieceId
    door: PieceId


@dataclass(frozen=True, slots=True)
class Climb:
    """Climbs furniture, or comes down from it (HQ-MON-TECH-21)."""

    seat: Seat
    piece: PieceId
    to: SpaceId


@dataclass(frozen=True, slots=True)
class HelpOver:
    """Helps another monster over a chasm (HQ-MON-TECH-15)."""

    seat: Seat
    piece: PieceId
    friend: PieceId
    to: SpaceId


@dataclass(frozen=True, slots=True)
class HelpFree:
    """Frees somebody from a steel jaw (HQ-TRAP-14, HQ-AMB-43)."""

    seat: Seat
    piece: PieceId
    friend: PieceId


@dataclass(frozen=True, slots=True)
class Shove:
    """Pushes an enemy back, with others beside it (HQ-COMBAT-SHOVE-01)."""

    seat: Seat
    piece: PieceId
    target: PieceId
    with_: tuple[PieceId, ...] = ()
