"""How an edition resolves attacks and damage, as values: who may be targeted, how hits and damage come about.

Each default is what the core rulebook says; an edition that says otherwise gives another value (``editions/``).
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CORE_ATTACK", "AttackRules", "DamageRules", "HitRules", "KnockBackRules", "RerollRules", "TargetRules"]


@dataclass(frozen=True, slots=True)
class TargetRules:
    """Who may be targeted, and how it is checked."""

    in_order: bool = False  # of a shot: adjacency, then line, then range; the first that fails is told (HX-TGT-03)


@dataclass(frozen=True, slots=True)
class RerollRules:
    """How rolls are thrown again."""

    by_player: bool = False  # the active player says all it wants, then the next (HX-ROLL-08); else powers go first
    most_dice: int = 99  # rolls of more dice are not thrown again (HX-ROLL-07)


@dataclass(frozen=True, slots=True)
class HitRules:
    """What the dice and those who are hit make of the roll."""

    settled: bool = False  # hits are final before anything follows from them, and the attack is resolved last
    critical_evadable: bool = True  # AMB-35; not where a critical hit makes its targets become hit (HX-HIT-12)
    harmless_spares: bool = True  # an attack that deals no damage has no critical miss (HC-ATK-12)


@dataclass(frozen=True, slots=True)
class DamageRules:
    """What is taken of damage that is dealt."""

    reducers: int | None = None  # how many effects may reduce one instance of it; None: as many as there are (AMB-04)
    clicked: bool = False  # the turns made are told apart from the damage taken (HX-SEQ-10)


@dataclass(frozen=True, slots=True)
class KnockBackRules:
    """The knock back of attacks."""

    keyword: bool = False  # an ability that may be used, by damage clicked (HX-KB-03); else it must be, by damage taken


@dataclass(frozen=True, slots=True)
class AttackRules:
    """All of it."""

    targets: TargetRules = TargetRules()
    rerolls: RerollRules = RerollRules()
    hits: HitRules = HitRules()
    damage: DamageRules = DamageRules()
    knock_back: KnockBackRules = KnockBackRules()


CORE_ATTACK = AttackRules()
