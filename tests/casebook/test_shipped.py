"""The shipped cases: each passes, each example of the shared catalogue is told or pending, none passes unsaid."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.casebook import Case, load_pending, parse_cases, run_case
from companion.errors import InputError
from tests.casebook.casebooks import LANGUAGE, WORKSHOP, shipped
from ui.cli.case_context import DEFAULT

CASES = shipped()
PENDING = load_pending(LANGUAGE)
_EXAMPLE = re.compile(r"EX-[A-Z]+-\d\d")


@pytest.mark.parametrize("case", [pytest.param(one, marks=pytest.mark.rule(*one.rules), id=one.id) for one in CASES])
def test_a_shipped_case_passes(case: Case) -> None:
    result = run_case(case, WORKSHOP)
    assert result.error is None
    assert result.failures == ()
    assert case.rules


def test_no_two_shipped_cases_share_an_id() -> None:
    ids = [case.id for case in CASES]
    assert sorted(set(ids)) == sorted(ids)
    assert all(set(case.titles) == {"en", "fr"} for case in CASES)


def test_every_example_of_the_catalogue_is_told_or_pending(shared: Path) -> None:
    text = (shared / "rules" / "heroclix.md").read_text(encoding="utf-8")
    examples = set(re.findall(r"^- \*\*(EX-[A-Z]+-\d\d)", text, re.MULTILINE))
    told = {found[0] for case in CASES if (found := _EXAMPLE.match(case.id))}
    whole = {one.id for one in PENDING if not one.partly}
    partly = {one.id for one in PENDING if one.partly}
    assert len(examples) > 150
    assert examples - told - whole == set(), "neither told nor pending"
    assert (told | whole | partly) - examples == set(), "no such example"
    assert told & whole == set(), "told, and called pending"
    assert partly - told == set(), "called partly told, and not told at all"


def test_a_pending_case_does_not_pass_yet() -> None:
    for document in (one.document for one in PENDING if one.document):
        for case in parse_cases(document, WORKSHOP.languages, DEFAULT):
            assert not isinstance(case, InputError), str(case)
            assert run_case(case, WORKSHOP).verdict != "passed", f"{case.id} passes: ship it"
