"""Outlines of zones and objects, exactly: corners that are whole points, joined by straight sides.

┌───┐      stretches    the parts of a line that lie inside, as fractions of the way
│ ──┼──    is_inside    never for a point of the rim
└───┘      shared       the rim that two outlines have in common: there one zone borders on another
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from companion.board.areas.segments import Point, Segment, chain, first_touch, is_on, overlap, turn

Outline = tuple[Point, ...]
Stretch = tuple[Fraction, Fraction]


def find_fault(outline: Outline) -> str | None:
    """Describe the fault of these corners as an outline; ``None`` when there is none."""
    if len(outline) < 3:
        return f"{len(outline)} corners"
    if len(set(outline)) != len(outline):
        return "a corner twice"
    sides = chain(outline, closed=True)
    for here, side in enumerate(sides):
        for there in range(here + 1, len(sides)):
            is_next = there == here + 1 or (here == 0 and there == len(sides) - 1)
            crossed = overlap(side, sides[there]) if is_next else first_touch(side, sides[there])
            if crossed is not None:
                return f"sides {here} and {there} that {'run back over each other' if is_next else 'meet'}"
    return None


def is_inside(point: Point, outline: Outline) -> bool:
    """Whether the point lies inside; the rim is not inside."""
    return _is_inside(*point, 1, outline)


def stretches(line: Segment, outline: Outline) -> tuple[Stretch, ...]:
    """The parts of the line inside the outline, from where to where, 0 at its start and 1 at its end."""
    (ax, ay), (bx, by) = line
    columns, rows = zip(*outline, strict=True)
    if max(ax, bx) < min(columns) or max(columns) < min(ax, bx) or max(ay, by) < min(rows) or max(rows) < min(ay, by):
        return ()  # their boxes lie apart
    cuts = {Fraction(0), Fraction(1)}
    for side in chain(outline, closed=True):
        first, last = first_touch(line, side), first_touch((line[1], line[0]), side)
        if first is not None and last is not None:
            cuts |= {first, 1 - last}
    ordered = sorted(cuts)
    found: list[Stretch] = []
    for near, far in pairwise(ordered):
        middle = (near + far) / 2
        along, parts = middle.numerator, middle.denominator
        if _is_inside(ax * parts + (bx - ax) * along, ay * parts + (by - ay) * along, parts, outline):
            found.append((near, far))
    return tuple(found)


def shared(one: Outline, other: Outline) -> tuple[Segment, ...]:
    """The stretches of rim that two outlines have in common."""
    pairs = ((a, b) for a in chain(one, closed=True) for b in chain(other, closed=True))
    return tuple(common for common in (overlap(a, b) for a, b in pairs) if common)


def are_overlapping(one: Outline, other: Outline) -> bool:
    """Whether some point lies inside both."""
    if any(
        max(min(places), min(others)) >= min(max(places), max(others))
        for places, others in zip(zip(*one, strict=True), zip(*other, strict=True), strict=True)
    ):
        return False  # their boxes lie apart
    if any(stretches(side, other) for side in chain(one, closed=True)):
        return True
    if any(stretches(side, one) for side in chain(other, closed=True)):
        return True
    return _sides(one) == _sides(other)


def _is_inside(x: int, y: int, parts: int, outline: Outline) -> bool:
    """Whether (x, y) lies inside the outline made ``parts`` times as large: counts the sides to the right of it."""
    is_in = False
    large = tuple((column * parts, row * parts) for column, row in outline)
    for (ax, ay), (bx, by) in chain(large, closed=True):
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if side == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return False
        if (ay > y) != (by > y) and (side > 0) == (by > ay):
            is_in = not is_in
    return is_in


def _sides(outline: Outline) -> frozenset[frozenset[Point]]:
    """The sides, corners in the middle of a straight side left out."""
    before, after = (*outline[-1:], *outline[:-1]), (*outline[1:], *outline[:1])
    corners = tuple(b for a, b, c in zip(before, outline, after, strict=True) if not is_on(b, (a, c)) or turn(a, b, c))
    return frozenset(frozenset(side) for side in chain(corners, closed=True))
