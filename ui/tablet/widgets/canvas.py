"""The painters' canvas on the tablet: as Kivy's instructions, so that a board looks alike everywhere.

units, y downward ──scale, origin──> pixels, y upward        straight lines of one kind ──> one mesh
what does not change is drawn once, on a texture twice as fine as the screen: shrunk to half it is smooth
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence

from kivy.graphics import Color, Ellipse, Fbo, InstructionGroup, Line, Mesh, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture

from companion.painting.canvas import TAB, Box, Point, paint_tab, width_of
from ui.tablet.theme import rgba
from ui.tablet.widgets.text import fitted

_CAPS = {"butt": "none", "round": "round", "square": "square"}
FINE = 2  # pixels of a drawn texture for one of the screen
MOST_PX = 4096  # of a texture's side: what every graphics card has


class KivyCanvas:
    """A painter's canvas (``companion.painting.canvas.Canvas``) on a group of instructions."""

    def __init__(self, group: InstructionGroup, origin: Point, scale: float) -> None:
        """``origin`` is the pixel of the painter's (0, 0), ``scale`` the pixels of a unit."""
        self._group, self._origin, self._scale = group, origin, scale
        self._worn: tuple[float, ...] = ()  # the colour of what comes next

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        *,
        opacity: float = 1,
        stroke: str = "",
        line: float = 1,
        radius: float = 0,
        dash: str = "",
    ) -> None:
        left, low = self._at((x, y + height))
        wide, high, round_ = width * self._scale, height * self._scale, radius * self._scale
        if fill != "none":
            self._colour(fill, opacity)
            if radius:
                self._group.add(RoundedRectangle(pos=(left, low), size=(wide, high), radius=[round_], segments=12))
            else:
                self._group.add(Rectangle(pos=(left, low), size=(wide, high)))
        if stroke and dash:
            self.lines([_rounded(x, y, width, height, radius)], stroke, line, opacity=opacity, dash=dash)
        elif stroke:
            self._colour(stroke, opacity)
            box = (left, low, wide, high, max(round_, 0.01))
            self._group.add(Line(rounded_rectangle=box, width=self._half(line)))

    def rects(self, boxes: Sequence[Box], fill: str, *, opacity: float = 1) -> None:
        quads = [self._quad(x, y, w, h) for x, y, w, h in boxes]
        self._mesh(quads, fill, opacity)

    def lines(
        self,
        paths: Sequence[Sequence[Point]],
        stroke: str,
        line: float,
        *,
        opacity: float = 1,
        cap: str = "butt",
        dash: str = "",
    ) -> None:
        if dash:
            on, off = (float(part) for part in dash.split())
            paths, cap = [piece for path in paths for piece in _dashed(path, on, off)], "butt"
        if all(len(path) == 2 for path in paths) or self._half(line) < 1.2:
            more = line / 2 if cap != "butt" else 0.0
            quads = [self._stroke(a, b, line, more) for path in paths for a, b in itertools.pairwise(path) if a != b]
            self._mesh(quads, stroke, opacity)
            return
        self._colour(stroke, opacity)
        for path in paths:
            points = [part for point in path for part in self._at(point)]
            self._group.add(Line(points=points, width=self._half(line), cap=_CAPS[cap], joint="round"))

    def polygon(
        self, path: Sequence[Point], fill: str, *, opacity: float = 1, stroke: str = "", line: float = 1
    ) -> None:
        """Draw an outline that is seen whole from its middle, as a star is."""
        middle = (sum(x for x, _ in path) / len(path), sum(y for _, y in path) / len(path))
        corners = [self._at(point) for point in (middle, *path, path[0])]
        vertices = [part for x, y in corners for part in (x, y, 0, 0)]
        self._colour(fill, opacity)
        self._group.add(Mesh(vertices=vertices, indices=list(range(len(corners))), mode="triangle_fan"))
        if stroke:
            self._colour(stroke, opacity)
            points = [part for corner in corners[1:-1] for part in corner]
            self._group.add(Line(points=points, close=True, width=self._half(line), joint="round"))

    def star(self, middle: Point, radius: float, corners: int, fill: str, *, stroke: str = "") -> None:
        turns = [2 * math.pi * (number + 0.5) / corners + math.pi / 2 for number in range(corners)]
        path = [(middle[0] + radius * math.cos(turn), middle[1] + radius * math.sin(turn)) for turn in turns]
        self.polygon(path, fill, stroke=stroke)

    def circle(
        self,
        middle: Point,
        radius: float,
        fill: str = "none",
        *,
        opacity: float = 1,
        stroke: str = "",
        line: float = 1,
        dash: str = "",
    ) -> None:
        (x, y), px = self._at(middle), radius * self._scale
        if fill != "none":
            self._colour(fill, opacity)
            self._group.add(Ellipse(pos=(x - px, y - px), size=(2 * px, 2 * px), segments=_segments(px)))
        if stroke and dash:
            self.lines([_ring(middle, radius)], stroke, line, opacity=opacity, dash=dash)
        elif stroke:
            self._colour(stroke, opacity)
            self._group.add(Line(circle=(x, y, px, 0, 360, _segments(px)), width=self._half(line)))

    def sector(self, middle: Point, radius: float, start: float, end: float, stroke: str, line: float) -> None:
        (x, y), px = self._at(middle), radius * self._scale
        self._colour(stroke, 1)
        self._group.add(Line(circle=(x, y, px, start, end, _segments(px)), width=self._half(line), cap="none"))

    def words(
        self,
        at: Point,
        words: str,
        size: float,
        fill: str,
        *,
        anchor: str = "middle",
        halo: str = "",
        bold: bool = False,
    ) -> None:
        if not words:
            return
        (x, y), pixels = self._at(at), max(6, round(size * self._scale))
        texture = fitted(words, pixels, MOST_PX, fill, bold, halo)
        left = x - (texture.width / 2 if anchor == "middle" else 0)
        self._colour("#ffffff", 1)
        self._group.add(Rectangle(texture=texture, pos=(left, y - texture.height / 2), size=texture.size))

    def tab(self, at: Point, words: str, size: float, fill: str, ink: str, room: float, short: str = "") -> None:
        paint_tab(self, at, words, size, fill, ink, width_of(words, size) + TAB)

    def titled(self, title: str, kind: str = "", piece: str = "", at: Point | None = None) -> None:
        """Say nothing: a tablet has no pointer that rests."""

    def close(self) -> None:
        """End nothing."""

    def _at(self, point: Point) -> Point:
        return self._origin[0] + point[0] * self._scale, self._origin[1] - point[1] * self._scale

    def _half(self, line: float) -> float:
        """Kivy's widths are those of half a line."""
        return max(0.5, line * self._scale / 2)

    def _colour(self, colour: str, opacity: float) -> None:
        worn = rgba(colour, opacity)
        if worn != self._worn:
            self._worn = worn
            self._group.add(Color(*worn))

    def _quad(self, x: float, y: float, width: float, height: float) -> list[Point]:
        return [self._at((x + w, y + h)) for w, h in ((0, 0), (width, 0), (width, height), (0, height))]

    def _stroke(self, start: Point, end: Point, line: float, more: float) -> list[Point]:
        """The four corners of a straight line, ``more`` units longer at both ends."""
        (x, y), (u, v) = start, end
        length = math.hypot(u - x, v - y) or 1.0
        dx, dy = (u - x) / length, (v - y) / length
        half = max(line, 1 / self._scale) / 2
        x, y, u, v = x - dx * more, y - dy * more, u + dx * more, v + dy * more
        across, down = -dy * half, dx * half
        corners = ((x + across, y + down), (u + across, v + down), (u - across, v - down), (x - across, y - down))
        return [self._at(corner) for corner in corners]

    def _mesh(self, quads: Sequence[Sequence[Point]], colour: str, opacity: float) -> None:
        self._colour(colour, opacity)
        for first in range(0, len(quads), 10_000):  # a mesh has 65,535 corners at most
            some = quads[first : first + 10_000]
            vertices = [part for quad in some for x, y in quad for part in (x, y, 0, 0)]
            indices = [4 * number + corner for number in range(len(some)) for corner in (0, 1, 2, 0, 2, 3)]
            self._group.add(Mesh(vertices=vertices, indices=indices, mode="triangles"))


def drawn(
    width: float, height: float, paint: Callable[[KivyCanvas], None], units: float, *, fine: int = FINE
) -> Texture:
    """Return what ``paint`` draws of a board that is ``units`` wide, as a texture for so many pixels of the screen."""
    scale = min(fine, MOST_PX / max(width, height))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    fbo = Fbo(size=size, with_stencilbuffer=True)  # without it a pale line with a bend fills the box around it
    group = InstructionGroup()
    paint(KivyCanvas(group, (0, fbo.size[1]), fbo.size[0] / units))
    fbo.add(group)
    fbo.draw()
    return fbo.texture


def _segments(radius: float) -> int:
    """The corners of a circle so many pixels wide: none is seen."""
    return max(16, min(96, int(4 * radius**0.5) * 4))


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> list[Point]:
    """The outline of a rectangle with round corners, closed."""
    path = []
    for turn, (cx, cy) in enumerate(
        (
            (x + width - radius, y + radius),
            (x + width - radius, y + height - radius),
            (x + radius, y + height - radius),
            (x + radius, y + radius),
        )
    ):
        for step in range(9):
            angle = (turn - 1 + step / 8) * math.pi / 2
            path.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
    return [*path, path[0]]


def _ring(middle: Point, radius: float) -> list[Point]:
    turns = [2 * math.pi * number / 48 for number in range(49)]
    return [(middle[0] + radius * math.cos(turn), middle[1] + radius * math.sin(turn)) for turn in turns]


def _dashed(path: Sequence[Point], on: float, off: float) -> Iterator[list[Point]]:
    """The straight pieces of a line that is drawn for ``on`` units and left out for ``off``."""
    is_on, left = True, on
    for (x, y), (u, v) in itertools.pairwise(path):
        length, gone = math.hypot(u - x, v - y), 0.0
        while gone < length:
            step = min(left, length - gone)
            if is_on and step > 0:
                a, b = gone / length, (gone + step) / length
                yield [(x + (u - x) * a, y + (v - y) * a), (x + (u - x) * b, y + (v - y) * b)]
            gone, left = gone + step, left - step
            if left <= 0:
                is_on, left = not is_on, off if is_on else on
