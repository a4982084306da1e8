"""Laws of change: what is added never makes a line better, and taking all causes away always does."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board import Lens, Occupancy, Sight, Verdict, edge
from companion.core.ids import EditionId, PieceId
from companion.games.heroclix.editions.lines import SIGHT
from tests.board.agreement import EDITIONS, places
from tests.board.boards import XY, grid_of, occupancy_of, sight_of, sq
from tests.board.scenes import is_free, rectangle
from tests.board.strategies import bases, is_straight, pairs, proven, scenes
from tests.oracles.causes import Cause
from tests.oracles.sight import Piece, Scene, level

pytestmark = pytest.mark.slow

either = st.sampled_from(EDITIONS)
Pairs = list[tuple[XY, XY]]


def everywhere(scene: Scene, but: set[XY] | None = None) -> Pairs:
    """Every pair of squares, none of them an end that is left out."""
    ends = [square for square in scene.squares() if square not in (but or set())]
    return [(a, b) for a in ends for b in ends]


def check_no_better(before: Sight, after: Sight, asked: Pairs) -> None:
    for a, b in asked:
        one, two = before.between(sq(*a), sq(*b)), after.between(sq(*a), sq(*b))
        assert one.verdict.severity <= two.verdict.severity, f"{one} became {two}"
    for piece in before.occupancy:
        for other in before.occupancy:
            best, later = (sight.between_pieces(piece.piece, other.piece) for sight in (before, after))
            assert best.verdict.severity <= later.verdict.severity, f"{best} became {later}"


def add_blocking(scene: Scene, square: XY) -> None:
    scene.blocking.add(square)


def add_hindering(scene: Scene, square: XY) -> None:
    scene.hindering.add(square)


def add_roof(scene: Scene, square: XY) -> None:
    scene.indoor.add(square)


@pytest.mark.parametrize("add", [add_blocking, add_hindering])
@given(scene=scenes(5), edition=either, pick=st.integers(0, 24))
@proven
@pytest.mark.rule("HC-LOS-03", "HC-LOS-06", "HC-LOS-08")
def test_more_terrain_never_makes_a_line_better(
    add: Callable[[Scene, XY], None], scene: Scene, edition: str, pick: int
) -> None:
    more = deepcopy(scene)
    add(more, scene.squares()[pick % len(scene.squares())])
    check_no_better(sight_of(scene, edition), sight_of(more, edition), everywhere(scene))


@given(scene=scenes(5), edition=either, pick=st.integers(0, 24))
@proven
@pytest.mark.rule("HC-MAP-05")
def test_a_roof_between_two_squares_never_makes_their_line_better(scene: Scene, edition: str, pick: int) -> None:
    roofed, square = deepcopy(scene), scene.squares()[pick % len(scene.squares())]
    add_roof(roofed, square)
    roofed.pieces, scene.pieces = [], []  # of a larger base under the roof another square may look out
    check_no_better(sight_of(scene, edition), sight_of(roofed, edition), everywhere(scene, but={square}))


@given(scene=scenes(5), edition=either, pick=st.integers(0, 99))
@proven
@pytest.mark.rule("HC-TERR-21")
def test_another_wall_never_makes_a_line_better(scene: Scene, edition: str, pick: int) -> None:
    edges = [pair for pair in pairs(scene) if is_straight(pair)]
    walled = deepcopy(scene)
    walled.walls.update(edges[pick % len(edges) :][:1] if edges else [])
    check_no_better(sight_of(scene, edition), sight_of(walled, edition), everywhere(scene))


@pytest.mark.parametrize("kind", ["object", "smoke", "hindering", "barrier", "blocking"])
@given(scene=scenes(5), edition=either, pick=st.integers(0, 24))
@proven
@pytest.mark.rule("HC-OBJ-11", "HC-TERR-16", "HC-TERR-32")
def test_markers_and_objects_never_make_a_line_better(kind: str, scene: Scene, edition: str, pick: int) -> None:
    square, board, people = sq(*scene.squares()[pick % len(scene.squares())]), grid_of(scene), occupancy_of(scene)
    laid = board.with_changes(objects=[square]) if kind == "object" else board.with_changes(markers=[(square, kind)])
    rules = SIGHT[EditionId(edition)]
    check_no_better(Sight(board, people, rules), Sight(laid, people, rules), everywhere(scene))
    assert board == grid_of(scene), "a change gives another board"


@given(scene=scenes(6), edition=either, pick=st.integers(0, 35), newcomer=bases())
@proven
@pytest.mark.rule("HC-LOS-02", "HC-LOS-12", "HC-MULTI-11")
def test_a_newcomer_never_makes_a_line_past_it_better(
    scene: Scene, edition: str, pick: int, newcomer: tuple[tuple[int, int], str, str]
) -> None:
    shape, side, size = newcomer
    base = rectangle(scene.squares()[pick % len(scene.squares())], shape)
    if is_free(scene, base):
        joined = deepcopy(scene)
        joined.pieces.append(Piece("new", side, base, size))
        asked = everywhere(scene, but=set(base))  # on an end it is the one who looks or is looked at
        check_no_better(sight_of(scene, edition), sight_of(joined, edition), asked)


def without(scene: Scene, causes: list[Cause], a: XY, b: XY) -> Scene:
    """The scene with all that was named gone: pieces and walls away, squares plain and on the lower end's level.

    An end stays where it is, roof and all; only its hindering terrain goes.
    """
    left, ground = deepcopy(scene), min(level(scene, a), level(scene, b))
    for cause in causes:
        left.pieces = [piece for piece in left.pieces if piece.name != cause.piece]
        left.walls.discard(cause.squares)
        for square in cause.squares if len(cause.squares) == 1 else ():
            left.hindering.discard(square)
            if square not in (a, b):
                left.blocking.discard(square)
                left.indoor.discard(square)
                left.level[square] = min(ground, level(scene, square))
    return left


@given(scene=scenes(5), edition=either)
@proven
@pytest.mark.rule("HC-LOS-06")
def test_without_its_causes_a_line_is_better_until_it_is_clear(scene: Scene, edition: str) -> None:
    for a, b in everywhere(scene):
        left, seen, rounds = scene, set[Cause](), 0
        line = sight_of(left, edition).between(sq(*a), sq(*b))
        while line.verdict is not Verdict.CLEAR:
            named = places(line.causes)
            assert named, f"{line} says no reason"
            assert seen.isdisjoint(named), f"{line}: a cause that is gone"
            seen.update(named)
            left = without(left, named, a, b)
            after = sight_of(left, edition).between(sq(*a), sq(*b))
            stood_there = any(square in piece.squares for c in named for square in c.squares for piece in scene.pieces)
            limit = line.verdict.severity + (1 if stood_there else 0)  # who stood on a roof now stands in the way
            assert after.verdict.severity < limit, f"{line} is still {after}"
            line, rounds = after, rounds + 1
        assert rounds <= 4


def test_a_wall_that_falls_is_gone_for_every_later_question() -> None:
    board = grid_of(Scene(3, 1, walls={frozenset({(0, 0), (1, 0)})}))
    rules = SIGHT[EditionId("core")]
    assert Sight(board, Occupancy(), rules).verdict(sq(0, 0), sq(2, 0)) is Verdict.BLOCKED
    fallen = board.with_changes(removed_walls=[edge(sq(0, 0), sq(1, 0))])
    assert Sight(fallen, Occupancy(), rules).verdict(sq(0, 0), sq(2, 0)) is Verdict.CLEAR
    assert Sight(board, Occupancy(), rules).verdict(sq(0, 0), sq(2, 0)) is Verdict.BLOCKED


@given(scene=scenes(5), edition=either)
@proven
@pytest.mark.rule("HC-LOS-19", "HC-TERR-38")
def test_what_a_line_ignores_is_as_if_it_were_not_there(scene: Scene, edition: str) -> None:
    sight = sight_of(scene, edition)
    for one in scene.pieces:
        unseen = Lens(pieces=frozenset({PieceId(one.name)}))
        gone = sight_of(replace(scene, pieces=[piece for piece in scene.pieces if piece is not one]), edition)
        for a, b in everywhere(scene, but=set(one.squares)):
            ignoring = sight.between(sq(*a), sq(*b), unseen)
            assert ignoring == gone.between(sq(*a), sq(*b)), f"without {one.name}"
        for viewer in scene.pieces:
            for target in scene.pieces:
                names = PieceId(viewer.name), PieceId(target.name)
                if one not in (viewer, target):
                    line = sight.between_pieces(*names, unseen)
                    assert line == gone.between_pieces(*names), f"without {one.name}"
    for wall in scene.walls:
        fallen, section = sight_of(replace(scene, walls=scene.walls - {wall}), edition), edge(*(sq(*s) for s in wall))
        for a, b in everywhere(scene):
            ignoring = sight.between(sq(*a), sq(*b), Lens(wall=section))
            assert ignoring == fallen.between(sq(*a), sq(*b)), f"without {section}"


@given(scene=scenes(5), edition=either)
@proven
@pytest.mark.rule("HC-LOS-18")
def test_the_best_of_several_lines_is_none_worse_or_longer(scene: Scene, edition: str) -> None:
    sight, squares = sight_of(scene, edition), [sq(*square) for square in scene.squares()]
    starts, ends = squares[::2], squares[1::3] or squares
    best = sight.best(starts, ends)
    lines = [sight.between(start, end) for start in starts for end in ends]
    assert best in lines
    assert (best.verdict.severity, best.range) == min((line.verdict.severity, line.range) for line in lines)
