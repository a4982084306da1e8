"""The cubes that somebody who learns the game is led to spend, in numbers made by hand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from companion.core.face import Foretold
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat
from companion.core.phrases import Name, say
from companion.games.gotham.commands import MeleeAttack, Think
from companion.games.gotham.face.counsel import counsel
from companion.games.gotham.face.spending import best
from tests.games.gotham.tables import GOTHAM, mission, played

A, B = Seat("A"), PieceId("B")
DICE = {"red": [0, 1, 1, 3], "orange": [0, 0, 2]}


def think(cubes: int) -> Think:
    return Think(A, PieceId("A"), "ledger", cubes=cubes)


def strike(cubes: int) -> MeleeAttack:
    return MeleeAttack(A, PieceId("A"), B, cubes=cubes)


def chosen(gains: Mapping[int, Foretold], *, spare: int, each: Fraction, task: bool) -> int | None:
    """The cubes of the best deed, by what each number of them foretells; ``each``: the loss by each that is saved."""
    make = think if task else strike
    told = {make(cubes): foretold for cubes, foretold in gains.items()}
    found = best(told, lambda one: told[one], lambda deed: each * max(0, deed.cubes - spare))  # type: ignore[index]
    return next((deed.cubes for deed in found.values()), None)


@pytest.mark.rule("GO-BASE-FIG-02")
@pytest.mark.parametrize(("spare", "share", "cubes"), [(6, 20, 4), (1, 10, 4), (0, 10, 4), (3, 60, 3), (0, 20, None)])
def test_a_task_is_tried_with_the_cubes_that_each_gain_most(spare: int, share: int, cubes: int | None) -> None:
    """50 % of 3 are 17 a cube, 78 % of 4 are 19, 91 % of 5 are 18; with one or two it never succeeds. A share of the
    hero is lost by each cube that is saved: 10 % of it leave 4 the best, 20 % are more than any brings.
    """
    chances = {1: 0, 2: 0, 3: 50, 4: 78, 5: 91}
    gains = {cubes: Foretold(number=3, chance=Fraction(chance, 100)) for cubes, chance in chances.items()}
    assert chosen(gains, spare=spare, each=Fraction(share, 100), task=True) == cubes


@pytest.mark.rule("GO-BASE-FIG-02", "GO-BASE-ATK-09")
@pytest.mark.parametrize(("spare", "cubes"), [(5, 5), (4, 5), (2, 2), (0, None)])
def test_an_attack_is_made_with_enough_cubes_or_not_at_all(spare: int, cubes: int | None) -> None:
    """A third of a wound with one cube, 0.7 with two, 3.8 with five; each that is saved would stop one: of the five
    with four to spare 2.8 are left, 0.56 a cube; with two to spare 0.8, 0.16 a cube, less than the 0.35 of two.
    """
    gains = {
        many: Foretold(chance=Fraction(chance, 100), expected=Fraction(tenths, 10))
        for many, chance, tenths in ((1, 32, 3), (2, 50, 7), (5, 94, 38))
    }
    assert chosen(gains, spare=spare, each=Fraction(1), task=False) == cubes


@pytest.mark.rule("GO-BASE-ACT-05", "GO-BASE-ATK-09")
def test_a_saved_cube_is_spent_on_a_task_of_the_mission_for_more_than_it_would_stop() -> None:
    """Its last cube buys another throw of a 0: three faces of four have the one success that is needed."""
    task = {"action": "thought", "difficulty": 1, "zone": "a"}
    for asked, is_paid in (("ledger", True), ("valve", False)):
        ends = [{"winner": "heroes", "when": {"task": asked}}]
        hero = {"cubes": 2, "at": "a", "thought": "red", "defense": "orange", "saturation": {"thought": 3, "reroll": 2}}
        foe = {"at": "a", "life": 9, "melee": "1 red"}
        tasks = {"ledger": task, "valve": task}
        state = mission({"A": hero, "B": foe}, dice=DICE, tasks=tasks, ends=ends)
        (request,) = played(state, think(1), [[0]]).flow.open
        assert isinstance(request, ChoiceRequest)
        found = counsel(GOTHAM, played(state, think(1), [[0]]), request)
        assert found is not None and bool(found.options) == is_paid
        assert is_paid or str(say("cubes_saved", count=1, foe=Name("B"))) in str(found.words), "one is left of two"
