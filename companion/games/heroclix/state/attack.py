"""An attack as it was declared, and what became of it so far; damage on its way to a piece."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.ids import PieceId, RuleId, Seat, SpaceId


class ActionKind(StrEnum):
    """The action types (HC-ACT-10)."""

    MOVE = "move"
    CLOSE_COMBAT = "close_combat"
    RANGED_COMBAT = "ranged_combat"
    POWER = "power"


class AttackKind(StrEnum):
    """Close or ranged (HC-ATK)."""

    CLOSE = "close"
    RANGED = "ranged"


@dataclass(frozen=True, slots=True)
class Target:
    """A target as it was when the attack was declared (HX-TERM-01): the line from its source (HX-TERM-02) to it, and
    the number to reach."""

    piece: PieceId
    start: SpaceId
    end: SpaceId
    verdict: str
    defense: int  # with its modifiers, for this attack only

    def __str__(self) -> str:
        return self.piece


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack in progress."""

    kind: AttackKind
    attacker: PieceId
    attack: int
    damage: int
    targets: tuple[Target, ...]
    faces: tuple[int, int] | None = None
    hits: tuple[PieceId, ...] = ()
    power: str = ""  # the power that the action activates (HC-POW-09)
    penetrating: bool = False  # HC-DMG-07
    harmless: bool = False  # deals no damage, which is not 0 damage (HC-DMG-04)
    whole: bool = False  # every target hit is dealt all of the damage, not a share
    times: tuple[tuple[PieceId, int], ...] = ()  # who is hit more than once by it is dealt its damage so often
    plain: bool = False  # its dice mean no more than their sum (HC-BASIC-09)
    knocks: bool = False  # knocks back without doubles (HC-KB-02)
    weapon: PieceId | None = None  # the object it is made with (HC-OBJ-30, -32)
    answered: tuple[tuple[PieceId, str], ...] = ()  # powers that have had their say about this attack
    settled: bool = False  # hits and misses are final (HX-HIT-03)
    sure: tuple[PieceId, ...] = ()  # who became hit, and evades nothing (HX-HIT-07)
    chosen: tuple[PieceId, ...] = ()  # who became the target, and refuses it no more (HX-HIT-06)
    clicked: tuple[tuple[PieceId, int], ...] = ()  # the turns its damage made dials make (HX-SEQ-10)

    @property
    def is_double(self) -> bool:
        """Whether both dice show the same face (HC-VAL-19)."""
        return self.faces is not None and not self.plain and self.faces[0] == self.faces[1]

    @property
    def is_critical_hit(self) -> bool:
        """Whether the dice show 6-6 (HC-ATK-10)."""
        return self.faces == (6, 6) and not self.plain

    @property
    def is_critical_miss(self) -> bool:
        """Whether the dice show 1-1 (HC-ATK-08)."""
        return self.faces == (1, 1) and not self.plain

    def target(self, piece: PieceId) -> Target:
        return next(target for target in self.targets if target.piece == piece)


class DamageKind(StrEnum):
    """The origin of damage, which decides what may be done about it (HC-DMG-07..09); by itself it has no special
    property (HX-DMG-13).
    """

    ATTACK = "attack"
    KNOCKBACK = "knockback"
    PUSHING = "pushing"
    EFFECT = "effect"  # of a power that is no attack: nothing evades it, what reduces damage does
    UNAVOIDABLE = "unavoidable"


@dataclass(frozen=True, slots=True)
class Blow:
    """Damage on its way to a piece."""

    piece: PieceId
    amount: int
    kind: DamageKind
    rule: RuleId
    by: Seat | None = None
    penetrating: bool = False  # HC-DMG-07
    less: int = 0  # what powers that roll for it take off
    reducer: str = ""  # the one power that reduces it, once it is chosen (HX-SEQ-04)
