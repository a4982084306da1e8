"""All pairs of squares of a position, ready to be asked; and again after a piece moved.

Survey          one sweep over the whole board, all frames together
LiveSurvey      ground ──┐      a tree of bundles: a piece that moves changes its own, and the unions above it
                A ─┐     ├─▶
                B ─┴─────┘

Lines from and to larger bases, whose own squares do not count, are walked one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from companion.board.bundles import Bundle, bundles_of, joined
from companion.board.obstacles import closed_by, obstacles_of
from companion.board.occupancy import Occupancy, Occupant
from companion.board.sight import Layer, Sight
from companion.board.spaces import Verdict
from companion.board.sweep import sweep_of
from companion.core.ids import PieceId, SpaceId

Class = tuple[int, int]  # of a square: its level, whether it is outdoors


class Survey:
    """Every pair of squares of a board with its pieces, by one edition's rules: all verdicts of ``Sight``, ready."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self._sweep = sweep_of(sight.ground.columns, sight.ground.rows)
        classes = list(zip(sight.ground.levels, sight.ground.outdoors, strict=True))
        self._squares = {class_: _bits(class_ == other for other in classes) for class_ in set(classes)}
        first = {square: classes.index(square) for square in self._squares}
        self._frames = {(a, b): sight.frame(first[a], first[b]) for a, b in product(first, repeat=2)}
        self._numbers = {frame: number for number, frame in enumerate(dict.fromkeys(self._frames.values()))}
        self._survey()

    def _survey(self) -> None:
        self._masks = self._swept(self.sight)

    def _swept(self, sight: Sight) -> list[int]:
        """Return two planes a frame: what is blocked, what is met."""
        ground = sight.ground
        each = (obstacles_of(sight.layer_in(frame), ground.columns, ground.rows) for frame in self._numbers)
        return self._sweep.masks([plane for obstacles in each for plane in obstacles])

    def verdict(self, start: SpaceId, end: SpaceId) -> Verdict:
        """The verdict of the line between two squares."""
        sight = self.sight
        a, b = sight.board.index(start), sight.board.index(end)
        if a == b or a in sight.large or b in sight.large:
            return sight.between(start, end).verdict
        number = self._numbers[self._frames[_class(sight, a), _class(sight, b)]]
        first, last = (a, b) if a < b else (b, a)  # a line blocks both ways
        offset = self._sweep.place(first, last)
        if self._starts(2 * number, offset) >> first & 1:
            return Verdict.BLOCKED
        is_hindered = sight.ground.hindering[b] or self._starts(2 * number + 1, offset) >> first & 1
        return Verdict.HINDERED if is_hindered else Verdict.CLEAR  # HC-LOS-09, HC-LOS-13

    def apart(self, squares: int) -> tuple[int, int]:
        """Return, for lines to the square so many further on in reading order, a bit a start: blocked, and met."""
        blocked = met = 0
        offsets = self._sweep.offsets_of(squares)
        for (one, other), frame in self._frames.items():
            number, asked = self._numbers[frame], self._squares[one] & self._squares[other] >> squares
            for offset, starts in offsets if asked else ():
                blocked |= self._starts(2 * number, offset) & starts & asked
                met |= self._starts(2 * number + 1, offset) & starts & asked
        return blocked, met

    def _starts(self, plane: int, offset: int) -> int:
        """The starts whose line of an offset is in the plane, from the lowest bit on; bits above mean nothing."""
        return self._masks[offset] >> (plane * self._sweep.size)


class _Shade(NamedTuple):
    """The lines that are blocked, and those that are met by anything."""

    blocked: Bundle
    met: Bundle

    def joined(self, other: _Shade) -> _Shade:
        """The lines of both."""
        return _Shade(joined(self.blocked, other.blocked), joined(self.met, other.met))


_NONE = _Shade([], [])


class _Plane(NamedTuple):
    """One frame: its layer with the pieces and without, and the shades, a heap with those of single pieces last."""

    layer: Layer
    bare: Layer
    ground: _Shade
    heap: tuple[_Shade, ...]  # the union of i is at i; its parts at 2i and 2i + 1
    whole: _Shade  # of everything together


class LiveSurvey(Survey):
    """A survey that a moving piece does not make from scratch: ``moved`` gives the next one."""

    def _survey(self) -> None:
        sight = self.sight
        self._bundles = bundles_of(sight.ground.columns, sight.ground.rows)
        self._order = {piece.piece: place for place, piece in enumerate(sight.occupancy)}
        bare = Sight(sight.board, Occupancy(), sight.rules)
        masks = self._swept(bare)
        self._planes = [
            self._plane(masks, number, sight.layer_in(frame), bare.layer_in(frame))
            for frame, number in self._numbers.items()
        ]

    def moved(self, piece: PieceId, spaces: tuple[SpaceId, ...]) -> LiveSurvey:
        """The survey after one piece came to stand on these squares; this one stays as it is."""
        sight = self.sight
        before = sight.occupancy[piece]
        pieces = (replace(one, spaces=spaces) if one is before else one for one in sight.occupancy)
        after = object.__new__(LiveSurvey)
        after.__dict__.update(self.__dict__)
        after.sight = Sight(sight.board, Occupancy.of(pieces), sight.rules)
        after._planes = [after._changed(plane, before, after.sight.occupancy[piece]) for plane in self._planes]
        return after

    def _starts(self, plane: int, offset: int) -> int:
        return self._bundles.starts(self._planes[plane // 2].whole[plane % 2], offset)

    def _plane(self, masks: list[int], number: int, layer: Layer, bare: Layer) -> _Plane:
        ground = _Shade(*(self._bundles.gathered(masks, 2 * number + which) for which in (0, 1)))
        leaves = [self._leaf(layer, bare, piece) for piece in self.sight.occupancy] or [_NONE]
        heap = [_NONE] * len(leaves) + leaves
        for place in range(len(leaves) - 1, 0, -1):
            heap[place] = heap[2 * place].joined(heap[2 * place + 1])
        return _Plane(layer, bare, ground, tuple(heap), ground.joined(heap[1]))

    def _changed(self, plane: _Plane, before: Occupant, after: Occupant) -> _Plane:
        """The plane after a piece moved: its own leaf is new, and those of pieces it closed or closes a corner with."""
        sight, frame = self.sight, plane.layer.frame
        places = [sight.board.index(space) for space in (*before.spaces, *after.spaces)]
        severity = bytearray(plane.layer.severity)
        for here in places:
            severity[here] = sight.meet(here, frame).severity
        if severity == plane.layer.severity:
            return plane
        layer = plane.layer._replace(severity=severity)
        touched = {after.piece}
        for here in places:
            touched.update(sight.who[there].piece for there in self._diagonals(here) if there in sight.who)
        heap, above = list(plane.heap), set[int]()
        for name in touched:
            place = self._order[name] + len(heap) // 2
            heap[place] = self._leaf(layer, plane.bare, sight.occupancy[name])
            above.update(place >> height for height in range(1, place.bit_length()))
        for place in sorted(above, reverse=True):
            heap[place] = heap[2 * place].joined(heap[2 * place + 1])
        return plane._replace(layer=layer, heap=tuple(heap), whole=plane.ground.joined(heap[1]))

    def _leaf(self, layer: Layer, bare: Layer, piece: Occupant) -> _Shade:
        """Return the shade that one piece adds to the ground: its squares, and the corners it closes."""
        shade, ground = _NONE, self.sight.ground
        for space in piece.spaces:
            here = self.sight.board.index(space)
            if layer.severity[here] == 2 and bare.severity[here] != 2:
                blocking, hindering = closed_by(layer, here, ground.columns, ground.rows)
                shade = shade.joined(_Shade(self._bundles.through(blocking), self._bundles.through(hindering)))
        return shade

    def _diagonals(self, here: int) -> Iterator[int]:
        columns, rows = self.sight.ground.columns, self.sight.ground.rows
        row, column = divmod(here, columns)
        for down, right in product((-1, 1), (-1, 1)):
            if 0 <= row + down < rows and 0 <= column + right < columns:
                yield here + down * columns + right


def _class(sight: Sight, here: int) -> Class:
    return sight.ground.levels[here], sight.ground.outdoors[here]


def _bits(flags: Iterable[bool]) -> int:
    return sum(flag << place for place, flag in enumerate(flags))
