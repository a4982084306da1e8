"""The board's lines against the slow oracle, and against themselves turned, mirrored, shifted and reversed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.board import Sight, Verdict, all_verdicts, crossings, parse_square
from companion.games.heroclix.editions.lines import SIGHT
from tests.board.boards import XY, grid_of, occupancy_of, random_scene, sq
from tests.oracles.sight import Piece, Scene, judge

EDITIONS = ("core", "newer")
WORDS = (Verdict.CLEAR, Verdict.HINDERED, Verdict.BLOCKED)


def sight_of(scene: Scene, edition: str) -> Sight:
    rules = {str(name): rule for name, rule in SIGHT.items()}[edition]
    return Sight(grid_of(scene), occupancy_of(scene), rules)


def compare(seed: int, pairs: int, levels: int) -> int:
    """How many pairs agreed; an assertion names the first that does not."""
    dice = random.Random(seed)
    scene = random_scene(seed, dice.randint(3, 11), dice.randint(3, 9), levels=levels)
    sights = {edition: sight_of(scene, edition) for edition in EDITIONS}
    squares = scene.squares()
    for _ in range(pairs):
        a, b = dice.choice(squares), dice.choice(squares)
        for edition in EDITIONS:
            expected, crossed = judge(scene, a, b, edition)
            line = sights[edition].between(sq(*a), sq(*b))
            told = f"seed {seed}, {edition}, {sq(*a)} to {sq(*b)}: {line}"
            assert line.verdict is WORDS[expected], told
            assert line.crossed == tuple(sq(*s) for s in crossed), told
            assert sights[edition].verdict(sq(*a), sq(*b)) is line.verdict, told
            assert bool(line.causes) == (line.verdict is not Verdict.CLEAR), told
    return pairs * len(EDITIONS)


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("levels", [1, 2, 4])
@pytest.mark.rule("HC-LOS-01", "HC-LOS-06", "HX-LOS-02", "HC-TERR-21", "HC-TERR-52", "HC-MULTI-11", "HC-MULTI-12")
def test_lines_agree_with_the_oracle(seed: int, levels: int) -> None:
    assert compare(seed * 10 + levels, 30, levels) == 60


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_a_hundred_thousand_lines_agree_with_the_oracle(block: int) -> None:
    agreed = sum(compare(1_000 + block * 100 + n, 50, 1 + n % 4) for n in range(50))
    assert agreed == 5_000


MOTIONS: dict[str, Callable[[XY, int, int], XY]] = {
    "mirror": lambda s, columns, rows: (columns - 1 - s[0], s[1]),
    "quarter turn": lambda s, columns, rows: (rows - 1 - s[1], s[0]),
    "half turn": lambda s, columns, rows: (columns - 1 - s[0], rows - 1 - s[1]),
    "shift": lambda s, columns, rows: (s[0] + 3, s[1] + 2),
}


def moved(scene: Scene, name: str) -> tuple[Scene, Callable[[XY], XY]]:
    def go(square: XY) -> XY:
        return MOTIONS[name](square, scene.columns, scene.rows)

    columns, rows = scene.columns, scene.rows
    if name == "quarter turn":
        columns, rows = rows, columns
    if name == "shift":
        columns, rows = columns + 5, rows + 4
    return Scene(
        columns, rows,
        {go(s) for s in scene.blocking}, {go(s) for s in scene.hindering}, {go(s) for s in scene.water},
        {go(s) for s in scene.indoor}, {go(s): n for s, n in scene.level.items()},
        {frozenset(map(go, w)) for w in scene.walls}, {frozenset(map(go, r)) for r in scene.ramps},
        [Piece(p.name, p.side, [go(s) for s in p.squares], p.tall) for p in scene.pieces],
    ), go  # fmt: skip


@pytest.mark.parametrize("name", sorted(MOTIONS))
@pytest.mark.parametrize("seed", range(12))
def test_a_moved_board_gives_the_same_lines(seed: int, name: str) -> None:
    scene = random_scene(seed, 8, 6, levels=3)
    other, go = moved(scene, name)
    before, after = sight_of(scene, "core"), sight_of(other, "core")
    for a in scene.squares()[::3]:
        for b in scene.squares()[::2]:
            one, two = before.between(sq(*a), sq(*b)), after.between(sq(*go(a)), sq(*go(b)))
            assert one.verdict is two.verdict, f"{name}, seed {seed}: {one} but {two}"
            assert [sq(*go(parse_square(s))) for s in one.crossed] == list(two.crossed)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.rule("HC-LOS-09")
def test_a_line_is_blocked_both_ways_or_neither(seed: int) -> None:
    scene = random_scene(seed, 8, 6, levels=3)
    for group in (scene.hindering,):
        group.clear()  # only the ends' own hindering terrain may make a line differ from its reverse
    sight = sight_of(scene, "core")
    for a in sight.board.spaces:
        for b in sight.board.spaces:
            assert sight.verdict(a, b) is sight.verdict(b, a), f"seed {seed}: {a} {b}"


def test_the_verdict_of_a_pair_does_not_depend_on_earlier_questions() -> None:
    scene = random_scene(5, 8, 6, levels=3)
    asked, fresh = sight_of(scene, "core"), sight_of(scene, "core")
    pairs = [(a, b) for a in asked.board.spaces for b in asked.board.spaces]
    random.Random(1).shuffle(pairs)
    answers = {pair: asked.between(*pair) for pair in pairs}
    assert all(fresh.between(*pair) == answers[pair] for pair in sorted(pairs)[:400])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(25))
def test_all_pairs_at_once_are_the_same_lines(seed: int, edition: str) -> None:
    dice = random.Random(seed)
    scene = random_scene(seed, dice.randint(1, 9), dice.randint(1, 8), levels=1 + seed % 4)
    sight = sight_of(scene, edition)
    for start, verdicts in all_verdicts(sight):
        for end, verdict in zip(sight.board.spaces, verdicts, strict=True):
            assert verdict is sight.verdict(start, end), f"seed {seed}, {edition}: {start} to {end}"


def test_a_line_of_an_offset_ends_where_it_should() -> None:
    for columns in range(-9, 10):
        for rows in range(-9, 10):
            walk = crossings(columns, rows)
            assert (walk[-1].entered if walk else (0, 0)) == (columns, rows)
            back = [(c - columns, r - rows) for c, r in (p.left for p in reversed(walk))]
            assert back == [p.entered for p in crossings(-columns, -rows)]


def test_pieces_do_not_change_what_a_line_crosses() -> None:
    scene = random_scene(3, 8, 6, levels=1)
    empty = replace(scene, pieces=[])
    for a in scene.squares()[::4]:
        for b in scene.squares()[::3]:
            one = sight_of(scene, "core").between(sq(*a), sq(*b))
            assert one.crossed == sight_of(empty, "core").between(sq(*a), sq(*b)).crossed
