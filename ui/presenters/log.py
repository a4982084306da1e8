"""The log as one side hears it: line by line as things happen; what was taken back is struck out and kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.core.events import Recorded, TakenBack
from companion.core.ids import Seat
from companion.core.session import Session
from companion.text.wording import Wording
from ui.presenters.adapter import Telling
from ui.presenters.models import LogLine


class Log:
    """What a side of the table has heard since the game began: events, veiled as it may hear them."""

    def __init__(self, session: Session, seat: Seat, telling: Callable[[object], Telling]) -> None:
        self._session, self._seat, self._telling = session, seat, telling
        self._events: list[tuple[int, object]] = []
        self._take(session.records)
        session.listen(self._take)

    def lines(self, wording: Wording, last: int = 60) -> tuple[LogLine, ...]:
        """The last lines."""
        standing = {record.version for record in self._session.standing()}
        return tuple(
            LogLine(
                wording.event(event),
                self._telling(event) is Telling.HEADING,
                version not in standing and not isinstance(event, TakenBack),
            )
            for version, event in self._events[-last:]
        )

    def _take(self, batch: Sequence[Recorded]) -> None:
        for record in batch:
            if record.version == 0 or self._telling(record.event) is Telling.SILENT:
                continue
            before = self._session.state_at(record.version - 1)
            heard = self._session.system.heard_by(before, record.event, self._seat)
            if heard is not None:
                self._events.append((record.version, heard))
