"""What an edition is: the constants and rule functions that apply. Differences between editions are values here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.board.meeting import SightRules
from companion.core.ids import EditionId, RuleId
from companion.games.heroclix.attack.rules import CORE_ATTACK, AttackRules
from companion.games.heroclix.parts import WHOLE_BOOK, Parts
from companion.games.heroclix.powers.rules import PowerRule

__all__ = ["Edition"]


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
    turning_off: bool = True  # players may turn their optional powers off (HC-POW-07); they no longer could since 2011
    instead: Mapping[str, str] = field(default_factory=dict)  # core rule -> the rule that stands in its place
    parts: Parts = WHOLE_BOOK

    def rule(self, rule: str) -> RuleId:
        """The rule of this edition that says what that one says."""
        return RuleId(self.instead.get(rule, rule))
