"""What a player may want of objects and terrain, besides taking one along on a move (``MoveFigure.pick_up``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

from companion.board.spaces import Edge
from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.heroclix.attack.declared import AttackKind

__all__ = ["AttackTerrain", "ObjectCommand", "ObjectId", "ThrowObject"]

ObjectId = NewType("ObjectId", PieceId)  # a piece on the table that is no character


@dataclass(frozen=True, slots=True)
class AttackTerrain:
    """Gives a close or ranged combat action for an attack on one thing that is no character (HC-TERR-25, HC-OBJ-13).

    It names a square of blocking terrain, a wall section, or an object that nobody holds.
    """

    seat: Seat
    attacker: PieceId
    kind: AttackKind
    square: SpaceId | None = None
    wall: Edge | None = None
    object: ObjectId | None = None


@dataclass(frozen=True, slots=True)
class ThrowObject:
    """Gives a ranged combat action for throwing the object it holds at an opponent (HC-OBJ-32)."""

    seat: Seat
    attacker: PieceId
    target: PieceId


ObjectCommand = AttackTerrain | ThrowObject
