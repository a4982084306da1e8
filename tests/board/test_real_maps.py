"""Every line of every real map: a census by the oracle, and random pairs with pieces of every size on the maps."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from companion.board import Occupancy, Sight, all_verdicts
from companion.core.ids import EditionId
from companion.games.heroclix.editions.lines import SIGHT
from companion.interchange.maps import load_map
from tests.board.agreement import EDITIONS, WORDS, compare_map, shared_out
from tests.board.boards import sight_of
from tests.board.real_maps import READABLE, map_files, scene_of
from tests.board.scenes import people
from tests.oracles.census import figures, read_kept
from tests.oracles.hcmaps import read_scene
from tests.oracles.offsets import judge_moved

pytestmark = pytest.mark.slow

LONG_SETTINGS, LONG_PAIRS = 6, 300
SWEPT_PAIRS = 2_000
KEPT = read_kept()


def counted(file: Path) -> int:
    """How many pairs of a map the product judges as the kept census says, in both editions."""
    board, pairs = load_map(str(file))[0], 0
    for edition in EDITIONS:
        sight = Sight(board, Occupancy(), SIGHT[EditionId(edition)])
        severities = [WORDS.index(verdict) for _, row in all_verdicts(sight) for verdict in row]
        assert figures(severities) == KEPT[file.name][edition], f"{file.name}, {edition}"
        pairs += len(severities)
    return pairs


@pytest.mark.rule("HC-LOS-06", "HC-MAP-05", "HC-LOS-14")
def test_every_line_of_some_maps_is_as_the_census_says(shared: Path) -> None:
    assert shared_out(counted, map_files(shared)[::8]) > 1_000_000


@pytest.mark.long
@pytest.mark.rule("HC-LOS-06", "HC-MAP-05", "HC-LOS-14")
def test_every_line_of_every_map_is_as_the_census_says(shared: Path) -> None:
    every = sum(int(kept[word]) for editions in KEPT.values() for kept in editions.values() for word in WORDS)
    assert shared_out(counted, map_files(shared)) == every > 13_000_000


def test_maps_are_read_as_the_oracle_reads_them(shared: Path) -> None:
    for file in map_files(shared):
        assert scene_of(load_map(str(file))[0]) == read_scene(file), file.name


def test_the_census_is_of_all_maps_and_tells_them_apart(shared: Path) -> None:
    assert set(KEPT) == {file.name for file in map_files(shared)}
    assert len(KEPT) == READABLE
    assert {edition for figures in KEPT.values() for edition in figures} == set(EDITIONS)
    assert len({figures["core"]["digest"] for figures in KEPT.values()}) == READABLE


@pytest.mark.rule("HC-LOS-02", "HC-MULTI-10", "HC-MULTI-11")
def test_lines_among_people_on_every_map_agree_with_the_oracle(shared: Path) -> None:
    assert sum(compare_map(file, 1, 4) for file in map_files(shared)) == READABLE * 4


@pytest.mark.long
def test_many_lines_among_people_on_every_map_agree_with_the_oracle(shared: Path) -> None:
    files = map_files(shared)
    agreed = sum(shared_out(partial(compare_map, seed=seed, count=LONG_PAIRS), files) for seed in range(LONG_SETTINGS))
    assert agreed == READABLE * LONG_SETTINGS * LONG_PAIRS > 80_000


def swept(file: Path) -> int:
    """How many pairs, of all those judged at once among people on a map, were drawn and are the oracle's."""
    dice = random.Random(f"{file.name} swept")
    scene = scene_of(load_map(str(file))[0])
    people(scene, dice, 16)
    squares = scene.squares()
    for edition in EDITIONS:
        rows = [row for _, row in all_verdicts(sight_of(scene, edition))]
        for _ in range(SWEPT_PAIRS):
            one, other = dice.randrange(len(squares)), dice.randrange(len(squares))
            severity = judge_moved(scene, squares[one], squares[other], edition)
            assert rows[one][other] is WORDS[severity], f"{file.name}, {edition}: {squares[one]} to {squares[other]}"
    return SWEPT_PAIRS


@pytest.mark.long
def test_all_lines_at_once_among_people_agree_with_the_oracle(shared: Path) -> None:
    assert shared_out(swept, map_files(shared)[::3]) == (READABLE + 2) // 3 * SWEPT_PAIRS


@pytest.mark.long
def test_lines_on_every_map_agree_with_the_plain_oracle(shared: Path) -> None:
    files = map_files(shared)
    assert shared_out(partial(compare_map, seed=99, count=20, plain=20), files) == READABLE * 20
