"""A cover for each game, drawn for it: what one would paint on the box. No figure, mark or line of anybody's art."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import cos, pi, sin

from companion.painting.canvas import Canvas, Point, SvgCanvas
from companion.painting.grid import chance
from companion.painting.png import picture_of
from ui.presenters.pages import Tile

WIDE, HIGH = 320, 180
WIDTH_PX = 480  # of a cover on a screen
_drawn: dict[str, bytes] = {}


def covered(tiles: Sequence[Tile]) -> tuple[tuple[Tile, ...], bool]:
    """The tiles of games, ``…game`` each, with their covers; whether some are still to be drawn: one a time, and none
    before the first page is seen."""
    is_over = next(_one_by_one, True)
    return tuple(replace(tile, picture=_drawn.get(tile.action.rpartition(":")[2], b"")) for tile in tiles), not is_over


def _drawing() -> Iterator[bool]:
    """Draw a cover at each step but the first; whether that was the last one."""
    yield False
    for number, (game, paint) in enumerate(_COVERS.items(), 1):
        canvas = SvgCanvas()
        paint(canvas)
        _drawn[game] = picture_of(canvas.svg(WIDE, HIGH, background="#101318"), width=WIDTH_PX)
        yield number == len(_COVERS)


def _city(canvas: Canvas) -> None:
    """A skyline at dusk, and before it a base with its dial in the window."""
    _sky(canvas, "#22315a", "#f08a4b", HIGH)
    canvas.circle((92, 104), 34, "#ffd27a")
    _skyline(canvas, "#35406b", 18, 92, 3)
    _skyline(canvas, "#141a2e", 14, 60, 5, windows="#ffdb8f")
    x, y = 226, 112
    canvas.circle((x, y + 6), 62, "#000000", opacity=0.35)
    canvas.circle((x, y), 60, "#14171c")
    canvas.circle((x, y), 56, "#d8343b")
    canvas.circle((x, y), 50, stroke="#ffffff", line=2, dash="7 5")
    canvas.circle((x, y), 42, "#f5f1e8")
    values = (("8", "#7cc7ea"), ("11", "#d33b3b"), ("17", "#3f9b4c"), ("3", "#f4d73b"))
    for number, (value, colour) in enumerate(values):
        left, top = x - 27 + 28 * (number % 2), y - 27 + 28 * (number // 2)
        canvas.rect(left, top, 26, 26, colour, radius=4, stroke="#14171c", line=1.5)
        canvas.words((left + 13, top + 13), value, 17, "#14171c", bold=True)


def _dungeon(canvas: Canvas) -> None:
    """An arch in a wall of stone, torches beside it, a sword before what lies behind."""
    canvas.rect(0, 0, WIDE, HIGH, "#2a241d")
    for row in range(9):
        for column in range(8):
            left = column * 46 - (23 if row % 2 else 0)
            tone = ("#3a3228", "#41382d", "#463d31")[int(3 * chance((column, row), 1))]
            canvas.rect(left, row * 20 + 1, 44, 18, tone, radius=3)
    for size, tone in ((76, "#1b1510"), (66, "#5a3414"), (54, "#a25b1c"), (38, "#e79a3c"), (20, "#ffd98a")):
        canvas.rect(160 - size, 92, 2 * size, 90, tone)
        canvas.circle((160, 92), size, tone)
    for x in (52, 268):
        canvas.rect(x - 4, 74, 8, 46, "#1b1510", radius=2)
        canvas.circle((x, 62), 26, "#ffb340", opacity=0.18)
        canvas.polygon([(x - 10, 72), (x - 6, 52), (x, 36), (x + 7, 54), (x + 10, 72)], "#f08a2a")
        canvas.polygon([(x - 5, 72), (x, 50), (x + 5, 72)], "#ffe08a")
    canvas.polygon([(154, 118), (154, 42), (160, 28), (166, 42), (166, 118)], "#dfe4ea", stroke="#14171c", line=2)
    canvas.lines([[(160, 44), (160, 116)]], "#9aa3ad", 2)
    canvas.rect(138, 116, 44, 8, "#c9973f", stroke="#14171c", line=2, radius=3)
    canvas.rect(156, 124, 8, 26, "#6b3d14", stroke="#14171c", line=2)
    canvas.circle((160, 154), 6, "#c9973f", stroke="#14171c", line=2)


def _clock(canvas: Canvas) -> None:
    """The clock stands a minute before midnight; two leagues meet under it."""
    _sky(canvas, "#0f2233", "#2f6f7d", HIGH)
    for number in range(40):
        canvas.circle((WIDE * chance((number, 1), 2), 110 * chance((number, 2), 3)), 0.9, "#ffffff", opacity=0.8)
    _skyline(canvas, "#0b1622", 12, 46, 9, windows="#f2b33d")
    canvas.rect(124, 62, 72, 118, "#1b2a38")
    canvas.polygon([(116, 62), (160, 6), (204, 62)], "#142030")
    canvas.circle((160, 92), 31, "#f5f1e8", stroke="#c9973f", line=4)
    for hour in range(12):
        a = 2 * pi * hour / 12
        ends = [(160 + r * sin(a), 92 - r * cos(a)) for r in (24, 28)]
        canvas.lines([ends], "#14171c", 2.5)
    canvas.lines([[(160, 92), (158, 70)]], "#14171c", 3, cap="round")
    canvas.lines([[(160, 92), (157, 76)]], "#14171c", 4.5, cap="round")
    bolt = [(268, 0), (244, 52), (258, 52), (236, 104), (280, 42), (264, 42), (288, 0)]
    canvas.polygon(bolt, "#ffe08a")
    for x, colour, ring in ((72, "#d8343b", ""), (248, "#2a68c8", "6 5")):
        shield = [(x - 30, 112), (x, 104), (x + 30, 112), (x + 26, 148), (x, 172), (x - 26, 148)]
        canvas.polygon(shield, colour, stroke="#f5f1e8", line=3)
        spikes = [(r * sin(pi * n / 5), -r * cos(pi * n / 5)) for n, r in enumerate((17, 7) * 5)]
        canvas.polygon([(x + dx, 138 + dy) for dx, dy in spikes], "#f5f1e8")
        if ring:
            canvas.lines([[*shield, shield[0]]], "#14171c", 1.5, dash=ring)


def _roofs(canvas: Canvas) -> None:
    """Roofs in the rain, a searchlight on a cloud, somebody on the edge."""
    _sky(canvas, "#12141c", "#3c3a52", HIGH)
    canvas.polygon([(40, 180), (196, 22), (266, 62)], "#ffe6a3", opacity=0.28)
    for x, y, size in ((214, 46, 26), (240, 40, 32), (264, 52, 22)):
        canvas.circle((x, y), size, "#6f7188", opacity=0.75)
    canvas.circle((236, 44), 22, "#ffe6a3", opacity=0.85)
    _skyline(canvas, "#20222e", 16, 78, 13)
    _skyline(canvas, "#0c0d13", 10, 44, 21, windows="#f2b33d")
    canvas.rect(0, 150, 150, 30, "#08090d")
    canvas.rect(96, 140, 60, 12, "#08090d")
    x, y = 122, 140
    canvas.polygon([(x - 20, y), (x - 9, y - 44), (x + 9, y - 44), (x + 15, y)], "#08090d")
    canvas.circle((x, y - 50), 9, "#08090d")
    canvas.polygon([(x - 9, y - 40), (x - 34, y - 8), (x - 18, y)], "#08090d")
    rain: list[Sequence[Point]] = []
    for number in range(70):
        at = (WIDE * chance((number, 5), 6), HIGH * chance((number, 7), 8))
        rain.append([at, (at[0] - 5, at[1] + 14)])
    canvas.lines(rain, "#c9d4e6", 1, opacity=0.35)


def _sky(canvas: Canvas, high: str, low: str, depth: float) -> None:
    """A sky that changes from one colour to the other."""
    bands = 30
    for band in range(bands):
        share = band / (bands - 1)
        parts = (round(int(high[i : i + 2], 16) * (1 - share) + int(low[i : i + 2], 16) * share) for i in (1, 3, 5))
        canvas.rect(0, depth * band / bands, WIDE, depth / bands + 1, "#{:02x}{:02x}{:02x}".format(*parts))


def _skyline(canvas: Canvas, colour: str, houses: int, high: float, seed: int, *, windows: str = "") -> None:
    """Houses side by side, some windows lit."""
    width, lit = WIDE / houses, []
    for house in range(houses):
        tall = high * (0.45 + 0.55 * chance((house, seed), 1))
        left, top = house * width, HIGH - tall
        canvas.rect(left, top, width + 1, tall, colour)
        for row in range(int(tall // 11)):
            for column in range(int(width // 8)):
                if windows and chance((house * 9 + column, row), seed) < 0.3:
                    lit.append((left + 3 + 8 * column, top + 5 + 11 * row, 3.0, 5.0))
    canvas.rects(lit, windows or colour)


_COVERS: Mapping[str, Callable[[Canvas], None]] = {
    "heroclix": _city,
    "heroquest": _dungeon,
    "guardians": _clock,
    "gotham": _roofs,
}
_one_by_one = _drawing()
