"""One square and everything it sees: the shadows from that square alone, spread out over the board.

after the start     before the start        each a union of shadows: one bit a target
by level and roof   a square of another class is seen inside another frame, past other obstacles
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.meeting import Frame
from companion.board.obstacles import Bits, obstacles_of
from companion.board.occupancy import Occupant
from companion.board.shadows import Things, shadows_of
from companion.board.sight import Sight
from companion.core.ids import SpaceId

_BLOCKED = bytes.maketrans(b"01", b"\0\2")
_HINDERED = bytes.maketrans(b"01", b"\0\1")
_WORST = bytes((0, 1, 2, 2)) + bytes(252)


Halves = tuple[int, int]  # of a union of shadows: targets after the start, and before it


class View:
    """The view from single squares; what one question found out about the position serves the next."""

    def __init__(self, sight: Sight) -> None:
        ground = sight.ground
        self.sight = sight
        self._shadows = shadows_of(ground.columns, ground.rows)
        self._obstacles: dict[tuple[Frame, Occupant | None], tuple[Things, Things]] = {}
        classes = list(zip(ground.levels, ground.outdoors, strict=True))
        # by class of the target: one of its squares, and a byte of ones for each
        self._targets = {
            class_: (classes.index(class_), int.from_bytes(bytes(255 * (class_ == other) for other in classes), "big"))
            for class_ in set(classes)
        }
        self._hindering = int.from_bytes(ground.hindering, "big")

    def severities(self, start: SpaceId) -> bytes:
        """The severity of the line to every square, in reading order: 0 clear, 1 hindered, 2 blocked."""
        sight = self.sight
        here, size = sight.board.index(start), len(sight.board.spaces)
        seen = 0
        for squares, blocked, hindered in self.unions(start):
            digits = self._digits(here, blocked).translate(_BLOCKED), self._digits(here, hindered).translate(_HINDERED)
            seen |= (int.from_bytes(digits[0], "big") | int.from_bytes(digits[1], "big")) & squares
        found = bytearray((seen | self._hindering).to_bytes(size, "big").translate(_WORST))  # HC-LOS-09, HC-LOS-13
        for there, other in sight.large.items():
            if other is not sight.large.get(here):
                found[there] = sight.between(start, sight.board.spaces[there]).verdict.severity
        found[here] = sight.between(start, start).verdict.severity
        return bytes(found)

    def unions(self, start: SpaceId) -> Iterator[tuple[int, Halves, Halves]]:
        """Generate, by class of target (a byte of ones for each of its squares), the blocked
        targets and the hindered ones.
        """
        here = self.sight.board.index(start)
        for there, squares in self._targets.values():
            things = self._things(self.sight.frame(here, there), self.sight.large.get(here))
            yield squares, self._shadows.behind(here, things[0]), self._shadows.behind(here, things[1])

    def _things(self, frame: Frame, looker: Occupant | None) -> tuple[Things, Things]:
        found = self._obstacles.get((frame, looker))
        if found is None:
            layer = self.sight.layer_in(frame, (looker, None))
            obstacles = obstacles_of(layer, self._shadows.columns, self._shadows.rows)
            hindering = Bits(*(met & ~closed for met, closed in zip(obstacles.met, obstacles.blocking, strict=True)))
            found = self._shadows.things(obstacles.blocking.places()), self._shadows.things(hindering.places())
            self._obstacles[frame, looker] = found
        return found

    def _digits(self, here: int, halves: Halves) -> bytes:
        """The two halves of a union as the digits 0 and 1, a digit a square."""
        columns, rows, width = self._shadows.columns, self._shadows.rows, self._shadows.width
        row, column = divmod(here, columns)
        after, before = (format(half, f"0{rows * width}b") for half in halves)
        window = before + after[-2::-1]  # a strip of as many squares on both sides of the start
        first = rows * width - 1 - row * width - column
        return "".join(
            [window[place : place + columns] for place in range(first, first + rows * width, width)]
        ).encode()
