"""What happens to objects and terrain while a game is played."""

from __future__ import annotations

from dataclasses import dataclass

from companion.board.spaces import Edge
from companion.core.ids import PieceId, SpaceId
from companion.games.heroclix.attack.declared import AttackKind
from companion.games.heroclix.objects.commands import ObjectId

__all__ = [
    "OBJECT_EVENTS",
    "BlockingDestroyed",
    "DebrisPlaced",
    "MarkerDestroyed",
    "ObjectDropped",
    "ObjectEffectsIgnored",
    "ObjectPickedUp",
    "ObjectPushed",
    "ObjectUsed",
    "TerrainAttacked",
    "TerrainHeld",
    "WallDestroyed",
]


@dataclass(frozen=True, slots=True)
class ObjectPickedUp:
    """A piece holds the object now (HC-OBJ-20, -22)."""

    piece: PieceId
    object: ObjectId


@dataclass(frozen=True, slots=True)
class ObjectEffectsIgnored:
    """The players are told that what a special object does counts no more, unless it is continual (HC-OBJ-04)."""

    object: ObjectId


@dataclass(frozen=True, slots=True)
class ObjectDropped:
    """The object fell from its holder's hands and lies there (HC-OBJ-28)."""

    piece: PieceId
    object: ObjectId
    space: SpaceId


@dataclass(frozen=True, slots=True)
class ObjectPushed:
    """A power put an object that nobody holds on another square."""

    piece: PieceId
    object: ObjectId
    space: SpaceId


@dataclass(frozen=True, slots=True)
class ObjectUsed:
    """The attack in progress is made with the object (HC-OBJ-30, -32); it leaves the game with the roll."""

    piece: PieceId
    object: ObjectId
    thrown: bool = False


@dataclass(frozen=True, slots=True)
class TerrainAttacked:
    """An attack that needs no roll met a square, a wall section or an object (HC-TERR-25, -37, HC-OBJ-13)."""

    kind: AttackKind
    attacker: PieceId
    target: str  # the square, the wall as ``C1|D1``, or the object
    damage: int


@dataclass(frozen=True, slots=True)
class TerrainHeld:
    """It stands: the attack dealt too little damage, and nothing of it is kept (HC-TERR-24)."""

    target: str


@dataclass(frozen=True, slots=True)
class BlockingDestroyed:
    """A square of blocking terrain was destroyed: debris lies there (HC-TERR-29, -30)."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class WallDestroyed:
    """A wall section was destroyed; debris lies on those of its two squares that were clear (HC-TERR-39)."""

    wall: Edge
    debris: tuple[SpaceId, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkerDestroyed:
    """A blocking marker of a power was destroyed: debris lies there as long as the marker would have."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class DebrisPlaced:
    """Debris lies where an immobile object stood (HC-OBJ-17)."""

    space: SpaceId


OBJECT_EVENTS: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        ObjectPickedUp,
        ObjectEffectsIgnored,
        ObjectDropped,
        ObjectPushed,
        ObjectUsed,
        TerrainAttacked,
        TerrainHeld,
        BlockingDestroyed,
        WallDestroyed,
        MarkerDestroyed,
        DebrisPlaced,
    )
}
