"""All pairs of squares at once, and again after a piece moved: the union of the shadows of what stands on the board.

ground ──┐
A ─┐     ├──▶ all lines of one frame        A piece that moves changes its own shadow and the unions above it,
B ─┴─────┘                                  and nothing else.

Squares that see each other inside another frame (other levels, roofs) have a union of their own. Lines from and to
larger bases, whose own squares do not count, are walked one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from companion.board.meeting import Frame
from companion.board.obstacles import Obstacles, around, obstacles_of
from companion.board.occupancy import Occupancy, Occupant
from companion.board.shadows import Rows, Shadows, joined, shadows_of
from companion.board.sight import VERDICTS, Layer, Sight
from companion.board.spaces import Verdict
from companion.board.view import View
from companion.core.ids import PieceId, SpaceId

__all__ = ["Survey", "all_verdicts"]


class _Shade(NamedTuple):
    """The lines that are blocked, and those that meet something that hinders."""

    blocked: Rows
    hindered: Rows

    def __or__(self, other: _Shade) -> _Shade:
        return _Shade(joined(self.blocked, other.blocked), joined(self.hindered, other.hindered))


_NONE = _Shade([], [])


class _Plane(NamedTuple):
    """One frame: its layer with the pieces and without, and the unions of shadows, a heap with the pieces last."""

    layer: Layer
    bare: Layer
    ground: _Shade
    heap: tuple[_Shade, ...]  # the union of i is at i; its parts at 2i and 2i+1
    whole: _Shade


class Survey:
    """Every pair of squares of a board and its pieces, by one edition's rules: the answers of ``Sight``, all ready."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self._order = {piece.piece: place for place, piece in enumerate(sight.occupancy)}
        bare = Sight(sight.board, Occupancy(), sight.rules)
        frames = _frames_in_use(sight)
        planes = {frame: self._plane(sight.layer_in(frame), bare.layer_in(frame)) for frame in set(frames.values())}
        self._planes = {classes: planes[frame] for classes, frame in frames.items()}

    def verdict(self, start: SpaceId, end: SpaceId) -> Verdict:
        """The verdict of the line between two squares."""
        sight = self.sight
        a, b = sight.board.index(start), sight.board.index(end)
        if a == b or a in sight.large or b in sight.large:
            return sight.between(start, end).verdict
        ground, width = sight.ground, 2 * sight.ground.columns
        plane = self._planes[_class(sight, a), _class(sight, b)]
        first, last = (a, b) if a < b else (b, a)
        (row, column), (to_row, to_column) = divmod(first, ground.columns), divmod(last, ground.columns)
        target = (to_row - row) * width + to_column - column
        if _reaches(plane.whole.blocked, first, target):
            return Verdict.BLOCKED
        is_hindered = ground.hindering[b] or _reaches(plane.whole.hindered, first, target)  # HC-LOS-09, HC-LOS-13
        return Verdict.HINDERED if is_hindered else Verdict.CLEAR

    def moved(self, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Survey:
        """The survey after one piece came to stand on these squares; this one stays as it is."""
        sight = self.sight
        before = sight.occupancy[piece]
        pieces = (replace(one, spaces=spaces) if one is before else one for one in sight.occupancy)
        after = object.__new__(Survey)
        after.sight = Sight(sight.board, Occupancy.of(pieces), sight.rules)
        after._order = self._order
        planes = {id(plane): plane for plane in self._planes.values()}
        changed = {key: after._changed(plane, before, after.sight.occupancy[piece]) for key, plane in planes.items()}
        after._planes = {classes: changed[id(plane)] for classes, plane in self._planes.items()}
        return after

    def _plane(self, layer: Layer, bare: Layer) -> _Plane:
        shadows = self._shadows
        ground = _shade(shadows, obstacles_of(bare, shadows.columns, shadows.rows))
        leaves = [self._leaf(layer, bare, piece) for piece in self.sight.occupancy]
        heap = [_NONE] * len(leaves) + leaves
        for place in range(len(leaves) - 1, 0, -1):
            heap[place] = heap[2 * place] | heap[2 * place + 1]
        pieces = heap[1] if leaves else _NONE
        return _Plane(layer, bare, ground, tuple(heap), ground | pieces)

    def _changed(self, plane: _Plane, before: Occupant, after: Occupant) -> _Plane:
        """The plane after a piece moved: its own leaf is new, and those of pieces it closed or closes a corner with."""
        sight, (frame, *_) = self.sight, plane.layer
        old = [sight.board.index(space) for space in before.spaces]
        new = [sight.board.index(space) for space in after.spaces]
        severity = bytearray(plane.layer.severity)
        for here in (*old, *new):
            severity[here] = sight.meet(here, frame).severity
        if severity == plane.layer.severity:
            return plane
        layer = plane.layer._replace(severity=severity)
        touched = {after.piece}
        for here in (*old, *new):
            touched.update(sight.who[there].piece for there in self._diagonals(here) if there in sight.who)
        heap = list(plane.heap)
        for name in touched:
            place = self._order[name] + len(self._order)
            heap[place] = self._leaf(layer, plane.bare, sight.occupancy[name])
            while place > 1:
                place //= 2
                heap[place] = heap[2 * place] | heap[2 * place + 1]
        return plane._replace(layer=layer, heap=tuple(heap), whole=plane.ground | heap[1])

    def _leaf(self, layer: Layer, bare: Layer, piece: Occupant) -> _Shade:
        """What one piece adds to the ground: its squares, and the corners it closes."""
        shade, shadows = _NONE, self._shadows
        for space in piece.spaces:
            here = self.sight.board.index(space)
            if layer.severity[here] == 2 and bare.severity[here] != 2:
                shade |= _shade(shadows, around(layer, here, shadows.columns, shadows.rows))
        return shade

    @property
    def _shadows(self) -> Shadows:
        return shadows_of(self.sight.ground.columns, self.sight.ground.rows)

    def _diagonals(self, here: int) -> Iterator[int]:
        columns, rows = self.sight.ground.columns, self.sight.ground.rows
        row, column = divmod(here, columns)
        for down, right in product((-1, 1), (-1, 1)):
            if 0 <= row + down < rows and 0 <= column + right < columns:
                yield here + down * columns + right


def all_verdicts(sight: Sight) -> Iterator[tuple[SpaceId, tuple[Verdict, ...]]]:
    """Every square with the verdicts of its lines to all squares, both in reading order: as ``Sight.verdict`` says."""
    view = View(sight)
    for start in sight.board.spaces:
        yield start, tuple(VERDICTS[severity] for severity in view.severities(start))


def _shade(shadows: Shadows, obstacles: Obstacles) -> _Shade:
    return _Shade(shadows.cast(obstacles.blocking), shadows.cast(obstacles.hindering))


def _reaches(rows: Rows, first: int, target: int) -> int:
    return first < len(rows) and rows[first] >> target & 1


def _class(sight: Sight, here: int) -> tuple[int, int]:
    return sight.ground.levels[here], sight.ground.outdoors[here]


def _frames_in_use(sight: Sight) -> dict[tuple[tuple[int, int], tuple[int, int]], Frame]:
    """By the classes of two squares, level and roof, the frame of their lines."""
    squares = {_class(sight, here): here for here in range(len(sight.board.spaces))}
    return {(one, other): sight.frame(a, b) for (one, a), (other, b) in product(squares.items(), repeat=2)}
