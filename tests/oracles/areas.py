"""Lines of sight on maps of areas, slow and obvious: fractions, half planes, and every thing asked one by one.

Written from the catalogues' text (GC-LOS, GC-MAP, GC-ATK-02, GC-AMB-09, -39; GO-BASE-ZONE, GO-WALLBREAK, GO-AMB-11).
Shares no code with the board. A zone is given as convex pieces that overlap wherever the zone goes on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

Point = tuple[int, int]
Line = tuple[Point, Point]
Convex = list[Point]
WALL, DOOR, FIGURE, THIRD, OBJECT = "GC-LOS-02", "GC-LOS-03", "GC-LOS-04", "GC-LOS-09", "GC-LOS-06"
NO_LINK, TOKEN = "GO-BASE-ZONE-07", "GO-WALLBREAK-07"


@dataclass
class Figure:
    side: str
    space: str


@dataclass
class Scene:
    radius: int
    zones: dict[str, list[Convex]] = field(default_factory=dict)
    spaces: dict[str, Point] = field(default_factory=dict)
    borders: set[frozenset[str]] = field(default_factory=set)
    walls: dict[str, list[Line]] = field(default_factory=dict)
    doors: dict[str, Line] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)
    objects: dict[str, Convex] = field(default_factory=dict)
    figures: dict[str, Figure] = field(default_factory=dict)
    friends: set[frozenset[str]] = field(default_factory=set)
    links: set[frozenset[str]] = field(default_factory=set)
    parts: dict[str, frozenset[str]] = field(default_factory=dict)  # wall -> the two zones it parts
    broken: set[str] = field(default_factory=set)

    def on(self, space: str) -> Figure | None:
        return next((figure for figure in self.figures.values() if figure.space == space), None)


def judge_drawn(
    scene: Scene, a: str, b: str, *, melee: bool = False, used: frozenset[str] = frozenset()
) -> tuple[list[tuple[str, str]], list[str], list[str]]:
    """The causes as (rule, name), the spaces and the zones crossed, each nearest first."""
    if a == b:
        return [], [], [a.split(".")[0]]
    p, q = scene.spaces[a], scene.spaces[b]
    causes: list[tuple[Fraction, str, str]] = []
    for name, parts in scene.walls.items():
        causes += [(first_common(p, q, part), name, WALL) for part in parts if have_common_point(p, q, *part)]
    for name in scene.closed:
        if have_common_point(p, q, *scene.doors[name]):
            causes.append((first_common(p, q, scene.doors[name]), name, DOOR))
    crossed = [
        (nearest(p, q, at), name)
        for name, at in scene.spaces.items()
        if name not in (a, b) and distance_squared(p, q, at) < scene.radius**2
    ]
    if not melee:
        for along, space in crossed:
            causes += [(along, name, rule) for name, rule in figures_in_the_way(scene, a, b, space)]
        for name, shape in scene.objects.items():
            inside = inside_part(p, q, shape)
            if inside and name not in used:
                causes.append((inside[0], name, OBJECT))
    told: list[tuple[str, str]] = []
    for _, name, rule in sorted(causes):
        if (rule, name) not in told:
            told.append((rule, name))
    return told, [name for _, name in sorted(crossed)], zones_on(scene, p, q)


def figures_in_the_way(scene: Scene, a: str, b: str, space: str) -> list[tuple[str, str]]:
    shooter, target = scene.on(a), scene.on(b)
    if shooter is None:
        return []
    found = []
    for name, figure in scene.figures.items():
        if figure.space == space and are_enemies(scene, shooter.side, figure.side):
            is_third = False
            if target is not None and are_enemies(scene, shooter.side, target.side):
                is_third = figure.side not in (shooter.side, target.side)
            found.append((name, THIRD if is_third else FIGURE))
    return found


def judge_linked(scene: Scene, a: str, b: str) -> tuple[list[tuple[str, str]], list[str]]:
    """The causes as (rule, name), and the zones on the way, both ends included."""
    here, there = a.split(".")[0], b.split(".")[0]
    if here == there:
        return [], [here]
    p, q = scene.spaces[a], scene.spaces[b]
    causes = []
    is_printed = frozenset((a, b)) in scene.links
    is_opened = any(scene.parts[wall] == {here, there} for wall in scene.broken)
    if not is_printed and not is_opened:
        causes.append((NO_LINK, b))
    met = []
    for wall in scene.broken:
        touched = [first_common(p, q, part) for part in scene.walls[wall] if have_common_point(p, q, *part)]
        if touched and scene.parts[wall] != {here, there}:
            met.append((min(touched), wall))
    causes += [(TOKEN, wall) for _, wall in sorted(met)]
    return causes, zones_on(scene, p, q)


def distances(scene: Scene) -> dict[tuple[str, str], int]:
    """Floyd's table of the fewest borders."""
    far = len(scene.zones) + 1
    table = {(a, b): 0 if a == b else far for a, b in product(scene.zones, repeat=2)}
    for pair in scene.borders:
        a, b = sorted(pair)
        table[a, b] = table[b, a] = 1
    for k, i, j in product(scene.zones, repeat=3):
        table[i, j] = min(table[i, j], table[i, k] + table[k, j])
    return table


def are_enemies(scene: Scene, one: str, other: str) -> bool:
    return one != other and frozenset((one, other)) not in scene.friends


def zones_on(scene: Scene, p: Point, q: Point) -> list[str]:
    entered = []
    for name, pieces in scene.zones.items():
        parts = [part for piece in pieces if (part := inside_part(p, q, piece))]
        if parts:
            entered.append((min(parts)[0], name))
    return [name for _, name in sorted(entered)]


def inside_part(p: Point, q: Point, convex: Convex) -> tuple[Fraction, Fraction] | None:
    """From where to where the line is inside all half planes of a convex shape, its corners given clockwise or not."""
    low, high = Fraction(0), Fraction(1)
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(convex, convex[1:] + convex[:1], strict=True))
    for a, b in zip(convex, convex[1:] + convex[:1], strict=True):
        sign = 1 if area > 0 else -1
        at_p, at_q = (sign * ((b[0] - a[0]) * (s[1] - a[1]) - (b[1] - a[1]) * (s[0] - a[0])) for s in (p, q))
        if at_p == at_q:
            if at_p <= 0:
                return None
            continue
        zero = Fraction(at_p, at_p - at_q)
        if at_q > at_p:
            low = max(low, zero)
        else:
            high = min(high, zero)
    return (low, high) if low < high else None


def side(a: Point, b: Point, c: Point) -> int:
    value = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (value > 0) - (value < 0)


def in_box(a: Point, b: Point, c: Point) -> bool:
    return all(min(a[i], b[i]) <= c[i] <= max(a[i], b[i]) for i in (0, 1))


def have_common_point(p: Point, q: Point, a: Point, b: Point) -> bool:
    """The four orientations of two closed segments."""
    one, two, three, four = side(p, q, a), side(p, q, b), side(a, b, p), side(a, b, q)
    if one != two and three != four:
        return True
    flat = ((one, p, q, a), (two, p, q, b), (three, a, b, p), (four, a, b, q))
    return any(turn == 0 and in_box(s, t, u) for turn, s, t, u in flat)


def first_common(p: Point, q: Point, other: Line) -> Fraction:
    """Of two segments known to meet, how far from p to q they first do."""
    (ax, ay), (bx, by) = other
    dx, dy = q[0] - p[0], q[1] - p[1]
    normal = (by - ay, ax - bx)
    slope = dx * normal[0] + dy * normal[1]
    if slope:
        return Fraction((ax - p[0]) * normal[0] + (ay - p[1]) * normal[1], slope)
    shares = [Fraction(x - p[0], dx) if dx else Fraction(y - p[1], dy) for x, y in other]
    return max(Fraction(0), min(shares))


def nearest(p: Point, q: Point, at: Point) -> Fraction:
    d = (q[0] - p[0], q[1] - p[1])
    share = Fraction((at[0] - p[0]) * d[0] + (at[1] - p[1]) * d[1], d[0] ** 2 + d[1] ** 2)
    return min(max(share, Fraction(0)), Fraction(1))


def distance_squared(p: Point, q: Point, at: Point) -> Fraction:
    share = nearest(p, q, at)
    x, y = p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share
    return (x - at[0]) ** 2 + (y - at[1]) ** 2
