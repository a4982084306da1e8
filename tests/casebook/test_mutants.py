"""Expectations bite: every number, flag, verdict and square a shipped case expects is changed, and it fails there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.casebook import Case, run_case
from companion.casebook.squares import spell
from companion.documents import Node
from tests.casebook.casebooks import WORKSHOP, shipped
from tests.thinned import thinned

pytestmark = pytest.mark.slow

UNTOLD = {
    "break_away",
    "replacements",
    "within",
    "value",
    "becomes",
    "minimum",
    "actions",
    "halved",
    "modifiers",
    "points",
    "clicks",
    "force",
    "squares",
}
ASKED = {"dodge", "rage", "kills", "heard", "attempt", "delta"}  # in a question: what is asked about
ASKED |= {"chance", "needs", "at_most", "distribution", "up_to", "again", "change", "successes"}
ORDERS = ("legal", "illegal", "offered", "not_offered")  # one with another number may be so too
VERDICTS = {"clear": "blocked", "blocked": "hindered", "hindered": "clear"}


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all numbers, flags, verdicts and squares that are expected, not asked about."""
    is_word = isinstance(value, str) and (value in VERDICTS or path[-1:] == ("at",))
    if isinstance(value, bool | int) or is_word:
        yield path
    elif isinstance(value, dict):
        for key, inner in value.items():
            is_asked = key in UNTOLD and not ("pieces" in path and key == "points")
            is_asked |= key in ASKED and "questions" in path
            if key not in ORDERS or "questions" in path:
                yield from () if is_asked else leaves(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from leaves(inner, (*path, place))


def changed(value: Any, path: tuple[Any, ...]) -> Any:
    """The value with the leaf there made wrong."""
    if not path:
        if isinstance(value, str):
            return VERDICTS.get(value) or ("A1" if spell(value) != "A1" else "B1")
        return not value if isinstance(value, bool) else value + 1
    if isinstance(value, list):
        return [changed(one, path[1:]) if place == path[0] else one for place, one in enumerate(value)]
    return {**value, path[0]: changed(value[path[0]], path[1:])}


def place_of(path: tuple[Any, ...]) -> str:
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)


def mutants(case: Case) -> Iterator[tuple[Case, str]]:
    """The case with one expectation changed, and its place."""
    for path in leaves(case.expect.value):
        node = Node(case.file, case.expect.place, changed(case.expect.value, path))
        yield replace(case, expect=node), case.expect.place + place_of(path)
    for number, step in enumerate(case.steps):
        for path in leaves(step.value.get("expect", {})):
            wrong = {**step.value, "expect": changed(step.value["expect"], path)}
            steps = (*case.steps[:number], Node(step.file, step.place, wrong), *case.steps[number + 1 :])
            yield replace(case, steps=steps), f"{step.place}.expect{place_of(path)}"


@pytest.mark.parametrize("case", thinned(shipped(), 8), ids=lambda one: one.id)
def test_a_changed_expectation_fails_at_its_place(case: Case) -> None:
    for mutant, place in mutants(case):
        result = run_case(mutant, WORKSHOP)
        assert result.verdict != "passed", f"{place} may say anything"
        if result.error is None:
            assert any(place.startswith(one.place) for one in result.failures), (place, result.failures)


def test_there_is_much_to_change() -> None:
    assert sum(1 for case in shipped() for _ in mutants(case)) > 250
