"""A game that was played, told again line by line: whoever listens hears it as those who sat there did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.core.events import Recorded
from companion.core.ids import Seat
from companion.core.ledger import LineByLine
from companion.core.rules import RulesSystem
from companion.core.session import Session


class _NoClock:
    def now_ms(self) -> int:
        """Return 0: nothing is written here."""
        return 0


class Rewatched(Session):
    """A session at the beginning of a record; ``step`` goes on by a line."""

    def __init__(self, system: RulesSystem[Any], records: Sequence[Recorded], seats: Sequence[Seat]) -> None:
        self._coming = LineByLine(records)
        super().__init__(system, self._coming, _NoClock(), seats=seats)

    def follow(self, records: Iterable[Recorded]) -> None:
        """Go on to the end, with what was written meanwhile."""
        self._coming.extend(records)
        while self.step() is not None:
            pass

    def step(self) -> Recorded | None:
        """Return the next line; ``None`` at the end."""
        return self.records[-1] if self.catch_up() else None
