"""The clock of a round: one source, everybody's screen counts from the same start.

    StartClock ⇄ PauseClock, GiveTime to one table

Orders carry the host's time: the record says when, and a restart loses no second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.core.ids import Seat
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.tournament.judging import HOURS, Clock
from companion.tournament.state import TournamentState


@dataclass(frozen=True, slots=True)
class StartClock:
    """Lets the round's time run, from now or on."""

    seat: Seat
    at_ms: int


@dataclass(frozen=True, slots=True)
class PauseClock:
    """Stops the time of all tables."""

    seat: Seat
    at_ms: int


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Gives a table minutes of its own."""

    seat: Seat
    table: int
    minutes: int


@dataclass(frozen=True, slots=True)
class ClockChanged:
    """The clock runs, or stands, since then."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """A table has so many minutes more in a round."""

    round: int
    table: int
    minutes: int


EVENTS = (ClockChanged, TimeGiven)


def clock_violations(state: TournamentState, command: StartClock | PauseClock) -> Iterator[Violation]:
    """Why the clock cannot be changed: no round is played (TW-EV-12)."""
    if state.round(0) is None:
        yield violation("TW-EV-12", waivable=False)


def start_clock(t: Teller[TournamentState], command: StartClock) -> None:
    """Start the clock: one that runs for this round goes on as it is; the one of the round before ends."""
    clock = clock_of(t.state)
    if clock.since_ms is None:
        t.tell(ClockChanged(replace(clock, since_ms=command.at_ms, extra=())))


def pause_clock(t: Teller[TournamentState], command: PauseClock) -> None:
    """Stop the clock and keep the time left; a host's clock that was set back takes nothing away."""
    clock = t.state.clock
    if clock.since_ms is not None:
        t.tell(ClockChanged(replace(clock, since_ms=None, left_ms=clock.left_at(command.at_ms), extra=())))


def time_violations(state: TournamentState, command: GiveTime) -> Iterator[Violation]:
    """Why no time is given: no such table (TW-EV-04), or minutes that are none (TW-EV-27)."""
    yield from table_violations(state, command.table)
    yield from minutes_violations(command.minutes)


def table_violations(state: TournamentState, table: int) -> Iterator[Violation]:
    """Why nothing is said of that table: the round that is played has none of that number (TW-EV-04)."""
    round_ = state.round(0)
    if round_ is None or round_.at(table) is None:
        tables = ", ".join(str(pairing.table) for pairing in round_.pairings) if round_ else "-"
        yield violation("TW-EV-04", waivable=False, table=table, tables=tables)


def minutes_violations(minutes: int) -> Iterator[Violation]:
    """Why a table is not given so many minutes (TW-EV-37)."""
    if minutes and minutes not in HOURS:
        yield violation("TW-EV-37", waivable=False, expected=HOURS[-1])


def give_time(t: Teller[TournamentState], command: GiveTime) -> None:
    """Added to what the table was given before."""
    if command.minutes:
        t.tell(TimeGiven(t.state.flow.round, command.table, command.minutes))


def clock_of(state: TournamentState) -> Clock:
    """Return the clock of the round that is played, whole where it was not started yet."""
    if state.clock.round == state.flow.round:
        return state.clock
    return Clock(state.flow.round, None, state.setup.minutes * 60_000)


def with_clock(state: TournamentState, event: object) -> TournamentState:
    """Return the state after one of these events: what tables were given stays, unless an older record says it all."""
    match event:
        case ClockChanged(clock):
            given = state.clock.extra if state.clock.round == clock.round else ()
            most = HOURS[-1]  # an older record may say anything
            own = tuple((table, min(max(minutes, 0), most)) for table, minutes in clock.extra)
            return replace(state, clock=replace(clock, extra=own or given))
        case TimeGiven(number, table, minutes) if number == state.flow.round:  # a round that is over needs none
            clock, extra = clock_of(state), dict(clock_of(state).extra)
            extra[table] = extra.get(table, 0) + minutes
            return replace(state, clock=replace(clock, extra=tuple(sorted(extra.items()))))
    return state


VERBS: Mapping[type, Verb[TournamentState]] = {
    StartClock: Verb(clock_violations, start_clock),
    PauseClock: Verb(clock_violations, pause_clock),
    GiveTime: Verb(time_violations, give_time),
}
