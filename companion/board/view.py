"""One square and everything it sees: the shadows from that square alone, spread out over the board.

after the start     before the start        each a union of shadows: one bit a target
by level and roof   a square of another class is seen inside another frame, past other obstacles
"""

from __future__ import annotations

from companion.board.meeting import Frame
from companion.board.obstacles import Bits, obstacles_of
from companion.board.occupancy import Occupant
from companion.board.shadows import Things, shadows_of
from companion.board.sight import Sight
from companion.core.ids import SpaceId

__all__ = ["View"]

_BLOCKED = bytes.maketrans(b"01", b"\0\2")
_HINDERED = bytes.maketrans(b"01", b"\0\1")
_WORST = bytes((0, 1, 2, 2)) + bytes(252)


class View:
    """What single squares see of all others; what it found out about the position serves the next question too."""

    def __init__(self, sight: Sight) -> None:
        ground = sight.ground
        self.sight = sight
        self._shadows = shadows_of(ground.columns, ground.rows)
        self._obstacles: dict[tuple[Frame, Occupant | None], tuple[Things, Things]] = {}
        classes = list(zip(ground.levels, ground.outdoors, strict=True))
        # by class of the target: one of its squares, and a byte of ones for each
        self._targets = {
            one: (classes.index(one), int.from_bytes(bytes(255 * (one == other) for other in classes), "big"))
            for one in set(classes)
        }
        self._hindering = int.from_bytes(ground.hindering, "big")

    def severities(self, start: SpaceId) -> bytes:
        """The severity of the line to every square, in reading order: 0 clear, 1 hindered, 2 blocked."""
        sight = self.sight
        here, size = sight.board.index(start), len(sight.board.spaces)
        looker = sight.large.get(here)
        seen = 0
        for there, squares in self._targets.values():
            seen |= self._spread(here, sight.frame(here, there), looker) & squares
        found = bytearray((seen | self._hindering).to_bytes(size, "big").translate(_WORST))  # HC-LOS-09, HC-LOS-13
        for there, other in sight.large.items():
            if other is not looker or there == here:
                found[there] = sight.between(start, sight.board.spaces[there]).verdict.severity
        found[here] = sight.between(start, start).verdict.severity
        return bytes(found)

    def _spread(self, here: int, frame: Frame, looker: Occupant | None) -> int:
        """The severities of all lines from a square inside a frame, a byte each: 1 and 2 may both be set."""
        blocking, met = self._things(frame, looker)
        blocked = self._digits(here, self._shadows.behind(here, blocking))
        hindered = self._digits(here, self._shadows.behind(here, met))
        return int.from_bytes(blocked.translate(_BLOCKED), "big") | int.from_bytes(hindered.translate(_HINDERED), "big")

    def _things(self, frame: Frame, looker: Occupant | None) -> tuple[Things, Things]:
        found = self._obstacles.get((frame, looker))
        if found is None:
            layer = self.sight.layer_in(frame, (looker, None))
            obstacles = obstacles_of(layer, self._shadows.columns, self._shadows.rows)
            hindering = Bits(*(met & ~closed for met, closed in zip(obstacles.met, obstacles.blocking, strict=True)))
            found = self._shadows.things(obstacles.blocking.places()), self._shadows.things(hindering.places())
            self._obstacles[frame, looker] = found
        return found

    def _digits(self, here: int, halves: tuple[int, int]) -> bytes:
        """The two halves of a union as the digits 0 and 1, a digit a square."""
        columns, rows, width = self._shadows.columns, self._shadows.rows, self._shadows.width
        row, column = divmod(here, columns)
        after, before = (format(half, f"0{rows * width}b") for half in halves)
        window = before + after[-2::-1]  # a strip of as many squares on both sides of the start
        first = rows * width - 1 - row * width - column
        return "".join(
            [window[place : place + columns] for place in range(first, first + rows * width, width)]
        ).encode()
