"""Refusals name what forbids, and nothing else: a case alone asks only that a rule is named."""

from __future__ import annotations

from typing import Any

import pytest

from companion.casebook.loading import Case, load_cases
from companion.casebook.running import run_case
from companion.games.guardians.content.content import DATA
from companion.games.guardians.setup import GUARDIANS
from tests.casebook.casebooks import WORKSHOP

FILE = str(DATA / "cases" / "refusals.toml")
CASES = [case for case in load_cases([FILE], WORKSHOP.languages, GUARDIANS) if isinstance(case, Case)]


def rules_in(refused: Any) -> set[str]:
    entries = refused if isinstance(refused, list) else [refused]
    return {entry["rule"] if isinstance(entry, dict) else entry for entry in entries}


@pytest.mark.rule("GC-MOVE-01", "GC-MOVE-04", "GC-CARD-01", "GC-WOUND-13", "GC-TURN-12")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_only_what_forbids_is_named(case: Case) -> None:
    steps = [step.value for step in case.steps]
    for step, played in zip(steps, run_case(case, WORKSHOP).trace, strict=False):
        if "refused" in step:
            assert {broken.rule for broken in played.violations} == rules_in(step["refused"]), step
