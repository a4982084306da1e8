"""The cubes of a deed against those that its hero saves: by hand, with gains of round numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.core.face import Foretold
from companion.core.ids import PieceId, Seat
from companion.games.gotham import commands as cm
from companion.games.gotham.face.spending import best


def struck(cubes: int) -> cm.MeleeAttack:
    return cm.MeleeAttack(Seat("hero"), PieceId("hero"), target=PieceId("foe"), cubes=cubes)


@pytest.mark.rule("GO-BASE-ATK-09", "GO-BASE-FIG-02")
@pytest.mark.parametrize(
    ("wounds", "stops", "cubes"),
    [
        ({1: "1/4", 3: "3"}, "1", 3),  # two saved cubes would stop two, the deed wounds three
        ({1: "1/4", 3: "2"}, "1", 1),  # no more than they would stop
        ({3: "2"}, "1", None),  # and nothing can be done with those that are spared
        ({3: "2"}, "1/2", 3),
    ],
)
def test_saved_cubes_are_spent_only_for_more_than_they_stop(
    wounds: dict[int, str], stops: str, cubes: int | None
) -> None:
    """One cube is spared; an attack with three takes two of those that are saved."""
    gains = {struck(many): Fraction(amount) for many, amount in wounds.items()}

    def foretell(order: object) -> Foretold:
        assert isinstance(order, cm.MeleeAttack)
        return Foretold(expected=gains[order], chance=Fraction(1))

    found = best(gains, foretell, lambda _: 1, lambda _: False, lambda _: Fraction(stops))
    assert [deed.cubes for deed in found.values()] == ([cubes] if cubes else [])
