"""Attacks and what prepares them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId, Seat, SpaceId

__all__ = ["Ambush", "Attack", "Cast", "CommitAttack", "DisarmOpponent", "ThrowFurniture", "Topple"]


@dataclass(frozen=True, slots=True)
class Attack:
    """Strikes or shoots. Ways: bite, assured, wide, deadly, power-1, power-2."""

    seat: Seat
    piece: PieceId
    target: PieceId
    ways: tuple[str, ...] = ()
    facing: str | None = None


@dataclass(frozen=True, slots=True)
class CommitAttack:
    """Holds its attack until others join (HQ-COMBAT-GROUP-01, HQ-AMB-48)."""

    seat: Seat
    piece: PieceId
    target: PieceId


@dataclass(frozen=True, slots=True)
class Cast:
    """Casts a spell, or magic of so many dice (HQ-HERO-ENCH-02)."""

    seat: Seat
    piece: PieceId
    spell: str
    target: PieceId | None = None
    dice: int = 0
    ways: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DisarmOpponent:
    """Tries to knock the weapon out of a hand (HQ-DISARM-01)."""

    seat: Seat
    piece: PieceId
    target: PieceId


@dataclass(frozen=True, slots=True)
class Ambush:
    """Lies in ambush beside a door or at a corner (HQ-COMBAT-AMBUSH-01)."""

    seat: Seat
    piece: PieceId
    door: PieceId | None = None
    corner: SpaceId | None = None


@dataclass(frozen=True, slots=True)
class Topple:
    """Topples a wardrobe or a bookcase (HQ-COMBAT-TOPPLE-01)."""

    seat: Seat
    piece: PieceId
    furniture: PieceId
    towards: str | None = None


@dataclass(frozen=True, slots=True)
class ThrowFurniture:
    """Throws furniture (HQ-MON-TECH-06)."""

    seat: Seat
    piece: PieceId
    furniture: PieceId
    squares: tuple[SpaceId, ...]
