"""Turns, and the master's word."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId, Seat, SpaceId

__all__ = [
    "Adjust",
    "BeginQuest",
    "ChangeWeapon",
    "DrinkPotion",
    "EndPhase",
    "EndTurn",
    "GiveAward",
    "Heal",
    "Relocate",
    "TakeTurn",
]


@dataclass(frozen=True, slots=True)
class BeginQuest:
    """Begins the quest."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """Lets a hero have its turn: the players choose the order (HQ-AMB-04)."""

    seat: Seat
    piece: PieceId


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Ends a hero's turn, whatever is left of it (HQ-ACT-07)."""

    seat: Seat
    piece: PieceId


@dataclass(frozen=True, slots=True)
class EndPhase:
    """Ends the master's part of the round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Adjust:
    """Corrects a number of a character: the master has the last word (HQ-GEN-01)."""

    seat: Seat
    piece: PieceId
    what: str
    value: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class DrinkPotion:
    """Drinks a potion."""

    seat: Seat
    piece: PieceId
    item: str


@dataclass(frozen=True, slots=True)
class Heal:
    """Turns a mind point into a body point (HQ-HERO-ENCH-06)."""

    seat: Seat
    piece: PieceId


@dataclass(frozen=True, slots=True)
class ChangeWeapon:
    """Takes another weapon in hand: one carried, one dropped, or one of the dead (HQ-WEAPON-01)."""

    seat: Seat
    piece: PieceId
    weapon: str


@dataclass(frozen=True, slots=True)
class GiveAward:
    """Hands out experience for a kill: to all alike, or to each what it removed (HQ-COMBAT-GROUP-05)."""

    seat: Seat
    piece: PieceId
    points: int


@dataclass(frozen=True, slots=True)
class Relocate:
    """Puts a character where the master says it stands (HQ-GEN-01)."""

    seat: Seat
    piece: PieceId
    to: SpaceId
    facing: str | None = None
