"""Single steps of a move as the board alone allows them, from all squares at once; people come later, in ``paths``.

. ▒ .      A step is closed by terrain, a wall, a change of level without a ramp (nothing else about a level
           matters: HC-TERR-44), or a closed corner.
A ─▶ .     A corner counts as the less restrictive of the two flanks beside a diagonal step (HC-TERR-51).

Everything is a set of starting squares, a bit each by the square's index.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.board.grid import GridBoard, Tile
from companion.board.ground import ground_of
from companion.board.spaces import Terrain

SIDES_FIRST = ((0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1))


@dataclass(frozen=True, slots=True)
class MovePolicy:
    """The obstacles that a way of moving ignores; the plain one ignores nothing (HC-MOVE-15)."""

    ignores_hindering: bool = False  # and water, which counts as hindering for movement
    ignores_water: bool = False
    ignores_elevation: bool = False
    ignores_outdoor_blocking: bool = False  # walls too when both their squares are outdoors
    ignores_blocking: bool = False
    passes_opponents: bool = False  # may cross their squares and is not stopped beside them
    breaks_away_freely: bool = False  # needs no roll
    stops_beside_all: bool = False  # beside those too that it leaves
    passes_beside: bool = False  # is not stopped beside opponents, whose squares it may not cross

    def __or__(self, other: MovePolicy) -> MovePolicy:
        """A policy that ignores whatever one of the two ignores."""
        return MovePolicy(*(getattr(self, name) or getattr(other, name) for name in self.__slots__))


class Flank(NamedTuple):
    """One side of a diagonal step: where it is closed, where it hinders, and where an opponent on it closes it."""

    shift: int  # from the start to the flank
    closed: int
    hinders: int
    counts: int  # a flank lower than the step is clear, whoever and whatever is on it (AMB-18)


class Step(NamedTuple):
    """One direction: from where it may be taken, flanks aside, and where it goes."""

    shift: int
    allowed: int
    flanks: tuple[Flank, ...]  # none for a straight step


class Steps(NamedTuple):
    """All steps a board allows one way of moving, straight ones first; the squares that hinder it; blocking ones."""

    hinders: int
    blocking: int  # whatever this way of moving passes
    each: tuple[Step, ...]


def shifted(bits: int, by: int) -> int:
    """Return, for every square, whether the one ``by`` further on is in the set."""
    return bits >> by if by >= 0 else bits << -by


@lru_cache(maxsize=128)
def steps_of(board: GridBoard, policy: MovePolicy) -> Steps:
    """Every step the board allows from every square."""
    return _Stepper(board, policy).steps()


class _Stepper:
    """The board as sets of squares, for one way of moving."""

    def __init__(self, board: GridBoard, policy: MovePolicy) -> None:
        self.board, self.policy, self.ground = board, policy, ground_of(board)
        self.columns = board.columns
        self.levels = {level: self.at(level) for level in set(self.ground.levels)}
        self.blocking = self.where(lambda tile: Terrain.BLOCKING in tile.terrain and not self.passes(tile))
        self.hinders = self.where(self.is_hindering)
        passed = self.where(self.passes)  # a wall is passed when both its squares may be
        self.beside = _bits(self.ground.beside) & ~(passed & passed >> 1)
        self.below = _bits(self.ground.below) & ~(passed & passed >> self.columns)

    def where(self, holds: Callable[[Tile], bool]) -> int:
        table = bytes(holds(tile) for tile in self.ground.tiles).ljust(256, b"\0")
        return _bits(self.ground.kinds.translate(table))

    def at(self, level: int) -> int:
        return self.where(lambda tile: tile.elevation == level)

    def passes(self, tile: Tile) -> bool:
        """Whether blocking terrain on such a tile is no obstacle (HC-TERR-20, HC-TERR-21)."""
        return self.policy.ignores_blocking or (self.policy.ignores_outdoor_blocking and not tile.indoor)

    def is_hindering(self, tile: Tile) -> bool:
        """Whether such a tile hinders this way of moving (HC-TERR-14, HC-TERR-19)."""
        water = Terrain.WATER in tile.terrain and not self.policy.ignores_water
        return not self.policy.ignores_hindering and (Terrain.HINDERING in tile.terrain or water)

    def steps(self) -> Steps:
        blocking = self.where(lambda tile: Terrain.BLOCKING in tile.terrain)
        return Steps(self.hinders, blocking, tuple(self.step(right, down) for right, down in SIDES_FIRST))

    def step(self, right: int, down: int) -> Step:
        shift = down * self.columns + right
        allowed = self.on_board(right, down) & self.level_allows(right, down) & ~shifted(self.blocking, shift)
        if not (right and down):
            return Step(shift, allowed & ~self.walls(right, down), ())  # HC-TERR-21
        across, along = self.walls(right, 0), self.walls(0, down)
        one = self.flank(shift, right, across | shifted(along, right))
        other = self.flank(shift, down * self.columns, along | shifted(across, down * self.columns))
        return Step(shift, allowed, (one, other))

    def on_board(self, right: int, down: int) -> int:
        line = ((1 << (self.columns - abs(right))) - 1) << max(0, -right)
        rows = range(max(0, -down), self.board.rows - max(0, down))
        return sum(line << (row * self.columns) for row in rows)

    def level_allows(self, right: int, down: int) -> int:
        """HC-TERR-45, HC-TERR-46, HC-TERR-49."""
        if self.policy.ignores_elevation:
            return -1
        shift = down * self.columns + right
        allowed = 0
        for squares in self.levels.values():
            allowed |= squares & shifted(squares, shift)
        for ramp in self.board.ramps:
            for start, end in ((ramp.a, ramp.b), (ramp.b, ramp.a)):
                here, there = self.board.index(start), self.board.index(end)
                allowed |= (there - here == shift) << here
        return allowed

    def walls(self, right: int, down: int) -> int:
        """The squares with a wall on that side."""
        if right:
            return self.beside if right > 0 else self.beside << 1
        return self.below if down > 0 else self.below << self.columns

    def flank(self, shift: int, to_flank: int, walls: int) -> Flank:
        lower = higher = 0
        for level, squares in self.levels.items():
            above, under = self.beyond(level, 1), self.beyond(level, -1)
            here = shifted(squares, to_flank)
            lower |= here & above & shifted(above, shift)
            higher |= here & under & shifted(under, shift)
        closed = (shifted(self.blocking, to_flank) | walls) & ~lower  # AMB-17
        if not self.policy.ignores_elevation:  # AMB-18
            closed |= higher
        return Flank(to_flank, closed, shifted(self.hinders, to_flank) & ~lower & ~closed, ~lower)

    def beyond(self, level: int, way: int) -> int:
        """The squares higher, or lower, than a level."""
        return sum(squares for other, squares in self.levels.items() if (other - level) * way > 0)


def _bits(flags: bytes) -> int:
    """The squares whose flag is not 0."""
    return int(flags.translate(_DIGITS)[::-1], 2)


_DIGITS = b"0" + b"1" * 255
