"""Rounds, turns and what they are spent on."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId, Seat

__all__ = ["ActionSpent", "Corrected", "PhaseBegan", "RoundBegan", "TurnClosed", "TurnOpened"]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round began: the heroes first, in the order they like (HQ-AMB-04)."""

    round: int


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """The heroes' or the master's part of a round began."""

    phase: str


@dataclass(frozen=True, slots=True)
class TurnOpened:
    """A character's turn began; ``near`` are the enemies that can reach it (HQ-COMBAT-ASSIST-05)."""

    piece: PieceId
    near: tuple[PieceId, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnClosed:
    """A character's turn ended (HQ-ACT-07)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class ActionSpent:
    """One of the two actions, or a free one, was used (HQ-ACT-01, HQ-FREE-01)."""

    piece: PieceId
    entry: str
    free: bool = False


@dataclass(frozen=True, slots=True)
class Corrected:
    """The master corrected a number: its word is final (HQ-GEN-01)."""

    by: Seat
    piece: PieceId
    what: str
    value: int
    note: str = ""
