"""Laws of lines: both ways, turned, mirrored, shifted, embedded, asked in any order, and where causes may lie."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board import Sight, SightLine, Verdict, all_verdicts, parse_square, seen_from
from companion.board.geometry import entered
from companion.core.ids import PieceId
from tests.board.agreement import EDITIONS, places, shared_out
from tests.board.boards import XY, sight_of, sq
from tests.board.motions import EIGHT, Go, Motion, embedded, turned
from tests.board.scenes import EVERY, random_scene
from tests.board.strategies import proven, scenes
from tests.oracles.causes import Cause as Named
from tests.oracles.causes import why
from tests.oracles.sight import Scene, who
from tests.thinned import thinned

pytestmark = pytest.mark.slow

margins = st.tuples(*[st.integers(0, 3)] * 4)
either = st.sampled_from(EDITIONS)


def everywhere(scene: Scene) -> list[tuple[XY, XY]]:
    return [(a, b) for a in scene.squares() for b in scene.squares()]


def line(sight: Sight, a: XY, b: XY) -> SightLine:
    return sight.between(sq(*a), sq(*b))


def brought(named: list[Named], go: Go) -> set[Named]:
    """The same causes after a motion."""
    return {Named(frozenset(map(go, cause.squares)), cause.piece) for cause in named}


def check_same_lines(scene: Scene, other: Scene, go: Go, edition: str) -> None:
    before, after = sight_of(scene, edition), sight_of(other, edition)
    empty = sight_of(Scene(scene.columns, scene.rows), edition)
    for a, b in everywhere(scene):
        one, two = line(before, a, b), line(after, go(a), go(b))
        assert (one.verdict, one.range) == (two.verdict, two.range), f"{a} to {b}: {one} but {two}"
        assert brought(places(one.causes), go) == set(places(two.causes)), f"{a} to {b}: {one} but {two}"
        assert {cause.rule for cause in one.causes} == {cause.rule for cause in two.causes}
        assert [sq(*go(parse_square(space))) for space in one.crossed] == list(two.crossed)
        assert one.crossed == line(empty, a, b).crossed, "what is crossed depends on the offset alone"
    for p in scene.pieces:
        for q in scene.pieces:
            names = PieceId(p.name), PieceId(q.name)
            best, moved_best = before.between_pieces(*names), after.between_pieces(*names)
            assert (best.verdict, best.range) == (moved_best.verdict, moved_best.range), f"{best} but {moved_best}"


MOVED = [  # every second one in every run
    pytest.param(
        motion, marks=pytest.mark.long if at % 2 else (), id=f"{'mirrored ' if motion[0] else ''}{motion[1]} turns"
    )
    for at, motion in enumerate(EIGHT[1:])
]


@pytest.mark.parametrize("motion", MOVED)
@given(scene=scenes(4), edition=either)
@proven
def test_a_turned_or_mirrored_board_gives_the_same_lines(motion: Motion, scene: Scene, edition: str) -> None:
    other, go = turned(scene, motion)
    check_same_lines(scene, other, go, edition)


@pytest.mark.parametrize("motion", MOVED)
def test_a_crowded_board_turned_or_mirrored_gives_the_same_lines(motion: Motion) -> None:
    for seed in (3, 8):
        scene = random_scene(seed, 8, 5, levels=3, bases=EVERY)
        other, go = turned(scene, motion)
        check_same_lines(scene, other, go, EDITIONS[seed % 2])


@pytest.mark.long
def test_many_crowded_boards_turned_or_mirrored_give_the_same_lines() -> None:
    assert shared_out(turned_everyway, range(1_000, 1_060)) == 60 * len(EIGHT)


def turned_everyway(seed: int) -> int:
    scene = random_scene(seed, 4 + seed % 6, 3 + seed % 5, levels=1 + seed % 5, bases=EVERY)
    for motion in EIGHT:
        other, go = turned(scene, motion)
        check_same_lines(scene, other, go, EDITIONS[seed % 2])
    return len(EIGHT)


@given(scene=scenes(5), edition=either, margin=margins)
@proven
def test_a_board_inside_a_larger_empty_one_gives_the_same_lines(
    scene: Scene, edition: str, margin: tuple[int, int, int, int]
) -> None:
    other, go = embedded(scene, *margin)
    check_same_lines(scene, other, go, edition)


@given(scene=scenes(), edition=either)
@proven
@pytest.mark.rule("HC-LOS-09", "HC-MULTI-17")
def test_a_line_and_its_reverse_differ_only_by_the_ends_own_hindering_squares(scene: Scene, edition: str) -> None:
    sight = sight_of(scene, edition)
    for a, b in everywhere(scene):
        there, back = line(sight, a, b), line(sight, b, a)
        assert (there.verdict is Verdict.BLOCKED) == (back.verdict is Verdict.BLOCKED), f"{there} but {back}"
        assert there.crossed == tuple(reversed(back.crossed))
        if set(there.causes) == set(back.causes):
            continue
        assert there.verdict is not Verdict.BLOCKED, f"{there} but {back}"
        own = {a, b, *(square for end in (a, b) if (piece := who(scene, end)) for square in piece.squares)}
        bare = sight_of(replace(scene, hindering=scene.hindering - own), edition)
        assert set(line(bare, a, b).causes) == set(line(bare, b, a).causes), f"{there} but {back}"


@given(scene=scenes(), edition=either)
@proven
def test_causes_lie_on_the_line(scene: Scene, edition: str) -> None:
    sight = sight_of(scene, edition)
    for a, b in everywhere(scene):
        for cause in places(line(sight, a, b).causes):
            assert any(touches(a, b, *box) for box in boxes(scene, cause)), f"{a} to {b}: {cause}"


def boxes(scene: Scene, cause: Named) -> list[tuple[XY, XY]]:
    """The places of a cause as boxes with doubled corners; of a wall the part that its two squares share."""
    if cause.piece:
        return [corners(square) for piece in scene.pieces if piece.name == cause.piece for square in piece.squares]
    shared = [corners(square) for square in cause.squares]
    lows, highs = [low for low, _ in shared], [high for _, high in shared]
    return [((max(x for x, _ in lows), max(y for _, y in lows)), (min(x for x, _ in highs), min(y for _, y in highs)))]


def corners(square: XY) -> tuple[XY, XY]:
    x, y = square
    return (2 * x - 1, 2 * y - 1), (2 * x + 1, 2 * y + 1)


def touches(a: XY, b: XY, low: XY, high: XY) -> bool:
    """Whether the segment has a point in the closed box, whose corners are doubled."""
    enter, leave = Fraction(0), Fraction(1)
    for axis in (0, 1):
        start, move = 2 * a[axis], 2 * (b[axis] - a[axis])
        if move == 0:
            if not low[axis] <= start <= high[axis]:
                return False
            continue
        times = sorted([Fraction(low[axis] - start, move), Fraction(high[axis] - start, move)])
        enter, leave = max(enter, times[0]), min(leave, times[1])
    return enter <= leave


@given(scene=scenes(5), edition=either)
@proven
@pytest.mark.rule("HC-MULTI-10", "HC-MULTI-12")
def test_all_pairs_at_once_are_the_same_lines(scene: Scene, edition: str) -> None:
    sight = sight_of(scene, edition)
    starts = []
    for start, verdicts in all_verdicts(sight):
        starts.append(start)
        for end, verdict in zip(sight.board.spaces, verdicts, strict=True):
            assert verdict is sight.verdict(start, end), f"{start} to {end}"
    assert starts == list(sight.board.spaces)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", thinned(range(12), 2))
def test_all_pairs_at_once_are_the_same_lines_among_large_bases(seed: int, edition: str) -> None:
    dice = random.Random(seed)
    scene = random_scene(seed, dice.randint(1, 10), dice.randint(1, 9), levels=1 + seed % 5, bases=EVERY)
    sight = sight_of(scene, edition)
    for start, verdicts in all_verdicts(sight):
        expected = [sight.verdict(start, end) for end in sight.board.spaces]
        assert list(verdicts) == expected, f"seed {seed}, {edition}: from {start}"


@given(scene=scenes(5), edition=either)
@proven
@pytest.mark.rule("HC-MULTI-10")
def test_a_field_of_view_is_the_best_line_from_any_square_of_the_base(scene: Scene, edition: str) -> None:
    sight = sight_of(scene, edition)
    for base in [piece.squares for piece in scene.pieces] or [scene.squares()[:2]]:
        expected = {sq(*b): min(why(scene, a, b, edition)[0] for a in base) for b in scene.squares()}
        field = seen_from(sight, [sq(*square) for square in base])
        assert {space: verdict.severity for space, verdict in field.items()} == expected
        assert list(field) == list(sight.board.spaces)


@given(scene=scenes(5), edition=either, seed=st.integers(0, 99))
@proven
def test_an_answer_does_not_depend_on_what_was_asked_before(scene: Scene, edition: str, seed: int) -> None:
    asked, pairs = sight_of(scene, edition), everywhere(scene)
    first = {pair: line(asked, *pair) for pair in pairs}
    random.Random(seed).shuffle(pairs)
    assert all(line(asked, *pair) == first[pair] for pair in pairs)
    emptier = Scene(**{**vars(scene), "pieces": scene.pieces[1:]})
    without = {pair: line(sight_of(emptier, edition), *pair) for pair in pairs}
    list(all_verdicts(asked))
    for pair in pairs:
        assert line(sight_of(scene, edition), *pair) == line(asked, *pair) == first[pair]
        assert without[pair].verdict.severity == why(emptier, *pair, edition)[0], "somebody left the board"


def test_boards_asked_in_turn_do_not_mix_up() -> None:
    """Forty boards of one size and name, asked forwards, then new ones like them asked backwards."""
    drawn = [random_scene(seed, 7, 6, levels=1 + seed % 4, density=0.05) for seed in range(40)]
    ends = [((0, 0), (6, 5)), ((6, 0), (0, 5)), ((3, 0), (3, 5)), ((0, 2), (6, 2)), ((1, 1), (4, 3))]
    forwards = [[line(sight_of(scene, "core"), a, b) for a, b in ends] for scene in drawn]
    backwards = [[line(sight_of(scene, "core"), a, b) for a, b in ends] for scene in reversed(drawn)]
    assert forwards == list(reversed(backwards))
    assert len({tuple(answer.verdict for answer in answers) for answers in forwards}) > 5


def test_a_line_of_an_offset_ends_where_it_should() -> None:
    for columns in range(-9, 10):
        for rows in range(-9, 10):
            walk = entered(columns, rows)
            assert (walk[-1] if walk else (0, 0)) == (columns, rows)
            back = [(c - columns, r - rows) for c, r in [*reversed(walk[:-1]), (0, 0)]] if walk else []
            assert back == entered(-columns, -rows)
