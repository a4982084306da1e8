"""Figures and things as they stand on a board: a base in its side's colour and ring, what is left of it at its rim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.board.picture import BoardPicture, Thing, Token
from companion.painting import palette
from companion.painting.canvas import Canvas, fitted, width_of
from companion.painting.grid import CELL, LOW, Grid

BASE, ZONED = 0.76, 0.66  # of a square: how wide a base is; and where zones have names above it
ARC, BED = 5.5, 2  # units: the ring of what is left of a figure, and the dark between it and the figure's colour
LIFT = 3  # units that the chosen figure stands higher
NOSE = 6  # units that the way it faces sticks out: within its square, over the light of who is chosen
DEPTH = 4  # units that who lies in a pit is lower
_AHEAD = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


@dataclass(frozen=True, slots=True)
class Base:
    """The base of a figure in units: its middle, half its width and height."""

    x: float
    y: float
    wide: float
    high: float

    @property
    def radius(self) -> float:
        """Return half of its shorter side."""
        return min(self.wide, self.high)

    @property
    def is_round(self) -> bool:
        """Whether it is as wide as high."""
        return abs(self.wide - self.high) < 0.5


def base_of(token: Token, grid: Grid, *, is_zoned: bool = False) -> Base:
    """The base of a figure on its squares; lower and smaller where zones have names."""
    share = ZONED if is_zoned else BASE
    margin, low = (1 - share) / 2, LOW if is_zoned else 0.0
    x, y = grid.corner(token.column + token.width / 2, token.row + token.height / 2 + low)
    return Base(x, y - LIFT * token.chosen, (token.width / 2 - margin) * CELL, (token.height / 2 - margin) * CELL)


def paint_things(canvas: Canvas, picture: BoardPicture, grid: Grid) -> None:
    """Objects, markers of smoke, and rubble."""
    for parts in whole_things(picture).values():
        paint_thing(canvas, parts, grid, is_zoned=bool(picture.plates))
    for column, row in picture.markers:
        canvas.star(grid.corner(column + 0.5, row + 0.5), CELL / 5, 6, palette.MIST, stroke=palette.LETTERS)
    for place in picture.debris:
        for across, down, size in ((0.3, 0.62, 9), (0.62, 0.7, 11), (0.52, 0.4, 8), (0.78, 0.36, 6)):
            at = grid.corner(place[0] + across, place[1] + down)
            canvas.star(at, size, 5, palette.STONE, stroke=palette.LETTERS)


def whole_things(picture: BoardPicture) -> dict[str, list[Thing]]:
    """The objects of a board, each with the squares it lies on."""
    whole: dict[str, list[Thing]] = {}
    for thing in picture.objects:
        whole.setdefault(thing.object, []).append(thing)
    return whole


def paint_thing(canvas: Canvas, parts: Sequence[Thing], grid: Grid, *, is_zoned: bool = False) -> None:
    """An object, on all of its squares."""
    if len(parts) > 1:
        _furniture(canvas, parts, grid)
    else:
        _thing(canvas, parts[0], grid, LOW if is_zoned else 0.0)


def paint_token(
    canvas: Canvas, token: Token, grid: Grid, *, is_zoned: bool = False, is_marked: bool = False, is_bare: bool = False
) -> None:
    """A figure; ``is_marked``: with the light of who is chosen or may be attacked; ``is_bare``: without its letters."""
    base, colour = base_of(token, grid, is_zoned=is_zoned), worn(token)
    canvas.titled(token.name, piece=token.piece, at=(base.x, base.y + LIFT * token.chosen))
    if token.sunken:
        _pit(canvas, token, grid)
    drop = 2 + 2 * LIFT * token.chosen
    _plate(canvas, base, 0.0, "#000000", opacity=0.28, down=drop)
    if is_marked and token.chosen:
        _plate(canvas, base, 4.5, palette.LIGHT)
    elif is_marked and token.target:
        _plate(canvas, base, 4.5, palette.AID if token.friend else palette.AIM)
        _plate(canvas, base, 1.5, palette.INK)
    if token.facing:
        _nose(canvas, base, token.facing)
    flat = _flat(token, base)
    _plate(canvas, flat, 0, palette.INK)
    _plate(canvas, flat, -1.5, colour)
    _ring(canvas, flat, 4.5, token.seat, palette.ink_on(colour))
    inner = 7.0
    if token.health is not None and flat.is_round:
        inner = 1 + ARC + BED
        _gauge(canvas, flat, token.health)
        _plate(canvas, flat, -inner, colour)
    if not is_bare:
        room = 2 * (flat.wide - inner / 2)  # its ends may lie over the gauge, and are read all the same
        words, size = fitted(token.label, (21 if len(token.label) < 3 else 16) * base.radius / 24.6, room, 9)
        canvas.words((flat.x, flat.y), words, size, palette.ink_on(colour), bold=True, halo=colour)
    if token.health is not None and not flat.is_round:
        _bar(canvas, flat, token.health)
    for number in range(token.tokens):
        at = (base.x + base.wide - 4 - 11 * number, base.y + base.high - 4)
        canvas.circle(at, 6.5, palette.LIGHT, stroke=palette.INK, line=1.5)
    canvas.close()


def worn(token: Token) -> str:
    """The colour of a figure: its side's, darker once it has acted, paler while hands have still to put it there."""
    colour = palette.seat_colour(token.seat)
    if token.waiting:
        return palette.laid(palette.PAPER, colour, palette.AWAY)
    return palette.used(colour) if token.done else colour


def _flat(token: Token, base: Base) -> Base:
    """The base as it is drawn: flat of who lies, smaller and lower of who lies in a pit."""
    if token.sunken:
        return Base(base.x, base.y + DEPTH, base.wide * 0.8, base.high * 0.8)
    return Base(base.x, base.y, base.wide, base.high * 0.68) if token.lying else base


def _pit(canvas: Canvas, token: Token, grid: Grid) -> None:
    """A pit as wide as the squares of who lies in it: its far wall in shadow, its rim in stone."""
    left, top = grid.corner(token.column + 0.04, token.row + 0.04)
    wide, high = (token.width - 0.08) * CELL, (token.height - 0.08) * CELL
    canvas.rect(left, top, wide, high, palette.INK, stroke=palette.STONE, line=3, radius=6)
    canvas.rect(left + 4, top + 4, wide - 8, 2 * DEPTH, palette.STONE, opacity=0.45, radius=3)


def paint_ghost(canvas: Canvas, token: Token, grid: Grid) -> None:
    """A figure on a photograph, where it can be seen itself: a ring around it, a plate with its name."""
    base, colour = base_of(token, grid), palette.seat_colour(token.seat)
    canvas.titled(token.name)
    for line, tint in ((5, "#ffffff"), (3, colour)):
        canvas.rect(
            base.x - base.wide,
            base.y - base.high,
            2 * base.wide,
            2 * base.high,
            stroke=tint,
            line=line,
            radius=base.radius,
        )
    words, size = fitted(token.label, 16, 2 * base.wide - 6, 10)
    half, y = width_of(words, size) / 2 + 4, base.y + base.high - 2
    canvas.rect(base.x - half, y - 8, 2 * half, 16, colour, stroke="#ffffff", radius=4)
    canvas.words((base.x, y), words, size, palette.ink_on(colour))
    if token.health is not None:
        _bar(canvas, base, token.health)
    canvas.close()


def _plate(canvas: Canvas, base: Base, more: float, fill: str, *, opacity: float = 1, down: float = 0) -> None:
    """The base's shape, larger by so many units all around."""
    wide, high = base.wide + more, base.high + more
    if base.is_round:
        canvas.circle((base.x, base.y + down), wide, fill, opacity=opacity)
        return
    radius = min(wide, high)
    canvas.rect(base.x - wide, base.y - high + down, 2 * wide, 2 * high, fill, opacity=opacity, radius=radius)


def _ring(canvas: Canvas, base: Base, inset: float, seat: str, ink: str) -> None:
    """The ring by which sides are told apart without colour."""
    dash = " ".join(map(str, palette.ring_of(seat) or ()))
    if base.is_round:
        canvas.circle((base.x, base.y), base.radius - inset, stroke=ink, line=1.5, dash=dash)
        return
    wide, high = base.wide - inset, base.high - inset
    canvas.rect(
        base.x - wide, base.y - high, 2 * wide, 2 * high, stroke=ink, line=1.5, dash=dash, radius=min(wide, high)
    )


def _gauge(canvas: Canvas, base: Base, health: tuple[int, int]) -> None:
    """The gauge of what is left of a figure, along the lower half of its rim, from the left."""
    middle, radius, bed = (base.x, base.y), base.radius - 1 - ARC / 2, 1 + ARC + BED
    canvas.sector(middle, base.radius - bed / 2, 88, 272, palette.INK, bed)
    if share := palette.share_left(health):
        canvas.titled("", "left")
        canvas.sector(middle, radius, 270 - 180 * share, 270, palette.HEALTH_COLOURS[palette.health_tone(health)], ARC)
        canvas.close()


def _nose(canvas: Canvas, base: Base, facing: str) -> None:
    """Draw the way it faces: a wedge at the edge of its base."""
    (dx, dy), reach, wide = _AHEAD[facing], base.radius, base.radius * 0.6
    far = reach + NOSE
    tip = (base.x + dx * far, base.y + dy * far)
    foot = (base.x + dx * reach * 0.75, base.y + dy * reach * 0.75)
    wedge = [tip, (foot[0] - dy * wide, foot[1] + dx * wide), (foot[0] + dy * wide, foot[1] - dx * wide)]
    canvas.polygon(wedge, palette.LIGHT, stroke=palette.INK, line=1.5)


def _bar(canvas: Canvas, base: Base, health: tuple[int, int]) -> None:
    """The bar of what is left of a figure whose base is not round."""
    left, top, wide = base.x - base.wide, base.y + base.high - 4, 2 * base.wide
    canvas.rect(left, top - BED + 1, wide, ARC + BED + 1, palette.INK)
    if share := palette.share_left(health):
        canvas.titled("", "left")
        canvas.rect(left + 1, top + 1, (wide - 2) * share, ARC, palette.HEALTH_COLOURS[palette.health_tone(health)])
        canvas.close()


def paint_lost(canvas: Canvas, token: Token, share: float, colour: str, grid: Grid, *, is_zoned: bool) -> None:
    """The rest of a gauge that runs down: from what is left of a figure now up to ``share``."""
    assert token.health is not None
    base, left = base_of(token, grid, is_zoned=is_zoned), palette.share_left(token.health)
    flat = _flat(token, base)
    if flat.is_round:
        canvas.sector((flat.x, flat.y), flat.radius - 1 - ARC / 2, 270 - 180 * share, 270 - 180 * left, colour, ARC)
        return
    wide = 2 * flat.wide - 2
    canvas.rect(flat.x - flat.wide + 1 + wide * left, flat.y + flat.high - 3, wide * (share - left), ARC, colour)


def _furniture(canvas: Canvas, parts: Sequence[Thing], grid: Grid) -> None:
    """A thing on several squares, in one piece: planks in the ring of its weight, its name where there is room."""
    first = parts[0]
    left, top = grid.corner(min(one.column for one in parts) + 0.12, min(one.row for one in parts) + 0.12)
    right, low = grid.corner(max(one.column for one in parts) + 0.88, max(one.row for one in parts) + 0.88)
    wide, high = right - left, low - top
    canvas.titled(first.name or first.object, piece=first.object, at=(left + wide / 2, top + high / 2))
    canvas.rect(left + 1, top + 4, wide, high, "#000000", opacity=0.28, radius=5)
    canvas.rect(left, top, wide, high, palette.WOOD, stroke=palette.INK, line=1.5, radius=5)
    planks = int(min(wide, high) // 12)
    along = [[(left + 4, top + high * n / planks), (right - 4, top + high * n / planks)] for n in range(1, planks)]
    across = [[(left + wide * n / planks, top + 4), (left + wide * n / planks, low - 4)] for n in range(1, planks)]
    canvas.lines(along if wide >= high else across, palette.GLASS, 1.5, opacity=0.45)
    canvas.rect(left + 3, top + 3, wide - 6, high - 6, stroke=palette.WEIGHTS[first.weight], line=3, radius=4)
    words, size = fitted(first.name or first.label, 17, wide - 14, 10)
    middle = (left + wide / 2, top + high / 2)
    canvas.words(middle, words if not words.endswith("…") else first.label, size, palette.LETTERS, halo=palette.WOOD)
    canvas.close()


def _thing(canvas: Canvas, thing: Thing, grid: Grid, low: float) -> None:
    """An object: a crate with its letter in the ring of its weight; one that is held is smaller, in a corner."""
    (left, top), cell, share = grid.corner(thing.column, thing.row + low), CELL, 0.36 if thing.held else 0.5
    side = cell * share
    x, y = (left + cell - side, top) if thing.held else (left + (cell - side) / 2, top + (cell - side) / 2)
    canvas.titled(thing.name or thing.object, piece=thing.object, at=(x + side / 2, y + side / 2))
    canvas.rect(x + 1, y + 3, side, side, "#000000", opacity=0.28, radius=4)
    canvas.rect(x, y, side, side, palette.WOOD, stroke=palette.INK, line=1, radius=4)
    canvas.rect(x + 2.5, y + 2.5, side - 5, side - 5, stroke=palette.WEIGHTS[thing.weight], line=3.5, radius=3)
    canvas.words((x + side / 2, y + side / 2), thing.label, side * 0.52, palette.LETTERS, bold=thing.special)
    canvas.close()
