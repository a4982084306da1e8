"""Teams of real unit files: what their keywords make themed, and what the build total says, counted in the files."""

from __future__ import annotations

import itertools
from functools import lru_cache
from pathlib import Path

import pytest

from companion.core.ids import Seat
from companion.documents import load_document
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.forces.enlisting import enlist, tactics_of
from companion.games.heroclix.forces.force import Force, Member
from companion.games.heroclix.forces.rules import check_force
from companion.interchange.hcunits import parse_units


@lru_cache(maxsize=4)
def units_of(folder: Path, name: str) -> tuple[Figure, ...]:
    file = folder / "data" / "heroclix" / "hcunits" / "sets" / f"{name}.json"
    return tuple(parse_units(load_document(str(file))).figures)


def characters(folder: Path, name: str) -> tuple[Figure, ...]:
    return tuple(one for one in units_of(folder, name) if one.kind == "character" and one.points)


@pytest.mark.rule("HC-THEME-01", "HC-THEME-02", "HC-THEME-03")
@pytest.mark.parametrize(
    ("name", "keyword", "count", "build_total", "broken"),
    [
        ("ca", "Soldier", 3, 300, []),  # generic: one per 100
        ("ca", "Soldier", 3, 350, ["HC-THEME-02"]),
        ("ca", "Soldier", 4, 350, []),
        ("ca", "soldier", 3, 300, []),
        ("ca", "Hydra", 2, 300, []),  # not generic: one per 150
        ("ca", "Hydra", 2, 301, ["HC-THEME-03"]),
        ("ih", "Avengers", 3, 450, []),
        ("ih", "Scientist", 3, 400, ["HC-THEME-02"]),
    ],
)
def test_real_keywords(shared: Path, name: str, keyword: str, count: int, build_total: int, broken: list[str]) -> None:
    sharing = [one for one in characters(shared, name) if keyword.casefold() in map(str.casefold, one.keywords)]
    cheapest = sorted(sharing, key=lambda one: min(one.points))
    chosen, names = list[Figure](), set[str]()
    for one in cheapest:
        if one.name not in names and len(chosen) < count:
            chosen.append(one)
            names.add(one.name)
    force = Force(tuple(Member(one, min(one.points)) for one in chosen), theme=keyword)
    assert len(chosen) == count
    assert force.total <= build_total
    assert [one.rule for one in check_force(force, build_total).violations] == broken


@pytest.mark.rule("HC-THEME-01")
@pytest.mark.parametrize("name", ["bd", "em", "ffhx", "jl52"])
def test_every_pair_of_a_set(shared: Path, name: str) -> None:
    """A pair at 200 points is themed under a keyword exactly when both cards print it: checked on the raw words."""
    for one, other in itertools.combinations(characters(shared, name)[:12], 2):
        found = check_force(Force((Member(one), Member(other))), 200).themes
        both = {word.lower() for word in one.keywords} & {word.lower() for word in other.keywords}
        assert {word.lower() for word in found} == both


@pytest.mark.rule("HC-TEAM-05", "HC-TEAM-01", "HC-TEAM-04")
def test_uniques_and_costs_of_a_real_set(shared: Path) -> None:
    for one in characters(shared, "ca"):
        twice = check_force(Force((Member(one, count=2),)), 2000)
        assert [violation.rule for violation in twice.violations] == (["HC-TEAM-05"] if one.unique else [])
        assert twice.total == 2 * max(one.points)
        wrong = check_force(Force((Member(one, max(one.points) + 1),)), 2000)
        assert [violation.rule for violation in wrong.violations] == ["HC-TEAM-04"]


@pytest.mark.rule("HC-BFC-01", "HC-OBJ-05", "HC-TEAM-07")
def test_conditions_and_objects_of_unit_files(shared: Path) -> None:
    """They stand beside the figures in the files: one condition is allowed, and three objects; neither is a piece."""
    one, *_ = characters(shared, "bn")
    condition = next(unit for unit in units_of(shared, "bn") if unit.kind == "battlefield_condition")
    assert rules(Member(one), Member(condition)) == []
    assert rules(Member(one), Member(condition, count=2)) == ["HC-BFC-01"]
    objects = [Member(unit) for unit in units_of(shared, "nml") if unit.kind == "object"]
    assert len(objects) >= 4
    assert rules(Member(one), *objects[:3]) == []
    assert rules(Member(one), *objects[:4]) == ["HC-OBJ-05"]
    force = Force((Member(one), Member(condition), objects[0]))
    assert [piece.figure.id for piece in enlist(force, Seat("a"))] == [one.id]
    tactics = tactics_of({Seat("a"): force})
    assert (len(tactics.conditions), len(tactics.objects)) == (1, 1)


def rules(*members: Member) -> list[str]:
    return [one.rule for one in check_force(Force(members), 2000).violations]
