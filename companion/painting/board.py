"""A board of squares as SVG: bare, for a page; or on a sheet, with letters around it, words above and a legend below.

┌ head: the answer in words ┐      ground, then the field's patterns, then borders, figures, lines
│  A B C                    │      on a photograph: patterns, a thin grid, rings around figures
│ 1 . . .                   │      . / #   clear, hindered, blocked: told apart without seeing colours
└ foot: the legend ─────────┘
"""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.board.picture import BoardPicture, Door, Line, Place, Point, Segment, Thing, Tile, Token, Way
from companion.painting import palette
from companion.painting.canvas import Canvas, fitted, width_of

CELL = 56  # units a square
EDGE = 40  # around the board
HEAD = 64  # for the words above it
BAR = 8  # units: the bar of what is left of a figure, read at arm's length
LEAST_PX = 560  # the width a title and a legend can use on small boards too
HALF = CELL // 4  # from a square's corner to the first line of its pattern, and half of the way from line to line
ROW, SWATCH, GAP = 28, 30, 6  # a row of the legend, a sample, the space around

Entry = tuple[str, str]  # a verdict, or "move" for an outline; the words beside it
Box = tuple[float, float, float, float]
_AHEAD = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet around a board: words above it, with a mark in a verdict's colour; a legend below."""

    words: tuple[str, ...] = ()  # the answer, then its reasons
    verdict: str = ""
    legend: tuple[Entry, ...] = ()
    least_px: int = 0
    photo: bytes | None = None  # the board as photographed from straight above, a PNG of any size


def board_svg(
    picture: BoardPicture, *, kind: str = "board", is_laid: bool = False, label: str = "", photo: str = ""
) -> str:
    """The board with its letters and nothing around it, for a page; ``is_laid``: only what lies on the printed map;
    ``photo``: where the picture of the map from straight above is that lies under it."""
    canvas = Canvas()
    painter = _Painter(canvas, picture, EDGE, EDGE)
    painter.paint(photo, is_laid=is_laid)
    return canvas.svg(picture.columns * CELL + 2 * EDGE, picture.rows * CELL + 2 * EDGE, kind=kind, label=label)


def board_sheet(picture: BoardPicture, sheet: Sheet) -> str:
    """The board on a sheet of paper."""
    canvas, board_px = Canvas(), picture.columns * CELL + 2 * EDGE
    width = max(board_px, sheet.least_px)
    rows = _legend_rows(sheet.legend, max(picture.columns * CELL, sheet.least_px - 2 * EDGE))
    foot = len(rows) * ROW + GAP if sheet.legend else 0
    height = picture.rows * CELL + 2 * EDGE + HEAD + foot
    painter = _Painter(canvas, picture, EDGE + (width - board_px) // 2, EDGE + HEAD)
    painter.paint("data:image/png;base64," + b64encode(sheet.photo).decode() if sheet.photo is not None else "")
    draw_head(canvas, sheet.words, sheet.verdict, width)
    _draw_legend(canvas, rows, height - foot - GAP)
    return canvas.svg(width, height, background=palette.SHEET)


class _Painter:
    """Draws one board with its top left corner at a place of the canvas."""

    def __init__(self, canvas: Canvas, picture: BoardPicture, left: float, top: float) -> None:
        self.canvas = canvas
        self.picture = picture
        self.left = left
        self.top = top

    def corner(self, column: float, row: float) -> Point:
        """A grid corner on the canvas."""
        return self.left + column * CELL, self.top + row * CELL

    def paint(self, photo: str, *, is_laid: bool = False) -> None:
        """Everything, from the ground up: the photograph at that address, or what is drawn where there is none."""
        picture, on_photo = self.picture, bool(photo)
        if on_photo:
            self.canvas.image(*self.corner(0, 0), picture.columns * CELL, picture.rows * CELL, photo)
        else:
            for tile in () if is_laid else picture.tiles:
                self._ground(tile)
            for thing in picture.objects:
                self._thing(thing)
            for column, row in picture.markers:
                self.canvas.star(
                    self.corner(column + 0.5, row + 0.5), CELL / 5, 6, palette.MIST, stroke=palette.LETTERS
                )
            for column, row in picture.debris:
                self.canvas.star(self.corner(column + 0.5, row + 0.6), CELL / 5, 3, palette.MUTED)
        self._field()
        reach = [tile for tile in picture.tiles if tile.reach is not None]
        if picture.field is None:
            for tile in reach:
                self.canvas.rect(*self._box((tile.column, tile.row)), palette.MOVE, opacity=0.17)
        line = picture.line
        if line:
            for place in line.crossed:
                self.canvas.rect(*self._box(place), palette.VERDICTS[line.verdict], opacity=0.18)
        if not is_laid:
            self._borders(on_photo=on_photo)
            self._labels()
        self._outline([(tile.column, tile.row) for tile in reach], palette.MOVE)
        self._outline(picture.outlined, palette.LETTERS)
        for way in picture.ways:
            if way.kind != "attack":
                self._way(way)
        if line:
            self._line(line)
        for token in picture.tokens:
            self._token(token, on_photo=on_photo)
        for way in picture.ways:
            if way.kind == "attack":
                self._attack(way)
        if picture.field is None and not picture.plates:
            self._numbers(reach)

    def _box(self, place: Place, inset: float = 0.0) -> Box:
        """Left, top, width and height of a square."""
        left, top = self.corner(place[0] + inset, place[1] + inset)
        return left, top, CELL * (1 - 2 * inset), CELL * (1 - 2 * inset)

    def _ends(self, segment: Segment) -> list[Point]:
        return [self.corner(*corner) for corner in segment]

    def _ground(self, tile: Tile) -> None:
        """A square with its level and terrain."""
        canvas, box = self.canvas, self._box((tile.column, tile.row))
        floor = palette.FLOORS.get(tile.terrain) or palette.LEVELS[min(tile.elevation, len(palette.LEVELS)) - 1]
        is_ruled = tile.terrain != "unknown" and not self.picture.plates
        canvas.rect(*box, floor, stroke=palette.GRID if is_ruled else floor)
        if tile.indoor:
            canvas.rect(*box, palette.ROOF, opacity=0.27)
        left, top, step = box[0], box[1], CELL / 7
        if "water" in tile.kinds:
            canvas.rect(*box, palette.SEA, opacity=0.43)
            for number in range(9):
                x, y = left + (2 * (number % 3) + 0.5) * step, top + (2 * (number // 3) + 1.5) * step
                canvas.arc((x, y), (x + 1.5 * step, y), step, palette.SEA, 2)
        if "hindering" in tile.kinds:
            canvas.rect(*box, palette.LEAF, opacity=0.31)
            leaves = []
            for number in range(9):
                u, v = left + (4 * (number % 3) + 3) * step / 2, top + (4 * (number // 3) + 3) * step / 2
                leaves.append([(u - 3, v - 4), (u, v + 3), (u + 3, v - 4)])
            canvas.lines(leaves, palette.LEAF, 2)
        if "blocking" in tile.kinds:
            canvas.rect(*box, palette.STONE)
            canvas.lines([_diagonal(box, offset) for offset in _steps(step, 2 * step)], "#ffffff", 2, opacity=0.2)
        if tile.spot:
            canvas.circle(self.corner(tile.column + 0.5, tile.row + 0.5), CELL * 0.3, palette.SPOTS[tile.spot])
        if tile.elevation > 1 and not self.picture.plates:
            canvas.words((left + CELL - 7, top + 9), str(tile.elevation), 11, palette.RIM)

    def _field(self) -> None:
        """The patterns of a field; lines run on from square to square."""
        verdicts: dict[str, list[Box]] = {}
        for column, row, verdict in self.picture.field or ():
            verdicts.setdefault(verdict, []).append(self._box((column, row)))
        for verdict, boxes in verdicts.items():
            draw_pattern(self.canvas, boxes, verdict)

    def _borders(self, *, on_photo: bool) -> None:
        """Level changes, starting areas, ramps, walls, doors and the board's rim; on a photograph a thin grid."""
        picture, canvas = self.picture, self.canvas
        if on_photo:
            lines = [[self.corner(c, 0), self.corner(c, picture.rows)] for c in range(1, picture.columns)]
            lines += [[self.corner(0, r), self.corner(picture.columns, r)] for r in range(1, picture.rows)]
            canvas.lines(lines, "#ffffff", 1, opacity=0.43)
        else:
            canvas.lines([self._ends(rim) for rim in picture.rims], palette.RIM, 2, opacity=0.78)
            canvas.lines([self._ends(side) for side in _areas_apart(picture.tiles)], palette.START, 3, opacity=0.63)
            canvas.lines([rung for ramp in picture.ramps for rung in self._rungs(ramp)], "#5a544e", 2, opacity=0.75)
            canvas.lines([self._ends(wall) for wall in picture.walls], palette.LETTERS, 6)
            for door in picture.doors:
                self._door(door)
        canvas.rect(*self.corner(0, 0), picture.columns * CELL, picture.rows * CELL, stroke=palette.LETTERS, line=2)

    def _rungs(self, ramp: tuple[Place, Place]) -> list[list[Point]]:
        (x0, y0), (x1, y1) = (self.corner(column + 0.5, row + 0.5) for column, row in ramp)
        dx, dy = (y1 - y0) / 6, (x1 - x0) / 6
        middles = [(x0 + (x1 - x0) * part / 10, y0 + (y1 - y0) * part / 10) for part in range(2, 9)]
        return [[(x - dx, y - dy), (x + dx, y + dy)] for x, y in middles]

    def _door(self, door: Door) -> None:
        """A door fills its side; of one that is open the posts are left."""
        (x0, y0), (x1, y1) = self._ends(door.at)
        parts = ((0.0, 0.2), (0.8, 1.0)) if door.now == "open" else ((0.1, 0.9),)
        paths = [[(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in part] for part in parts]
        self.canvas.lines(paths, palette.DOORS[door.now], 11)

    def _labels(self) -> None:
        """The letters of the columns and the numbers of the rows on all four sides; the names of zones."""
        for plate in self.picture.plates:
            words, size = fitted(plate.words, 18, plate.width * CELL - 14, 11)
            at = self.corner(plate.column + 0.14, plate.row + 0.3)
            self.canvas.words(at, words, size, palette.INK, anchor="start")
        for column, name in enumerate(self.picture.edge_labels[0]):
            for row_at in (-0.36, self.picture.rows + 0.36):
                self.canvas.words(self.corner(column + 0.5, row_at), name, 15, palette.LETTERS)
        for row, name in enumerate(self.picture.edge_labels[1]):
            for column_at in (-0.36, self.picture.columns + 0.36):
                self.canvas.words(self.corner(column_at, row + 0.5), name, 15, palette.LETTERS)

    def _outline(self, places: Collection[Place], colour: str) -> None:
        """A line around these squares, white-edged to be seen on any ground."""
        inside = set(places)
        sides = [
            [self.corner(column + x0, row + y0), self.corner(column + x1, row + y1)]
            for column, row in sorted(inside)
            for dx, dy, x0, y0, x1, y1 in _SIDES
            if (column + dx, row + dy) not in inside
        ]
        self.canvas.lines(sides, "#ffffff", 7, cap="square")
        self.canvas.lines(sides, colour, 4, cap="square")

    def _thing(self, thing: Thing) -> None:
        """An object: a box with its letter in the ring of its weight; one that is held is smaller, in a corner."""
        left, top, cell, _ = self._box((thing.column, thing.row))
        side = cell * (0.36 if thing.held else 0.42)
        x, y = (left + cell - side, top) if thing.held else (left + (cell - side) / 2, top + (cell - side) / 2)
        self.canvas.titled(thing.object)
        self.canvas.rect(x, y, side, side, palette.WOOD, stroke=palette.WEIGHTS[thing.weight], line=3, radius=4)
        self.canvas.words((x + side / 2, y + side / 2), thing.label, 15, palette.LETTERS, bold=thing.special)
        self.canvas.close()

    def _token(self, token: Token, *, on_photo: bool) -> None:
        """A figure: a disc with its name; on a photograph, where it can be seen itself, a ring and a plate."""
        canvas, inset, colour, flat = self.canvas, 0.13, palette.seat_colour(token.seat), 0.15 if token.lying else 0
        left, top = self.corner(token.column + inset, token.row + inset + flat)
        wide, high = (token.width - 2 * inset) * CELL, (token.height - 2 * (inset + flat)) * CELL
        words, size = _name_in(token.label, wide - 6, min(token.width, token.height))
        ink = palette.ink_on(colour)
        canvas.titled(token.name)
        if on_photo:
            for line, tint in ((3, "#ffffff"), (2, colour)):
                canvas.rect(left, top, wide, high, stroke=tint, line=line, radius=CELL * 3 / 8)
            half, (x, y) = width_of(words, size) / 2 + 4, (left + wide / 2, top + high - 2)
            canvas.rect(x - half, y - 8, 2 * half, 16, colour, stroke="#ffffff", radius=4)
            canvas.words((x, y), words, size, ink)
        else:
            if token.facing:
                dx, dy = _AHEAD[token.facing]
                x, y = left + wide / 2, top + high / 2
                canvas.lines([[(x, y), (x + dx * CELL * 0.5, y + dy * CELL * 0.5)]], palette.LETTERS, 8, cap="round")
            canvas.rect(left, top, wide, high, colour, stroke="#ffffff", line=3, radius=CELL * 3 / 8)
            if (ring := palette.ring_of(token.seat)) is not None:
                dash, radius = " ".join(map(str, ring)), CELL * 3 / 8 - 3
                canvas.rect(left + 3, top + 3, wide - 6, high - 6, stroke=ink, line=1.5, radius=radius, dash=dash)
            canvas.words((left + wide / 2, top + high / 2), words, size, ink)
            for number in range(token.tokens):
                lift = 3 if token.health is None else 3 + BAR
                canvas.circle((left + wide - 5 - 14 * number, top + high - lift), 6, "#f0c04a", stroke=palette.LETTERS)
        if token.health is not None:
            bar = (left, top + high - 4, wide, BAR)
            canvas.rect(*bar, "#14171c")
            if share := palette.share_left(token.health):
                tone = palette.HEALTH_COLOURS[palette.health_tone(token.health)]
                canvas.rect(left + 1, bar[1] + 1, (wide - 2) * share, BAR - 2, tone)
        canvas.close()

    def _line(self, line: Line) -> None:
        """A line of sight, its causes outlined."""
        canvas, colour = self.canvas, palette.VERDICTS[line.verdict]
        for place in line.causes:
            left, top, wide, high = self._box(place, 0.03)
            canvas.rect(left + 2.5, top + 2.5, wide - 5, high - 5, stroke=colour, line=5)
        canvas.lines([self._ends(border) for border in line.borders], colour, 9)
        ends = [self.corner(*line.start), self.corner(*line.end)]
        canvas.lines([ends], "#ffffff", 8)
        canvas.lines([ends], colour, 4)
        for end in ends:
            canvas.circle(end, 6, colour, stroke="#ffffff", line=2)

    def _way(self, way: Way) -> None:
        """A move or a knock back, from its first square on."""
        colour, dash = ("#a83216", "") if way.kind == "knock" else ("#333333", "9 7")
        path = [self.corner(*point) for point in way.points]
        self.canvas.lines([path], colour, 5, dash=dash)
        self.canvas.circle(path[0], 7, colour)

    def _attack(self, way: Way) -> None:
        """An attack along its line of sight; a star where it hit, a cross where it missed."""
        (x0, y0), (x1, y1) = self.corner(*way.points[0]), self.corner(*way.points[-1])
        cut = 0.45 * CELL / (math.hypot(x1 - x0, y1 - y0) or 1)
        ends = [(x0 + (x1 - x0) * cut, y0 + (y1 - y0) * cut), (x1 - (x1 - x0) * cut, y1 - (y1 - y0) * cut)]
        colour, (x, y) = palette.VERDICTS[way.verdict], ((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3)
        self.canvas.titled(way.verdict, "sight")
        self.canvas.lines([ends], "#ffffff", 10, cap="round")
        self.canvas.lines([ends], colour, 7, cap="round")
        if way.hit:
            spikes = [2 * math.pi * number / 10 - math.pi / 2 for number in range(10)]
            path = [(x + r * math.cos(a), y + r * math.sin(a)) for a, r in zip(spikes, (15, 6) * 5, strict=True)]
            self.canvas.polygon(path, colour, stroke="#ffffff", line=2)
        else:
            cross = [[(x - 9, y - 9), (x + 9, y + 9)], [(x - 9, y + 9), (x + 9, y - 9)]]
            self.canvas.lines(cross, "#ffffff", 8)
            self.canvas.lines(cross, colour, 5)
        self.canvas.close()

    def _numbers(self, reach: Sequence[Tile]) -> None:
        """The squares to get there, where nobody stands."""
        taken = {
            (int(token.column) + c, int(token.row) + r)
            for token in self.picture.tokens
            for c in range(token.width)
            for r in range(token.height)
        }
        for tile in reach:
            if (tile.column, tile.row) not in taken:
                middle = self.corner(tile.column + 0.5, tile.row + 0.5)
                self.canvas.circle(middle, 12, "#ffffff", stroke=palette.MOVE)
                self.canvas.words(middle, str(tile.reach), 15, palette.MOVE)


def draw_pattern(canvas: Canvas, boxes: Sequence[Box], verdict: str) -> None:
    """The tint and the lines of a verdict: one way for hindered, both ways for blocked."""
    colour, opacity = palette.TINTS[verdict]
    lines = []
    for box in boxes:
        canvas.rect(*box, colour, opacity=opacity)
        offsets = list(_steps(HALF, 2 * HALF)) if verdict != "clear" else []
        rising = [_diagonal(box, offset) for offset in offsets if offset < box[2] + box[3]]
        lines += rising
        if verdict == "blocked":  # and its mirror image
            lines += [[(2 * box[0] + box[2] - x, y) for x, y in line] for line in rising]
    line = 2 if verdict == "hindered" else 1.5
    canvas.lines(lines, "#ffffff", line + 2, opacity=0.24)
    canvas.lines(lines, palette.HATCH.get(verdict, colour), line)


def draw_head(canvas: Canvas, words: Sequence[str], verdict: str, width: float) -> None:
    """The answer in words, with a mark in the verdict's colour; without a verdict, a title."""
    if not words:
        return
    if not verdict:
        title, size = fitted(words[0], 20, width - 2 * EDGE, 11)
        canvas.words((EDGE, 40), title, size, palette.LETTERS, anchor="start")
        return
    canvas.rect(EDGE, 20, 14, 44, palette.VERDICTS[verdict], radius=4)
    reasons, room = " · ".join(" ".join(reason.split()) for reason in words[1:]), width - 2 * EDGE - 26
    answer, size = fitted(words[0], 20, room, 11)
    canvas.words((EDGE + 26, 34 if reasons else 42), answer, size, palette.LETTERS, anchor="start")
    below, small = fitted(reasons, 12, room, 11)
    canvas.words((EDGE + 26, 56), below, small, palette.QUIET, anchor="start")


def _legend_rows(entries: Sequence[Entry], room: float) -> list[list[Entry]]:
    """The entries in as many rows as the width needs."""
    rows: list[list[Entry]] = [[]]
    for entry in entries:
        if rows[-1] and sum(map(_wide, (*rows[-1], entry))) > room:
            rows.append([])
        rows[-1].append(entry)
    return rows


def _draw_legend(canvas: Canvas, rows: Sequence[Sequence[Entry]], top: float) -> None:
    for number, row in enumerate(rows):
        x, y = float(EDGE), top + number * ROW + GAP
        for kind, words in row:
            if kind == "move":
                canvas.rect(x + 2, y + 2, SWATCH - 4, 16, stroke=palette.MOVE, line=4)
            else:
                draw_pattern(canvas, [(x, y, SWATCH, 20)], kind)
                canvas.rect(x, y, SWATCH, 20, stroke=palette.HATCH.get(kind, palette.VERDICTS[kind]))
            canvas.words((x + SWATCH + 8, y + 10), words, 15, palette.LETTERS, anchor="start")
            x += _wide((kind, words))


def _wide(entry: Entry) -> float:
    return SWATCH + 8 + width_of(entry[1], 15) + 22


# the neighbour beyond each side of a square, and the side's two corners
_SIDES = ((0, -1, 0, 0, 1, 0), (0, 1, 0, 1, 1, 1), (-1, 0, 0, 0, 0, 1), (1, 0, 1, 0, 1, 1))


def _areas_apart(tiles: Sequence[Tile]) -> list[Segment]:
    """The borders between a starting area and whatever is no part of it."""
    starting = {(tile.column, tile.row): tile.starting for tile in tiles}
    apart = []
    for (column, row), area in starting.items():
        if starting.get((column + 1, row), area) != area:
            apart.append(((column + 1, row), (column + 1, row + 1)))
        if starting.get((column, row + 1), area) != area:
            apart.append(((column, row + 1), (column + 1, row + 1)))
    return apart


def _steps(first: float, step: float) -> Sequence[float]:
    return [first + number * step for number in range(int((2 * CELL - first) / step) + 1)]


def _diagonal(box: Box, offset: float) -> list[Point]:
    """The line of a box on which across and down make ``offset`` together."""
    left, top, wide, high = box
    x0, x1 = min(offset, wide), max(0.0, offset - high)
    return [(left + x0, top + offset - x0), (left + x1, top + offset - x1)]


def _name_in(name: str, room: float, squares: float = 1) -> tuple[str, float]:
    """The name and its size so that it lies in its disc: smaller letters first, then fewer."""
    return fitted(name, (20 if len(name) < 3 else 16) * squares, room, 10)
