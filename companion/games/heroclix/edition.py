"""An edition: constants, powers and rule functions. Differences between editions are values here.

Each default is what the core rulebook says; an edition that says otherwise gives another value (``editions/``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.board.meeting import SightRules
from companion.core.ids import EditionId, RuleId

FIGURES_EACH = 2  # of a first game (HC-BASIC-01)


@dataclass(frozen=True, slots=True)
class Parts:
    """Parts that may be left out; what is left out does not happen."""

    forces: bool = True  # teams are built; else two figures each, as they stand (HC-BASIC-01)
    powers: bool = True  # else plain figures on plain ground (HC-BASIC-01, -03)
    total: bool = True  # actions are counted; else every figure may be given one (HC-BASIC-04)
    tokens: bool = True  # HC-BASIC-04
    break_away: bool = True  # HC-BASIC-07
    lines: bool = True  # what stands between and beside matters to a shot; else the range alone (HC-BASIC-08)
    immunity: bool = True  # of the first round


WHOLE_BOOK = Parts()
FIRST_GAME = Parts(forces=False, powers=False, total=False, tokens=False, break_away=False, lines=False, immunity=False)


@dataclass(frozen=True, slots=True)
class TargetRules:
    """The rules of targets, and how they are checked."""

    in_order: bool = False  # of a shot: adjacency, then line, then range; the first that fails is told (HX-TGT-03)


@dataclass(frozen=True, slots=True)
class RerollRules:
    """The rules of rolls that are thrown again."""

    by_player: bool = False  # the active player says all it wants, then the next (HX-ROLL-08); else powers go first
    each_turn: bool = False  # a power once in every turn; else once in the own turn, once a round in those of opponents
    most_dice: int = 99  # rolls of more dice are not thrown again (HX-ROLL-07)


@dataclass(frozen=True, slots=True)
class HitRules:
    """The rules of results: how the dice and the targets hit turn the roll into hits."""

    settled: bool = False  # hits are final before anything follows from them, and the attack is resolved last
    critical_evadable: bool = True  # AMB-35; not where a critical hit makes its targets become hit (HX-HIT-12)
    special_dice: bool = True  # 2, 12 and doubles mean more than their sum; not in a first game (HC-BASIC-09)
    harmless_spares: bool = True  # an attack that deals no damage has no critical miss (HC-ATK-12)


@dataclass(frozen=True, slots=True)
class DamageRules:
    """The rules of taking damage that is dealt."""

    reducers: int | None = None  # how many effects may reduce one instance of it; None: as many as there are (AMB-04)
    divided: bool = (
        True  # that of any shot at several; else only of bolts, or where an effect says so (ED-22, HX-DMG-02)
    )
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
ACTIONS = ("free", "power", "move", "close", "ranged")


@dataclass(frozen=True, slots=True)
class PowerRule:
    """One power of one card."""

    id: str
    verbs: tuple[Any, ...]  # values of the classes in ``verbs``; none when the power is left to the players
    actions: tuple[str, ...] = ()  # the action types that activate it (HC-ACT-10); none: it is always on
    optional: bool = True  # HC-POW-06
    counterable: bool = True  # HC-POW-16
    opening: bool = False  # only at the start of the turn, before any action that is not free (HC-TURN-06)
    open: str = ""  # what of it is left to the players, and why
    members: int = 1  # so many who use it on the map, or nobody does (HC-TA-05)
    beside: str = ""  # counts next to a friend who uses it: ``any``, or ``cheaper`` for one of fewer points
    forbids: bool = False  # makes actions illegal: of a copy only if it began before the last action (HC-TA-13)

    @property
    def is_by_hand(self) -> bool:
        """Whether the players see to it."""
        return not self.verbs


def by_hand(powers: Mapping[str, PowerRule], power: str) -> bool:
    """Whether the players see to a power: it has no row, or one without a verb."""
    rule = powers.get(power)
    return rule is None or rule.is_by_hand


def is_standard(powers: Mapping[str, PowerRule], power: str) -> bool:
    """Whether a text that speaks of standard powers means it: what it does is on the common card, abilities of symbols
    included, and not on a card of its own (HC-POW-21, AMB-37)."""
    return power in powers and "/" not in power


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of the rules."""

    id: EditionId
    catalogues: tuple[str, ...]  # the files under ``data/``: its own rules, and those it leaves in force
    sight: SightRules
    break_away_at: int  # lowest face that breaks away (HC-MOVE-07)
    powers: Mapping[str, PowerRule]  # what each power and ability does; one without a row is left to the players
    attack: AttackRules = CORE_ATTACK
    attack_targets_terrain: bool = True  # not by HX-ATK-02
    breaks_terrain: bool = False  # by an action that is no attack
    team_card: str = ""  # the card of team abilities whose wild cards and copies count; none: that of 2010
    turning_off: bool = True  # players may turn their optional powers off (HC-POW-07); they no longer could since 2011
    instead: Mapping[str, str] = field(default_factory=dict)  # core rule -> the rule that stands in its place
    parts: Parts = WHOLE_BOOK

    def rule(self, rule: str) -> RuleId:
        """The rule of this edition that says what that one says."""
        return RuleId(self.instead.get(rule, rule))
