"""Lines of sight, slow and obvious: every square, wall and corner is tested with fractions against one segment.

Written from the catalogue's text (HC-LOS, HC-MAP-05, AMB-09..24, -47, -53, -61). Shares no code with the board.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

Square = tuple[int, int]
CLEAR, HINDERED, BLOCKED = 0, 1, 2


@dataclass
class Piece:
    name: str
    side: str
    squares: list[Square]
    size: str = "standard"

    @property
    def tall(self) -> bool:
        return self.size in ("giant", "colossal")


@dataclass
class Scene:
    columns: int
    rows: int
    blocking: set[Square] = field(default_factory=set)
    hindering: set[Square] = field(default_factory=set)
    water: set[Square] = field(default_factory=set)
    indoor: set[Square] = field(default_factory=set)
    level: dict[Square, int] = field(default_factory=dict)  # missing: 1
    walls: set[frozenset[Square]] = field(default_factory=set)
    ramps: set[frozenset[Square]] = field(default_factory=set)
    pieces: list[Piece] = field(default_factory=list)

    def squares(self) -> list[Square]:
        return [(x, y) for y in range(self.rows) for x in range(self.columns)]


def judge(scene: Scene, a: Square, b: Square, edition: str) -> tuple[int, list[Square]]:
    """The severity of the line from a to b, and the squares whose inside it crosses, nearest first."""
    if a == b:
        return (HINDERED if edition == "newer" and a in scene.hindering else CLEAR), []
    crossed = []
    for square in scene.squares():
        piece_of_line = stretch_inside(a, b, square)
        if piece_of_line and square not in (a, b):
            crossed.append((piece_of_line[0], square))
    crossed.sort()
    worst = CLEAR
    for _, square in crossed:
        worst = max(worst, square_severity(scene, a, b, square, edition))
    for wall in scene.walls:
        if wall_counts(scene, a, b, wall) and crosses_open_edge(a, b, wall):
            worst = BLOCKED
    for corner in corners_between(a, b):
        worst = max(worst, corner_severity(scene, a, b, corner, edition))
    if b in scene.hindering:
        worst = max(worst, HINDERED)
    return worst, [square for _, square in crossed]


def level(scene: Scene, square: Square) -> int:
    return scene.level.get(square, 1)


def who(scene: Scene, square: Square) -> Piece | None:
    for piece in scene.pieces:
        if square in piece.squares:
            return piece
    return None


def square_severity(scene: Scene, a: Square, b: Square, square: Square, edition: str) -> int:
    source, target, stranger = who(scene, a), who(scene, b), who(scene, square)
    stands_there_itself = stranger is not None and (stranger is source or stranger is target)
    low, high, here = min(level(scene, a), level(scene, b)), max(level(scene, a), level(scene, b)), level(scene, square)
    if a not in scene.indoor and b not in scene.indoor and square in scene.indoor:
        return BLOCKED
    if low == high:
        if here > low:
            return BLOCKED
        if here == low:
            if square in scene.blocking:
                return BLOCKED
            if stranger is not None and not stands_there_itself:
                return BLOCKED
            if square in scene.hindering:
                attackers_own = stranger is not None and stranger is source
                return CLEAR if attackers_own else HINDERED
            return CLEAR
    else:
        if here > low and not stands_there_itself:
            return BLOCKED
        if here == low and square in scene.blocking:
            return BLOCKED
        if here == low and stranger is not None and stranger.tall and not stands_there_itself:
            return BLOCKED
    if here < low and edition == "core" and stranger is not None and stranger.tall and not stands_there_itself:
        return BLOCKED
    return CLEAR


def wall_counts(scene: Scene, a: Square, b: Square, wall: frozenset[Square]) -> bool:
    return min(level(scene, s) for s in wall) >= min(level(scene, a), level(scene, b))


def corner_severity(scene: Scene, a: Square, b: Square, corner: tuple[Fraction, Fraction], edition: str) -> int:
    on_the_line, beside = squares_at(a, b, corner)
    return min(flank_severity(scene, a, b, flank, on_the_line, edition) for flank in beside)


def squares_at(a: Square, b: Square, corner: tuple[Fraction, Fraction]) -> tuple[list[Square], list[Square]]:
    """Of the four squares that touch the corner, those the line runs through and those beside it."""
    x, y = int(corner[0] - Fraction(1, 2)), int(corner[1] - Fraction(1, 2))
    around = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
    on_the_line = [s for s in around if stretch_inside(a, b, s)]
    return on_the_line, [s for s in around if s not in on_the_line]


def flank_severity(scene: Scene, a: Square, b: Square, flank: Square, on_the_line: list[Square], edition: str) -> int:
    for neighbour in on_the_line:
        wall = frozenset({flank, neighbour})
        if wall in scene.walls and wall_counts(scene, a, b, wall):
            return BLOCKED
    return square_severity(scene, a, b, flank, edition)


def point(a: Square, b: Square, t: Fraction) -> tuple[Fraction, Fraction]:
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])


def stretch_inside(a: Square, b: Square, square: Square) -> tuple[Fraction, Fraction] | None:
    """The part of the segment, as two times from 0 to 1, inside the open square; None when there is none."""
    enter, leave = Fraction(0), Fraction(1)
    for axis in (0, 1):
        start, move = a[axis], b[axis] - a[axis]
        low, high = square[axis] - Fraction(1, 2), square[axis] + Fraction(1, 2)
        if move == 0:
            if not low < start < high:
                return None
            continue
        times = sorted([(low - start) / move, (high - start) / move])
        enter, leave = max(enter, times[0]), min(leave, times[1])
    return (enter, leave) if enter < leave else None


def crosses_open_edge(a: Square, b: Square, wall: frozenset[Square]) -> bool:
    (x1, y1), (x2, y2) = wall
    axis = 0 if x1 != x2 else 1  # the axis on which the two squares differ
    line = Fraction(x1 + x2, 2) if axis == 0 else Fraction(y1 + y2, 2)
    move = b[axis] - a[axis]
    if move == 0:
        return False
    t = (line - a[axis]) / move
    if not 0 < t < 1:
        return False
    across = point(a, b, t)[1 - axis]
    middle = y1 if axis == 0 else x1
    return middle - Fraction(1, 2) < across < middle + Fraction(1, 2)


def corners_between(a: Square, b: Square) -> list[tuple[Fraction, Fraction]]:
    """The corners that lie exactly on the line, the ones outside its two ends' rectangle being out of the question."""
    found = []
    for y in range(min(a[1], b[1]), max(a[1], b[1])):
        for x in range(min(a[0], b[0]), max(a[0], b[0])):
            cx, cy = x + Fraction(1, 2), y + Fraction(1, 2)
            t = (cx - a[0]) / (b[0] - a[0])
            if a[1] + t * (b[1] - a[1]) == cy:
                found.append((cx, cy))
    return found
