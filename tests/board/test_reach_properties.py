"""Laws of moves: turned and mirrored, within a rim of rock, asked in any order, and what more obstacles may do."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board import parse_square, reach
from companion.games.heroclix.moves.gaits import policy_of
from tests.board.boards import XY, grid_of, occupancy_of, sq
from tests.board.motions import EIGHT, Go, Motion, embedded, turned
from tests.board.scenes import EVERY, random_scene
from tests.board.strategies import is_straight, pairs, proven, scenes
from tests.oracles.sight import Piece, Scene

pytestmark = pytest.mark.slow

Ends = dict[XY, int]

gaits = st.sampled_from(["", "flight", "swim", "leap_climb", "phasing_teleport"])
speeds = st.integers(0, 8)


def ends_of(scene: Scene, speed: int, gait: str, mover: int = 0, *, broke_away: bool = True) -> Ends:
    """Where the piece of that number may end, and at which count."""
    occupancy = occupancy_of(scene)
    piece = replace(list(occupancy)[mover], speed=speed)
    found = reach(grid_of(scene), occupancy, piece, policy_of({gait}), broke_away=broke_away)
    for space, count in found.costs.items():
        assert len(found.path_to(space)) == count
    return {parse_square(space): count for space, count in found.costs.items()}


def with_mover(scene: Scene) -> Scene:
    """The scene with somebody to move, on its first square if nobody is there."""
    if not scene.pieces:
        scene.blocking.discard((0, 0))
        scene.pieces.append(Piece("A", "red", [(0, 0)]))
    return scene


def check_moved(scene: Scene, other: Scene, go: Go, speed: int, gait: str) -> None:
    for mover in range(len(scene.pieces)):
        before, after = ends_of(scene, speed, gait, mover), ends_of(other, speed, gait, mover)
        assert {go(square): count for square, count in before.items()} == after, scene.pieces[mover]


@pytest.mark.parametrize("motion", EIGHT[1:], ids=lambda motion: f"{'mirrored ' if motion[0] else ''}{motion[1]} turns")
@given(scene=scenes(5), speed=speeds, gait=gaits)
@proven
def test_a_turned_or_mirrored_board_gives_the_same_moves(motion: Motion, scene: Scene, speed: int, gait: str) -> None:
    other, go = turned(with_mover(scene), motion)
    check_moved(scene, other, go, speed, gait)


@pytest.mark.parametrize("seed", range(10))
def test_a_crowded_board_turned_or_mirrored_gives_the_same_moves(seed: int) -> None:
    dice = random.Random(seed)
    scene = random_scene(seed, 10, 8, levels=3, density=0.25, bases=EVERY)
    for motion in EIGHT[1:]:
        other, go = turned(with_mover(scene), motion)
        check_moved(scene, other, go, dice.randint(1, 9), dice.choice(["", "", "flight", "swim"]))


@given(scene=scenes(5), speed=speeds, gait=st.sampled_from(["", "swim"]))
@proven
@pytest.mark.rule("HC-TERR-23", "HC-TERR-20")
def test_a_rim_of_rock_holds_a_walker_as_the_edge_of_the_map_does(scene: Scene, speed: int, gait: str) -> None:
    other, go = embedded(with_mover(scene), 2, 1, 3, 2)
    other.blocking.update(set(other.squares()) - set(map(go, scene.squares())))
    check_moved(scene, other, go, speed, gait)


@given(scene=scenes(5), speed=speeds, gait=gaits)
@proven
@pytest.mark.rule("HC-MOVE-02")
def test_one_more_point_of_speed_takes_nothing_away(scene: Scene, speed: int, gait: str) -> None:
    slow, fast = (ends_of(with_mover(scene), one, gait) for one in (speed, speed + 1))
    assert slow.items() <= fast.items()
    assert max(slow.values()) <= speed


@given(scene=scenes(5), speed=speeds, gait=gaits, pick=st.integers(0, 99))
@proven
@pytest.mark.rule("HC-TERR-20", "HC-TERR-21")
def test_more_rock_and_walls_never_open_a_way(scene: Scene, speed: int, gait: str, pick: int) -> None:
    """Among friends: rock and walls also part opponents, who then stop nobody any more."""
    for piece in with_mover(scene).pieces:
        piece.side = "red"
    closed = deepcopy(scene)
    free = [square for square in scene.squares() if square not in scene.pieces[0].squares]
    closed.blocking.update(free[pick % len(free) :][:1] if free else [])
    check_no_better(ends_of(scene, speed, gait), ends_of(closed, speed, gait))
    walled, edges = deepcopy(scene), [pair for pair in pairs(scene) if is_straight(pair)]
    walled.walls.update(edges[pick % len(edges) :][:1] if edges else [])
    check_no_better(ends_of(scene, speed, gait), ends_of(walled, speed, gait))


@given(scene=scenes(5), speed=speeds, gait=gaits, pick=st.integers(0, 99))
@proven
@pytest.mark.rule("HC-TERR-13")
def test_bushes_away_from_the_start_never_open_a_way(scene: Scene, speed: int, gait: str, pick: int) -> None:
    grown = deepcopy(with_mover(scene))
    free = [square for square in scene.squares() if square not in scene.pieces[0].squares]
    grown.hindering.update(free[pick % len(free) :][:1] if free else [])
    check_no_better(ends_of(scene, speed, gait), ends_of(grown, speed, gait))


@given(scene=scenes(6), speed=speeds, gait=gaits)
@proven
@pytest.mark.rule("HC-MOVE-03", "HC-MOVE-04", "HC-MOVE-11", "HC-MOVE-12")
def test_an_opponent_who_leaves_closes_no_way(scene: Scene, speed: int, gait: str) -> None:
    fewer = deepcopy(with_mover(scene))
    fewer.pieces = [piece for piece in fewer.pieces if piece.side == fewer.pieces[0].side]
    check_no_better(ends_of(fewer, speed, gait), ends_of(scene, speed, gait))


def check_no_better(before: Ends, after: Ends) -> None:
    assert set(after) <= set(before), f"new ways to {sorted(set(after) - set(before))}"
    shorter = {square: (before[square], count) for square, count in after.items() if count < before[square]}
    assert shorter == {}


@given(scene=scenes(5), speed=speeds, gait=gaits, seed=st.integers(0, 99))
@proven
def test_moves_do_not_depend_on_what_was_asked_before(scene: Scene, speed: int, gait: str, seed: int) -> None:
    movers = list(range(len(with_mover(scene).pieces)))
    first = [ends_of(scene, speed, gait, mover) for mover in movers]
    gone = deepcopy(scene)
    gone.pieces[1:] = []
    alone = ends_of(gone, speed, gait)
    assert all(sq(*square) for square in alone)
    random.Random(seed).shuffle(movers)
    assert all(ends_of(scene, speed, gait, mover) == first[mover] for mover in movers)
    assert ends_of(gone, speed, gait) == alone
    assert ends_of(scene, 0, gait) == dict.fromkeys(scene.pieces[0].squares, 0)
