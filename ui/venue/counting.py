"""Clicks taken, counted from what the tables reported, for an event whose standings have that column."""

from __future__ import annotations

import asyncio

from companion.storage.reported import ReportStore
from companion.text.wording import Wording
from companion.tournament.clicks import CountClicks
from companion.tournament.state import CLICKS, TABLES, Clicks
from ui.venue.hall import Hall
from ui.venue.reports import Watch
from ui.venue.watching import Watched


class Counting:
    """Counts each game that has a result, and again when more of its lines came."""

    def __init__(self, hall: Hall, store: ReportStore, watch: Watch) -> None:
        self._hall, self._store, self._watch = hall, store, watch

    async def count(self, wording: Wording) -> None:
        """Count every table where that is due."""
        if CLICKS in self._hall.state.setup.tiebreaks:
            for round_ in self._hall.state.published:
                reported = await asyncio.to_thread(self._store.tables, round_.number)
                for table, lines in reported.items():
                    await self.count_table(round_.number, table, lines, wording)

    async def count_table(self, round_: int, table: int, lines: int, wording: Wording) -> None:
        """Count the table, of whose game there are so many lines now, where that is due."""
        if CLICKS not in self._hall.state.setup.tiebreaks or not self._is_due(round_, table, lines):
            return
        clicks = await asyncio.to_thread(self._counted, round_, table)
        if clicks is not None and self._is_due(round_, table, clicks.lines):  # nobody else was first
            # where it is not kept, the next report brings it
            await self._hall.do(lambda: self._hall.give(CountClicks(TABLES, clicks), wording))

    def _is_due(self, round_: int, table: int, lines: int) -> bool:
        state = self._hall.state
        pairing = next((one.at(table) for one in state.published if one.number == round_ and not one.is_cut), None)
        if pairing is None or pairing.result is None:
            return False
        counted = state.clicks_at(round_, table)
        return counted is None or counted.lines != lines

    def _counted(self, round_: int, table: int) -> Clicks | None:
        with self._watch.opened(round_, table) as game:
            return _clicks(round_, table, game) if game is not None else None


def _clicks(round_: int, table: int, game: Watched) -> Clicks | None:
    match game.clicks():
        case [first, second]:
            return Clicks(round_, table, (first, second), game.length)
    return None
