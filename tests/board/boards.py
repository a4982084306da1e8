"""Boards for tests in the catalogue's own coordinates: (x, y) from 0, columns to the right, rows down."""

from __future__ import annotations

from collections.abc import Iterable

from companion.board import Edge, GridBoard, Occupancy, Occupant, Sight, Size, Terrain, Tile, edge, format_square
from companion.core.ids import EditionId, PieceId, SpaceId
from companion.games.heroclix.editions.lines import SIGHT
from tests.oracles.sight import Scene

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
    return Occupancy.of(piece(p.name, *p.squares, side=p.side, size=Size(p.size)) for p in scene.pieces)


def sight_of(scene: Scene, edition: str) -> Sight:
    return Sight(grid_of(scene), occupancy_of(scene), SIGHT[EditionId(edition)])
