"""Attacks, reactions and what they cost."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId, RuleId

__all__ = [
    "AttackCommitted",
    "Defended",
    "Disengaged",
    "Engaged",
    "FinishingBlow",
    "Hurt",
    "Killed",
    "Reacted",
    "ReactionRolled",
    "Shot",
    "Spared",
    "StrikeDeclared",
    "StrikeRolled",
    "SurpriseRolled",
]


@dataclass(frozen=True, slots=True)
class Hurt:
    """A character lost body points (HQ-GEN-05)."""

    piece: PieceId
    lost: int
    rule: RuleId
    by: PieceId | None = None


@dataclass(frozen=True, slots=True)
class Killed:
    """A character died and was removed (HQ-GEN-05, HQ-ATK-10)."""

    piece: PieceId
    rule: RuleId
    by: PieceId | None = None


@dataclass(frozen=True, slots=True)
class StrikeDeclared:
    """An attack was declared (HQ-ATK-04)."""

    attackers: tuple[PieceId, ...]
    target: PieceId
    weapon: str
    manner: str  # melee, ranged, magic


@dataclass(frozen=True, slots=True)
class StrikeRolled:
    """The dice of an attack lie (HQ-ATK-05): skulls obtained, those that cannot be defended among them."""

    attackers: tuple[PieceId, ...]
    target: PieceId
    skulls: int
    unblockable: int = 0
    critical: int = 0
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class ReactionRolled:
    """The dice of a reaction lie: the damage to be parried (HQ-COMBAT-COUNTER-02)."""

    piece: PieceId
    target: PieceId
    damage: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Defended:
    """A character rolled its defense (HQ-ATK-07, HQ-COMBAT-COUNTER-05)."""

    piece: PieceId
    blocked: int
    black: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class FinishingBlow:
    """A character with a single body point was struck down without a defense (HQ-COMBAT-FINISH-01)."""

    piece: PieceId
    by: PieceId


@dataclass(frozen=True, slots=True)
class SurpriseRolled:
    """The D20 of an attack from behind, or in pincer (HQ-COMBAT-BACK-01, HQ-COMBAT-PINCER-01)."""

    target: PieceId
    result: str  # weaker, none, perfect
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Spared:
    """A rule spared a character some of its loss (HQ-MON-TECH-02, HQ-MON-GARGOYLE-01)."""

    piece: PieceId
    points: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Engaged:
    """Two opponents are engaged in melee (HQ-GEN-11)."""

    one: PieceId
    other: PieceId


@dataclass(frozen=True, slots=True)
class Disengaged:
    """Two opponents cannot reach each other any more (HQ-GEN-11)."""

    one: PieceId
    other: PieceId


@dataclass(frozen=True, slots=True)
class AttackCommitted:
    """An attack waits for others to join it (HQ-COMBAT-GROUP-01)."""

    piece: PieceId
    target: PieceId


@dataclass(frozen=True, slots=True)
class Shot:
    """A weapon that must be loaded was shot (HQ-HERO-DWARF-09)."""

    piece: PieceId
    weapon: str
    turns: int


@dataclass(frozen=True, slots=True)
class Reacted:
    """Somebody made its one reaction on a mover this turn (HQ-COMBAT-OPP-09, HQ-COMBAT-ASSIST-05)."""

    piece: PieceId
    target: PieceId
