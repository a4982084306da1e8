"""A battle map as players exchange it, read as a scene: only what is well formed, nothing explained or refused.

Written from the public contract and the notes on the format: elevation 1 is the ground, a wall is a segment between
grid corners, a ramp joins two tiles, and terrain without a rule here is clear. Shares no code with the product.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.oracles.sight import Scene, Square

SIDES = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}


def read_scene(file: Path) -> Scene:
    document: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    scene = Scene(document["width"], document["height"])
    kind = document["type"].removesuffix("s")
    everywhere = document.get("defaultType", "outdoor") if kind == "indoorOutdoor" else kind
    groups = {"blocking": scene.blocking, "hindering": scene.hindering, "water": scene.water}
    for y, row in enumerate(document["rows"]):
        for x, tile in enumerate(row["tiles"]):
            groups.get(tile.get("terrain", "clear"), set[Square]()).add((x, y))
            scene.level[(x, y)] = tile.get("elevation", document.get("defaultElevation", 1))
            if (tile.get("type", everywhere) if kind == "indoorOutdoor" else everywhere) == "indoor":
                scene.indoor.add((x, y))
            for side in (side for side, is_there in tile.get("ramps", {}).items() if is_there):
                join(scene, (x, y), (x + SIDES[side][0], y + SIDES[side][1]))
    for ramp in document.get("ramps", []):
        join(scene, (ramp["x0"], ramp["y0"]), (ramp["x1"], ramp["y1"]))
    for wall in document.get("walls", []):
        build(scene, wall["x0"], wall["y0"], wall["x1"], wall["y1"])
    return scene


def join(scene: Scene, one: Square, other: Square) -> None:
    if one in scene.squares() and other in scene.squares():
        scene.ramps.add(frozenset({one, other}))


def build(scene: Scene, x0: int, y0: int, x1: int, y1: int) -> None:
    """The unit edges of a straight wall between two grid corners; along the edge of the map it parts nobody."""
    for y in range(min(y0, y1), max(y0, y1)):
        if 0 < x0 < scene.columns:
            scene.walls.add(frozenset({(x0 - 1, y), (x0, y)}))
    for x in range(min(x0, x1), max(x0, x1)):
        if 0 < y0 < scene.rows:
            scene.walls.add(frozenset({(x, y0 - 1), (x, y0)}))
