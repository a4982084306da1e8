"""The pieces of a board, each in a group of its own: it glides to where it stands, fades in and out, loses health.

before, after ──change──> from where each is drawn to where it is      every frame: its Translate, its alpha, its gauge
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from math import dist

from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Translate
from kivy.graphics.texture import Texture

from companion.board.picture import BoardPicture, Point, Thing, Token
from companion.core.ids import PieceId
from companion.painting.figures import paint_lost, paint_thing, whole_things
from companion.painting.grid import CELL, Grid
from companion.painting.palette import HEALTH_COLOURS, health_tone, share_left
from ui.tablet.widgets.canvas import KivyCanvas
from ui.tablet.widgets.figures import figure
from ui.tablet.widgets.motion import Motion

Standing = Token | tuple[Thing, ...]


@dataclass(slots=True)
class Piece:
    """A piece as it is drawn: how far from its place, how much of it is seen, up to which share its gauge is shown."""

    what: Standing
    off: Point = (0.0, 0.0)  # squares
    seen: float = 1.0
    gauge: tuple[float, str] | None = None  # and in which colour
    group: InstructionGroup = field(default_factory=InstructionGroup)
    rest: InstructionGroup = field(default_factory=InstructionGroup)  # of the gauge
    shift: Translate = field(default_factory=Translate)
    colours: Sequence[tuple[Color, float]] = ()


class Pieces:
    """Keeps what stands on a board from picture to picture; drawn anew with its canvas, moved without."""

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self._here: dict[str, Piece] = {}
        self._leaving: dict[str, Piece] = {}
        self._origin, self._cell, self._is_zoned = (0.0, 0.0), 1.0, False

    def change(self, before: BoardPicture | None, after: BoardPicture) -> None:
        """Set out from what is drawn. A board on which nobody stood, or stands, is another one: it is there at once."""
        is_same, stand = before and before.tokens and after.tokens, dict(_standing(after))
        was, self._here = self._here if is_same else {}, {}
        self._leaving = {piece: one for piece, one in self._leaving.items() if is_same and piece not in stand}
        for piece, what in stand.items():
            known = was.pop(piece, None)
            one = self._here[piece] = known or Piece(what)
            if known is not None:
                old, one.what = one.what, what
                self._go(piece, one, old, before)
                self._lose(piece, one, old)
            elif is_same:
                self._motion.start((piece, "fade"), partial(self._fade, one))
        for piece, one in was.items():
            self._leaving[piece] = one
            self._motion.start((piece, "fade"), partial(self._leave, piece, one))

    def draw(
        self,
        canvas: InstructionGroup,
        origin: Point,
        cell: float,
        *,
        is_zoned: bool,
        portraits: Mapping[PieceId, Texture],
    ) -> None:
        """Draw the figures as they are now; ``origin`` is the pixel of the board's first corner."""
        for one in self._drawn(Token, origin, cell, is_zoned=is_zoned):
            assert isinstance(one.what, Token)
            portrait = portraits.get(one.what.piece)
            self._wrap(canvas, one, figure(one.what, origin, cell, portrait, is_zoned=is_zoned))

    def draw_things(self, canvas: InstructionGroup, origin: Point, cell: float, *, is_zoned: bool) -> None:
        """Draw the objects, which lie below the figures."""
        for one in self._drawn(tuple, origin, cell, is_zoned=is_zoned):
            group = InstructionGroup()
            assert isinstance(one.what, tuple)
            paint_thing(KivyCanvas(group, origin, cell / CELL), one.what, Grid(), is_zoned=is_zoned)
            self._wrap(canvas, one, group)

    def drawn_at(self, piece: str) -> Point:
        """The middle of a piece as it is drawn now, in squares."""
        one = self._here[piece]
        return _sum(_middle(one.what), one.off)

    def _drawn(self, kind: type, origin: Point, cell: float, *, is_zoned: bool) -> Iterator[Piece]:
        self._origin, self._cell, self._is_zoned = origin, cell, is_zoned
        return (one for one in (*self._leaving.values(), *self._here.values()) if isinstance(one.what, kind))

    def _wrap(self, canvas: InstructionGroup, one: Piece, drawn: InstructionGroup) -> None:
        """Add a piece with what moves it."""
        one.group, one.rest, one.shift = InstructionGroup(), InstructionGroup(), Translate()
        one.colours = [(part, part.a) for part in drawn.children if isinstance(part, Color)]
        for part in (PushMatrix(), one.shift, drawn, one.rest, PopMatrix()):
            one.group.add(part)
        canvas.add(one.group)
        self._place(one)
        self._paint_rest(one)

    def _place(self, one: Piece) -> None:
        one.shift.xy = one.off[0] * self._cell, -one.off[1] * self._cell
        for colour, whole in one.colours:
            colour.a = whole * one.seen

    def _paint_rest(self, one: Piece) -> None:
        one.rest.clear()
        if one.gauge is not None and isinstance(one.what, Token):
            canvas = KivyCanvas(one.rest, self._origin, self._cell / CELL)
            paint_lost(canvas, one.what, *one.gauge, Grid(), is_zoned=self._is_zoned)

    def _go(self, piece: str, one: Piece, old: Standing, before: BoardPicture | None) -> None:
        start, end = _middle(old), _middle(one.what)
        if start == end:
            return  # what is on its way goes on
        corners = _corners(before, start, end) if one.off == (0.0, 0.0) else ()
        way = [(x - end[0], y - end[1]) for x, y in (_sum(start, one.off), *corners, end)]
        self._motion.start((piece, "glide"), partial(self._glide, one, way))

    def _lose(self, piece: str, one: Piece, old: Standing) -> None:
        if not (isinstance(old, Token) and isinstance(one.what, Token) and old.health and one.what.health):
            return
        before, left = one.gauge[0] if one.gauge else share_left(old.health), share_left(one.what.health)
        if left < before:
            way = before, left, HEALTH_COLOURS[health_tone(old.health)]
            self._motion.start((piece, "gauge"), partial(self._run_down, one, *way))

    def _glide(self, one: Piece, way: Sequence[Point], share: float) -> None:
        one.off = _along(way, share)
        self._place(one)

    def _fade(self, one: Piece, share: float) -> None:
        one.seen = share
        self._place(one)

    def _leave(self, piece: str, one: Piece, share: float) -> None:
        one.seen = 1 - share
        self._place(one)
        if share >= 1:
            one.group.clear()
            self._leaving.pop(piece, None)

    def _run_down(self, one: Piece, before: float, left: float, colour: str, share: float) -> None:
        one.gauge = (before + (left - before) * share, colour) if share < 1 else None
        self._paint_rest(one)


def _standing(picture: BoardPicture) -> Iterator[tuple[str, Standing]]:
    """Generate what may move, by a name of its own: figures and objects."""
    yield from ((f"thing {thing}", tuple(parts)) for thing, parts in whole_things(picture).items())
    yield from ((token.piece, token) for token in picture.tokens)


def _middle(what: Standing) -> Point:
    if isinstance(what, Token):
        return what.column + what.width / 2, what.row + what.height / 2
    return what[0].column + 0.5, what[0].row + 0.5


def _corners(before: BoardPicture | None, start: Point, end: Point) -> tuple[Point, ...]:
    """The squares between, where the picture before drew the way that was then gone."""
    moves = (way.points for way in before.ways if way.kind == "move") if before else ()
    return next((way[1:-1] for way in moves if len(way) > 1 and (way[0], way[-1]) == (start, end)), ())


def _sum(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]


def _along(way: Sequence[Point], share: float) -> Point:
    """The point after that share of a way's length; its last one at the end."""
    left = share * sum(dist(*leg) for leg in pairwise(way))
    if share < 1:
        for (x, y), (u, v) in pairwise(way):
            length = dist((x, y), (u, v))
            if left < length:
                return x + (u - x) * left / length, y + (v - y) * left / length
            left -= length
    return way[-1]
