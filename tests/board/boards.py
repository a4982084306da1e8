"""Boards for tests in the catalogue's own coordinates: (x, y) from 0, columns to the right, rows down."""

from __future__ import annotations

import random
from collections.abc import Iterable

from companion.board import Edge, GridBoard, Occupancy, Occupant, Size, Terrain, Tile, edge, format_square
from companion.core.ids import PieceId, SpaceId
from tests.oracles.sight import Piece, Scene

XY = tuple[int, int]


def sq(x: int, y: int) -> SpaceId:
    return format_square(x, y)


def wall(one: XY, other: XY) -> Edge:
    return edge(sq(*one), sq(*other))


def board(
    columns: int = 16,
    rows: int = 24,
    *,
    blocking: Iterable[XY] = (),
    hindering: Iterable[XY] = (),
    water: Iterable[XY] = (),
    elevated: Iterable[XY] = (),
    indoor: Iterable[XY] = (),
    walls: Iterable[tuple[XY, XY]] = (),
    ramps: Iterable[tuple[XY, XY]] = (),
) -> GridBoard:
    scene = Scene(columns, rows, set(blocking), set(hindering), set(water), set(indoor), dict.fromkeys(elevated, 2))
    scene.walls, scene.ramps = {frozenset(w) for w in walls}, {frozenset(r) for r in ramps}
    return grid_of(scene)


def grid_of(scene: Scene) -> GridBoard:
    def tile(square: XY) -> Tile:
        sets = ((Terrain.BLOCKING, scene.blocking), (Terrain.HINDERING, scene.hindering), (Terrain.WATER, scene.water))
        terrain = frozenset(kind for kind, squares in sets if square in squares)
        return Tile(terrain, scene.level.get(square, 1), square in scene.indoor)

    walls = frozenset(edge(*(sq(*end) for end in pair)) for pair in scene.walls)
    ramps = frozenset(edge(*(sq(*end) for end in pair)) for pair in scene.ramps)
    return GridBoard("test", scene.columns, scene.rows, tuple(map(tile, scene.squares())), walls, ramps)


def piece(name: str, *squares: XY, side: str = "blue", size: Size = Size.STANDARD, speed: int = 8) -> Occupant:
    return Occupant(PieceId(name), side, tuple(sq(*square) for square in squares), size, speed)


def occupancy_of(scene: Scene) -> Occupancy:
    sizes = {True: Size.GIANT, False: Size.STANDARD}
    return Occupancy.of(piece(p.name, *p.squares, side=p.side, size=sizes[p.tall]) for p in scene.pieces)


def random_scene(seed: int, columns: int, rows: int, *, levels: int, density: float = 0.18) -> Scene:
    """A crowded little board: all terrain, walls, ramps, roofs, pieces of one and two squares."""
    dice = random.Random(seed)
    scene = Scene(columns, rows)
    squares = scene.squares()
    for group in (scene.blocking, scene.hindering, scene.water):
        group.update(s for s in squares if dice.random() < density * dice.random())
    if levels > 1:
        for _ in range(dice.randint(1, 4)):
            x, y, height = dice.randrange(columns), dice.randrange(rows), dice.randint(2, levels)
            wide, tall = dice.randint(1, 4), dice.randint(1, 4)
            scene.level.update({s: height for s in squares if x <= s[0] < x + wide and y <= s[1] < y + tall})
    if dice.random() < 0.4:
        x, y = dice.randrange(columns), dice.randrange(rows)
        scene.indoor.update(s for s in squares if x <= s[0] < x + 3 and y <= s[1] < y + 3)
    pairs = [(s, t) for s in squares for t in ((s[0] + 1, s[1]), (s[0], s[1] + 1)) if t in set(squares)]
    scene.walls.update(frozenset(pair) for pair in pairs if dice.random() < density * 0.6)
    steps = [pair for pair in pairs if scene.level.get(pair[0], 1) != scene.level.get(pair[1], 1)]
    scene.ramps.update(frozenset(pair) for pair in steps if dice.random() < 0.3)
    _people(scene, dice)
    return scene


def _people(scene: Scene, dice: random.Random) -> None:
    free = [s for s in scene.squares() if s not in scene.blocking]
    for number in range(dice.randint(2, 9)):
        start = dice.choice(free)
        shape = [(0, 0)] if dice.random() < 0.7 else [(0, 0), dice.choice([(1, 0), (0, 1)])]
        base = [(start[0] + dx, start[1] + dy) for dx, dy in shape]
        taken = {s for p in scene.pieces for s in p.squares}
        same_level = len({scene.level.get(s, 1) for s in base}) == 1
        if all(s in free and s not in taken for s in base) and same_level and frozenset(base) not in scene.walls:
            scene.pieces.append(Piece(f"P{number}", dice.choice(["red", "blue"]), base, dice.random() < 0.3))
