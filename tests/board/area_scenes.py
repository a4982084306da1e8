"""Random maps of areas for tests, crowded and full of near misses, and the board's form of a scene.

Blocks of a small lattice are joined to zones, rectangles and angles; the whole is then skewed by whole numbers, so that
rims and walls lie at any slope and many lines touch corners, ends and rims exactly.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

from companion.board import Occupancy, Occupant, edge
from companion.board.areas import (
    AreaMap,
    AreaSpace,
    Blockers,
    Door,
    Link,
    LinkSight,
    PolygonSight,
    Relations,
    SpaceKind,
    Token,
    Wall,
    Zone,
)
from companion.board.areas.map import Border, border
from companion.core.ids import PieceId, SpaceId, ZoneId
from companion.games.gotham.lines import MARKERS
from companion.games.guardians.lines import MELEE, RANGED
from tests.oracles.areas import Figure, Point, Scene

Motion = Callable[[Point], Point]
BLOCK = 6  # lattice points a block
SIDES = ("red", "blue", "green")


class Layout:
    """A scene before it is skewed, with what the oracle need not know: outlines in one piece, the rims of blocks."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.scene = Scene(radius=self.dice.choice([1, 1, 2]))
        self.outlines: dict[str, list[Point]] = {}
        self.adjacent: set[frozenset[str]] = set()
        self.columns, self.rows = self.dice.randint(2, 4), self.dice.randint(2, 3)
        self.owner: dict[Point, str] = {}
        self._join_blocks()
        self._place_spaces()
        self._build_walls()
        self._set_tokens()
        self._set_figures()

    def _join_blocks(self) -> None:
        free = [(c, r) for r in range(self.rows) for c in range(self.columns)]
        while free:
            column, row = free[0]
            name = f"z{len(self.outlines)}"
            block = [(column, row)]
            right, below = (column + 1, row), (column, row + 1)
            if self.dice.random() < 0.5 and right in free:
                block.append(right)
            if self.dice.random() < 0.5 and below in free:
                block.append(below)
            free = [place for place in free if place not in block]
            self.owner.update(dict.fromkeys(block, name))
            has_right, has_below = right in block, below in block
            x, y, b = column * BLOCK, row * BLOCK, BLOCK
            wide = [(x, y), (x + 2 * b, y), (x + 2 * b, y + b), (x, y + b)]
            tall = [(x, y), (x + b, y), (x + b, y + 2 * b), (x, y + 2 * b)]
            if has_right and has_below:
                self.scene.zones[name] = [wide, tall]
                self.outlines[name] = [*wide[:3], (x + b, y + b), (x + b, y + 2 * b), (x, y + 2 * b)]
            else:
                one = [(x, y), (x + b, y), (x + b, y + b), (x, y + b)]
                self.outlines[name] = wide if has_right else tall if has_below else one
                self.scene.zones[name] = [self.outlines[name]]

    def _place_spaces(self) -> None:
        taken: list[Point] = []
        reach = 4 * self.scene.radius**2
        for (column, row), zone in sorted(self.owner.items()):
            for _ in range(self.dice.randint(3, 8)):
                x = column * BLOCK + self.dice.randint(1, BLOCK - 1)
                y = row * BLOCK + self.dice.randint(1, BLOCK - 1)
                if all((x - u) ** 2 + (y - v) ** 2 >= reach for u, v in taken):
                    taken.append((x, y))
                    number = sum(name.startswith(f"{zone}.") for name in self.scene.spaces) + 1
                    self.scene.spaces[f"{zone}.{number}"] = (x, y)

    def _build_walls(self) -> None:
        scene, dice = self.scene, self.dice
        for column, row in sorted(self.owner):
            x, y = column * BLOCK, row * BLOCK
            for other, rim in (
                ((column + 1, row), ((x + BLOCK, y), (x + BLOCK, y + BLOCK))),
                ((column, row + 1), ((x, y + BLOCK), (x + BLOCK, y + BLOCK))),
            ):
                if other not in self.owner or self.owner[other] == self.owner[column, row]:
                    continue
                zones = frozenset((self.owner[other], self.owner[column, row]))
                scene.borders.add(zones)
                kind = dice.random()
                if kind < 0.25:
                    name = f"w{len(scene.walls)}"
                    scene.walls[name], scene.parts[name] = [rim], zones
                elif kind < 0.5:
                    name = f"d{len(scene.doors)}"
                    scene.doors[name] = rim
                    scene.closed |= {name} if dice.random() < 0.6 else set()
        for _ in range(dice.randint(0, 2)):  # and a wall somewhere in the open, with a bend
            points = [(dice.randint(0, self.columns * BLOCK), dice.randint(0, self.rows * BLOCK)) for _ in range(3)]
            if len(set(points)) == 3:
                scene.walls[f"w{len(scene.walls)}"] = [(points[0], points[1]), (points[1], points[2])]

    def _set_tokens(self) -> None:
        for number in range(self.dice.randint(0, 3)):
            x, y = self.dice.randint(0, self.columns * BLOCK), self.dice.randint(0, self.rows * BLOCK)
            shapes = (
                [(x, y), (x + 2, y), (x + 2, y + 1), (x, y + 1)],
                [(x, y), (x + 3, y + 1), (x + 1, y + 2)],
                [(x, y), (x + 1, y + 2), (x + 3, y + 3), (x + 2, y + 1)],
            )
            self.scene.objects[f"o{number}"] = self.dice.choice(shapes)

    def _set_figures(self) -> None:
        for space in self.scene.spaces:
            if self.dice.random() < 0.7:
                name = f"f{len(self.scene.figures)}"
                self.scene.figures[name] = Figure(self.dice.choice(SIDES), space)
        if self.dice.random() < 0.3:
            self.scene.friends.add(frozenset(self.dice.sample(SIDES, 2)))
        names = list(self.scene.spaces)
        self.adjacent = {frozenset(pair) for pair in combinations(names, 2) if self.dice.random() < 0.2}
        apart = [pair for pair in combinations(names, 2) if pair[0].split(".")[0] != pair[1].split(".")[0]]
        self.scene.links = {frozenset(pair) for pair in apart if self.dice.random() < 0.4}
        self.scene.broken = {wall for wall in self.scene.parts if self.dice.random() < 0.5}

    def skewed(self, seed: int) -> Layout:
        """This layout under a whole-number map of the plane that keeps lines lines and spaces apart."""
        # where (1, 0) and (0, 1) go, and how much larger a space may become
        a, b, c, d, scale = random.Random(seed).choice(
            [(1, 0, 0, 1, 1), (2, 1, 0, 2, 1), (3, 1, -1, 3, 3), (2, 0, 1, 2, 1), (4, -1, 1, 3, 3)]
        )
        return self.moved(lambda p: (p[0] * a + p[1] * c, p[0] * b + p[1] * d), scale)

    def moved(self, go: Motion, scale: int = 1) -> Layout:
        """This layout, every point moved."""
        other = Layout.__new__(Layout)
        other.__dict__.update(self.__dict__)
        old = self.scene
        other.outlines = {name: [go(p) for p in shape] for name, shape in self.outlines.items()}
        other.scene = replace(old, radius=old.radius * scale)
        other.scene.zones = {name: [[go(p) for p in piece] for piece in pieces] for name, pieces in old.zones.items()}
        other.scene.spaces = {name: go(p) for name, p in old.spaces.items()}
        other.scene.walls = {name: [(go(p), go(q)) for p, q in parts] for name, parts in old.walls.items()}
        other.scene.doors = {name: (go(p), go(q)) for name, (p, q) in old.doors.items()}
        other.scene.objects = {name: [go(p) for p in shape] for name, shape in old.objects.items()}
        return other

    def areas(self, *, linked: bool = False) -> AreaMap:
        """The board's form of this layout."""
        scene, kind = self.scene, SpaceKind.MARKER if linked else SpaceKind.NORMAL
        links = (Link(edge(*map(SpaceId, sorted(pair)))) for pair in sorted(scene.links, key=sorted))
        return AreaMap(
            "test",
            tuple(Zone(ZoneId(name), tuple(shape)) for name, shape in self.outlines.items()),
            tuple(AreaSpace(SpaceId(name), at, kind) for name, at in scene.spaces.items()),
            frozenset(pair_of(zones) for zones in scene.borders),
            None if linked else frozenset(edge(*map(SpaceId, sorted(pair))) for pair in self.adjacent),
            tuple(
                Wall(name, (parts[0][0], *(part[1] for part in parts)), self._parted(name), 2)
                for name, parts in scene.walls.items()
            ),
            tuple(Door(name, line, name not in scene.closed) for name, line in scene.doors.items()),
            tuple(Token(name, tuple(shape)) for name, shape in scene.objects.items()),
            tuple(links) if linked else None,
            scene.radius,
            broken=frozenset(scene.broken) if linked else frozenset(),
        )

    def _parted(self, wall: str) -> Border | None:
        return pair_of(self.scene.parts[wall]) if wall in self.scene.parts else None

    def drawn(self, *, melee: bool = False, used: frozenset[str] = frozenset()) -> PolygonSight:
        figures = self.scene.figures.items()
        pieces = (Occupant(PieceId(name), one.side, (SpaceId(one.space),)) for name, one in figures)
        blockers = Blockers(Occupancy.of(pieces), Relations(frozenset(self.scene.friends)), used)
        return PolygonSight(self.areas(), MELEE if melee else RANGED, blockers)

    def linked(self) -> LinkSight:
        return LinkSight(self.areas(linked=True), MARKERS)


def pair_of(zones: frozenset[str]) -> Border:
    one, other = sorted(zones)
    return border(ZoneId(one), ZoneId(other))
