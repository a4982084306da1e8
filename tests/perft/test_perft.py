"""Decision trees of tiny games, counted: a rule that lets one move too many through changes a number.

Chance branches over all faces. When a count is wrong, the divide says under which first decision the trees part.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracles import decisions as oracle
from tests.perft.trees import Case, count, divide, game_of, position_of, read_cases
from tests.thinned import thinned

CASES = read_cases(Path(__file__).parent / "two-on-five.perft")
DEPTHS = [  # four deep, one position stands for the others
    pytest.param(case, depth, marks=pytest.mark.long if depth > 3 and case is CASES[0] else ())
    for case in CASES
    for depth in case.counts
]


@pytest.mark.parametrize(("case", "depth"), DEPTHS, ids=lambda one: one.id if isinstance(one, Case) else str(one))
def test_counts(case: Case, depth: int) -> None:
    found = count(game_of(case), depth)
    assert found == case.counts[depth], explained(case, depth)


@pytest.mark.parametrize("case", thinned(CASES, 2), ids=lambda one: one.id)
def test_the_oracle_agrees(case: Case) -> None:
    assert [oracle.count(position_of(case), depth) for depth in (1, 2, 3)] == [case.counts[n] for n in (1, 2, 3)]


def test_there_are_ten_positions() -> None:
    assert len(CASES) == 10


@pytest.mark.long
@pytest.mark.parametrize("case", [one for one in CASES if 4 in one.counts], ids=lambda one: one.id)
def test_the_oracle_agrees_four_deep(case: Case) -> None:
    assert oracle.count(position_of(case), 4) == case.counts[4]


def explained(case: Case, depth: int) -> str:
    """Where the two trees differ, first decision by first decision."""
    if depth == 1:
        return "at the root: " + ", ".join(label for label, _ in oracle.decisions(position_of(case)))
    ours = divide(game_of(case), depth)
    theirs = {label: oracle.count(after, depth - 1) for label, after in oracle.decisions(position_of(case))}
    return "\n".join(
        f"{label}: {ours.get(label)} instead of {theirs.get(label)}"
        for label in sorted(ours.keys() | theirs.keys())
        if ours.get(label) != theirs.get(label)
    )
