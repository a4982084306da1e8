"""A round put right by hand: places changed, somebody assigned, a latecomer let in, byes given and asked for.

in the draft       Swap · Assign                        the sentence of the pairing says so
published          Swap · Assign · Join, with a reason  at tables without a result
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.core.ids import Seat
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.tournament.drafting import joins
from companion.tournament.results import BYES, Kind
from companion.tournament.state import ORGANISER, THIRD, Bye, Pairing, Round, TournamentState, Way, Why

AHEAD = 99  # rounds for which a bye may be asked
BY_HAND = "pairing.by_hand"


@dataclass(frozen=True, slots=True)
class Swap:
    """Lets two players change places: in the draft, or in the round that is played."""

    seat: Seat
    player: str
    other: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Assign:
    """Lets a player play against another one, at that table where one is named; their opponents meet instead."""

    seat: Seat
    player: str
    against: str
    table: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Join:
    """Lets a latecomer into the round that is played, against whoever has the bye."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class GiveBye:
    """Gives a player a bye of that kind in a round to come, or in one that was missed."""

    seat: Seat
    player: str
    round: int
    kind: Kind = Kind.REQUESTED_BYE


@dataclass(frozen=True, slots=True)
class PlayersSwapped:
    """Two players of a round changed places."""

    round: int
    player: str
    other: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TablesSwapped:
    """The games at two tables of a round changed places; the second table may have been free."""

    round: int
    table: int
    other: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlayerSeated:
    """A player came into a round: against whoever had the bye, or has it."""

    round: int
    player: str


@dataclass(frozen=True, slots=True)
class ByeGiven:
    """A player has a bye in a round that is published."""

    round: int
    bye: Bye


@dataclass(frozen=True, slots=True)
class ByeAsked:
    """A player will have a bye in a round to come."""

    round: int
    bye: Bye


EVENTS = (PlayersSwapped, TablesSwapped, PlayerSeated, ByeGiven, ByeAsked)


def open_round(state: TournamentState) -> Round | None:
    """Return the round whose pairs may be put right: the draft, or the one that is played."""
    return state.draft or state.round(0)


def swap_violations(state: TournamentState, command: Swap | Assign) -> Iterator[Violation]:
    """Why the two cannot change places: no round (TW-EV-05), not in it (TW-EV-02), all meet anyway (TW-EV-26), one has
    a result already (TW-EV-33), twice the same (TW-EV-31)."""
    round_ = open_round(state)
    if round_ is None:
        yield violation("TW-EV-05", waivable=False)
        return
    if state.setup.way is Way.ROUND_ROBIN and not round_.is_cut:
        yield violation("TW-EV-26", waivable=False)
    at, byes = round_.at_tables, {bye.player for bye in round_.byes[:1] if round_.bye is not None}
    names = (command.player, command.other if isinstance(command, Swap) else command.against)
    players = [state.find(name) for name in names]
    for name, player in zip(names, players, strict=True):
        if player is None or (player.name not in at and player.name not in byes):
            yield violation("TW-EV-02", waivable=False, player=name)
        elif player.name in at and (pairing := at[player.name]).result is not None and round_.published:
            yield violation("TW-EV-33", waivable=False, table=pairing.table)
    if players[0] is not None and players[0] is players[1]:
        yield violation("TW-EV-31", waivable=False, player=names[1])


def swap(t: Teller[TournamentState], command: Swap) -> None:
    """The organiser's word: the sentence of a pairing changed by hand says so."""
    round_, one, other = open_round(t.state), t.state.find(command.player), t.state.find(command.other)
    assert round_ is not None and one is not None and other is not None
    t.tell(PlayersSwapped(round_.number, one.name, other.name, command.reason))


def assign_violations(state: TournamentState, command: Assign) -> Iterator[Violation]:
    """The same as for a swap; and a table that is taken by a game with a result (TW-EV-33), or is none (TW-EV-04)."""
    yield from swap_violations(state, command)
    round_ = open_round(state)
    if round_ is not None and command.table:
        there = round_.at(command.table)
        if not 1 <= command.table <= 9999:
            tables = ", ".join(str(pairing.table) for pairing in round_.pairings)
            yield violation("TW-EV-04", waivable=False, table=command.table, tables=tables)
        elif there is not None and there.result is not None and round_.published:
            yield violation("TW-EV-33", waivable=False, table=command.table)


def assign(t: Teller[TournamentState], command: Assign) -> None:
    """The one who is in the opponent's place changes places with the one who shall be there."""
    round_, one, other = open_round(t.state), t.state.find(command.player), t.state.find(command.against)
    assert round_ is not None and one is not None and other is not None
    at = round_.at_tables
    start, name = (one.name, other.name) if one.name in at else (other.name, one.name)  # one of them has a table
    opponent = next(player for player in at[start].players if player != start)
    if opponent != name:
        t.tell(PlayersSwapped(round_.number, opponent, name, command.reason))
    if command.table and command.table != at[start].table:
        t.tell(TablesSwapped(round_.number, at[start].table, command.table, command.reason))


def join_violations(state: TournamentState, command: Join) -> Iterator[Violation]:
    """Why the player cannot join: unknown or gone (TW-EV-02), no round is played (TW-EV-12), plays in it already
    (TW-EV-31), or nobody has the bye (TW-EV-29)."""
    player, round_ = state.find(command.player), state.round(0)
    if player is None or player.dropped:
        yield violation("TW-EV-02", waivable=False, player=command.player)
    elif round_ is None or round_.is_cut or state.draft is not None or not joins(state):
        yield violation("TW-EV-12", waivable=False)
    elif player.name in round_.at_tables or (round_.bye is not None and round_.bye.player == player.name):
        yield violation("TW-EV-31", waivable=False, player=player.name)
    elif round_.bye is None:
        yield violation("TW-EV-29", waivable=False, round=round_.number)


def join(t: Teller[TournamentState], command: Join) -> None:
    """The bye is gone, and with it what a missed round was worth."""
    player, round_ = t.state.find(command.player), t.state.round(0)
    assert player is not None and round_ is not None
    t.tell(PlayerSeated(round_.number, player.name))


def with_newcomer(state: TournamentState, name: str) -> TournamentState:
    """Return the state with a place in the draft for somebody who came while there is one: the draft itself stays."""
    draft = state.draft
    if draft is None or not joins(state) or name in draft.names:
        return state
    return state.with_round(_seated(state, draft, name))


def bye_violations(state: TournamentState, command: GiveBye) -> Iterator[Violation]:
    """Why there is no such bye: nobody (TW-EV-02), no such kind (TW-EV-28), another's order (TW-EV-10), a round that is
    none, or in which the player plays (TW-EV-34)."""
    player, byes = state.find(command.player), BYES if command.seat == ORGANISER else (Kind.REQUESTED_BYE,)
    if player is None:
        yield violation("TW-EV-02", waivable=False, player=command.player)
        return
    if command.kind not in byes:
        yield violation("TW-EV-28", waivable=False, found=command.kind, expected=", ".join(byes))
    round_ = state.round(command.round) if command.round else None
    played = len(state.published)
    is_over = round_ is not None and (round_.is_cut or player.name in round_.at_tables or command.seat != ORGANISER)
    if not 1 <= command.round <= played + AHEAD or is_over or state.setup.way is Way.ROUND_ROBIN:
        yield violation("TW-EV-34", waivable=False, player=player.name, round=command.round)


def give_bye(t: Teller[TournamentState], command: GiveBye) -> None:
    """For a round to come it is kept until that is paired; a draft in which the player plays is thrown away."""
    player = t.state.find(command.player)
    assert player is not None
    bye = Bye(player.name, Why("bye.asked"), command.kind)
    kind = ByeGiven if t.state.round(command.round) is not None else ByeAsked
    t.tell(kind(command.round, bye))


def with_changes(state: TournamentState, event: object) -> TournamentState:
    """Return the state after one of these events."""
    match event:
        case PlayersSwapped(number, one, other):
            return _put_right(state, _swapped(numbered(state, number), one, other))
        case TablesSwapped(number, table, other):
            return _put_right(state, _moved(numbered(state, number), table, other))
        case PlayerSeated(number, name):
            return state.with_round(_seated(state, numbered(state, number), name))
        case ByeGiven(number, bye):
            round_ = numbered(state, number)
            others = tuple(one for one in round_.others if one.player != bye.player)
            kept = round_.bye if round_.bye is None or round_.bye.player != bye.player else None
            return state.with_round(replace(round_, bye=kept, others=(*others, bye)))
        case ByeAsked(number, bye):
            others_asked = [one for one in state.asked_byes if (one[0], one[1].player) != (number, bye.player)]
            is_spoilt = state.draft is not None and state.draft.number == number
            rounds = state.published if is_spoilt else state.rounds
            return replace(state, asked_byes=(*others_asked, (number, bye)), rounds=rounds)
    return state


def numbered(state: TournamentState, number: int) -> Round:
    """Return the round of that number, published or not."""
    return state.rounds[number - 1]


def _put_right(state: TournamentState, round_: Round) -> TournamentState:
    """Return the state with other pairs at some tables of a round: what was said of the games there before is void."""
    before = numbered(state, round_.number)
    changed = {
        one.table for one in (*before.pairings, *round_.pairings) if before.at(one.table) != round_.at(one.table)
    }
    claims = tuple(one for one in state.claims if one.round != round_.number or one.table not in changed)
    return replace(state.with_round(round_), claims=claims)


def _swapped(round_: Round, one: str, other: str) -> Round:
    names = {one: other, other: one}
    why = Why(BY_HAND)

    def bye(given: Bye) -> Bye:
        return replace(given, player=names[given.player], why=why) if given.player in names else given

    pairings = tuple(
        replace(
            pairing,
            players=(names.get(first, first), names.get(second, second)),
            why=pairing.why if pairing.why.key == THIRD else why,  # its table stays that of the third place
        )
        if names.keys() & {first, second} and names.keys() != {first, second}
        else pairing
        for pairing in round_.pairings
        for first, second in [pairing.players]
    )
    return replace(round_, pairings=pairings, bye=round_.bye and bye(round_.bye))


def _moved(round_: Round, table: int, other: int) -> Round:
    tables = {table: other, other: table}
    pairings = (replace(pairing, table=tables.get(pairing.table, pairing.table)) for pairing in round_.pairings)
    return replace(round_, pairings=tuple(sorted(pairings, key=lambda pairing: pairing.table)))


def _seated(state: TournamentState, round_: Round, name: str) -> Round:
    """Return the round with one more player: at a table of its own against whoever had the bye, or with the bye."""
    others, why = tuple(one for one in round_.others if one.player != name), Why("pairing.late")
    if round_.bye is None:
        return replace(round_, bye=Bye(name, Why("bye.late")), others=others)
    taken = {pairing.table for pairing in round_.pairings}
    players = (round_.bye.player, name)
    fixed = next((one.table for one in state.players if one.name in players and one.table not in (None, *taken)), None)
    table = fixed or next(number for number in range(1, len(taken) + 2) if number not in taken)
    pairings = sorted((*round_.pairings, Pairing(table, players, why)), key=lambda pairing: pairing.table)
    return replace(round_, pairings=tuple(pairings), bye=None, others=others)


VERBS: Mapping[type, Verb[TournamentState]] = {
    Swap: Verb(swap_violations, swap),
    Assign: Verb(assign_violations, assign),
    Join: Verb(join_violations, join),
    GiveBye: Verb(bye_violations, give_bye),
}
