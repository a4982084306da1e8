"""What is threatened after a move, how a base may lie, and what a push meets, against the slow oracles."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board import DIRECTIONS, Occupancy, parse_square, reach, threatened
from companion.board.endings import endings
from companion.board.laying import layings
from companion.core.ids import EditionId
from companion.games.heroclix.damage.pushes import directions_away, step
from companion.games.heroclix.editions.lines import SIGHT
from companion.games.heroclix.moves.gaits import policy_of
from tests.board.agreement import EDITIONS, shared_out
from tests.board.boards import grid_of, occupancy_of, sq
from tests.board.scenes import EVERY, random_scene
from tests.board.strategies import proven, scenes
from tests.oracles.pushes import meets, ways_away
from tests.oracles.reach import Walker, lyings
from tests.oracles.sight import BLOCKED, Piece, Scene
from tests.oracles.threats import bases_after, threats

WAYS: list[set[str]] = [set(), set(), {"flight"}, {"swim"}, {"phasing_teleport"}]
SHAPES = ((1, 1), (1, 1), (1, 2), (2, 2), (4, 2))


def compare_threats(seed: int, moves: int, is_every_base: bool = False) -> int:
    """How many squares of one small board are threatened as the oracle says.

    Of larger bases only that nothing is named too much, unless every base is asked for.
    """
    dice, agreed = random.Random(seed), 0
    columns, rows, levels = dice.randint(3, 7), dice.randint(2, 6), dice.choice([1, 2, 3])
    scene = random_scene(seed, columns, rows, levels=levels, density=0.35, bases=SHAPES)
    for _ in range(moves if scene.pieces else 0):
        mover, abilities, edition = dice.choice(scene.pieces), dice.choice(WAYS), dice.choice(EDITIONS)
        speed, distance = dice.randint(0, 4), dice.randint(0, 5)
        expected = threats(scene, mover, speed, abilities, distance, edition)
        occupancy = occupancy_of(scene)
        piece = replace(next(o for o in occupancy if o.piece == mover.name), speed=speed)
        rules, board = SIGHT[EditionId(edition)], grid_of(scene)
        found = threatened(board, occupancy, piece, policy_of(abilities), rules, distance)
        told = f"seed {seed}, {edition}: {mover} speed {speed} {sorted(abilities)} as far as {distance}"
        named = {parse_square(space): verdict.severity for space, verdict in found.items()}
        if is_every_base or len(mover.squares) == 1:
            assert named == expected, told
        assert all(expected.get(square, BLOCKED) <= severity for square, severity in named.items()), told
        assert list(found) == sorted(found, key=board.index), f"{told}: out of order"
        agreed += len(found)
    return agreed


@pytest.mark.parametrize("block", range(6))
@pytest.mark.rule("HC-MULTI-16", "HX-TERM-09", "HC-MULTI-10")
def test_what_is_threatened_agrees_with_the_oracle(block: int) -> None:
    assert sum(compare_threats(block * 5 + n, 2) for n in range(5)) > 50


@pytest.mark.long
def test_a_thousand_threats_agree_with_the_oracle() -> None:
    assert shared_out(partial(compare_threats, moves=3), range(3_000, 3_500)) > 10_000


@pytest.mark.parametrize("seed", [3070])
def test_what_a_larger_base_threatens_agrees_with_the_oracle(seed: int) -> None:
    assert compare_threats(seed, 3, is_every_base=True) > 0


@pytest.mark.rule("HC-MULTI-04")
def test_a_longer_walk_lets_a_larger_base_lie_farther() -> None:
    """Both ~ stop the walk, so D1 is no third square; C1 is, by A3 and B2, and D1 is 3 squares from the base.

    A ~ . .
    A . ~ #      speed 3: A3, B2, C1, then the base lies on C1 and D1 (AMB-44)
    . . . .
    """
    scene = Scene(4, 3, {(3, 1)}, water={(1, 0), (2, 1)}, pieces=[Piece("A", "red", [(0, 0), (0, 1)])])
    assert [(2, 0), (3, 0)] in bases_after(scene, scene.pieces[0], 3, set())
    mover = replace(next(iter(occupancy_of(scene))), speed=3)
    rules, board = SIGHT[EditionId("core")], grid_of(scene)
    assert sq(3, 0) in threatened(board, occupancy_of(scene), mover, policy_of(set()), rules, 0)


@pytest.mark.rule("HC-MULTI-04", "HC-TERR-19")
def test_a_base_lies_no_farther_than_squares_could_be_counted() -> None:
    """Water on C1 stops the walk after one square, so the base never lies on C1 and D1, speed 3 or not."""
    mover = replace(next(iter(occupancy_of(Scene(6, 1, pieces=[Piece("A", "red", [(0, 0), (1, 0)])])))), speed=3)
    board = grid_of(Scene(6, 1, water={(2, 0)}))
    found = reach(board, Occupancy.of([mover]), mover, policy_of(set()))
    assert found.counts(sq(2, 0)) == (1,)
    assert [end.base for end in endings(board, Occupancy.of([mover]), mover, found)] == [
        (sq(0, 0), sq(1, 0)),
        (sq(1, 0), sq(2, 0)),
    ]


def test_a_square_is_counted_when_it_can_be_and_not_in_between() -> None:
    """C1 is entered from B1 alone: first, or after a step to A2 or C1 and one back.

    A A . #
    . # # #      speed 3, base on A1 and B1
    """
    board = grid_of(Scene(4, 2, {(3, 0), (1, 1), (2, 1), (3, 1)}))
    mover = replace(next(iter(occupancy_of(Scene(4, 2, pieces=[Piece("A", "red", [(0, 0), (1, 0)])])))), speed=3)
    found = reach(board, Occupancy.of([mover]), mover, policy_of(set()))
    assert found.counts(sq(2, 0)) == (1, 3)
    assert found.path_to(sq(2, 0), 3)[1:] == (sq(1, 0), sq(2, 0))


def test_who_is_held_goes_nowhere_on() -> None:
    scene = Scene(3, 1, pieces=[Piece("A", "red", [(0, 0)]), Piece("B", "blue", [(1, 0)])])
    mover = replace(next(iter(occupancy_of(scene))), speed=3)
    held = reach(grid_of(scene), occupancy_of(scene), mover, policy_of(set()), broke_away=False)
    assert dict(held.costs) == {sq(0, 0): 0}
    assert not held.goes_on(sq(0, 0))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.rule("HC-MULTI-05", "HC-MULTI-06", "HC-MULTI-07", "HC-MULTI-09")
def test_every_way_a_base_may_lie_is_the_oracles(seed: int) -> None:
    scene = random_scene(seed, 9, 8, levels=2, density=0.1, bases=EVERY)
    board, occupancy = grid_of(scene), occupancy_of(scene)
    for mover, piece in zip(scene.pieces, occupancy, strict=True):
        walker = Walker(scene, mover, 0, set())
        for over, counted in product(scene.squares()[seed % 3 :: 3], (1, 2, 4, 7)):
            expected = {tuple(sorted(base)) for base in lyings(mover.squares, over) if walker.fits(base, counted)}
            laid = list(layings(board, occupancy, piece, sq(*over), counted))
            told = f"seed {seed}: {mover} over {over} after {counted}"
            assert {tuple(sorted(map(parse_square, base))) for base in laid} == expected, told
            assert len(set(laid)) == len(laid), told
            assert all(list(base) == sorted(base, key=board.index) for base in laid), told


@given(scene=scenes(5))
@proven
@pytest.mark.rule("HC-KB-09", "HC-KB-10", "HC-KB-13", "HC-KB-14", "HC-KB-15", "HC-KB-19")
def test_a_push_meets_what_the_oracle_says(scene: Scene) -> None:
    check_pushes(scene)


@pytest.mark.parametrize("seed", range(25))
def test_a_push_on_a_crowded_board_meets_what_the_oracle_says(seed: int) -> None:
    check_pushes(random_scene(seed, 8, 7, levels=3, density=0.5))


def check_pushes(scene: Scene) -> None:
    board = grid_of(scene)
    taken = {square for piece in scene.pieces for square in piece.squares}
    for square, way in product(scene.squares(), DIRECTIONS):
        push = step(board, sq(*square), way, {sq(*one) for one in taken})
        assert push.kind == meets(scene, square, way, taken), f"{square} towards {way}"
        there = (square[0] + way[0], square[1] + way[1])
        assert push.to == (sq(*there) if there in scene.squares() else None)


@given(
    start=st.tuples(st.integers(0, 12), st.integers(0, 12)), target=st.tuples(st.integers(0, 12), st.integers(0, 12))
)
@proven
@pytest.mark.rule("HC-KB-05", "HC-KB-06")
def test_ways_away_are_the_oracles(start: tuple[int, int], target: tuple[int, int]) -> None:
    assert list(directions_away(sq(*start), sq(*target))) == ways_away(start, target)


def test_ways_away_of_every_short_offset_are_the_oracles() -> None:
    for target in product(range(9), range(9)):
        assert list(directions_away(sq(4, 4), sq(*target))) == ways_away((4, 4), target), target
