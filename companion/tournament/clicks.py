"""Clicks taken, as the tables' own records tell them: counted by the tables, never by hand; a column of the standings.

a table with a result ──its record, so many lines──> CountClicks ──> ClicksCounted      again when more lines came
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.core.ids import Seat
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.tournament.state import Clicks, TournamentState


@dataclass(frozen=True, slots=True)
class CountClicks:
    """Notes what the dials of a table took."""

    seat: Seat
    clicks: Clicks


@dataclass(frozen=True, slots=True)
class ClicksCounted:
    """The dials of a table took so many clicks."""

    clicks: Clicks


EVENTS = (ClicksCounted,)


def clicks_violations(state: TournamentState, command: CountClicks) -> Iterator[Violation]:
    """Why they are not counted: there is no such table in that round (TW-EV-04)."""
    clicks = command.clicks
    pairings = next((round_.pairings for round_ in state.published if round_.number == clicks.round), ())
    tables = [pairing.table for pairing in pairings]
    if clicks.table not in tables:
        named = ", ".join(map(str, tables)) or "-"
        yield violation("TW-EV-04", waivable=False, table=clicks.table, tables=named)


def count_clicks(t: Teller[TournamentState], command: CountClicks) -> None:
    """Replace the count of that table by this one."""
    t.tell(ClicksCounted(command.clicks))


VERBS: Mapping[type, Verb[TournamentState]] = {CountClicks: Verb(clicks_violations, count_clicks)}
