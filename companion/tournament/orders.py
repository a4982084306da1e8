"""The order that entries of the record stand for: to be read in a log, and to be given again without another one.

entries of one order ──order_of──> the order ──rules, without the one taken back──> the same? another? refused?
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.core.events import Recorded
from companion.core.ids import Seat
from companion.tournament.byhand import (
    Assign,
    ByeAsked,
    ByeGiven,
    GiveBye,
    Join,
    PlayerSeated,
    PlayersSwapped,
    Swap,
    TablesSwapped,
)
from companion.tournament.calls import (
    Appeal,
    CallAppealed,
    CallChanged,
    CallClosed,
    CallJudge,
    CallTaken,
    CloseCall,
    TakeCall,
)
from companion.tournament.claims import Report, ResultClaimed
from companion.tournament.clicks import ClicksCounted, CountClicks
from companion.tournament.clock import ClockChanged, GiveTime, PauseClock, StartClock, TimeGiven
from companion.tournament.event import DayBegan, NewDay, Settle, Settled
from companion.tournament.featured import FeatureTable, TableFeatured
from companion.tournament.forces import ForceHandedIn, HandIn
from companion.tournament.judging import Call
from companion.tournament.notes import ChecksDrawn, DrawChecks, GivePrize, NoteTaken, PrizeGiven, TakeNote
from companion.tournament.people import (
    CheckIn,
    Delete,
    Drop,
    FixTable,
    Merge,
    PlayerCheckedIn,
    PlayerDeleted,
    PlayerDropped,
    PlayerEntered,
    PlayerRenamed,
    PlayerReturned,
    PlayersMerged,
    Register,
    Rename,
    Return,
    TableFixed,
)
from companion.tournament.rounds import (
    Cut,
    CutMade,
    DraftRound,
    PublishRound,
    ReportResult,
    ResultReported,
    RoundDrafted,
    RoundPublished,
)
from companion.tournament.state import ORGANISER, TournamentState


@dataclass(frozen=True, slots=True)
class Entry:
    """The entries of the record that one order brought about."""

    versions: tuple[int, ...]
    events: tuple[object, ...]
    by: Seat | None
    at: int  # ms since 1970
    device: str

    @property
    def number(self) -> int:
        """The number by which people name the order: the line of its first entry."""
        return self.versions[0] + 1


def entries(records: Iterable[Recorded]) -> Iterator[Entry]:
    """Generate the orders of a record, one after another; its set-up is none."""
    later = (one for one in records if one.version > 0)
    for command, group in groupby(later, key=lambda one: one.command_id):
        told = list(group)
        device = command.rpartition("/")[0]
        events = tuple(one.event for one in told)
        yield Entry(tuple(one.version for one in told), events, told[0].by, told[0].at, device)


def order_of(entry: Entry, state: TournamentState) -> object | None:
    """Return the order, as it would be given again to the event in that state; ``None`` for what nobody ordered."""
    seat, first = entry.by or ORGANISER, entry.events[0]
    match first:
        case PlayerEntered():
            return _registered(seat, entry.events)
        case PlayerRenamed(player, name):
            return Rename(seat, player, name)
        case PlayersMerged(player, other):
            return Merge(seat, player, other)
        case PlayerDeleted(player):
            return Delete(seat, player)
        case PlayerCheckedIn(player, here):
            return CheckIn(seat, player, here)
        case TableFixed(player, table):
            return FixTable(seat, player, table or 0)
        case PlayerDropped(player):
            return Drop(seat, player)
        case PlayerReturned(player):
            return Return(seat, player)
        case ResultClaimed(claim):
            result = claim.result
            return Report(seat, result.outcome, result.points, _asked_at(entry), result.kind)
        case CallTaken(number, judge):
            return TakeCall(seat, number, judge)
        case CallClosed(number, ruling, _, back_to, allows):
            said = (ruling.ruling, ruling.rule, ruling.minutes, ruling.penalty, ruling.player)
            return CloseCall(seat, number, *said, back_to, allows, ruling.judge)
        case CallAppealed(number):
            return Appeal(seat, number)
        case CallChanged(call):
            return _about_call(seat, call, state.call(call.id))
        case ClockChanged(clock):
            start = clock.since_ms
            if clock.extra:  # an older record, which says with it what tables were given
                return None
            return StartClock(seat, start) if start is not None else PauseClock(seat, _paused_at(state, clock.left_ms))
        case TimeGiven(_, table, minutes):
            return GiveTime(seat, table, minutes)
        case ForceHandedIn(force):
            return HandIn(seat, force)
        case ClicksCounted(clicks):
            return CountClicks(seat, clicks)
        case TableFeatured(table):
            return FeatureTable(seat, table)
        case Settled(setup):
            return Settle(seat, setup)
        case DayBegan():
            return NewDay(seat)
    return _about_round(seat, entry.events, state) or _noted(seat, first)


def _about_round(seat: Seat, events: Sequence[object], state: TournamentState) -> object | None:
    match events[0]:
        case RoundDrafted():
            return DraftRound(seat)
        case RoundPublished():
            return PublishRound(seat)
        case PlayersSwapped(_, player, other, reason):
            if len(events) > 1 and isinstance(events[1], TablesSwapped):
                return Assign(seat, player, other, events[1].other, reason)
            return Swap(seat, player, other, reason)
        case TablesSwapped(number, table, other, reason):
            now = next((one.at(table) for one in state.rounds if one.number == number), None)
            first, second = now.players if now is not None else ("", "")
            return Assign(seat, first, second, other, reason)
        case PlayerSeated(_, player):
            return Join(seat, player)
        case ByeGiven(number, bye) | ByeAsked(number, bye):
            return GiveBye(seat, bye.player, number, bye.kind)
        case ResultReported(number, table, result):
            return ReportResult(seat, table, result.outcome, result.points, number, result.kind)
        case CutMade(players, lives, third):
            return Cut(seat, len(players), lives, third)
    return None


def _noted(seat: Seat, event: object) -> object | None:
    match event:
        case NoteTaken(note):
            return TakeNote(seat, note.player, note.text, note.by, note.at_ms)
        case ChecksDrawn(_, players):
            return DrawChecks(seat, len(players))
        case PrizeGiven(prize):
            return GivePrize(seat, prize.what, prize.place)
    return None


def _registered(seat: Seat, events: Sequence[object]) -> Register:
    players = [event.player for event in events if isinstance(event, PlayerEntered)]
    missed = next((event.missed for event in events if isinstance(event, PlayerEntered)), None)
    names, tables = tuple(one.name for one in players), tuple(one.table for one in players)
    return Register(seat, names, tables, missed, tuple(one.number for one in players))


def _about_call(seat: Seat, call: Call, before: Call | None) -> object:
    is_new = call.is_open and not call.judge and not call.is_appealed
    if is_new and before is None:
        return CallJudge(seat, call.table, call.kind, call.at_ms, call.text, call.id)
    if call.is_open:
        is_appeal = call.is_appealed and not call.judge
        return Appeal(seat, call.id) if is_appeal else TakeCall(seat, call.id, call.judge)
    return CloseCall(
        seat,
        call.id,
        call.ruling,
        call.rule,
        call.minutes,
        call.penalty,
        call.player,
        call.back_to,
        call.allows,
        call.judge,
    )


def _asked_at(entry: Entry) -> int:
    """Return the time in the call that the report opened, if it did."""
    return next((one.call.at_ms for one in entry.events if isinstance(one, CallChanged)), entry.at)


def _paused_at(state: TournamentState, left_ms: int) -> int:
    """Return the time at which so much was left."""
    clock = state.clock
    return (clock.since_ms or 0) + clock.left_ms - left_ms
