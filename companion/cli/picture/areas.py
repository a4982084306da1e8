"""A picture of one line of sight on a map of areas, in the same tints as that of a line over squares.

zones ── their level's tint, the line's tint where it passes       walls dark, doors light: open ones ajar
spaces ── a ring; a figure fills it                                line green or red, causes outlined
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from functools import cached_property
from textwrap import wrap

from companion.board import Cause, SightLine, Verdict
from companion.board.areas import AreaSpace, Door, SpaceKind
from companion.board.areas.outlines import Outline
from companion.board.areas.segments import Point
from companion.cli.picture.ground import LEVELS, SIDES
from companion.cli.picture.sheet import FINE, GRID, INK, PAPER, VERDICTS, Colour, font, width_of
from companion.files import write_file
from companion.interchange.area_position import AreaPosition

__all__ = ["draw_area_line"]

EDGE, HEAD, FOOT = 40, 64, 16  # pixels around the map, for the sentence above it, below it
LONG = 960  # pixels for the longer side of the map
NARROW = 560  # pixels that the sentence needs at least
GLASS, WOOD, MIST, MUTED = (116, 78, 46), (222, 190, 120), (196, 200, 206), (110, 102, 92)

Pixel = tuple[float, float]


class _AreaSheet:
    """The sheet of one position: points of the map in, pixels out."""

    def __init__(self, table: AreaPosition, line: SightLine) -> None:
        from PIL import Image, ImageDraw

        self.table, self.areas, self.line = table, table.areas, line
        corners = [corner for zone in self.areas.zones for corner in zone.outline]
        self.left, self.top = min(x for x, _ in corners), min(y for _, y in corners)
        wide, tall = max(x for x, _ in corners) - self.left, max(y for _, y in corners) - self.top
        self.unit = LONG / max(wide, tall)
        self.width = max(round(wide * self.unit), NARROW) + 2 * EDGE
        size = self.width * FINE, (round(tall * self.unit) + 2 * EDGE + HEAD + FOOT) * FINE
        self.image = Image.new("RGB", size, PAPER)
        self.pen = ImageDraw.Draw(self.image, "RGBA")

    @cached_property
    def disc(self) -> float:
        """The radius of a drawn space: its true one where figures block, else one that can be read."""
        true = self.areas.space_radius * self.unit
        return (true if self.areas.links is None else max(true, 17)) * FINE

    @property
    def room(self) -> int:
        """How many letters a disc has room for."""
        return max(1, int(2 * self.disc / (8 * FINE)))

    def at(self, point: Pixel | Point) -> Pixel:
        x = EDGE + (point[0] - self.left) * self.unit
        return x * FINE, (EDGE + HEAD + (point[1] - self.top) * self.unit) * FINE

    def path(self, points: Iterable[Point]) -> list[Pixel]:
        return [self.at(point) for point in points]

    def write(
        self, at: Pixel, words: str, size: float, colour: Colour = INK, anchor: str = "mm", halo: Colour | None = None
    ) -> None:  # fmt: skip
        rim = 3 * FINE if halo else 0
        face = font(round(size * FINE))
        self.pen.text(at, words, fill=colour, font=face, anchor=anchor, stroke_width=rim, stroke_fill=halo)

    def draw_zones(self) -> None:
        lowest = min(zone.elevation for zone in self.areas.zones)
        for zone in self.areas.zones:
            path = self.path(zone.outline)
            self.pen.polygon(path, fill=LEVELS[min(zone.elevation - lowest, len(LEVELS) - 1)])
            if zone.name in self.line.zones:
                self.pen.polygon(path, fill=(*VERDICTS[self.line.verdict], 36))
        for zone in self.areas.zones:
            path = self.path(zone.outline)
            self.pen.line([*path, path[0]], GRID, 3 * FINE, joint="curve")

    def draw_names(self) -> None:
        """The zones' names in a corner of each, with level and smoke."""
        for zone in self.areas.zones:
            x, y = self.corner_of(zone.outline)
            words = f"{zone.name}  {zone.elevation:+}" if zone.elevation else zone.name
            self.write((x + 9 * FINE, y), words, 13, MUTED, "lm")
            for token in range(self.table.smoke.get(zone.name, 0)):
                centre = x + (20 + 22 * token) * FINE, y + 23 * FINE
                self.pen.regular_polygon((*centre, 10 * FINE), 6, fill=MIST, outline=INK)

    def corner_of(self, outline: Outline) -> Pixel:
        """Where a name may begin: the left rim of the zone, a little below its top."""
        path = self.path(outline)
        y = min(y for _, y in path) + 15 * FINE
        sides = zip(path, [*path[1:], path[0]], strict=True)
        rims = sorted(ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in sides if (ay <= y) != (by <= y))
        return rims[0], y

    def draw_links(self) -> None:
        for link in self.areas.links or ():
            ends = [self.areas.site(space).at for space in link.ends]
            self.pen.line(self.path(ends), (*MUTED, 90), 2 * FINE)

    def draw_barriers(self) -> None:
        for wall in self.areas.walls:
            path = self.path(wall.line)
            self.pen.line(path, INK, 6 * FINE, joint="curve")
        for door in self.areas.doors:
            self.draw_door(door)

    def draw_broken(self) -> None:
        """A token on the middle of each broken wall: a gap and its rubble."""
        causes = {cause.feature for cause in self.line.causes}
        for wall in self.areas.walls:
            if wall.name in self.areas.broken:
                (ax, ay), (bx, by) = self.at(wall.line[0]), self.at(wall.line[-1])
                x, y = (ax + bx) / 2, (ay + by) / 2
                rim, token = VERDICTS[self.line.verdict] if wall.name in causes else INK, 16 * FINE
                box = x - token, y - token, x + token, y + token
                self.pen.ellipse(box, fill=PAPER, outline=rim, width=4 * FINE)
                for dx, dy in ((-5, 3), (5, 5), (1, -5)):
                    self.pen.regular_polygon((x + dx * FINE, y + dy * FINE, 4 * FINE), 5, fill=INK)

    def draw_door(self, door: Door) -> None:
        (ax, ay), (bx, by) = self.path(door.line)
        if not door.is_open:
            self.pen.line((ax, ay, bx, by), GLASS, 9 * FINE)
            self.pen.line((ax, ay, bx, by), WOOD, 5 * FINE)
            return
        self.pen.line((ax, ay, bx, by), (*PAPER, 255), 4 * FINE)
        leaf = ax + (bx - ax) * 0.5 - (by - ay) * 0.4, ay + (by - ay) * 0.5 + (bx - ax) * 0.4
        self.pen.line((ax, ay, *leaf), GLASS, 7 * FINE)
        self.pen.line((ax, ay, *leaf), WOOD, 4 * FINE)

    def draw_spaces(self) -> None:
        for site in self.areas.sites:
            x, y = self.at(site.at)
            box = x - self.disc, y - self.disc, x + self.disc, y + self.disc
            colour = (214, 134, 8) if site.kind is SpaceKind.INTERACTION else (98, 156, 206)
            self.pen.ellipse(box, fill=(255, 255, 255, 210), outline=colour, width=3 * FINE)
            if site.kind is SpaceKind.MARKER:
                self.draw_eye(x, y)

    def draw_eye(self, x: float, y: float) -> None:
        wide = 10 * FINE
        self.pen.arc((x - wide, y - 0.7 * wide, x + wide, y + 1.3 * wide), 205, 335, INK, 2 * FINE)
        self.pen.arc((x - wide, y - 1.3 * wide, x + wide, y + 0.7 * wide), 25, 155, INK, 2 * FINE)
        self.pen.ellipse((x - 3 * FINE, y - 3 * FINE, x + 3 * FINE, y + 3 * FINE), fill=INK)

    def draw_tokens(self) -> None:
        for token in self.areas.tokens:
            self.pen.polygon(self.path(token.outline), fill=WOOD, outline=INK, width=2 * FINE)

    def draw_labels(self) -> None:
        """The names of free spaces, of objects, and of figures whose disc has no room for theirs."""
        taken = {piece.spaces[0] for piece in self.table.pieces}
        for site in self.areas.sites if self.areas.links is None else ():
            if site.name not in taken:
                self.write(self.at(site.at), site.name.partition(".")[2], 13, MUTED, halo=(255, 255, 255))
        for token in self.areas.tokens:
            path = self.path(token.outline)
            middle = (min(x for x, _ in path) + max(x for x, _ in path)) / 2
            self.write((middle, max(y for _, y in path) + 11 * FINE), token.name, 11, MUTED, halo=PAPER)
        for piece in self.table.pieces if self.areas.links is None else ():
            if len(piece.piece) > self.room:
                x, y = self.at(self.areas.site(piece.spaces[0]).at)
                self.write((x, y + self.disc + 11 * FINE), piece.piece, 12, INK, halo=PAPER)

    def draw_pieces(self) -> None:
        by_space: dict[str, list[int]] = {}
        for here, piece in enumerate(self.table.pieces):
            by_space.setdefault(piece.spaces[0], []).append(here)
        for site in self.areas.sites:
            for place, here in enumerate(by_space.get(site.name, ())):
                self.draw_piece(here, site, place)

    def draw_piece(self, here: int, site: AreaSpace, place: int) -> None:
        """A figure on its space; on a marker, which many share, a plate below it."""
        piece = self.table.pieces[here]
        colour = SIDES.get(piece.side, (110, 100, 130))
        x, y = self.at(site.at)
        if self.areas.links is None:
            tall = wide = self.disc * 0.92
        else:
            tall, wide = 11 * FINE, (10 + 4 * len(piece.piece)) * FINE
            y += self.disc + (16 + 25 * place) * FINE
        box = x - wide, y - tall, x + wide, y + tall
        self.pen.rounded_rectangle(box, tall, fill=colour, outline=(255, 255, 255), width=2 * FINE)
        is_told = self.areas.links is not None or len(piece.piece) <= self.room
        self.write((x, y), piece.piece if is_told else piece.piece[:1], 13, (255, 255, 255))

    def draw_line(self) -> None:
        colour = VERDICTS[self.line.verdict]
        ends = [self.at(self.areas.site(space).at) for space in (self.line.start, self.line.end)]
        self.pen.line(ends, (255, 255, 255), 8 * FINE)
        self.pen.line(ends, colour, 4 * FINE)
        for space in (self.line.start, self.line.end):
            x, y = self.at(self.areas.site(space).at)
            rim = self.disc + 4 * FINE
            self.pen.ellipse((x - rim, y - rim, x + rim, y + rim), outline=colour, width=3 * FINE)

    def draw_causes(self) -> None:
        colour = VERDICTS[self.line.verdict]
        for cause in self.line.causes:
            for path in self.paths_of(cause):
                self.pen.line(path, colour, 7 * FINE, joint="curve")
            for piece in self.table.pieces:
                if piece.piece == cause.piece:
                    x, y = self.at(self.areas.site(piece.spaces[0]).at)
                    rim = self.disc + 5 * FINE
                    self.pen.ellipse((x - rim, y - rim, x + rim, y + rim), outline=colour, width=5 * FINE)

    def paths_of(self, cause: Cause) -> list[list[Pixel]]:
        """The walls, doors and objects that the cause names, as lines."""
        walls = [self.path(wall.line) for wall in self.areas.walls if wall.name == cause.feature]
        doors = [self.path(door.line) for door in self.areas.doors if door.name == cause.feature]
        tokens = [self.path(token.outline) for token in self.areas.tokens if token.name == cause.piece]
        return [*walls, *doors, *([*path, *path[:2]] for path in tokens)]

    def draw_head(self, words: Sequence[str], verdict: Verdict) -> None:
        left, top = EDGE * FINE, 20 * FINE
        self.pen.rounded_rectangle((left, top, left + 14 * FINE, top + 44 * FINE), 4 * FINE, fill=VERDICTS[verdict])
        room = self.width - 2 * EDGE - 26
        size = 20.0
        while size > 12 and width_of(words[0], size) > room:
            size -= 1
        reasons = "   ".join(" ".join(reason.split()) for reason in words[1:])
        rows = wrap(reasons, room // 7, max_lines=2, placeholder=" ...")  # letters in a row
        self.write((left + 26 * FINE, top + (12 if rows else 22) * FINE), words[0], size, INK, "lm")
        for row, reason in enumerate(rows):
            self.write((left + 26 * FINE, top + (34 + 16 * row) * FINE), reason, 12, MUTED, "lm")

    def png(self) -> bytes:
        from PIL import Image

        small = self.image.resize((self.image.width // FINE, self.image.height // FINE), Image.Resampling.LANCZOS)
        held = io.BytesIO()
        small.save(held, "PNG", optimize=True)
        return held.getvalue()


def draw_area_line(table: AreaPosition, line: SightLine, words: Sequence[str], out: str) -> None:
    """Nothing: the picture of the line stands in the file ``out``, the verdict in words above it."""
    sheet = _AreaSheet(table, line)
    sheet.draw_zones()
    sheet.draw_links()
    sheet.draw_barriers()
    sheet.draw_spaces()
    sheet.draw_tokens()
    sheet.draw_causes()
    sheet.draw_broken()
    sheet.draw_line()
    sheet.draw_pieces()
    sheet.draw_names()
    sheet.draw_labels()
    sheet.draw_head(words, line.verdict)
    write_file(out, sheet.png())
