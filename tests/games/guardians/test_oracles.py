"""Zone reach and the chances of dice, against oracles that are slow and obvious."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from companion.board.areas.map import zone_of
from companion.documents import Node
from companion.games.guardians.cases.setup import open_case
from companion.games.guardians.content.dice import chance_of_hit, chance_to_pass, chance_with_rerolls, read_dice
from companion.games.guardians.play.ways import destinations
from tests.oracles import pools, zones
from tests.thinned import sampled
from ui.cli.case_context import case_context

WORKSHOP = case_context()


def drawn(seed: int) -> dict[str, Any]:
    """A board of up to eight zones with figures of two sides and a third strewn over it."""
    rng = random.Random(seed)
    names = "abcdefgh"[: rng.randint(3, 8)]
    board = {name: rng.randint(1, 3) for name in names}
    pairs = [f"{one}|{other}" for one in names for other in names if one < other and rng.random() < 0.4]
    spaces = [f"{name}.{number}" for name, count in board.items() for number in range(1, count + 1)]
    rng.shuffle(spaces)
    pieces: dict[str, object] = {"A": {"side": "red", "at": spaces.pop(), "speed": rng.randint(0, 4)}}
    for number in range(min(len(spaces), rng.randint(0, 6))):
        side = rng.choice(("red", "blue", "menace"))
        kind = {"kind": "minion"} if side == "menace" else {"seat": f"{side}-{number}"}
        pieces[f"n{number}"] = {"side": side, "at": spaces.pop(), **kind}
    return {"zones": board, "borders": pairs, "pieces": pieces, "active": "A"}


@pytest.mark.rule("GC-MOVE-01", "GC-MOVE-02", "GC-MOVE-03", "GC-MOVE-04", "GC-MOVE-05", "GC-MOVE-06")
@pytest.mark.rule("GC-MOVE-07", "GC-MOVE-08", "GC-MOVE-09", "GC-MOVE-12")
@pytest.mark.parametrize("seed", sampled(range(150), 5))
def test_reach_is_that_of_every_walk(seed: int) -> None:
    setup = drawn(seed)
    opening = open_case(Node("drawn", "setup", setup), Node("drawn", "edition", None), WORKSHOP)
    state = opening.system.initial_state(opening.setup)
    for event in opening.prelude:
        state = opening.system.apply(state, event)
    mover = state.who("A")
    borders: dict[str, list[str]] = {str(zone): [] for zone in state.ground.zones}
    for pair in setup["borders"]:
        one, other = pair.split("|")
        borders[one].append(other)
        borders[other].append(one)
    spaces = {str(zone): [space for space in state.ground.spaces if zone_of(space) == zone] for zone in borders}
    taken = [figure.at for figure in state.figures]
    contested = {str(figure.zone) for figure in state.figures if figure.side != "red"}
    expected = zones.ends(str(mover.zone), str(mover.at), borders, spaces, taken, contested, state.sheet(mover).speed)
    assert set(destinations(state, mover)) == expected


FACES = {"combat": ["0", "0", "1", "1", "2", "POW"], "power": ["0", "1", "2", "POW"], "test": list("00011122")}
DICE = read_dice(Node("oracle", "dice", {kind: {"faces": faces} for kind, faces in FACES.items()}))


@pytest.mark.rule("GC-ATK-07", "GC-ATK-08", "GC-DICE-02", "GC-DICE-03")
@pytest.mark.parametrize("combat", [0, 1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("power", range(3))
def test_the_chance_of_a_hit_lies_between_what_was_counted(combat: int, power: int) -> None:
    """POW thrown again without end lies between POW thrown again four times and those left out."""
    dice = [FACES["combat"]] * combat + [FACES["power"]] * power
    for needed in range(6):
        least, most = pools.at_least(dice, needed, 3)
        assert least <= chance_of_hit(DICE, {"combat": combat, "power": power}, needed) <= most
        assert most - least < Fraction(1, 20)


@pytest.mark.rule("GC-ATK-08")
def test_one_die_by_hand() -> None:
    """One power die, POW once in four: at least 1 is 3/4; at least 2 is 1/4 + 1/4 · 3/4; at least 3 is 1/4 of that."""
    assert chance_of_hit(DICE, {"power": 1}, 1) == Fraction(3, 4)
    assert chance_of_hit(DICE, {"power": 1}, 2) == Fraction(1, 4) + Fraction(1, 4) * Fraction(3, 4)
    assert chance_of_hit(DICE, {"power": 1}, 3) == Fraction(1, 4) * chance_of_hit(DICE, {"power": 1}, 2)


@pytest.mark.rule("GC-TEST-04", "GC-TEST-05", "GC-DICE-04")
@pytest.mark.parametrize("number", range(5))
def test_the_chance_of_a_test_is_counted_face_by_face(number: int) -> None:
    for limit in range(2 * number + 1):
        assert chance_to_pass(DICE["test"], number, limit) == pools.at_most(FACES["test"], number, limit)


@pytest.mark.rule("GC-CARD-24")
def test_a_re_roll_is_used_as_well_as_can_be() -> None:
    """One power die needs 2: 7/16 without; a 0 or a 1 is thrown again for the 2, of POW and 0 the 0 for 1 or more.

    The die thrown again brings no other: 7/16 + 2 · 1/4 · 1/4 + 1/16 · 3/4.
    """
    assert chance_with_rerolls(DICE, {"power": 1}, 2, 0) == Fraction(7, 16)
    assert chance_with_rerolls(DICE, {"power": 1}, 2, 1) == Fraction(39, 64)
    pool = {"combat": 2, "power": 1}
    assert chance_with_rerolls(DICE, pool, 3, 0) == chance_of_hit(DICE, pool, 3)
