"""An order taken back from among later ones, and brought back: the rest of the record is given again without it.

    the record without the order ──each later order by the rules──> the same      it stays
                                                                    refused       it goes along: somebody is asked
                                                                    another       it goes along as well
    a draw of pairs stays as it was drawn, as long as everybody in it takes part

Nothing is erased: a ``Revised`` names the entries that count no more, and another one lets them count again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.core.events import BroughtBack, Recorded, Revised, TakenBack
from companion.core.ids import Seat
from companion.core.rules import Accepted, Violation, violation
from companion.core.session import REDO_NOTHING, UNDO_NOTHING, Session
from companion.tournament.byhand import PlayerSeated, PlayersSwapped, TablesSwapped
from companion.tournament.calls import CallChanged, PlayerDisqualified
from companion.tournament.claims import ResultClaimed
from companion.tournament.clock import ClockChanged
from companion.tournament.judging import Claim, Clock
from companion.tournament.notes import ChecksDrawn, PrizeGiven
from companion.tournament.orders import Entry, entries, order_of
from companion.tournament.people import PlayerDropped, PlayerReturned
from companion.tournament.rounds import ResultReported, RoundDrafted, RoundPublished
from companion.tournament.state import TABLES, TournamentState

REDO_IDLE = "TW-REDO-02"


@dataclass(frozen=True, slots=True)
class Plan:
    """The effect of taking back or bringing back.

    ``orders``: those that it is about; ``along``: later ones that cannot stand then; ``drawn``: rounds that stay as
    they were paired, although they would be paired otherwise now; ``refused``: why it cannot be.
    """

    orders: tuple[Entry, ...]
    along: tuple[Entry, ...]
    drawn: tuple[int, ...]
    revision: Revised | None
    refused: tuple[Violation, ...] = ()

    @property
    def asked(self) -> tuple[Entry, ...]:
        """The orders of people that go along: about these somebody is asked."""
        return tuple(entry for entry in self.along if entry.by != TABLES)


def last_order(session: Session, by: Seat) -> Entry | None:
    """Return the last order that ``by`` gave and that counts."""
    own = (one for one in reversed(session.records) if one.by == by and one.version and session.counts(one.version))
    last = next((one for one in own if not isinstance(one.event, Revised | TakenBack | BroughtBack)), None)
    return _whole(session, last) if last is not None else None


def last_taken_back(session: Session) -> Entry | None:
    """Return the order that was taken back last, and was not brought back since."""
    for record in reversed(session.records):
        event = record.event
        if isinstance(event, Revised) and not event.back and not any(map(session.counts, event.without)):
            return _whole(session, session.records[min(event.without)])
    return None


def _whole(session: Session, record: Recorded) -> Entry:
    """Return the order with all its entries, which stand together."""
    first = last = record.version
    while session.records[first - 1].command_id == record.command_id:
        first -= 1
    while last + 1 < len(session.records) and session.records[last + 1].command_id == record.command_id:
        last += 1
    return next(entries(session.records[first : last + 1]))


def taking_back(session: Session, by: Seat, number: int | None = None) -> Plan:
    """Plan to take an order back: the one of that number, or the last one that ``by`` gave and that counts."""
    if number is None:
        wanted = last_order(session, by)
    else:
        wanted = next((one for one in entries(session.standing()) if one.number == number), None)
    if wanted is None:
        return _refusal(violation(UNDO_NOTHING, waivable=False))
    along, drawn = _given_again(session, without=frozenset(wanted.versions))
    gone = [version for entry in (wanted, *along) for version in entry.versions]
    return Plan((wanted,), tuple(along), tuple(drawn), Revised(tuple(sorted(gone)), (), by))


def bringing_back(session: Session, by: Seat, back: int | None = None) -> Plan:
    """Plan to bring back what was taken back: by the revision at that version, or by the last one."""
    open_ = dict(_open(session))
    if not open_ or (back is not None and back not in open_):
        return _refusal(violation(REDO_NOTHING, waivable=False))
    version = max(open_) if back is None else back
    again = frozenset(open_[version])
    returning = tuple(entries(one for one in session.records if one.version in again))
    wrong: list[Violation] = []
    along, drawn = _given_again(session, again=again, wrong=wrong)
    if wrong:
        return _refusal(*wrong)
    gone = sorted(version for entry in along for version in entry.versions)
    if not along and _is_idle(session, again):
        return _refusal(violation(REDO_IDLE, waivable=False))
    return Plan(returning, tuple(along), tuple(drawn), Revised(tuple(gone), tuple(sorted(again)), by, version))


def _refusal(*wrong: Violation) -> Plan:
    return Plan((), (), (), None, tuple(dict.fromkeys(wrong)))


def _open(session: Session) -> Iterator[tuple[int, list[int]]]:
    """Generate the revisions that took something back which was not brought back since, with what that is."""
    standing = {one.version for one in session.standing()}
    for record in session.records:
        if isinstance(record.event, Revised) and not record.event.back:
            gone = [version for version in record.event.without if version not in standing]
            if len(gone) == len(record.event.without):
                yield record.version, gone


def _is_idle(session: Session, again: frozenset[int]) -> bool:
    """Whether the event would be as it is: what came later says otherwise of all that comes back."""
    counting = sorted({one.version for one in session.standing()} | again)
    before = max((version for version in counting if version < min(again)), default=0)
    state: TournamentState = session.counted_at(before)
    for version in counting:
        if version > before:
            state = session.system.apply(state, session.records[version].event)
    return bool(replace(state, flow=session.state.flow, called=session.state.called) == session.state)


def _given_again(
    session: Session,
    *,
    without: frozenset[int] = frozenset(),
    again: frozenset[int] = frozenset(),
    wrong: list[Violation] | None = None,
) -> tuple[list[Entry], list[int]]:
    """Return the later orders that cannot stand then, and the rounds that stay as they were drawn.

    ``wrong``: takes the rules that speak against what is brought back itself.
    """
    standing = {one.version for one in session.standing()}
    first = min(without | again)
    counting = [one for one in session.records if one.version in (standing | again) - without]
    before = max((version for version in standing if version < first), default=0)
    state: TournamentState = session.counted_at(before)
    along, drawn = list[Entry](), list[int]()
    lost = {*_drafts(one.event for one in session.records if one.version in without | again)}
    for entry in entries(one for one in counting if one.version > before):
        then: TournamentState = session.state_at(entry.versions[0] - 1)
        state = replace(state, called=max(then.called, state.called))  # calls that were taken back keep their numbers
        order = order_of(entry, state)
        decision = session.system.decide(state, order) if order is not None else Accepted(entry.events)
        is_own = bool(again.intersection(entry.versions))
        if is_own and wrong is not None and not isinstance(decision, Accepted):
            wrong.extend(decision.violations)
            return along, drawn
        if is_own and wrong is not None and not _is_same_game(entry, then, state):
            wrong.append(violation(REDO_NOTHING, waivable=False))
            return along, drawn
        is_built = lost.isdisjoint(_built_on(entry.events)) and _is_same_game(entry, then, state)
        is_kept = is_built and _stands(state, entry, decision, drawn)
        if not is_own and not is_kept:
            along.append(entry)
            lost.update(_drafts(entry.events))
            continue
        lost.difference_update(() if is_own else _drafts(entry.events))
        for event in entry.events:
            state = session.system.apply(state, event)
    return along, drawn


def _drafts(events: Iterable[object]) -> Iterator[int]:
    """Generate the rounds that are drafted there. An older draft may lie under one of them: nobody published that."""
    return (event.round.number for event in events if isinstance(event, RoundDrafted))


def _built_on(events: Iterable[object]) -> Iterator[int]:
    """Generate the rounds whose draft is published, or changed by hand, there."""
    for event in events:
        match event:
            case RoundPublished(number) | PlayersSwapped(number) | TablesSwapped(number) | PlayerSeated(number):
                yield number


def _is_same_game(entry: Entry, then: TournamentState, now: TournamentState) -> bool:
    """Whether what is said of a table is said of the game that was played there: its players are the same two."""
    for event in entry.events:
        match event:
            case ResultReported(number, table) | ResultClaimed(Claim(number, table)):
                before, after = then.pairing(number, table), now.pairing(number, table)
                if before is None or after is None or before.players != after.players:
                    return False
    return True


def _stands(state: TournamentState, entry: Entry, decision: object, drawn: list[int]) -> bool:
    """Whether the order has the same effect in that state; a draw stays as it was drawn while all in it are there."""
    if not isinstance(decision, Accepted):
        return False
    if _same(decision.events, entry.events):
        return True
    match entry.events:
        case [RoundDrafted(round_)]:
            there = {player.name for player in state.players}
            if not round_.names <= there or round_.number != len(state.published) + 1:
                return False
            if round_.is_cut != bool(state.cut):
                return False
            drawn.append(round_.number)
            return True
        case [RoundPublished(number)]:
            return state.draft is not None and state.draft.number == number
    return False


def _same(told: Sequence[object], recorded: Sequence[object]) -> bool:
    """Whether both say the same of the event; who went to a call and when a clock was started makes no difference."""
    return [*map(_essence, told)] == [*map(_essence, recorded)]


def _essence(event: object) -> object:
    match event:
        case ResultReported(number, table, result):
            return ResultReported(number, table, replace(result, kind=result.ended, by=""))
        case CallChanged(call):
            return CallChanged(replace(call, judge="", judges=(), rulings=(), closed=None, appealed_by=""))
        case ClockChanged(clock):
            return ClockChanged(Clock(clock.round, 0 if clock.since_ms is not None else None))
        case ChecksDrawn():  # lots stay as they were drawn
            return ChecksDrawn(0, ())
        case PrizeGiven(prize) if not prize.place:
            return PrizeGiven(replace(prize, player=""))
        case PlayerDropped(player):  # as an older record has a disqualification
            return PlayerDisqualified(player)
        case PlayerReturned(player):
            return PlayerDisqualified(player, out=False)
    return event
