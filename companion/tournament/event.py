"""How an event is played: settled before its first round, kept from then on.

Settle ─> people ─> rounds: DraftRound ─> PublishRound ─> results at every table ─> DraftRound …
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.core.ids import Seat
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.tournament.byhand import PlayersSwapped, TablesSwapped
from companion.tournament.calls import CallChanged, CallClosed, CallTaken
from companion.tournament.forces import ForceHandedIn
from companion.tournament.notes import NoteTaken
from companion.tournament.people import PlayerEntered, PlayerRenamed
from companion.tournament.results import BYES, MOST
from companion.tournament.state import (
    HEAD_JUDGE,
    JUDGE,
    KNOWN_TIEBREAKS,
    MINUTES,
    ORGANISER,
    POINTS,
    SIDES,
    TOGETHER,
    EventOpened,
    TournamentState,
    members,
)

ROLES = (ORGANISER, HEAD_JUDGE, JUDGE)  # the staff without names


@dataclass(frozen=True, slots=True)
class Settle:
    """Changes what was settled when the event was opened, before anybody has played by it; its lots stay."""

    seat: Seat
    setup: EventOpened


@dataclass(frozen=True, slots=True)
class NewDay:
    """Begins another day of the event: who is here is asked anew, where that is asked."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Settled:
    """The event is played like that."""

    setup: EventOpened


@dataclass(frozen=True, slots=True)
class DayBegan:
    """Another day of the event began."""

    number: int


EVENTS = (EventOpened, Settled, DayBegan)


def names_in(event: object) -> Iterator[str]:
    """The names of people that an event brings along: a side's, and each of its players'."""
    match event:
        case PlayerEntered(player):
            yield from dict.fromkeys((player.name, *player.name.split(TOGETHER)))
        case PlayerRenamed(_, name):
            yield from dict.fromkeys((name, *name.split(TOGETHER)))


def texts_in(event: object) -> Iterator[str]:
    """Generate the free words of people in an event: of calls and rulings, notes and reasons, the names of judges."""
    match event:
        case CallChanged(call):
            yield call.text
        case CallTaken(_, judge):
            yield from () if judge in ROLES else (judge,)
        case CallClosed(_, ruling):
            yield ruling.ruling
            yield from () if ruling.judge in ROLES else (ruling.judge,)
        case NoteTaken(note):
            yield note.text
            yield from () if note.by in ROLES else (note.by,)
        case PlayersSwapped(reason=reason) | TablesSwapped(reason=reason):
            yield reason
        case ForceHandedIn(force):
            yield from (force.name, force.text)


def settle_violations(state: TournamentState, command: Settle) -> Iterator[Violation]:
    """Why it cannot be changed: somebody plays by it (TW-EV-22), no such side, or players who are none (TW-EV-21),
    no such tiebreak (TW-EV-23), no such length or size (TW-EV-27), kinds worth what nothing can be (TW-EV-36)."""
    setup = command.setup
    if state.published:
        yield violation("TW-EV-22", waivable=False)
    for player in state.players:
        if len(members(player.name, setup.side)) != setup.side:
            yield violation("TW-EV-21", waivable=False, player=player.name, expected=setup.side)
    if setup.side not in SIDES:
        yield violation("TW-EV-21", waivable=False, player="-", expected=max(SIDES))
    strange = [name for name in setup.tiebreaks if name not in KNOWN_TIEBREAKS or setup.tiebreaks.count(name) > 1]
    if strange or not setup.tiebreaks:
        known = ", ".join(KNOWN_TIEBREAKS)
        yield violation("TW-EV-23", waivable=False, found=", ".join(strange) or "-", expected=known)
    if setup.minutes not in MINUTES or setup.points not in POINTS:
        yield violation("TW-EV-27", waivable=False, minutes=setup.minutes, points=setup.points)
    if setup.late not in BYES:
        yield violation("TW-EV-28", waivable=False, found=setup.late, expected=", ".join(BYES))
    for worth in setup.worth:
        if not 0 <= worth.second <= worth.first <= MOST:
            yield violation("TW-EV-36", waivable=False, kind=worth.kind, expected=f"{MOST / 2:g}")


def settle(t: Teller[TournamentState], command: Settle) -> None:
    """A draft that was made otherwise is thrown away."""
    opened = t.state.setup
    t.tell(Settled(replace(command.setup, seed=opened.seed, seats=opened.seats, edition=opened.edition)))


def day_violations(state: TournamentState, command: NewDay) -> Iterator[Violation]:
    """Why no other day can begin: nothing was played on this one, or not to its end (TW-EV-12)."""
    if len(state.published) == max(state.days, default=0) or state.published[-1].missing:
        yield violation("TW-EV-12", waivable=False)


def new_day(t: Teller[TournamentState], command: NewDay) -> None:
    """Players, rounds, results and penalties go on."""
    t.tell(DayBegan(t.state.day + 1))


VERBS: Mapping[type, Verb[TournamentState]] = {
    Settle: Verb(settle_violations, settle),
    NewDay: Verb(day_violations, new_day),
}
