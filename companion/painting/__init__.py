"""The one painter outside the tablet: a board's picture becomes SVG, and SVG becomes a PNG.

palette ── colours: seats, terrain, verdicts        canvas ── SVG, element by element; words that fit their room
board ──── a board of squares, bare or on a sheet   areas ─── a map of zones, and a line over it
ground, marks, figures ── its layers                design ── themes, letters, spaces, as CSS too
newspaper  front pages as newspapers
png ────── SVG to PNG, with a font of our own

A part is imported when it is asked for: the tablet's first frame wants the palette alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.painting.areas import area_sheet
    from companion.painting.board import EDGE, HEAD, LEAST_PX, Entry, Sheet, board_sheet, board_svg, edge_of
    from companion.painting.canvas import SvgCanvas
    from companion.painting.grid import CELL
    from companion.painting.newspaper import FrontPage, Story, newspaper_svg
    from companion.painting.png import picture_of, png_of

_PARTS = {
    "areas": ("area_sheet",),
    "board": ("EDGE", "HEAD", "LEAST_PX", "Entry", "Sheet", "board_sheet", "board_svg", "edge_of"),
    "canvas": ("SvgCanvas",),
    "grid": ("CELL",),
    "newspaper": ("FrontPage", "Story", "newspaper_svg"),
    "png": ("picture_of", "png_of"),
}

__all__ = [
    "CELL",
    "EDGE",
    "HEAD",
    "LEAST_PX",
    "Entry",
    "FrontPage",
    "Sheet",
    "Story",
    "SvgCanvas",
    "area_sheet",
    "board_sheet",
    "board_svg",
    "edge_of",
    "newspaper_svg",
    "picture_of",
    "png_of",
]


def __getattr__(name: str) -> object:
    """Import a name's part of the package when it is first asked for."""
    for part, names in _PARTS.items():
        if name in names:
            found: object = getattr(import_module(f"{__name__}.{part}"), name)
            return found
    raise AttributeError(name)
