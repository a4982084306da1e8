"""The log of a quest as one side hears it: kept line by line as things happen, with the state they happened in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.events import Recorded, TakenBack
from companion.core.ids import Seat
from companion.core.session import Session
from companion.text.wording import Wording
from ui.presenters.models import LogLine

__all__ = ["HEADINGS", "SILENT", "Heard"]

# bookkeeping that the next line says better
SILENT = {"QuestSetUp", "DiceRequested", "ChoiceRequested", "PlacementRequested", "Undertaken", "Finished"}
SILENT |= {"WindowOpened", "WindowClosed", "ActionSpent", "Engaged", "Disengaged", "SquaresSeen", "Reacted"}
HEADINGS = {"RoundBegan", "TurnOpened", "PhaseBegan"}


class Heard:
    """What a side of the table has heard since the quest began: events, veiled as it may hear them."""

    def __init__(self, session: Session, seat: Seat) -> None:
        self._session, self._seat = session, seat
        self._events: list[tuple[int, Any]] = []
        self._take(session.records)
        session.listen(self._take)

    def lines(self, wording: Wording, last: int = 60) -> tuple[LogLine, ...]:
        """The last lines; what was taken back is struck out."""
        standing = {one.version for one in self._session.standing()}
        return tuple(
            LogLine(
                wording.event(event),
                type(event).__name__ in HEADINGS,
                version not in standing and not isinstance(event, TakenBack),
            )
            for version, event in self._events[-last:]
        )

    def _take(self, batch: Sequence[Recorded]) -> None:
        for one in batch:
            if type(one.event).__name__ in SILENT or one.version == 0:
                continue
            before = self._session.state_at(one.version - 1)
            heard = self._session.system.heard_by(before, one.event, self._seat)
            if heard is not None:
                self._events.append((one.version, heard))
