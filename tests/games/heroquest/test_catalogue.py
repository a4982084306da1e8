"""The catalogue is the shared one's, every worked example is a case, and the goal of coverage is kept."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from companion.core.catalogue import RuleStatus
from companion.games.heroquest.cases import HEROQUEST_CASES
from companion.games.heroquest.system import HeroQuest
from tests.casebook.casebooks import shipped

RULES = HeroQuest().catalogue.rules


def test_the_rules_are_those_of_the_shared_catalogue(shared: Path) -> None:
    text = (shared / "rules" / "heroquest.md").read_text(encoding="utf-8")
    written = re.findall(r"^- \*\*(HQ-(?!EX)[A-Z0-9-]+-\d\d)\*\*", text, re.MULTILINE)
    assert len(written) == 346
    assert sorted(written) == sorted(rule.id for rule in RULES)


def test_every_worked_example_is_a_case(shared: Path) -> None:
    text = (shared / "rules" / "heroquest.md").read_text(encoding="utf-8")
    examples = set(re.findall(r"^- \*\*(HQ-EX-\d\d)", text, re.MULTILINE))
    told = {case.id[:8] for case in shipped() if case.id.startswith("HQ-EX-")}
    assert len(examples) == 36
    assert told == examples


def test_nearly_every_rule_is_enforced_and_the_rest_is_assisted() -> None:
    counted = Counter(rule.status for rule in RULES)
    assert counted[RuleStatus.ENFORCED] >= 0.9 * len(RULES)
    assert counted[RuleStatus.ENFORCED] + counted[RuleStatus.ASSISTED] >= 0.98 * len(RULES)


def test_its_cases_name_rules_of_its_own() -> None:
    own = HEROQUEST_CASES.rules
    mine = [case for case in shipped() if case.language.system == "heroquest"]
    assert len(mine) > 120
    assert all(set(case.rules) <= own for case in mine)
