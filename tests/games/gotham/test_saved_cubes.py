"""The cubes of a deed against those that its hero saves: by hand, with gains of round numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.core.face import Foretold
from companion.core.ids import PieceId, Seat
from companion.games.gotham import commands as cm
from companion.games.gotham.face.saving import lost, risk, spared
from companion.games.gotham.face.spending import best
from tests.games.gotham.tables import mission


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

    found = best(gains, foretell, lambda deed: Fraction(stops) * (deed.cubes - 1))
    assert [deed.cubes for deed in found.values()] == ([cubes] if cubes else [])


@pytest.mark.rule("GO-BASE-ATK-09", "GO-BASE-FIG-07")
@pytest.mark.parametrize(("cubes", "over", "share"), [(2, 9, "0"), (3, 9, "1/6"), (4, 9, "1/3"), (4, 1, "0")], ids=str)
def test_saved_cubes_for_a_task_are_a_share_of_what_the_villains_leave(cubes: int, over: int, share: str) -> None:
    """One success comes on average, a cube stops 2/3 of one: two of four cubes are saved. Both hold it, and four are
    left of four; one that is spent is 2/3 of a wound more. In the last round nothing comes after it.
    """
    hero = {"cubes": 4, "at": "a", "thought": "red", "defense": "orange"}
    ends = [{"winner": "heroes", "when": {"task": "ledger"}}, {"winner": "villains", "when": {"round_over": over}}]
    tasks = {"ledger": {"action": "thought", "difficulty": 1, "zone": "a"}}
    foe = {"at": "a", "life": 9, "melee": "1 red"}
    state = mission({"A": hero, "B": foe}, dice={"red": [0, 1, 1, 2], "orange": [0, 0, 2]}, tasks=tasks, ends=ends)
    assert risk(state, state.who(PieceId("A")), cubes) == Fraction(share)


@pytest.mark.rule("GO-BASE-ATK-09", "GO-BASE-FIG-07")
def test_a_saved_cube_is_spent_on_whoever_strikes_no_more_by_it() -> None:
    """Two foes strike with one success each on average, and only one of their tiles may act in another mission."""
    hero = {"cubes": 4, "at": "a", "melee": "red", "defense": "orange"}
    foes = {"foe": {"at": "a", "life": 1, "melee": "1 red"}, "big": {"at": "a", "life": 2, "melee": "1 red"}}
    dice = {"red": [0, 1, 1, 2], "orange": [0, 0, 2]}
    for may_act, saves in ((2, 1), (1, 0)):
        state = mission({"hero": hero, **foes}, dice=dice, settings={"activations": may_act})
        who = state.who(PieceId("hero"))
        assert [spared(state, who, state.who(PieceId(foe))) for foe in foes] == [saves, 0]
    gains = {struck(1): Foretold(expected=Fraction(3, 4), chance=Fraction(3, 4))}
    for less, is_led in (("0", False), ("1", True)):
        found = best(gains, lambda _: gains[struck(1)], lambda _: Fraction(1), spared=lambda _: Fraction(less))  # noqa: B023
        assert bool(found) is is_led


@pytest.mark.rule("GO-BASE-FIG-02")
@pytest.mark.parametrize(("who", "stops"), [("hero", "2/3"), ("foe", "0")])
def test_whoever_pays_no_cubes_loses_none_by_an_attack(who: str, stops: str) -> None:
    """A villain's Defense costs nothing: it stops as much after its attack as before."""
    hero = {"cubes": 1, "at": "a", "defense": "orange"}
    foe = {"at": "a", "defense": "1 orange", "life": 9, "melee": "1 red"}
    state = mission({"hero": hero, "foe": foe}, dice={"red": [0, 1, 1, 2], "orange": [0, 0, 2]})
    assert lost(state, state.who(PieceId(who)), 1) == Fraction(stops)
