"""The verdict of every pair of squares at once: one walk per offset serves all starting squares together.

    a board is a row of bits, one a square      all lines with one offset cross the same relative squares, so
    ▓ = squares that block, as an integer       OR-ing the board, shifted by each of them, answers for all starts

Ends on other levels, or one of them indoors, see another board (``Sight`` frames); each frame is swept by itself.
Starts whose end leaves the board are masked off first, so no shift can wrap around.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from companion.board.geometry import Crossing, crossings
from companion.board.sight import VERDICTS, Frame, Sight
from companion.board.spaces import Terrain, Verdict
from companion.core.ids import SpaceId

__all__ = ["all_verdicts"]


class _Masks(NamedTuple):
    """What a line inside one frame meets, as bits."""

    blocking: int
    hindering: int
    beside: int  # a wall on the square's right
    below: int  # a wall under the square


def all_verdicts(sight: Sight) -> Iterator[tuple[SpaceId, tuple[Verdict, ...]]]:
    """Every square with the verdicts of its lines to all squares, both in reading order: as ``Sight.verdict`` says."""
    spaces, size = sight.board.spaces, len(sight.board.spaces)
    severities = _sweep(sight)
    large = {space for piece in sight.occupancy if len(piece.spaces) > 1 for space in piece.spaces}
    for here, start in enumerate(spaces):
        row = [VERDICTS[severity] for severity in severities[here * size : (here + 1) * size]]
        for there, end in enumerate(spaces):
            if start == end or start in large or end in large:  # own squares of a large base count differently
                row[there] = sight.verdict(start, end)
        yield start, tuple(row)


def _sweep(sight: Sight) -> bytearray:
    """The severity of every ordered pair, start by start."""
    board = sight.board
    columns, rows, size = board.columns, board.rows, len(board.tiles)
    result = bytearray(size * size)
    levels = sorted({tile.elevation for tile in board.tiles})
    on = {level: _bits(tile.elevation == level for tile in board.tiles) for level in levels}
    outdoors = _bits(not tile.indoor for tile in board.tiles)
    hindering = _bits(Terrain.HINDERING in tile.terrain for tile in board.tiles)
    frames = {Frame(min(a, b), a == b, is_out) for a, b, is_out in product(levels, levels, (True, False))}
    masks = {frame: _masks(sight, frame) for frame in frames}
    for dc, dr in product(range(1 - columns, columns), range(1 - rows, rows)):
        shift = dr * columns + dc
        starts = _starts(columns, rows, dc, dr)
        walk = crossings(dc, dr)
        both_out = outdoors & _shift(outdoors, shift)
        for a, b, is_out in product(levels, levels, (True, False)):
            asked = starts & on[a] & _shift(on[b], shift) & (both_out if is_out else ~both_out)
            if asked:
                blocked, hindered = _meet(walk, masks[Frame(min(a, b), a == b, is_out)], columns)
                hindered |= _shift(hindering, shift)  # the target's own square always counts
                _note(result, asked & hindered & ~blocked, shift, size, 1)
                _note(result, asked & blocked, shift, size, 2)
    return result


def _meet(walk: tuple[Crossing, ...], masks: _Masks, columns: int) -> tuple[int, int]:
    """For all starts at once: which lines are blocked, and which meet something that hinders."""
    blocked = hindered = 0
    last = len(walk) - 1
    for place, ((lc, lr), (ec, er), flanks) in enumerate(walk):
        left, entered = lr * columns + lc, er * columns + ec
        if flanks:  # HC-LOS-11
            (b1, h1), (b2, h2) = (_flank(r * columns + c, left, entered, masks) for c, r in flanks)
            blocked |= b1 & b2
            hindered |= (b1 | h1) & (b2 | h2)
        else:
            blocked |= _shift(masks.beside if lr == er else masks.below, min(left, entered))
        if place < last:
            blocked |= _shift(masks.blocking, entered)
            hindered |= _shift(masks.hindering, entered)
    return blocked, hindered


def _flank(flank: int, left: int, entered: int, masks: _Masks) -> tuple[int, int]:
    blocked = _shift(masks.blocking, flank)
    for online in (left, entered):  # AMB-17
        walls = masks.beside if abs(flank - online) == 1 else masks.below
        blocked |= _shift(walls, min(flank, online))
    return blocked, _shift(masks.hindering, flank)


def _masks(sight: Sight, frame: Frame) -> _Masks:
    table = sight.table(frame)
    beside, below = sight.wall_levels
    return _Masks(
        _bits(meeting.severity == 2 for meeting in table),
        _bits(meeting.severity == 1 for meeting in table),
        _bits(level >= frame.lo for level in beside),
        _bits(level >= frame.lo for level in below),
    )


def _starts(columns: int, rows: int, dc: int, dr: int) -> int:
    """The squares from which the offset stays on the board."""
    line = ((1 << (columns - abs(dc))) - 1) << max(0, -dc)
    first, count = max(0, -dr), rows - abs(dr)
    return sum(line << (row * columns) for row in range(first, first + count))


def _shift(mask: int, by: int) -> int:
    return mask >> by if by >= 0 else mask << -by


def _bits(flags: Iterator[bool]) -> int:
    return sum(1 << place for place, flag in enumerate(flags) if flag)


def _note(result: bytearray, starts: int, shift: int, size: int, severity: int) -> None:
    while starts:
        low = starts & -starts
        here = low.bit_length() - 1
        result[here * size + here + shift] = severity
        starts ^= low
