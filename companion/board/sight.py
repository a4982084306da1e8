"""Lines of sight: clear, hindered or blocked, with every reason, from one exact walk over the squares.

a ──▶ ░ ──▶ b      hindered: a hindering square is crossed (HC-TERR-10, -11)
a ──▶ █     b      blocked: terrain, a wall, somebody, height          a corner crossed exactly counts
a ─╱─ corner       as the less restrictive of its two flanks (HC-LOS-11)

``meeting`` judges one square. A ``Layer`` keeps how bad every square is for all lines inside one frame, so that a
walk only looks up; verdict, crossed squares and causes come from the same walk.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from companion.board.geometry import COLUMN, ROW, moves
from companion.board.grid import GridBoard
from companion.board.ground import ground_of
from companion.board.lines import Cause, SightLine
from companion.board.meeting import PLAIN, Frame, Lens, Meeting, SightRules, meet
from companion.board.occupancy import Occupancy, Occupant
from companion.board.spaces import Edge, Terrain, Verdict, edge
from companion.core.ids import PieceId, SpaceId

VERDICTS = (Verdict.CLEAR, Verdict.HINDERED, Verdict.BLOCKED)  # by severity
SQUARE, WALL, CORNER = 0, 1, 2  # where a line meets something

_Met = tuple[int, int, int, int]  # how bad, where, the square left and the one entered

Ends = tuple[Occupant | None, Occupant | None]  # larger bases on the ends of a line: who looks, who is looked at
NOBODY: Ends = (None, None)
ANYWHERE = SpaceId("")


class Layer(NamedTuple):
    """The obstacles of lines in one frame, by square index: a severity each, and the walls that stand high enough."""

    frame: Frame
    severity: bytearray
    beside: bytes  # 1: a wall on the square's right
    below: bytes  # 1: a wall under it
    causes: dict[_Met, tuple[Cause, ...]]  # of what was met so far


class Sight:
    """The lines of one board with its pieces, under one edition's rules."""

    def __init__(self, board: GridBoard, occupancy: Occupancy, rules: SightRules) -> None:
        self.board = board
        self.occupancy = occupancy
        self.rules = rules
        self.ground = ground_of(board)
        self.who = {board.index(space): piece for space, piece in occupancy.by_space.items()}
        self.large = {here: piece for here, piece in self.who.items() if len(piece.spaces) > 1}
        self._layers: dict[tuple[object, ...], Layer] = {}

    def between(self, start: SpaceId, end: SpaceId, lens: Lens = PLAIN) -> SightLine:
        """The line from the centre of one square to the centre of another (HC-LOS-01).

        Whoever stands on an end square looks or is looked at, and blocks with none of its squares (HC-MULTI-12).
        """
        board, columns = self.board, self.board.columns
        a, b = board.index(start), board.index(end)
        if a == b:
            return self._own_square(start, lens)
        layer = self.layer(a, b, lens)
        frame, severity, beside, below, _ = layer
        (from_row, from_column), (to_row, to_column) = divmod(a, columns), divmod(b, columns)
        wide, tall = to_column - from_column, to_row - from_row
        step_c, wall_c = (1, 0) if wide > 0 else (-1, -1)
        step_r, wall_r = (columns, 0) if tall > 0 else (-columns, -columns)
        wide, tall = abs(wide), abs(tall)
        spaces, crossed, met, here = board.spaces, list[SpaceId](), list[_Met](), a
        for move in moves(wide, tall):
            if move == COLUMN:
                if beside[here + wall_c]:
                    met.append((2, WALL, here, here + step_c))
                here += step_c
            elif move == ROW:
                if below[here + wall_r]:
                    met.append((2, WALL, here, here + step_r))
                here += step_r
            else:  # HC-LOS-11: the less restrictive flank, walls on its edges at the corner included (AMB-17)
                one, other, left = here + step_c, here + step_r, here
                here = one + step_r
                first = 2 if beside[left + wall_c] or below[one + wall_r] else severity[one]
                second = 2 if below[left + wall_r] or beside[other + wall_c] else severity[other]
                if first and second:
                    met.append((first if first < second else second, CORNER, left, here))
            crossed.append(spaces[here])
            if severity[here]:
                met.append((severity[here], SQUARE, here, here))
        crossed.pop()  # the end, which is not crossed
        if severity[b]:
            met.pop()
        worst, causes = self._causes(met, layer, (a, b), lens) if met else (0, ())
        if worst < 2 and self.ground.hindering[b] and not lens.ignores_hindering:  # HC-LOS-09, HC-LOS-13
            rule = self.rules.hindering if frame.is_level else self.rules.rim_hindering
            worst, causes = 1, (*causes, Cause(rule, square=end))
        if worst == 1 and lens.hidden_by is not None:
            worst, causes = 2, (Cause(lens.hidden_by, square=end), *causes)
        return SightLine(VERDICTS[worst], causes, tuple(crossed), start, end, wide if wide > tall else tall)

    def best(self, starts: Collection[SpaceId], ends: Collection[SpaceId], lens: Lens = PLAIN) -> SightLine:
        """The best line between two groups of squares: by verdict, then range, then order (HC-MULTI-10, HC-LOS-18)."""
        lines = (self.between(start, end, lens) for start in starts for end in ends)
        return min(lines, key=lambda line: (line.verdict.severity, line.range))

    def between_pieces(self, viewer: PieceId, target: PieceId, lens: Lens = PLAIN) -> SightLine:
        """The line from one piece to another by their best pair of squares; a piece always sees itself (HC-LOS-05)."""
        one, other = self.occupancy[viewer], self.occupancy[target]
        if one == other:
            lines = (self.between(space, space, lens) for space in one.spaces)
            return min(lines, key=lambda line: line.verdict.severity)
        return self.best(one.spaces, other.spaces, lens)

    def is_blocked(self, start: SpaceId, end: SpaceId, lens: Lens = PLAIN) -> bool:
        """Whether the line between two squares is blocked: the verdict of ``between``, without its causes."""
        a, b, columns = self.board.index(start), self.board.index(end), self.board.columns
        if a == b or lens.hidden_by is not None:
            return self.between(start, end, lens).verdict is Verdict.BLOCKED
        _, severity, beside, below, _ = self.layer(a, b, lens)
        (from_row, from_column), (to_row, to_column) = divmod(a, columns), divmod(b, columns)
        wide, tall, here = to_column - from_column, to_row - from_row, a
        step_c, wall_c = (1, 0) if wide > 0 else (-1, -1)
        step_r, wall_r = (columns, 0) if tall > 0 else (-columns, -columns)
        for move in moves(abs(wide), abs(tall)):
            if move == COLUMN:
                is_closed = beside[here + wall_c]
                here += step_c
            elif move == ROW:
                is_closed = below[here + wall_r]
                here += step_r
            else:  # both flanks, as in ``between``
                one, other, left = here + step_c, here + step_r, here
                here = one + step_r
                first = 2 if beside[left + wall_c] or below[one + wall_r] else severity[one]
                is_closed = first == 2 and (severity[other] == 2 or below[left + wall_r] or beside[other + wall_c])
            if is_closed or (severity[here] == 2 and here != b):
                return True
        return False

    def verdict(self, start: SpaceId, end: SpaceId) -> Verdict:
        """The verdict alone of the line between two squares."""
        return self.between(start, end).verdict

    def frame(self, a: int, b: int) -> Frame:
        """Return the frame of a line between two squares, by index."""
        one, other, outdoors = self.ground.levels[a], self.ground.levels[b], self.ground.outdoors
        return Frame(min(one, other), one == other, bool(outdoors[a] and outdoors[b]))

    def layer(self, a: int, b: int, lens: Lens = PLAIN) -> Layer:
        """Return the layer of obstacles for a line between two squares, by index."""
        if lens.hidden_by is not None:  # which is about the end of a line, not about what it meets
            lens = replace(lens, hidden_by=None)
            lens = PLAIN if lens == PLAIN else lens
        levels, outdoors, large = self.ground.levels, self.ground.outdoors, self.large
        ends = (large.get(a), large.get(b)) if large else NOBODY  # their own squares are judged differently
        key = (levels[a], levels[b], outdoors[a] and outdoors[b], ends, None if lens is PLAIN else lens)
        found = self._layers.get(key)
        if found is None:
            plain = self.layer(a, b) if lens.wall is not None else None
            found = self._layers[key] = self.layer_in(self.frame(a, b), ends, lens, plain)
        return found

    def layer_in(self, frame: Frame, ends: Ends = NOBODY, lens: Lens = PLAIN, plain: Layer | None = None) -> Layer:
        """Return the layer of obstacles in a frame, with these larger bases on the ends."""
        if lens.wall is not None and lens == Lens(wall=lens.wall):  # the plain layer, but for one section
            return self._without_wall(self.layer_in(frame, ends) if plain is None else plain, lens.wall)
        ground = self.ground
        worst = [meet(frame, self.rules, tile, ANYWHERE, lens=lens).severity for tile in ground.tiles]
        severity = bytearray(ground.kinds.translate(bytes(worst).ljust(256, b"\0")))
        for here in self.who:
            severity[here] = self.meet(here, frame, ends, lens).severity
        is_high = _from_level(256 if lens.ignores_blocking else frame.lo)
        beside, below = bytearray(ground.beside.translate(is_high)), bytearray(ground.below.translate(is_high))
        found = Layer(frame, severity, bytes(beside), bytes(below), {})
        return found if lens.wall is None else self._without_wall(found, lens.wall)

    def _without_wall(self, layer: Layer, wall: Edge) -> Layer:
        """The layer without one section: HC-LOS-19: other sections do block."""
        one, other = sorted((self.board.index(wall.a), self.board.index(wall.b)))
        is_beside = other - one == 1 and self.ground.columns > 1
        walls = bytearray(layer.beside if is_beside else layer.below)
        walls[one] = 0
        if is_beside:
            return layer._replace(beside=bytes(walls), causes={})
        return layer._replace(below=bytes(walls), causes={})

    def meet(self, here: int, frame: Frame, ends: Ends = NOBODY, lens: Lens = PLAIN) -> Meeting:
        """Judge a line of this frame in one square, with the piece that stands there."""
        who = self.who.get(here)
        return meet(
            frame,
            self.rules,
            self.board.tiles[here],
            self.board.spaces[here],
            who,
            is_own=who is not None and who in ends,
            is_looker=who is not None and who is ends[0],
            lens=lens,
        )

    def _causes(
        self, met: list[_Met], layer: Layer, ends: tuple[int, int], lens: Lens
    ) -> tuple[int, tuple[Cause, ...]]:
        """The worst severity that was met, and all its causes, in order, each once."""
        worst = max(met)[0]
        causes: tuple[Cause, ...] = ()
        for one in met:
            if one[0] == worst:
                found = layer.causes.get(one)
                if found is None:
                    large = self.large.get(ends[0]), self.large.get(ends[1])
                    found = layer.causes[one] = tuple(self._causes_of(one, layer, large, lens))
                causes += found
        return worst, tuple(dict.fromkeys(causes)) if len(causes) > 1 else causes

    def _causes_of(self, met: _Met, layer: Layer, ends: Ends, lens: Lens) -> Iterator[Cause]:
        """The causes of one thing met; of a corner those on the flanks that are as mild as the corner itself."""
        worst, kind, left, entered = met
        if kind == SQUARE:
            yield from self.meet(entered, layer.frame, ends, lens).causes
        elif kind == WALL:
            yield Cause(self.rules.terrain, edge=self._section(left, entered))
        else:
            row_shift = self.board.columns if entered > left else -self.board.columns
            for flank in (entered - row_shift, left + row_shift):
                walls = [online for online in (left, entered) if self._has_wall(flank, online, layer)]
                severity, causes = self.meet(flank, layer.frame, ends, lens)
                if (2 if walls else severity) != worst:
                    continue
                for cause in causes if severity == worst else ():
                    yield Cause(self.rules.corner, cause.square, cause.edge, cause.piece)
                for online in walls:
                    yield Cause(self.rules.corner, edge=self._section(flank, online))

    def _has_wall(self, one: int, other: int, layer: Layer) -> int:
        is_row = abs(one - other) == 1  # corners need two columns, where the square below is further on
        return (layer.beside if is_row else layer.below)[min(one, other)]

    def _section(self, one: int, other: int) -> Edge:
        return edge(self.board.spaces[one], self.board.spaces[other])

    def _own_square(self, space: SpaceId, lens: Lens) -> SightLine:
        hinders = self.rules.own_square_hinders and self.board.has(space, Terrain.HINDERING)
        hinders = hinders and not lens.ignores_hindering
        causes = (Cause(self.rules.own_square, square=space),) if hinders else ()
        return SightLine(Verdict.HINDERED if hinders else Verdict.CLEAR, causes, (), space, space, 0)


@lru_cache(maxsize=16)
def _from_level(lowest: int) -> bytes:
    """Return the table that turns levels of walls (0: none) into flags of those at ``lowest`` or higher."""
    return bytes(lowest <= level for level in range(256))
