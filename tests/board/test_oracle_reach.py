"""Moves against the slow oracles: random boards and real maps, every way of moving, every base, speeds up to 14."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest

from companion.board import Occupancy, parse_square, reach
from companion.games.heroclix.moves.gaits import GAITS, policy_of
from companion.interchange.maps import load_map
from tests.board.agreement import shared_out
from tests.board.boards import grid_of, occupancy_of, sq
from tests.board.real_maps import READABLE, map_files, scene_of
from tests.board.scenes import EVERY, SMALL, people, random_scene
from tests.oracles.flood import flood, is_walkable
from tests.oracles.reach import Walker, adjacent
from tests.oracles.sight import Piece, Scene

ABILITIES = (
    *("clear_hindering", "climb", "colossal_stride", "first_game", "flight", "leap_climb", "phasing_teleport"),
    *("phase", "runner", "scale", "sprinter", "swim"),
    *("clear_blocking", "clear_elevated", "clear_outdoor_blocking", "past_opponents"),  # of what later cards ignore
)
WAYS: list[set[str]] = [set(), set(), {"carry"}, *({one} for one in ABILITIES), *map(set, combinations(ABILITIES, 2))]
FASTEST = 14
LONG_BOARDS, LONG_MOVES = 1_300, 16
LONG_WALKS = 1_500
MAP_MOVES = 20


def check_move(scene: Scene, mover: Piece, dice: random.Random, told: str, fastest: int = FASTEST) -> bool:
    """One move agrees with the oracle, and each way to a square can be walked; says whether it went anywhere."""
    speed, abilities, broke_away = dice.randint(0, fastest), dice.choice(WAYS), dice.random() < 0.8
    told = f"{told}: {mover} speed {speed} {sorted(abilities)} broke away {broke_away}"
    if fastest < FASTEST:
        expected = Walker(scene, mover, speed, abilities).answer(broke_away)
        assert flood(scene, mover, speed, abilities, broke_away) == expected, f"the oracles differ, {told}"
    else:
        expected = flood(scene, mover, speed, abilities, broke_away)
    occupancy = occupancy_of(scene)
    piece = replace(next(o for o in occupancy if o.piece == mover.name), speed=speed)
    found = reach(grid_of(scene), occupancy, piece, policy_of(abilities), broke_away=broke_away)
    assert dict(found.costs) == {sq(*s): n for s, n in expected.items()}, told
    for space in dice.sample(sorted(found.costs), min(3, len(found.costs))):
        path = [parse_square(entered) for entered in found.path_to(space)]
        assert len(path) == found.costs[space], f"{told}: {space} by {path}"
        assert not path or path[-1] == parse_square(space), f"{told}: {space} by {path}"
        assert is_walkable(scene, mover, abilities, path), f"{told}: {space} by {path}"
    return len(expected) > len(mover.squares)


def compare(seed: int, moves: int) -> int:
    """How many moves on one random board agreed."""
    dice = random.Random(seed)
    columns, rows = dice.randint(4, 12), dice.randint(3, 10)
    levels, density = dice.choice([1, 2, 3, 5]), dice.choice([0.1, 0.3, 0.4])
    scene = random_scene(seed, columns, rows, levels=levels, density=density, bases=dice.choice([SMALL, EVERY]))
    if not scene.pieces:
        return 0
    for _ in range(moves):
        check_move(scene, dice.choice(scene.pieces), dice, f"seed {seed}")
    return moves


def compare_walks(seed: int) -> int:
    """One short move on a small board, walked by the oracle in every possible way."""
    dice = random.Random(seed)
    scene = random_scene(seed, dice.randint(4, 8), dice.randint(4, 7), levels=dice.choice([1, 2, 3]), density=0.3)
    return sum(check_move(scene, dice.choice(scene.pieces), dice, f"seed {seed}", 4) for _ in scene.pieces[:1])


def compare_map(file: Path, moves: int) -> int:
    dice = random.Random(file.name)
    scene = scene_of(load_map(str(file))[0])
    people(scene, dice, 16)
    for _ in range(moves):
        check_move(scene, dice.choice(scene.pieces), dice, file.name)
    return moves


@pytest.mark.parametrize("block", range(10))
@pytest.mark.rule("HC-MOVE-01", "HC-MOVE-05", "HC-TERR-51", "HC-MULTI-04")
def test_moves_agree_with_the_walking_oracle(block: int) -> None:
    assert sum(compare_walks(block * 6 + n) for n in range(6)) > 0


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.rule("HC-MOVE-04", "HC-MOVE-09", "HC-MOVE-12", "HC-TERR-14", "HC-TERR-45", "HC-MULTI-05", "HC-MULTI-08")
def test_moves_of_every_kind_agree_with_the_flooding_oracle(seed: int) -> None:
    assert compare(seed, 5) in (0, 5)


@pytest.mark.slow
@pytest.mark.rule("HC-MOVE-15", "HC-TERR-49")
def test_moves_on_real_maps_agree_with_the_oracle(shared: Path) -> None:
    assert sum(compare_map(file, 1) for file in map_files(shared)[::4]) == (READABLE + 3) // 4


@pytest.mark.long
def test_thousands_of_moves_agree_with_the_walking_oracle() -> None:
    assert shared_out(compare_walks, range(10_000, 10_000 + LONG_WALKS)) > LONG_WALKS // 2


@pytest.mark.long
def test_twenty_thousand_moves_agree_with_the_flooding_oracle(shared: Path) -> None:
    moves = shared_out(partial(compare, moves=LONG_MOVES), range(20_000, 20_000 + LONG_BOARDS))
    assert moves >= 20_000
    assert shared_out(partial(compare_map, moves=MAP_MOVES), map_files(shared)) == READABLE * MAP_MOVES


def test_every_ability_that_changes_a_move_is_asked_about() -> None:
    assert set(ABILITIES) == set(GAITS)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.rule("HC-ADJ-01", "HC-ADJ-05", "HC-ADJ-07")
def test_adjacency_agrees_with_the_oracle(seed: int) -> None:
    scene: Scene = random_scene(seed, 7, 6, levels=3, density=0.4)
    board = grid_of(scene)
    for a in scene.squares():
        near = {sq(*b) for b in scene.squares() if adjacent(scene, a, b)}
        assert set(board.adjacent(sq(*a))) == near, f"seed {seed}: {sq(*a)}"
        assert {b for b in board.spaces if board.is_adjacent(sq(*a), b)} == near, f"seed {seed}: {sq(*a)}"


@pytest.mark.rule("HC-MOVE-03")
def test_nobody_ends_on_somebody_else() -> None:
    for seed in range(30):
        scene = random_scene(seed, 8, 7, levels=1)
        occupancy: Occupancy = occupancy_of(scene)
        for piece in occupancy:
            ends = reach(grid_of(scene), occupancy, replace(piece, speed=5), policy_of({"flight"})).costs
            others = {space for other in occupancy if other != piece for space in other.spaces}
            assert others.isdisjoint(ends), f"seed {seed}, {piece.piece}"
