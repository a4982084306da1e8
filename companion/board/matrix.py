"""A survey spread out: the severity of every ordered pair of squares, a byte each.

      to ─▶        Lines whose ends lie ``apart`` squares from each other in reading order fill one diagonal; there and
from  0 1 0        back they are blocked alike. Two offsets share a diagonal: one starts left of the column from which
 │    1 0 2        the end would leave the board, the other from there on.
 ▼    0 2 0
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.sight import VERDICTS, Sight
from companion.board.spaces import Verdict
from companion.board.survey import Survey
from companion.core.ids import SpaceId

_TWO = bytes.maketrans(b"01", b"\0\2")
_ONE = bytes.maketrans(b"01", b"\0\1")
_WORST = bytes((0, 1, 2, 2)) + bytes(252)
_AT_LEAST_ONE = bytes((1, 1, 2)) + bytes(253)


def all_verdicts(sight: Sight) -> Iterator[tuple[SpaceId, tuple[Verdict, ...]]]:
    """Every square with the verdicts of its lines to all squares, both in reading order: as ``Sight.verdict`` says."""
    spaces, severities = sight.board.spaces, all_severities(Survey(sight))
    for here, start in enumerate(spaces):
        row = severities[here * len(spaces) : (here + 1) * len(spaces)]
        yield start, tuple(map(VERDICTS.__getitem__, row))


def all_severities(survey: Survey) -> bytes:
    """The severities of all ordered pairs, start after start: 0 clear, 1 hindered, 2 blocked."""
    sight, spaces = survey.sight, survey.sight.board.spaces
    size = len(spaces)
    found = bytearray(size * size)
    for apart in range(1, size):
        blocked, met = (format(bits, f"0{size}b")[: apart - 1 : -1] for bits in survey.apart(apart))
        both = int.from_bytes(blocked.encode().translate(_TWO)) | int.from_bytes(met.encode().translate(_ONE))
        diagonal = both.to_bytes(size - apart).translate(_WORST)
        found[apart : (size - apart) * size : size + 1] = diagonal
        found[apart * size :: size + 1] = diagonal
    for there in range(size):
        if sight.ground.hindering[there]:  # HC-LOS-09, HC-LOS-13
            found[there::size] = found[there::size].translate(_AT_LEAST_ONE)
        found[there * (size + 1)] = sight.between(spaces[there], spaces[there]).verdict.severity
    for here in sight.large:
        for there in range(size):
            found[here * size + there] = sight.between(spaces[here], spaces[there]).verdict.severity
            found[there * size + here] = sight.between(spaces[there], spaces[here]).verdict.severity
    return bytes(found)
