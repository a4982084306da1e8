"""The product's lines held against the oracles: every check names the scene, the edition and the pair it failed on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

from companion.board import Cause, Sight, SightLine, Verdict, parse_square
from companion.core.ids import PieceId
from companion.interchange.maps import load_map
from tests.board.boards import XY, sight_of, sq
from tests.board.real_maps import scene_of
from tests.board.scenes import EVERY, SMALL, people, random_scene
from tests.oracles import causes as oracle
from tests.oracles.offsets import moved, way
from tests.oracles.sight import Piece, Scene, judge

EDITIONS = ("core", "newer")
WORDS = (Verdict.CLEAR, Verdict.HINDERED, Verdict.BLOCKED)
WORKERS = 2

Pair = tuple[XY, XY]
Task = TypeVar("Task")


def shared_out(work: Callable[[Task], int], tasks: Sequence[Task]) -> int:
    """The sum of what every task counts, worked by two processes."""
    with ProcessPoolExecutor(WORKERS) as pool:
        return sum(pool.map(work, tasks, chunksize=max(1, len(tasks) // (8 * WORKERS))))


def places(causes: Iterable[Cause]) -> list[oracle.Cause]:
    """The causes as the oracle writes them; the rule is left out."""
    named: list[oracle.Cause] = []
    for cause in causes:
        if cause.square is not None:
            named.append(oracle.Cause(frozenset({parse_square(cause.square)})))
        if cause.edge is not None:
            named.append(oracle.Cause(frozenset(map(parse_square, cause.edge))))
        if cause.piece is not None:
            named.append(oracle.Cause(piece=str(cause.piece)))
    return named


def distance(a: XY, b: XY) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def check_line(scene: Scene, sight: Sight, edition: str, pair: Pair, told: str) -> SightLine:
    """One line against the oracle whose geometry is found once an offset: verdict, causes, squares, range."""
    a, b = pair
    start, end = sq(*a), sq(*b)
    severity, causes = oracle.why(scene, a, b, edition)
    line = sight.between(start, end)
    where = f"{told}, {edition}, {start} to {end}"
    assert line.verdict is WORDS[severity], f"{where}: {line}"
    assert sight.verdict(start, end) is line.verdict, f"{where}: 'verdict' differs from 'between'"
    named = places(line.causes)
    assert len(named) == len(line.causes), f"{where}: a cause without one place: {line.causes}"
    assert set(named) == causes, f"{where}: causes {line.causes}, expected {sorted(map(str, causes))}"
    assert bool(line.causes) == (severity > 0), f"{where}: {line}"
    assert len(set(line.causes)) == len(line.causes), f"{where}: a cause twice: {line.causes}"
    crossed = [moved(square, a) for square in way(b[0] - a[0], b[1] - a[1]).squares]
    assert [parse_square(space) for space in line.crossed] == crossed, f"{where}: {line}"
    assert (line.start, line.end, line.range) == (start, end, distance(a, b)), f"{where}: {line}"
    return line


def check_plainly(scene: Scene, sight: Sight, edition: str, pair: Pair, told: str) -> None:
    """One line against the oracle that looks at the whole board with fractions, every time anew."""
    severity, crossed = judge(scene, *pair, edition)
    line = sight.between(sq(*pair[0]), sq(*pair[1]))
    assert line.verdict is WORDS[severity], f"{told}, {edition}: {line}"
    assert [parse_square(space) for space in line.crossed] == crossed, f"{told}, {edition}: {line}"


def check_pieces(scene: Scene, sight: Sight, edition: str, pair: tuple[Piece, Piece], told: str) -> None:
    """One piece to another: the best verdict, the least range with it, and a pair of squares that has both."""
    one, other = pair
    ends = [(a, b) for a in one.squares for b in other.squares if one is not other or a == b]
    lines = {(a, b): (oracle.why(scene, a, b, edition)[0], distance(a, b)) for a, b in ends}
    line = sight.between_pieces(PieceId(one.name), PieceId(other.name))
    used = (parse_square(line.start), parse_square(line.end))
    where = f"{told}, {edition}, {one.name} to {other.name}: {line}"
    assert used in lines, where
    assert lines[used] == min(lines.values()), where
    assert line == sight.between(line.start, line.end), where


def check_scene(scene: Scene, dice: random.Random, count: int, told: str, plain: int = 0) -> int:
    """How many pairs agreed in both editions, the first ``plain`` of them with the plain oracle too.

    A tenth as many pairs of pieces are asked about by their names.
    """
    squares = scene.squares()
    pairs = [(dice.choice(squares), dice.choice(squares)) for _ in range(count)]
    pieces = [(dice.choice(scene.pieces), dice.choice(scene.pieces)) for _ in range(count // 10 if scene.pieces else 0)]
    for edition in EDITIONS:
        sight = sight_of(scene, edition)
        for pair in pairs:
            check_line(scene, sight, edition, pair, told)
        for pair in pairs[:plain]:
            check_plainly(scene, sight, edition, pair, told)
        for named in pieces:
            check_pieces(scene, sight, edition, named, told)
    return count


def compare(seed: int, count: int, plain: int = 0) -> int:
    """How many pairs of one random scene agreed: small bases on small boards, every base on larger ones.

    Every ninth scene shows bases over walls, steps and blocking squares: nobody may end there, but tables show it.
    """
    dice = random.Random(seed)
    levels = dice.choice([1, 2, 2, 3, 4, 6])
    if plain:
        scene = random_scene(seed, dice.randint(2, 7), dice.randint(2, 5), levels=levels, density=0.4)
    elif seed % 3:
        columns, rows = dice.randint(6, 14), dice.randint(6, 12)
        scene = random_scene(seed, columns, rows, levels=levels, bases=EVERY, is_lawful=seed % 9 != 1)
    else:
        scene = random_scene(seed, dice.randint(1, 11), dice.randint(1, 9), levels=levels, bases=SMALL, density=0.3)
    return check_scene(scene, dice, count, f"seed {seed}", plain)


def compare_map(file: Path, seed: int, count: int, plain: int = 0) -> int:
    """How many pairs of one real map agreed, with pieces of every size set down at random."""
    dice = random.Random(f"{file.name} {seed}")
    scene = scene_of(load_map(str(file))[0])
    people(scene, dice, 16)
    return check_scene(scene, dice, count, f"{file.name}, seed {seed}", plain)
