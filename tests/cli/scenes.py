"""Scenes of the slow oracle as position files, and pictures of fields read back square by square."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.board import format_square
from companion.painting import CELL, EDGE, HEAD, LEAST_PX
from tests.oracles.sight import Scene, Square

__all__ = ["oracle_name", "position_of", "read_field", "square_pixel"]

NAMES = ("clear", "hindered", "blocked")
LINES = {"hindered": (150, 82, 0), "blocked": (112, 24, 32)}  # the colours of the pattern, off the picture


def oracle_name(severity: int) -> str:
    return NAMES[severity]


def position_of(scene: Scene, edition: str = "core", speed: int = 2) -> str:
    """The scene as a position file."""
    legend: dict[str, dict[str, Any]] = {}
    letters: dict[str, str] = {}
    rows = []
    for y in range(scene.rows):
        row = ""
        for x in range(scene.columns):
            kinds = {"blocking": scene.blocking, "hindering": scene.hindering, "water": scene.water}
            tile: dict[str, Any] = {"terrain": [kind for kind, squares in kinds.items() if (x, y) in squares]}
            tile |= {"elevation": scene.level.get((x, y), 1), "indoor": (x, y) in scene.indoor}
            letter = letters.setdefault(json.dumps(tile), chr(ord("a") + len(letters)))
            legend[letter] = tile
            row += letter
        rows.append(row)
    pairs = [[[format_square(*s) for s in sorted(pair)] for pair in group] for group in (scene.walls, scene.ramps)]
    document = {
        "format": "tablewright/position@1",
        "system": "heroclix",
        "edition": edition,
        "map": {
            "format": "tablewright/map@1",
            "name": "Scene",
            "legend": legend,
            "squares": rows,
            "walls": sorted(pairs[0]),
            "ramps": sorted(pairs[1]),
        },
        "pieces": [
            {
                "id": one.name,
                "side": one.side,
                "squares": [format_square(*s) for s in one.squares],
                "size": "giant" if one.tall else "standard",
                "speed": speed,
            }
            for one in scene.pieces
        ],
    }
    return json.dumps(document)


def square_pixel(columns: int, square: Square, across: float, down: float) -> tuple[int, int]:
    """The pixel of a picture at a place inside a square, in pixels from its top left corner."""
    board_px = columns * CELL + 2 * EDGE
    left = EDGE + max(0, LEAST_PX - board_px) // 2
    return round(left + square[0] * CELL + across), round(EDGE + HEAD + square[1] * CELL + down)


def read_field(picture: Path, columns: int, rows: int) -> dict[Square, str | None]:
    """What the picture says about every square: its verdict by its lines, or ``None`` when it is not tinted."""
    from PIL import Image

    with Image.open(picture) as opened:
        image: Any = opened.convert("RGB")

    def has_line(square: Square, kind: str, *corners: tuple[float, float]) -> bool:
        return any(_near(image, square_pixel(columns, square, *corner), LINES[kind]) for corner in corners)

    first, last = CELL / 8, CELL * 7 / 8  # the lines cut the corners of a square; a figure's disc leaves them free
    found: dict[Square, str | None] = {}
    for square in ((x, y) for y in range(rows) for x in range(columns)):
        rising = (first, first), (last, last)
        falling = (first, last), (last, first)
        if has_line(square, "blocked", *rising) and has_line(square, "blocked", *falling):
            found[square] = "blocked"
        elif has_line(square, "hindered", *rising):
            assert not has_line(square, "hindered", *falling), square
            found[square] = "hindered"
        else:
            red, green, _ = image.getpixel(square_pixel(columns, square, 5, CELL / 2))
            found[square] = "clear" if green - red > 18 else None
    return found


def _near(image: Any, middle: tuple[int, int], colour: tuple[int, int, int]) -> bool:
    around = (image.getpixel((middle[0] + x, middle[1] + y)) for x in (-1, 0, 1) for y in (-1, 0, 1))
    return any(sum((a - b) ** 2 for a, b in zip(pixel, colour, strict=True)) < 45**2 for pixel in around)
