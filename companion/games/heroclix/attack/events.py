"""What happens in any attack, and whenever damage is dealt; what powers add to it: ``power_events``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.games.heroclix.attack.declared import AttackKind, Target
from companion.games.heroclix.steps import DamageKind

__all__ = [
    "ATTACK_EVENTS",
    "AttackDeclared",
    "AttackRolled",
    "DamageDealt",
    "DamageDivided",
    "DialTurned",
    "KnockedBack",
    "KnockedOut",
    "LeftToPlayers",
]


@dataclass(frozen=True, slots=True)
class AttackDeclared:
    """An attack was declared: the values that count, and each target's number to reach (HC-ATK-05)."""

    kind: AttackKind
    attacker: PieceId
    attack: int
    damage: int
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class LeftToPlayers:
    """Powers in the window that matter now and that the companion does not enforce: the players see to them."""

    piece: PieceId
    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AttackRolled:
    """The attack roll is compared with each target's defense (HC-ATK-05, -08, -10, -16)."""

    faces: tuple[int, int]
    total: int
    hits: tuple[PieceId, ...]
    misses: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class DamageDivided:
    """What each target hit is dealt (HC-RNG-10, -11; +1 each on a critical hit, HC-ATK-11, AMB-14): what is meant by
    the damage of the attack (HX-DMG-08)."""

    dealt: tuple[tuple[PieceId, int], ...]


@dataclass(frozen=True, slots=True)
class DamageDealt:
    """Damage was dealt to a piece, and this much of it was taken (HC-DMG-01, -02)."""

    piece: PieceId
    dealt: int
    taken: int
    kind: DamageKind
    rule: RuleId
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class DialTurned:
    """A dial was turned (HC-DMG-03, -15)."""

    irreversible: ClassVar[bool] = True
    piece: PieceId
    before: int
    after: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class KnockedOut:
    """A piece was defeated and left the map (HC-DMG-11)."""

    piece: PieceId
    space: SpaceId | None = None


@dataclass(frozen=True, slots=True)
class KnockedBack:
    """A piece was knocked back: the squares it went through, and what stopped it (HC-KB)."""

    piece: PieceId
    path: tuple[SpaceId, ...]
    stop: str
    damage: int = 0


ATTACK_EVENTS: tuple[type, ...] = (
    AttackDeclared,
    LeftToPlayers,
    AttackRolled,
    DamageDivided,
    DamageDealt,
    DialTurned,
    KnockedOut,
    KnockedBack,
)
