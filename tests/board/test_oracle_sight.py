"""The board's lines against the slow oracles, on random boards with pieces of every size."""

from __future__ import annotations

import random
from functools import partial

import pytest

from tests.board.agreement import EDITIONS, compare, shared_out
from tests.board.scenes import EVERY, random_scene
from tests.oracles.causes import why
from tests.oracles.offsets import judge_moved, way
from tests.oracles.sight import Scene, judge

pytestmark = pytest.mark.slow

LONG_BOARDS, LONG_PAIRS = 1_600, 650
PLAIN_BOARDS, PLAIN_PAIRS = 1_000, 100


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.rule("HC-LOS-01", "HC-LOS-06", "HX-LOS-02", "HC-TERR-21", "HC-TERR-52", "HC-MULTI-11", "HC-MULTI-12")
def test_lines_and_their_causes_agree_with_the_oracle(seed: int) -> None:
    assert compare(seed, 300) == 300


@pytest.mark.parametrize("seed", range(10))
def test_lines_agree_with_the_plain_oracle(seed: int) -> None:
    assert compare(seed, 30, plain=30) == 30


@pytest.mark.long
def test_a_million_lines_and_their_causes_agree_with_the_oracle() -> None:
    seeds = range(10_000, 10_000 + LONG_BOARDS)
    agreed = shared_out(partial(compare, count=LONG_PAIRS), seeds)
    assert agreed == LONG_BOARDS * LONG_PAIRS >= 1_000_000


@pytest.mark.long
def test_a_hundred_thousand_lines_agree_with_the_plain_oracle() -> None:
    seeds = range(50_000, 50_000 + PLAIN_BOARDS)
    agreed = shared_out(partial(compare, count=PLAIN_PAIRS, plain=PLAIN_PAIRS), seeds)
    assert agreed == PLAIN_BOARDS * PLAIN_PAIRS == 100_000


@pytest.mark.parametrize("seed", range(12))
def test_the_oracles_agree_with_each_other(seed: int) -> None:
    dice, scene = (
        random.Random(seed),
        random_scene(seed, 3 + seed % 4, 2 + seed % 5, levels=1 + seed % 4, density=0.4, bases=EVERY),
    )
    for _ in range(40):
        a, b = dice.choice(scene.squares()), dice.choice(scene.squares())
        for edition in EDITIONS:
            severity, crossed = judge(scene, a, b, edition)
            told = f"seed {seed}, {edition}: {a} to {b}"
            assert judge_moved(scene, a, b, edition) == severity, told
            named_severity, causes = why(scene, a, b, edition)
            assert named_severity == severity, told
            assert bool(causes) == (severity > 0), told
            assert [(a[0] + x, a[1] + y) for x, y in way(b[0] - a[0], b[1] - a[1]).squares] == crossed, told


def test_random_scenes_hold_what_the_long_runs_claim() -> None:
    """Over the seeds of the long run: every base and size, up to six levels, roofs, ramps straight and diagonal."""
    scenes = [random_scene(seed, 12, 10, levels=6, bases=EVERY) for seed in range(200)]
    shapes = {(len({x for x, _ in p.squares}), len({y for _, y in p.squares})) for s in scenes for p in s.pieces}
    assert shapes == set(EVERY)
    assert {p.size for s in scenes for p in s.pieces} == {"standard", "tiny", "giant", "colossal"}
    assert {height for s in scenes for height in s.level.values()} == {2, 3, 4, 5, 6}
    assert any(s.indoor for s in scenes)
    assert any(s.indoor == set(s.squares()) for s in scenes)
    steps = {len({x for x, _ in ramp}) + len({y for _, y in ramp}) for s in scenes for ramp in s.ramps}
    assert steps == {3, 4}
    again: list[Scene] = [random_scene(seed, 12, 10, levels=6, bases=EVERY) for seed in range(200)]
    assert again == scenes
