"""The real maps that lie beside the checkout, never in it: which files can be read, and each as an oracle's scene."""

from __future__ import annotations

from pathlib import Path

from companion.board import GridBoard, Terrain, parse_square
from tests.oracles.sight import Scene

UNREADABLE = {"oa_plaza.json", "titan_tower.json", "the_knoll.json"}
FOLDER = ("data", "heroclix", "hcmaps")
READABLE = 46


def map_files(shared: Path) -> list[Path]:
    """The readable maps under the shared folder, in the order of their sets and names."""
    files = sorted(shared.joinpath(*FOLDER).glob("*/*.json"))
    return [file for file in files if file.name not in UNREADABLE]


def scene_of(board: GridBoard) -> Scene:
    """The board without its people, as the oracles know it."""
    scene = Scene(board.columns, board.rows)
    groups = {Terrain.BLOCKING: scene.blocking, Terrain.HINDERING: scene.hindering, Terrain.WATER: scene.water}
    for space, tile in zip(board.spaces, board.tiles, strict=True):
        square = parse_square(space)
        for kind in tile.terrain:
            groups[kind].add(square)
        if tile.indoor:
            scene.indoor.add(square)
        scene.level[square] = tile.elevation
    scene.walls = {frozenset({parse_square(wall.a), parse_square(wall.b)}) for wall in board.walls}
    scene.ramps = {frozenset({parse_square(ramp.a), parse_square(ramp.b)}) for ramp in board.ramps}
    return scene
