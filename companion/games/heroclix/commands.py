"""What a player of HeroClix may want, besides the core commands (dice, choices, placing, giving up)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.commands import CoreCommand
from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.heroclix.tactic_commands import TacticCommand

__all__ = ["AdjustDial", "BeginGame", "CloseAttack", "Command", "EndTurn", "MoveFigure", "RangedAttack"]


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Starts the roll for first player (HC-SETUP-03)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MoveFigure:
    """Gives a move action (HC-ACT-12); ``to`` lists the squares of the base at the end: its own for a move of 0."""

    seat: Seat
    piece: PieceId
    to: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class CloseAttack:
    """Gives a close combat action for a close attack (HC-ACT-13)."""

    seat: Seat
    attacker: PieceId
    target: PieceId


@dataclass(frozen=True, slots=True)
class RangedAttack:
    """Gives a ranged combat action for a ranged attack on one or more targets (HC-ACT-13, HC-RNG-06)."""

    seat: Seat
    attacker: PieceId
    targets: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Declares the end of the turn (HC-TURN-07)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AdjustDial:
    """Turns a dial by hand, for effects the companion leaves to the players: positive clicks are damage."""

    seat: Seat
    piece: PieceId
    clicks: int
    reason: str


Command = BeginGame | MoveFigure | CloseAttack | RangedAttack | EndTurn | AdjustDial | TacticCommand | CoreCommand
