"""Forces: EX-TEAM-01, by hand from the catalogue."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.forces.force import Force, Member
from companion.games.heroclix.forces.rules import check_force
from tests.games.heroclix.scene import figure


def rules(*figures: Figure, build_total: int = 300) -> set[str]:
    return {one.rule for one in check_force(Force(tuple(Member(one) for one in figures)), build_total).violations}


def priced(points: int, number: str = "001", *, unique: bool = False) -> Figure:
    return replace(figure("Lamplighter", points=points), collector_number=number, unique=unique)


@pytest.mark.rule("HC-TEAM-01", "HC-TEAM-03", "HC-TEAM-04", "HC-TEAM-06")
def test_the_build_total() -> None:
    """300 and 299 are legal, 301 is not; nobody at all is not; the same figure twice is."""
    assert rules(priced(150), priced(150)) == set()
    assert rules(priced(150), priced(149)) == set()
    assert rules(priced(150), priced(151, "002")) == {"HC-TEAM-01"}
    assert rules() == {"HC-TEAM-03"}
    assert rules(replace(priced(8), kind="object")) == {"HC-TEAM-03"}


@pytest.mark.rule("HC-TEAM-05", "HC-TEAM-06", "HC-DIAL-06")
def test_uniques() -> None:
    """Two of one name, set and number are too many; the same name with another number is another figure."""
    assert rules(priced(50, unique=True), priced(50, unique=True)) == {"HC-TEAM-05"}
    assert rules(priced(50, unique=True), priced(50, "002", unique=True)) == set()
    assert rules(priced(50), priced(50)) == set()
