"""The floor while a round is played: the clock, results by the players' own word, calls for a judge.

    StartClock ⇄ PauseClock, GiveTime to one table        one source: everybody's screen counts from the same start
    Claim by one, Claim by the other ── the same ──> the result          ── not the same ──> a call for a judge
    CallJudge ──> TakeCall ──> CloseCall: ruling, rule, time given back, penalty ──> Appeal, by the head judge alone

Orders carry the host's time: the record says when, and a restart loses no second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.core.ids import Seat
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.tournament.event import PlayerDropped, PlayerReturned, ResultReported
from companion.tournament.state import (
    HEAD_JUDGE,
    Call,
    Claim,
    Clock,
    Outcome,
    Result,
    Round,
    TournamentState,
)

KINDS = ("line of sight", "dial", "illegal action", "missed trigger", "slow play", "dice", "conduct", "other")
RESULT = "result"  # the kind of a call that two different results open
DEVICE = "device"  # and of one that a device opens whose lines are not taken


class Penalty(StrEnum):
    """The penalties a judge may note against a player, mild first."""

    NONE = ""
    CAUTION = "caution"
    WARNING = "warning"
    GAME_LOSS = "game_loss"
    DISQUALIFICATION = "disqualification"


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
class Report:
    """A player's own word on how the game ended."""

    seat: Seat
    outcome: Outcome
    points: tuple[int, int] = (0, 0)
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class CallJudge:
    """Asks a judge to a table."""

    seat: Seat
    table: int
    kind: str
    at_ms: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class TakeCall:
    """A judge goes there."""

    seat: Seat
    call: int
    judge: str


@dataclass(frozen=True, slots=True)
class CloseCall:
    """The ruling, by which rule, the minutes given back, what is noted against whom, how far the game goes back."""

    seat: Seat
    call: int
    ruling: str
    rule: str = ""
    minutes: int = 0
    penalty: str = Penalty.NONE
    player: str = ""
    back_to: int | None = None
    allows: bool = False  # what the table refused is carried out all the same


@dataclass(frozen=True, slots=True)
class Appeal:
    """Asks the head judge about a ruling."""

    seat: Seat
    call: int


@dataclass(frozen=True, slots=True)
class ClockChanged:
    """The clock runs, or stands, since then."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class ResultClaimed:
    """A player said how it ended."""

    claim: Claim


@dataclass(frozen=True, slots=True)
class CallChanged:
    """A call was opened, taken, closed, or appealed against."""

    call: Call


EVENTS = (ClockChanged, ResultClaimed, CallChanged)


def played(state: TournamentState) -> Round | None:
    """The round that is played now."""
    return state.published[-1] if state.published else None


def table_of(state: TournamentState, seat: Seat) -> int | None:
    """The table at which that player sits in the round that is played."""
    round_, player = played(state), state.player_of(seat)
    if round_ is None or player is None:
        return None
    return next((one.table for one in round_.pairings if player.name in one.players), None)


def clock_violations(state: TournamentState, command: StartClock | PauseClock) -> Iterator[Violation]:
    """Why the clock cannot be changed: no round is played (TW-EV-12)."""
    if played(state) is None:
        yield violation("TW-EV-12", waivable=False)


def start_clock(t: Teller[TournamentState], command: StartClock) -> None:
    """Start the clock: one that runs for this round goes on as it is; the one of the round before ends."""
    clock, number = t.state.clock, t.state.flow.round
    if clock.round != number:
        t.tell(ClockChanged(Clock(number, command.at_ms, t.state.setup.minutes * 60_000)))
    elif clock.since_ms is None:
        t.tell(ClockChanged(replace(clock, since_ms=command.at_ms)))


def pause_clock(t: Teller[TournamentState], command: PauseClock) -> None:
    """Stop the clock and keep the time left; a host's clock that was set back takes nothing away."""
    clock = t.state.clock
    if clock.since_ms is not None:
        t.tell(ClockChanged(replace(clock, since_ms=None, left_ms=clock.left_at(command.at_ms))))


def time_violations(state: TournamentState, command: GiveTime) -> Iterator[Violation]:
    """Why no time is given: no such table (TW-EV-04), or no minutes (TW-EV-09)."""
    round_ = played(state)
    if round_ is None or round_.at(command.table) is None:
        tables = ", ".join(str(pairing.table) for pairing in round_.pairings) if round_ else "-"
        yield violation("TW-EV-04", waivable=False, table=command.table, tables=tables)
    if command.minutes < 0:
        yield violation("TW-EV-09", waivable=False, found=command.minutes)


def give_time(t: Teller[TournamentState], command: GiveTime) -> None:
    """Added to what the table was given before."""
    _give(t, command.table, command.minutes)


def _give(t: Teller[TournamentState], table: int, minutes: int) -> None:
    clock = t.state.clock
    if clock.round != t.state.flow.round:
        clock = Clock(t.state.flow.round, None, t.state.setup.minutes * 60_000)
    extra = dict(clock.extra)
    extra[table] = extra.get(table, 0) + minutes
    t.tell(ClockChanged(replace(clock, extra=tuple(sorted(extra.items())))))


def report_violations(state: TournamentState, command: Report) -> Iterator[Violation]:
    """Why that is no word on a result: the player sits at no table (TW-EV-13), or points below nothing (TW-EV-09)."""
    if table_of(state, command.seat) is None:
        yield violation("TW-EV-13", waivable=False)
    if min(command.points) < 0:
        yield violation("TW-EV-09", waivable=False, found=min(command.points))


def report(t: Teller[TournamentState], command: Report) -> None:
    """Report a game: two reports that are the same are the result; two that are not bring a judge."""
    table, player, round_ = table_of(t.state, command.seat), t.state.player_of(command.seat), played(t.state)
    assert table is not None and player is not None and round_ is not None
    result = Result(command.outcome, command.points)
    t.tell(ResultClaimed(Claim(round_.number, table, player.name, result)))
    others = [
        claim
        for claim in t.state.claims
        if (claim.round, claim.table) == (round_.number, table) and claim.player != player.name
    ]
    for claim in others:
        if claim.result == result:
            t.tell(ResultReported(round_.number, table, result))
            _settle(t, table, result)
        elif not any(call.table == table and call.kind == RESULT and call.is_open for call in t.state.calls):
            _open(t, table, RESULT, "", command.seat, command.at_ms)


def _settle(t: Teller[TournamentState], table: int, result: Result) -> None:
    """Close the call about a result on which two agree after all, unless a judge is on the way."""
    for call in t.state.calls:
        is_of_this = (call.round, call.table, call.kind) == (t.state.flow.round, table, RESULT)
        if is_of_this and call.is_open and not call.judge:
            t.tell(CallChanged(replace(call, is_open=False, ruling=" : ".join(map(str, result.points)))))


def call_violations(state: TournamentState, command: CallJudge) -> Iterator[Violation]:
    """Why no judge can be called: no such table (TW-EV-04), or a player calls to another's (TW-EV-13)."""
    round_ = played(state)
    if round_ is None or round_.at(command.table) is None:
        tables = ", ".join(str(pairing.table) for pairing in round_.pairings) if round_ else "-"
        yield violation("TW-EV-04", waivable=False, table=command.table, tables=tables)
    elif state.player_of(command.seat) is not None and table_of(state, command.seat) != command.table:
        yield violation("TW-EV-13", waivable=False)


def call_judge(t: Teller[TournamentState], command: CallJudge) -> None:
    """Put the call into the queue."""
    _open(t, command.table, command.kind, command.text, command.seat, command.at_ms)


def _open(t: Teller[TournamentState], table: int, kind: str, text: str, by: Seat, at_ms: int) -> None:
    number = len(t.state.calls) + 1
    t.tell(CallChanged(Call(number, t.state.flow.round, table, kind, text, by, at_ms)))


def taking_violations(state: TournamentState, command: TakeCall | CloseCall | Appeal) -> Iterator[Violation]:
    """Why nothing can be done about a call: it is not there, closed, or, for an appeal, still open or appealed against
    before (TW-EV-11); or another table's (TW-EV-13)."""
    call = state.call(command.call)
    if call is None or (call.is_open or call.is_appealed if isinstance(command, Appeal) else not call.is_open):
        yield violation("TW-EV-11", waivable=False, call=command.call)
    elif isinstance(command, Appeal) and not _may_appeal(state, command.seat, call):
        yield violation("TW-EV-13", waivable=False)
    elif isinstance(command, CloseCall) and call.is_appealed and command.seat != HEAD_JUDGE:
        yield violation("TW-EV-10", waivable=False, seat=command.seat)
    elif isinstance(command, CloseCall) and command.player and state.find(command.player) is None:
        yield violation("TW-EV-02", waivable=False, player=command.player)


def _may_appeal(state: TournamentState, seat: Seat, call: Call) -> bool:
    """Whether the seat may appeal: judges and tables always, a player only about a table played at."""
    player, pairing = state.player_of(seat), state.pairing(call.round, call.table)
    return player is None or (pairing is not None and player.name in pairing.players)


def take_call(t: Teller[TournamentState], command: TakeCall) -> None:
    """Take the call: everybody sees who goes."""
    call = t.state.call(command.call)
    assert call is not None
    t.tell(CallChanged(replace(call, judge=command.judge)))


def close_call(t: Teller[TournamentState], command: CloseCall) -> None:
    """The time goes back to the table's own clock; whoever is disqualified is paired no more."""
    call = t.state.call(command.call)
    assert call is not None
    t.tell(
        CallChanged(
            replace(
                call,
                is_open=False,
                judge=call.judge or command.seat,
                ruling=command.ruling,
                rule=command.rule,
                minutes=command.minutes,
                penalty=command.penalty,
                player=command.player,
                back_to=command.back_to,
                allows=command.allows,
            )
        )
    )
    out = Penalty.DISQUALIFICATION
    if call.penalty == out and (player := t.state.find(call.player)) is not None and player.dropped:
        t.tell(PlayerReturned(player.name))  # the head judge may say otherwise
    if command.penalty == out and (player := t.state.find(command.player)) is not None and not player.dropped:
        t.tell(PlayerDropped(player.name))
    if command.minutes:
        _give(t, call.table, command.minutes)


def appeal(t: Teller[TournamentState], command: Appeal) -> None:
    """Open again, for the head judge."""
    call = t.state.call(command.call)
    assert call is not None
    t.tell(CallChanged(replace(call, is_open=True, is_appealed=True, judge="")))


VERBS: Mapping[type, Verb[TournamentState]] = {
    StartClock: Verb(clock_violations, start_clock),
    PauseClock: Verb(clock_violations, pause_clock),
    GiveTime: Verb(time_violations, give_time),
    Report: Verb(report_violations, report),
    CallJudge: Verb(call_violations, call_judge),
    TakeCall: Verb(taking_violations, take_call),
    CloseCall: Verb(taking_violations, close_call),
    Appeal: Verb(taking_violations, appeal),
}
