"""A map of zones as SVG, and one line of sight over it, in the same tints as that of a line over squares.

zones ── their level's tint, the line's tint where it passes       walls dark, doors light: open ones ajar
spaces ── a ring; a figure fills it                                line green or red, causes outlined
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from companion.board.picture import AreaPicture, Barrier, DrawnZone, Point, Spot, Stander
from companion.painting import palette
from companion.painting.board import EDGE, HEAD, draw_head
from companion.painting.canvas import SvgCanvas, fitted

FOOT = 16  # below the map
LONG = 960  # units of the longer side of the map
NARROW = 560  # units that the sentence needs at least
_SPOTS = {"interaction": "#d68608"}


def area_sheet(picture: AreaPicture, words: Sequence[str], label: str = "") -> str:
    """The map with what is on it, the answer in words above it."""
    painter = _AreaPainter(picture)
    painter.paint()
    verdict = picture.line.verdict if picture.line else ""
    rows = wrap(" · ".join(" ".join(word.split()) for word in words[1:]), (painter.width - 2 * EDGE - 26) // 7)[:2]
    if len(rows) < 2:
        draw_head(painter.canvas, [words[0], *rows], verdict, painter.width)
    else:
        draw_head(painter.canvas, words[:1], verdict, painter.width)
        for number, row in enumerate(rows):
            painter.canvas.words((EDGE + 26, 62 + 16 * number), row, 12, palette.MUTED, anchor="start")
    return painter.canvas.svg(painter.width, painter.height, background=palette.SHEET, label=label)


class _AreaPainter:
    """Points of the map in, units of the drawing out."""

    def __init__(self, picture: AreaPicture) -> None:
        self.picture, self.canvas = picture, SvgCanvas()
        corners = [corner for zone in picture.zones for corner in zone.outline]
        self.left, self.top = min(x for x, _ in corners), min(y for _, y in corners)
        wide, tall = max(x for x, _ in corners) - self.left, max(y for _, y in corners) - self.top
        self.unit = LONG / max(wide, tall)
        self.width = max(round(wide * self.unit), NARROW) + 2 * EDGE
        self.height = round(tall * self.unit) + 2 * EDGE + HEAD + FOOT
        true = picture.radius * self.unit  # where figures block; else one that can be read
        self.disc = max(true, 17) if picture.is_linked else true

    def at(self, point: Point) -> Point:
        """A point of the map on the canvas."""
        return EDGE + (point[0] - self.left) * self.unit, EDGE + HEAD + (point[1] - self.top) * self.unit

    def path(self, points: Iterable[Point]) -> list[Point]:
        """A line of the map on the canvas."""
        return [self.at(point) for point in points]

    def paint(self) -> None:
        """Everything, from the ground up."""
        picture, canvas = self.picture, self.canvas
        for zone in picture.zones:
            path = self.path(zone.outline)
            canvas.polygon(path, palette.LEVELS[min(zone.level, len(palette.LEVELS) - 1)])
            if zone.verdict:
                canvas.polygon(path, palette.VERDICTS[zone.verdict], opacity=0.14)
        for zone in picture.zones:
            path = self.path(zone.outline)
            canvas.lines([[*path, path[0]]], palette.GRID, 3)
        canvas.lines([self.path(link) for link in picture.links], palette.MUTED, 2, opacity=0.35)
        for barrier in picture.barriers:
            self._barrier(barrier)
        for spot in picture.spots:
            self._spot(spot)
        for block in picture.blocks:
            canvas.polygon(self.path(block.outline), palette.WOOD, stroke=palette.LETTERS, line=2)
        self._causes()
        for barrier in picture.barriers:
            if barrier.kind == "gap":
                self._gap(barrier)
        self._line()
        for stander in picture.standers:
            self._stander(stander)
        for zone in picture.zones:
            self._name(zone)
        self._labels()

    def _barrier(self, barrier: Barrier) -> None:
        path, canvas = self.path(barrier.line), self.canvas
        if barrier.kind in ("wall", "gap"):
            canvas.lines([path], palette.LETTERS, 6)
            return
        (ax, ay), (bx, by) = path[0], path[-1]
        if barrier.kind == "door":
            canvas.lines([path], palette.GLASS, 9)
            canvas.lines([path], palette.WOOD, 5)
            return
        canvas.lines([path], palette.SHEET, 4)
        leaf = ax + (bx - ax) * 0.5 - (by - ay) * 0.4, ay + (by - ay) * 0.5 + (bx - ax) * 0.4
        canvas.lines([[(ax, ay), leaf]], palette.GLASS, 7)
        canvas.lines([[(ax, ay), leaf]], palette.WOOD, 4)

    def _gap(self, wall: Barrier) -> None:
        """A token on the middle of a broken wall: a gap and its rubble."""
        (ax, ay), (bx, by) = self.at(wall.line[0]), self.at(wall.line[-1])
        x, y = (ax + bx) / 2, (ay + by) / 2
        line = self.picture.line
        rim = palette.VERDICTS[line.verdict] if line and wall.is_cause else palette.LETTERS
        self.canvas.circle((x, y), 14, palette.SHEET, stroke=rim, line=4)
        for dx, dy in ((-5, 3), (5, 5), (1, -5)):
            self.canvas.star((x + dx, y + dy), 4, 5, palette.LETTERS)

    def _spot(self, spot: Spot) -> None:
        middle, colour = self.at(spot.at), _SPOTS.get(spot.kind, palette.SEA)
        self.canvas.circle(middle, self.disc, "#ffffff", opacity=0.82)
        self.canvas.circle(middle, self.disc - 1.5, stroke=colour, line=3)
        if spot.kind == "marker":  # an eye
            x, y = middle
            self.canvas.arc((x - 9, y), (x + 9, y), 10, palette.LETTERS, 2)
            self.canvas.arc((x - 9, y), (x + 9, y), 10, palette.LETTERS, 2, sweep=False)
            self.canvas.circle(middle, 3, palette.LETTERS)

    def _causes(self) -> None:
        """Walls, doors, objects and figures that block, outlined."""
        line = self.picture.line
        if line is None:
            return
        colour = palette.VERDICTS[line.verdict]
        paths = [self.path(barrier.line) for barrier in self.picture.barriers if barrier.is_cause]
        for block in self.picture.blocks:
            if block.is_cause:
                path = self.path(block.outline)
                paths.append([*path, *path[:2]])
        self.canvas.lines(paths, colour, 7)
        for stander in self.picture.standers:
            if stander.is_cause:
                self.canvas.circle(self.at(stander.at), self.disc + 2.5, stroke=colour, line=5)

    def _line(self) -> None:
        line = self.picture.line
        if line is None:
            return
        colour, ends = palette.VERDICTS[line.verdict], self.path((line.start, line.end))
        self.canvas.lines([ends], "#ffffff", 8)
        self.canvas.lines([ends], colour, 4)
        for end in ends:
            self.canvas.circle(end, self.disc + 2.5, stroke=colour, line=3)

    def _room(self) -> int:
        """Return how many letters a disc has room for."""
        return max(1, int(2 * self.disc / 8))

    def _stander(self, stander: Stander) -> None:
        """A figure on its space; on a marker, which many share, a plate below it."""
        colour, (x, y) = palette.seat_colour(stander.seat), self.at(stander.at)
        tall = wide = self.disc * 0.92
        if self.picture.is_linked:
            tall, wide = 11, 10 + 4 * len(stander.name)
            y += self.disc + 16 + 25 * stander.place
        self.canvas.rect(x - wide, y - tall, 2 * wide, 2 * tall, colour, stroke="#ffffff", line=2, radius=tall)
        is_told = self.picture.is_linked or len(stander.name) <= self._room()
        self.canvas.words((x, y), stander.name if is_told else stander.name[:1], 13, palette.ink_on(colour))

    def _name(self, zone: DrawnZone) -> None:
        """The zone's name in its corner, with level and smoke."""
        path = self.path(zone.outline)
        y = min(y for _, y in path) + 15
        sides = zip(path, [*path[1:], path[0]], strict=True)
        x = min(ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in sides if (ay <= y) != (by <= y))
        words = f"{zone.name}  {zone.elevation:+}" if zone.elevation else zone.name
        self.canvas.words((x + 9, y), words, 13, palette.MUTED, anchor="start")
        for token in range(zone.smoke):
            self.canvas.star((x + 20 + 22 * token, y + 23), 10, 6, palette.MIST, stroke=palette.LETTERS)

    def _labels(self) -> None:
        """The names of free spaces, of objects, and of figures whose disc has no room for theirs."""
        taken = {stander.at for stander in self.picture.standers}
        for spot in self.picture.spots:
            if spot.label and spot.at not in taken:
                self.canvas.words(self.at(spot.at), spot.label, 13, palette.MUTED, halo="#ffffff")
        for block in self.picture.blocks:
            path = self.path(block.outline)
            middle = (min(x for x, _ in path) + max(x for x, _ in path)) / 2
            self.canvas.words((middle, max(y for _, y in path) + 11), block.name, 11, palette.MUTED, halo=palette.SHEET)
        for stander in self.picture.standers if not self.picture.is_linked else ():
            if len(stander.name) > self._room():
                (x, y), (name, size) = self.at(stander.at), fitted(stander.name, 12, 200, 10)
                self.canvas.words((x, y + self.disc + 11), name, size, palette.LETTERS, halo=palette.SHEET)
