"""Lines of sight and moves: all pairs, one line with reasons, one square, a figure that moves, whole reaches.

All boards are invented (``peers.scattered``), another one for every sample, so that nothing is remembered from the
sample before; what belongs to a board's size alone is ready, and has a row of its own. Every fast answer is held
against the plain exact walk before it is timed.
"""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from ui.bench.peers import BareWalk, ShadowCasting, scattered
from ui.bench.rows import Row, capped, limited, side_by_side
from ui.bench.start import seconds_of_a_batch

if TYPE_CHECKING:
    from companion.board import LiveSurvey, Sight, Survey

PAIRS, LARGER_PAIRS = 73_536, 372_816  # unordered, of 24 x 16 and of 36 x 24 squares
SETUP_S, SETUP_BYTES = 0.050, 2_000_000
REACH_S, SIDE_S = 0.001, 0.005
QUESTION_S = 1 / 20_000


def measure(*, runs: int = 21, questions: int = 100_000) -> Iterator[Row]:
    """All claims about the board, each beside its peer or limit."""
    yield from _setting_up()
    yield from _all_pairs(runs)
    yield from _single(runs)
    yield from _moves(runs)
    took = seconds_of_a_batch(questions)
    name = f"{questions} questions in one call of companion sight, processor time of each"
    yield limited(name, took / questions * 1e6, "us", QUESTION_S * 1e6)


def _setting_up() -> Iterator[Row]:
    """Measure the cost of a board size: every walk, shadow and bundle of it, once."""
    from companion.board.bundles import Bundles
    from companion.board.geometry import moves
    from companion.board.shadows import Shadows
    from companion.board.sweep import Sweep

    moves.cache_clear()
    tracemalloc.start()
    kept = [Sweep(24, 16), Shadows(24, 16), Bundles(24, 16)]
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    moves.cache_clear()
    before = time.perf_counter()
    kept = [Sweep(24, 16), Shadows(24, 16), Bundles(24, 16)]
    took = time.perf_counter() - before
    assert len(kept) == 3
    yield limited("set up 24 x 16 once, all three tables", took * 1e3, "ms", SETUP_S * 1e3)
    yield capped("the same, memory", held / 1e6, "MB", SETUP_BYTES / 1e6)


def _all_pairs(runs: int) -> Iterator[Row]:
    flat, rough, two, three = (
        [_position(seed, is_rough=is_rough, levels=levels) for seed in range(1 + runs)]
        for is_rough, levels in ((False, 1), (True, 1), (True, 2), (True, 3))
    )
    larger = [_position(seed, 36, 24) for seed in range(1 + runs)]
    peers = [ShadowCasting(sight.board, sight.occupancy) for sight in flat]
    walks = [BareWalk(sight.board, sight.occupancy) for sight in flat]
    _check(flat[0], walks[0])
    kinds = [flat, rough, two, three, larger]
    runners = [lambda n, kind=kind: _survey(kind[n]) for kind in kinds]
    flat_s, rough_s, two_s, three_s, larger_s, shadow_s = side_by_side(
        [*runners, lambda n: peers[n].look_around()], runs
    )
    (walk_s,) = side_by_side([lambda n: _walk_all(walks[n])], min(runs, 3), warm_up=0)
    name = f"all {PAIRS} pairs of 24 x 16 from scratch"
    field = "python-tcod, symmetric field of view of every square"
    yield Row(f"{name}, blocked or not", flat_s * 1e3, "ms", shadow_s * 1e3, field, 1.0)
    yield Row(f"{name}, the same", flat_s * 1e3, "ms", walk_s * 1e3, "the plain exact walk of every pair", 1 / 25)
    for words, took, levels in (("one level", rough_s, 1), ("two", two_s, 2), ("three", three_s, 3)):
        peer = "ours, blocked or not"
        yield Row(f"clear, hindered, blocked, {words}", took * 1e3, "ms", flat_s * 1e3, peer, round(2.2 * levels, 1))
    each, peer_each = larger_s / LARGER_PAIRS * 1e9, rough_s / PAIRS * 1e9
    yield Row("one pair of all of 36 x 24, three verdicts", each, "ns", peer_each, "one of all of 24 x 16", 1.3)


def _single(runs: int) -> Iterator[Row]:
    """Measure one line with its reasons, one square that looks, one figure that moves."""
    from companion.board import LiveSurvey, parse_square
    from companion.board.view import View

    sight = _position(0)
    spaces, dice = sight.board.spaces, random.Random(1)
    pairs = [(dice.choice(spaces), dice.choice(spaces)) for _ in range(2000)]
    flat = _position(0, is_rough=False)
    walk = BareWalk(flat.board, flat.occupancy)
    places = [(parse_square(one), parse_square(other)) for one, other in pairs]

    def ask(number: int) -> object:
        return [sight.between(one, other) for one, other in pairs]

    def bare(number: int) -> object:
        return [walk.is_blocked(one, other, to_the_end=True) for one, other in places]

    ours, peer = (took / len(pairs) for took in side_by_side([ask, bare], min(runs, 9)))
    name = "one line with all reasons and crossings"
    yield Row(name, ours * 1e6, "us", peer * 1e6, "the plain walk to its end, no reasons", 3.0)

    view, live = View(sight), [LiveSurvey(sight)]
    others = [_position(seed) for seed in range(1 + runs)]
    steps = [_step(dice, live[0]) for _ in range(40 + 40 * runs)]
    sources, moved, scratch = side_by_side(
        [
            lambda n: [list(view.unions(spaces[(n * 37 + k) % len(spaces)])) for k in range(40)],
            lambda n: _follow(live, steps[40 * n : 40 * n + 40]),
            lambda n: _survey(others[n]),
        ],
        runs,
    )
    yield Row("one square to all others", sources / 40 * 1e6, "us", scratch * 1e6, "all pairs from scratch", 1 / 30)
    name = "one figure moves, all pairs current again"
    yield Row(name, moved / 40 * 1e6, "us", scratch * 1e6, "all pairs from scratch", 1 / 8)


def _moves(runs: int) -> Iterator[Row]:
    from companion.board import GridBoard, MovePolicy, Occupancy, Occupant, Tile, reach
    from companion.core.ids import PieceId, SpaceId

    board = GridBoard("open", 24, 16, (Tile(),) * 384)
    mover = Occupant(PieceId("A"), "red", (SpaceId("L8"),), speed=12)
    occupancy, plain, crowd = Occupancy.of([mover]), MovePolicy(), _position(0, levels=2)
    side = list(crowd.occupancy)[:10]
    one, ten = side_by_side(
        [
            lambda n: reach(board, occupancy, mover, plain),
            lambda n: [reach(crowd.board, crowd.occupancy, piece, plain) for piece in side],
        ],
        5 * runs,
    )
    yield limited("reach of one figure, speed 12, open board", one * 1e3, "ms", REACH_S * 1e3)
    yield limited("reach of ten figures, speed 10, among twenty", ten * 1e3, "ms", SIDE_S * 1e3)


@cache
def _position(seed: int, columns: int = 24, rows: int = 16, *, is_rough: bool = True, levels: int = 1) -> Sight:
    from companion.board import Sight
    from companion.games.heroclix.editions.lines import CORE_SIGHT

    return Sight(*scattered(seed, columns, rows, is_rough=is_rough, levels=levels), CORE_SIGHT)


def _survey(sight: Sight) -> Survey:
    """All pairs, from the board and its pieces."""
    from companion.board import Sight, Survey
    from companion.board.ground import ground_of

    ground_of.cache_clear()
    return Survey(Sight(sight.board, sight.occupancy, sight.rules))


def _walk_all(walk: BareWalk) -> int:
    squares = [(x, y) for y in range(16) for x in range(24)]
    return sum(walk.is_blocked(one, other) for place, one in enumerate(squares) for other in squares[place + 1 :])


def _check(sight: Sight, walk: BareWalk) -> None:
    from companion.board import Verdict, parse_square

    survey, spaces = _survey(sight), sight.board.spaces
    for space in spaces:
        for other in spaces:
            is_blocked = walk.is_blocked(parse_square(space), parse_square(other))
            if is_blocked is not (survey.verdict(space, other) is Verdict.BLOCKED):
                raise AssertionError(
                    f"{space} to {other}: the survey and the walk disagree, there is nothing to measure"
                )


def _step(dice: random.Random, live: LiveSurvey) -> tuple[int, int]:
    return dice.randrange(len(live.sight.occupancy.occupants)), dice.randrange(len(live.sight.board.spaces))


def _follow(live: list[LiveSurvey], steps: list[tuple[int, int]]) -> None:
    """Moves figures one after the other, each to the first free square from a place on; one pair is asked each time."""
    for number, place in steps:
        survey = live[0]
        spaces, taken = survey.sight.board.spaces, survey.sight.occupancy.by_space
        free = next(space for space in (*spaces[place:], *spaces) if space not in taken)
        live[0] = survey.moved(survey.sight.occupancy.occupants[number].piece, (free,))
        live[0].verdict(spaces[0], spaces[-1])
