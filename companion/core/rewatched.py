"""A game that was played, told again line by line: whoever listens hears it as those who sat there did.

And a game that goes on, as it stood at one of its lines.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from companion.core.events import Recorded
from companion.core.ids import Seat
from companion.core.rules import History, RulesSystem
from companion.core.session import Session


class Rewatched(Session):
    """A session at the beginning of a record; ``step`` goes on by a line. It takes no commands."""

    def __init__(self, system: RulesSystem[Any], records: Sequence[Recorded], seats: Sequence[Seat]) -> None:
        self.system, self.seats = system, tuple(seats)
        self.records, self._ahead = [records[0]], deque(records[1:])
        self._history = History(system, records[0].event)
        self._listeners, self._speaks_for = [], {}

    def follow(self, records: Iterable[Recorded]) -> None:
        """Go on, to the end: what was written meanwhile."""
        self._ahead.extend(records)
        while self.step() is not None:
            pass

    def step(self) -> Recorded | None:
        """The next line; ``None`` at the end."""
        record = self._ahead.popleft() if self._ahead else None
        if record is not None:
            self._history.fold(record.event)
            self.records.append(record)
            self._notify([record])
        return record


class Past(Session):
    """A session as it stood after the record of that version. It takes no commands."""

    def __init__(self, session: Session, version: int) -> None:
        self.system, self.seats, self.players = session.system, session.seats, session.players
        self.records = session.records[: version + 1]
        self._then, self._listeners, self._speaks_for = session.state_at(version), [], {}

    @property
    def state(self) -> Any:
        """The state then."""
        return self._then

    @property
    def version(self) -> int:
        """The version of its last record."""
        return len(self.records) - 1
