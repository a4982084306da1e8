"""Straight lines between whole points, exactly: where two meet, what a disc hides, what two share.

a ───●─── b      first_touch    how far along a b the other line is first met, as a fraction; touching is meeting
     │           passes         how far along a b a disc lies whose inside is crossed
    ═══          overlap, without    the stretch two lines share; what others leave of a line
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

Point = tuple[int, int]
Segment = tuple[Point, Point]


def turn(a: Point, b: Point, c: Point) -> int:
    """Twice the area of the triangle: positive or negative by the side of a→b on which c lies, 0 on the line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_on(point: Point, line: Segment) -> bool:
    """Whether the point lies on the line, ends included."""
    (ax, ay), (bx, by) = line
    in_box = min(ax, bx) <= point[0] <= max(ax, bx) and min(ay, by) <= point[1] <= max(ay, by)
    return in_box and turn(*line, point) == 0


def first_touch(line: Segment, other: Segment) -> Fraction | None:
    """Return the fraction of the line, 0 to 1, at which it first meets the other; ``None`` when they share no point."""
    (ax, ay), (bx, by) = line
    (px, py), (qx, qy) = other
    if max(ax, bx) < min(px, qx) or max(px, qx) < min(ax, bx) or max(ay, by) < min(py, qy) or max(py, qy) < min(ay, by):
        return None  # their boxes lie apart: most pairs do
    dx, dy, ex, ey = bx - ax, by - ay, qx - px, qy - py
    across = dx * ey - dy * ex
    if across:
        along = Fraction((px - ax) * ey - (py - ay) * ex, across)
        beside = Fraction((px - ax) * dy - (py - ay) * dx, across)
        return along if 0 <= along <= 1 and 0 <= beside <= 1 else None
    if turn(*line, (px, py)):
        return None  # beside each other
    whole = dx * dx + dy * dy
    near, far = sorted(Fraction((x - ax) * dx + (y - ay) * dy, whole) for x, y in other)
    return max(near, Fraction(0)) if far >= 0 and near <= 1 else None


def passes(line: Segment, centre: Point, radius: int) -> Fraction | None:
    """Return the fraction of the line nearest the disc's centre if it crosses the inside; at a touched rim ``None``."""
    (ax, ay), (bx, by) = line
    dx, dy, cx, cy = bx - ax, by - ay, centre[0] - ax, centre[1] - ay
    whole, along, reach = dx * dx + dy * dy, cx * dx + cy * dy, radius * radius
    if along <= 0:
        return Fraction(0) if cx * cx + cy * cy < reach else None
    if along >= whole:
        return Fraction(1) if (cx - dx) ** 2 + (cy - dy) ** 2 < reach else None
    return Fraction(along, whole) if (dx * cy - dy * cx) ** 2 < reach * whole else None


def overlap(line: Segment, other: Segment) -> Segment | None:
    """The stretch that two lines share, or ``None`` when it is no more than a point."""
    if any(turn(*line, end) for end in other):
        return None
    low, high = max(min(line), min(other)), min(max(line), max(other))
    return (low, high) if low < high else None


def without(line: Segment, covers: Iterable[Segment]) -> tuple[Segment, ...]:
    """The stretches of the line that none of the covers lies on."""
    left = [(min(line), max(line))]
    for cover in covers:
        pieces: list[Segment] = []
        for piece in left:
            hidden = overlap(piece, cover)
            if hidden is None:
                pieces.append(piece)
                continue
            pieces += [rest for rest in ((piece[0], hidden[0]), (hidden[1], piece[1])) if rest[0] < rest[1]]
        left = pieces
    return tuple(left)


def chain(points: tuple[Point, ...], *, closed: bool = False) -> tuple[Segment, ...]:
    """The lines from each point to the next, and back to the first when closed."""
    following = (*points[1:], *points[:1]) if closed else points[1:]
    return tuple(zip(points, following, strict=False))
