"""A dial as a disc with its window: four values in their colours, and around them one mark for each click.

Clicks that are gone are dark, the one in the window is lit, K.O. is a cross. No values but the window's are drawn:
nobody turns a dial to look (HC-DIAL-12).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from companion.painting import palette
from companion.painting.canvas import Canvas, Point, SvgCanvas, fitted

SIDE = 200  # units
WINDOW = (45, 45, 110, 110)  # left, top, width, height: where the values are
_SWEEP = 300  # degrees of the rim that the marks take, the gap at the foot
_PAPER = "#f7f2e8"


@dataclass(frozen=True, slots=True)
class DialFace:
    """The values in the window, a value and the colour of its power each; the clicks that are left, and of how many."""

    seat: str
    values: tuple[tuple[str, str, str | None], ...]  # slot, value, colour
    left: int
    clicks: int


def dial_svg(face: DialFace) -> str:
    """The dial as a picture of its own."""
    canvas = SvgCanvas()
    paint_dial(canvas, face)
    return canvas.svg(SIDE, SIDE, kind="dial")


def paint_dial(canvas: Canvas, face: DialFace) -> None:
    """Draw the dial in a square of ``SIDE`` units."""
    middle, colour = (SIDE / 2, SIDE / 2), palette.seat_colour(face.seat)
    canvas.circle((middle[0], middle[1] + 4), 94, "#000000", opacity=0.3)
    canvas.circle(middle, 95, palette.INK)
    canvas.circle(middle, 92, colour)
    dash = " ".join(map(str, palette.ring_of(face.seat) or ()))
    canvas.circle(middle, 75, _PAPER, stroke=palette.INK, line=3)
    canvas.circle(middle, 70, stroke=colour, line=2.5, dash=dash)
    canvas.rect(middle[0] - 58, middle[1] - 58, 116, 116, palette.INK, radius=12)
    _marks(canvas, middle, face)
    canvas.titled("", "window")
    for number, (slot, value, power) in enumerate(face.values[:4]):
        left, top = middle[0] - 55 + 56 * (number % 2), middle[1] - 55 + 56 * (number // 2)
        ground = palette.DIAL_COLOURS[power] if power else palette.PAPER
        ink = palette.ink_on(ground)
        canvas.rect(left, top, 54, 54, ground, radius=8)
        words, size = fitted(value, 36, 46, 12)
        canvas.words((left + 29, top + 31), words, size, ink, bold=True)
        paint_symbol(canvas, slot, (left + 10.5, top + 10.5), 7, ink)
    canvas.close()


def _marks(canvas: Canvas, middle: Point, face: DialFace) -> None:
    now = face.clicks - face.left
    for click in range(face.clicks + 1):
        turn = pi * (180 + (360 - _SWEEP) / 2 + _SWEEP * click / max(1, face.clicks)) / 180
        at = (middle[0] + 84 * sin(turn), middle[1] - 84 * cos(turn))
        if click == face.clicks:  # K.O.
            lines = [[(at[0] - 5, at[1] - 5 * way), (at[0] + 5, at[1] + 5 * way)] for way in (1, -1)]
            canvas.lines(lines, palette.INK, 7, cap="round")
            canvas.lines(lines, "#ffffff", 3.5, cap="round")
        elif click == now:
            canvas.circle(at, 8.5, palette.LIGHT, stroke=palette.INK, line=2)
            canvas.words(at, str(click + 1), 11, palette.INK, bold=True)
        else:
            canvas.circle(at, 4.5, palette.INK if click < now else "#ffffff", stroke=palette.INK, line=1.5)


def paint_symbol(canvas: Canvas, slot: str, at: Point, size: float, ink: str) -> None:
    """The combat symbol of a value: a boot, a fist, a shield, a burst."""

    def path(points: tuple[Point, ...]) -> list[Point]:
        return [(at[0] + x * size, at[1] + y * size) for x, y in points]

    match slot:
        case "speed":
            canvas.polygon(path(((-0.6, -1), (0.1, -1), (0.1, 0.1), (1, 0.45), (1, 0.9), (-0.6, 0.9))), ink)
        case "attack":
            canvas.rect(at[0] - 0.8 * size, at[1] - 0.6 * size, 1.6 * size, 1.4 * size, ink, radius=0.45 * size)
            canvas.lines([path(((x, -0.9), (x, 0))) for x in (-0.45, 0.0, 0.45)], ink, size * 0.32, cap="round")
        case "defense":
            canvas.polygon(path(((-0.8, -0.9), (0.8, -0.9), (0.8, 0.1), (0, 1), (-0.8, 0.1))), ink)
        case "damage":
            spikes = [(r * sin(pi * n / 8), -r * cos(pi * n / 8)) for n, r in enumerate((1.1, 0.5) * 8)]
            canvas.polygon(path(tuple(spikes)), ink)
