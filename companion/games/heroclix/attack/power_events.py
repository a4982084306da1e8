"""What powers make of an attack and of damage: values that count, targets and hits that change, damage besides."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.games.heroclix.attack.declared import Target
from companion.games.heroclix.values import Contribution

__all__ = [
    "STRIKE_EVENTS",
    "AttackDropped",
    "AttackShaped",
    "DamageLessened",
    "DamageTransferred",
    "DefenseLent",
    "EffectDealt",
    "HitEvaded",
    "KnockBackDue",
    "TargetFound",
    "TargetLost",
    "UnavoidableDealt",
    "ValueReckoned",
]


@dataclass(frozen=True, slots=True)
class ValueReckoned:
    """A value that counts now is not the printed one: what made it so (HC-VAL-02)."""

    piece: PieceId
    slot: str
    value: int
    printed: int
    parts: tuple[Contribution, ...]


@dataclass(frozen=True, slots=True)
class AttackShaped:
    """A power changes the attack in progress; what is ``None`` stays as it is."""

    power: str
    damage: int | None = None
    penetrating: bool = False
    harmless: bool = False
    whole: bool = False
    knocks: bool = False
    times: tuple[tuple[PieceId, int], ...] = ()


@dataclass(frozen=True, slots=True)
class DefenseLent:
    """A target uses another defense value against this attack: with its modifiers, this one."""

    piece: PieceId
    by: PieceId
    defense: int


@dataclass(frozen=True, slots=True)
class TargetLost:
    """A target of the attack in progress is no longer one."""

    piece: PieceId
    power: str


@dataclass(frozen=True, slots=True)
class TargetFound:
    """The attack in progress has another target."""

    target: Target


@dataclass(frozen=True, slots=True)
class AttackDropped:
    """The attack in progress has no target any more: no roll is made."""

    attacker: PieceId


@dataclass(frozen=True, slots=True)
class HitEvaded:
    """A hit became a miss (HC-ATK-07)."""

    piece: PieceId
    power: str


@dataclass(frozen=True, slots=True)
class DamageLessened:
    """A roll takes this much off the damage about to be taken."""

    piece: PieceId
    power: str
    by: int


@dataclass(frozen=True, slots=True)
class DamageTransferred:
    """All damage about to be dealt to a piece is dealt to another one instead."""

    piece: PieceId
    to: PieceId
    power: str


@dataclass(frozen=True, slots=True)
class EffectDealt:
    """A power deals damage without an attack to these pieces."""

    piece: PieceId
    power: str
    to: tuple[PieceId, ...]
    damage: int


@dataclass(frozen=True, slots=True)
class UnavoidableDealt:
    """A piece is dealt unavoidable damage (HC-DMG-08)."""

    piece: PieceId
    damage: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class KnockBackDue:
    """A piece is knocked back without an attack, away from another one (HC-KB-02)."""

    piece: PieceId
    distance: int
    line: tuple[SpaceId, SpaceId]
    by: Seat


STRIKE_EVENTS: tuple[type, ...] = (
    ValueReckoned,
    AttackShaped,
    DefenseLent,
    TargetLost,
    TargetFound,
    AttackDropped,
    HitEvaded,
    DamageLessened,
    DamageTransferred,
    EffectDealt,
    UnavoidableDealt,
    KnockBackDue,
)
