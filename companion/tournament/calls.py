"""Calls for a judge: opened, taken, ruled on, appealed against; nothing that was said about one is lost.

CallJudge ──> TakeCall ──> CloseCall: ruling, rule, time given back, penalty ──> Appeal ──> the head judge alone
two results ──> a call of the kind ``result``: closed by a ruling, by the players who agree, by the staff's result
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.core.ids import Seat
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.tournament.clock import TimeGiven, minutes_violations, table_violations
from companion.tournament.judging import Call, Closed, Penalty, Ruling
from companion.tournament.people import PlayerDropped, PlayerReturned, with_player
from companion.tournament.results import Kind, Outcome, Result
from companion.tournament.state import HEAD_JUDGE, TournamentState

KINDS = ("line of sight", "dial", "illegal action", "missed trigger", "slow play", "dice", "conduct", "other")
RESULT = "result"  # the kind of a call that two different results open
DEVICE = "device"  # and of one that a device opens whose lines are not taken


@dataclass(frozen=True, slots=True)
class CallJudge:
    """Asks a judge to a table; ``number``: of the call in the record, where the order is told again."""

    seat: Seat
    table: int
    kind: str
    at_ms: int
    text: str = ""
    number: int = 0


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
    judge: str = ""  # who rules; without a name: who went there last, or the seat


@dataclass(frozen=True, slots=True)
class Appeal:
    """Asks the head judge about a ruling."""

    seat: Seat
    call: int


@dataclass(frozen=True, slots=True)
class CallChanged:
    """A call was opened; in older records also: taken, closed, appealed against."""

    call: Call


@dataclass(frozen=True, slots=True)
class CallTaken:
    """A judge is on the way."""

    call: int
    judge: str


@dataclass(frozen=True, slots=True)
class CallClosed:
    """A ruling; without a name in it, of the judge who went there, or of the seat ``by``."""

    call: int
    ruling: Ruling
    by: Seat
    back_to: int | None = None
    allows: bool = False


@dataclass(frozen=True, slots=True)
class CallAppealed:
    """The head judge is asked about a ruling."""

    call: int
    by: Seat


@dataclass(frozen=True, slots=True)
class PlayerDisqualified:
    """A player is paired no more, by a ruling; ``False``: the head judge says otherwise."""

    player: str
    out: bool = True


EVENTS = (CallChanged, CallTaken, CallClosed, CallAppealed, PlayerDisqualified)


def call_violations(state: TournamentState, command: CallJudge) -> Iterator[Violation]:
    """Why no judge can be called: no such table (TW-EV-04), or a player calls to another's (TW-EV-13)."""
    broken = list(table_violations(state, command.table))
    yield from broken
    player, round_ = state.player_of(command.seat), state.round(0)
    if not broken and player is not None and round_ is not None:
        pairing = round_.at_tables.get(player.name)
        if pairing is None or pairing.table != command.table:
            yield violation("TW-EV-13", waivable=False)
    if command.number and state.call(command.number) is not None:
        yield violation("TW-EV-11", waivable=False, call=command.number)


def call_judge(t: Teller[TournamentState], command: CallJudge) -> None:
    """Put the call into the queue."""
    open_call(t, command.table, command.kind, command.text, command.seat, command.at_ms, command.number)


def open_call(
    t: Teller[TournamentState], table: int, kind: str, text: str, by: Seat, at_ms: int, number: int = 0
) -> None:
    """Put a call to that table of the round into the queue."""
    given = number or t.state.called + 1
    t.tell(CallChanged(Call(given, t.state.flow.round, table, kind, text, by, at_ms)))


def taking_violations(state: TournamentState, command: TakeCall | CloseCall | Appeal) -> Iterator[Violation]:
    """Why nothing can be done about a call: it is not there, closed, or, for an appeal, still open or appealed against
    before (TW-EV-11); another table's (TW-EV-13); that judge is on the way (TW-EV-38); no such
    penalty (TW-EV-39); minutes that are none (TW-EV-37)."""
    call = state.call(command.call)
    if call is None or (call.is_open or call.is_appealed if isinstance(command, Appeal) else not call.is_open):
        yield violation("TW-EV-11", waivable=False, call=command.call)
    elif isinstance(command, Appeal) and not _may_appeal(state, command.seat, call):
        yield violation("TW-EV-13", waivable=False)
    elif isinstance(command, TakeCall) and call.judge and call.judge == (command.judge or command.seat):
        yield violation("TW-EV-38", waivable=False, judge=call.judge)
    elif isinstance(command, CloseCall) and call.is_appealed and command.seat != HEAD_JUDGE:
        yield violation("TW-EV-10", waivable=False, seat=command.seat)
    elif isinstance(command, CloseCall):
        if command.player and state.find(command.player) is None:
            yield violation("TW-EV-02", waivable=False, player=command.player)
        if command.penalty not in tuple(Penalty):
            yield violation("TW-EV-39", waivable=False, penalty=command.penalty)
        yield from minutes_violations(command.minutes)


def _may_appeal(state: TournamentState, seat: Seat, call: Call) -> bool:
    """Whether the seat may appeal: judges and tables always, a player only about a table played at."""
    player, pairing = state.player_of(seat), state.pairing(call.round, call.table)
    return player is None or (pairing is not None and player.name in pairing.players)


def take_call(t: Teller[TournamentState], command: TakeCall) -> None:
    """Take the call: everybody sees who goes; another one who went before stays with it."""
    t.tell(CallTaken(command.call, command.judge or command.seat))


def close_call(t: Teller[TournamentState], command: CloseCall) -> None:
    """The time goes back to the table's own clock; whoever is disqualified is paired no more."""
    call, player = t.state.call(command.call), t.state.find(command.player)
    assert call is not None
    name = player.name if player is not None else ""
    ruling = Ruling(command.judge, command.ruling, command.rule, command.minutes, command.penalty, name)
    t.tell(CallClosed(call.id, ruling, command.seat, command.back_to, command.allows))
    out = Penalty.DISQUALIFICATION
    if call.penalty == out and (before := t.state.find(call.player)) is not None and before.dropped:
        t.tell(PlayerDisqualified(before.name, out=False))  # the head judge may say otherwise
    if command.penalty == out and (now := t.state.find(name)) is not None and not now.dropped:
        t.tell(PlayerDisqualified(now.name))
    if command.minutes:
        t.tell(TimeGiven(call.round, call.table, command.minutes))


def appeal(t: Teller[TournamentState], command: Appeal) -> None:
    """Open again, for the head judge; the ruling it is against stays with the call."""
    t.tell(CallAppealed(command.call, command.seat))


def with_settled(state: TournamentState, round_: int, table: int, result: Result) -> TournamentState:
    """Return the state with the call about two results closed, once there is one; where the players agree, only
    if no judge is on the way yet.
    """
    closed, points = (Closed.RESULT if result.by else Closed.AGREED), " : ".join(map(str, result.points))
    after = state
    for call in state.calls:
        is_of_this = (call.round, call.table, call.kind) == (round_, table, RESULT)
        if is_of_this and call.is_open and (result.by or not call.judge):
            judge = call.judge or result.by
            rulings = (*call.rulings, Ruling(judge, points))
            over = replace(call, is_open=False, judge=judge, ruling=points, rulings=rulings, closed=closed)
            after = with_call(after, over)
    return after


def proposed(state: TournamentState, call: Call) -> Result | None:
    """Return the result that a ruling means: of a lost game, as long as the table's result says otherwise."""
    pairing = state.pairing(call.round, call.table)
    is_game = call.penalty in (Penalty.GAME_LOSS, Penalty.DISQUALIFICATION) and not call.is_open
    if pairing is None or not is_game or call.player not in pairing.players or call.round != state.flow.round:
        return None
    outcome = (Outcome.SECOND, Outcome.FIRST)[pairing.players.index(call.player)]
    noted = pairing.result
    if noted is not None and noted.outcome is outcome:
        return None
    return Result(outcome, noted.points if noted else (0, 0), Kind.GAME_LOSS)


def with_calls(state: TournamentState, event: object) -> TournamentState:
    """Return the state after one of these events."""
    match event:
        case CallChanged(call):
            return with_call(state, call)
        case CallTaken(number, judge) if (known := state.call(number)) is not None:
            return with_call(state, replace(known, judge=judge, judges=(*known.judges, judge)))
        case CallClosed(number, ruling, by, back_to, allows) if (known := state.call(number)) is not None:
            judge = ruling.judge or known.judge or by
            return with_call(
                state,
                replace(
                    known,
                    is_open=False,
                    judge=judge,
                    judges=known.judges if judge in known.judges else (*known.judges, judge),
                    ruling=ruling.ruling,
                    rule=ruling.rule,
                    minutes=ruling.minutes,
                    penalty=ruling.penalty,
                    player=ruling.player,
                    back_to=back_to,
                    allows=allows,
                    rulings=(*known.rulings, replace(ruling, judge=judge)),
                    closed=Closed.RULING,
                ),
            )
        case CallAppealed(number, by) if (known := state.call(number)) is not None:
            opened = replace(known, is_open=True, is_appealed=True, judge="", closed=None, appealed_by=by)
            return with_call(state, opened)
        case PlayerDisqualified(name, out):
            return with_player(state, PlayerDropped(name) if out else PlayerReturned(name))
    return state


def with_call(state: TournamentState, call: Call) -> TournamentState:
    """Return the state with that call as it is now."""
    calls = {one.id: one for one in (*state.calls, call)}
    return replace(state, calls=tuple(calls[number] for number in sorted(calls)), called=max(state.called, call.id))


VERBS: Mapping[type, Verb[TournamentState]] = {
    CallJudge: Verb(call_violations, call_judge),
    TakeCall: Verb(taking_violations, take_call),
    CloseCall: Verb(taking_violations, close_call),
    Appeal: Verb(taking_violations, appeal),
}
