"""Moves against the slow oracle on random boards."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.board import Occupancy, reach
from companion.games.heroclix.gaits import policy_of
from tests.board.boards import grid_of, occupancy_of, sq
from tests.board.scenes import random_scene
from tests.oracles.reach import Walker, adjacent
from tests.oracles.sight import Scene

WAYS: list[set[str]] = [
    set(), {"flight"}, {"swim"}, {"leap_climb"}, {"phasing_teleport"}, {"carry"}
]  # fmt: skip


def compare(seed: int) -> int:
    dice = random.Random(seed)
    scene = random_scene(seed, dice.randint(4, 8), dice.randint(4, 7), levels=dice.choice([1, 2, 3]), density=0.3)
    if not scene.pieces:
        return 0
    board, occupancy = grid_of(scene), occupancy_of(scene)
    mover = dice.choice(scene.pieces)
    abilities = dice.choice(WAYS)
    speed, broke_away = dice.randint(0, 4), dice.random() < 0.8
    expected = Walker(scene, mover, speed, abilities).answer(broke_away)
    piece = replace(next(o for o in occupancy if o.piece == mover.name), speed=speed)
    found = reach(board, occupancy, piece, policy_of(abilities), broke_away=broke_away)
    told = f"seed {seed}: {mover} speed {speed} {abilities}"
    assert dict(found.costs) == {sq(*s): n for s, n in expected.items()}, told
    for space, cost in found.costs.items():
        path = found.path_to(space)
        assert len(path) == cost, told
        assert not path or path[-1] == space, told
    return len(expected)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.rule("HC-MOVE-01", "HC-MOVE-05", "HC-TERR-51", "HC-MULTI-04")
def test_moves_agree_with_the_oracle(seed: int) -> None:
    assert compare(seed) >= 0


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_thousands_of_moves_agree_with_the_oracle(block: int) -> None:
    assert sum(compare(10_000 + block * 150 + n) for n in range(150)) > 500


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.rule("HC-ADJ-01", "HC-ADJ-05", "HC-ADJ-07")
def test_adjacency_agrees_with_the_oracle(seed: int) -> None:
    scene: Scene = random_scene(seed, 7, 6, levels=3, density=0.4)
    board = grid_of(scene)
    for a in scene.squares():
        for b in scene.squares():
            assert board.is_adjacent(sq(*a), sq(*b)) is adjacent(scene, a, b), f"seed {seed}: {sq(*a)} {sq(*b)}"


@pytest.mark.rule("HC-MOVE-03")
def test_nobody_ends_on_somebody_else() -> None:
    for seed in range(30):
        scene = random_scene(seed, 8, 7, levels=1)
        occupancy: Occupancy = occupancy_of(scene)
        for piece in occupancy:
            ends = reach(grid_of(scene), occupancy, replace(piece, speed=5), policy_of({"flight"})).costs
            others = {space for other in occupancy if other != piece for space in other.spaces}
            assert others.isdisjoint(ends), f"seed {seed}, {piece.piece}"
