"""What happens when powers are used: facts beside those of ``events``, which names them all together."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.dice import DiceRequest
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.games.heroclix.declared import Target
from companion.games.heroclix.lasting import Lasting
from companion.games.heroclix.values import Contribution

__all__ = [
    "POWER_EVENTS",
    "ActionsAdded",
    "AttackDropped",
    "AttackShaped",
    "DamageLessened",
    "DamageTransferred",
    "DefenseLent",
    "EffectBegan",
    "EffectDealt",
    "EffectsEnded",
    "FreeActionGiven",
    "FreeMoveBegan",
    "HitEvaded",
    "KnockBackDue",
    "PassengerSetDown",
    "PiecePlaced",
    "PowerAdvanced",
    "PowerResolved",
    "PowerUsed",
    "PowersChanged",
    "Rerolled",
    "RollOffered",
    "RollStands",
    "TargetFound",
    "TargetLost",
    "UnavoidableDealt",
    "ValueReckoned",
]


@dataclass(frozen=True, slots=True)
class PowerUsed:
    """A piece uses one of its powers or abilities (HC-POW-09)."""

    piece: PieceId
    power: str
    targets: tuple[PieceId, ...] = ()
    spaces: tuple[SpaceId, ...] = ()
    option: str = ""


@dataclass(frozen=True, slots=True)
class PowerAdvanced:
    """The power in use comes to its next stage, with what was chosen for it."""

    piece: PieceId
    power: str
    stage: int
    targets: tuple[PieceId, ...] = ()
    spaces: tuple[SpaceId, ...] = ()
    option: str = ""


@dataclass(frozen=True, slots=True)
class PowerResolved:
    """The power in use has done what it does."""

    piece: PieceId
    power: str


@dataclass(frozen=True, slots=True)
class FreeActionGiven:
    """A piece was given a free action (HC-ACT-09)."""

    piece: PieceId
    power: str


@dataclass(frozen=True, slots=True)
class FreeMoveBegan:
    """A piece moves by a free action: the squares from the first to the last (HC-MOVE-14)."""

    piece: PieceId
    path: tuple[SpaceId, ...]
    to: tuple[SpaceId, ...]
    cost: int
    breaks_away: bool = False


@dataclass(frozen=True, slots=True)
class PowersChanged:
    """Powers came into the window with a click, or were lost (HC-POW-05, HC-DMG-17)."""

    piece: PieceId
    gained: tuple[str, ...]
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ValueReckoned:
    """A value that counts now is not the printed one: what made it so (HC-VAL-02)."""

    piece: PieceId
    slot: str
    value: int
    printed: int
    parts: tuple[Contribution, ...]


@dataclass(frozen=True, slots=True)
class EffectBegan:
    """An effect that lasts began."""

    effect: Lasting


@dataclass(frozen=True, slots=True)
class EffectsEnded:
    """Effects that lasted are over, by their numbers."""

    numbers: tuple[int, ...]


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


@dataclass(frozen=True, slots=True)
class PassengerSetDown:
    """A carried piece was set down, and rests for this turn."""

    piece: PieceId
    spaces: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class PiecePlaced:
    """A piece was placed: nothing between counts, and it has not moved (HC-MOVE-13)."""

    piece: PieceId
    spaces: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class ActionsAdded:
    """A seat may give more actions this turn."""

    seat: Seat
    actions: int


@dataclass(frozen=True, slots=True)
class RollOffered:
    """A roll lies on the table before it counts: somebody may have it thrown again."""

    request: DiceRequest
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rerolled:
    """A roll is ignored and thrown again, by a power of this piece."""

    piece: PieceId
    power: str


@dataclass(frozen=True, slots=True)
class RollStands:
    """The roll on the table counts."""


POWER_EVENTS: tuple[type, ...] = (
    PowerUsed,
    PowerAdvanced,
    PowerResolved,
    FreeActionGiven,
    FreeMoveBegan,
    PowersChanged,
    ValueReckoned,
    EffectBegan,
    EffectsEnded,
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
    PassengerSetDown,
    PiecePlaced,
    ActionsAdded,
    RollOffered,
    Rerolled,
    RollStands,
)
