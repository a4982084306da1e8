"""Orders of an event's organiser, and their effects, told as scripts.

    Settle ─> Register · Drop ─> DraftRound ─> (Swap) ─> PublishRound ─> ReportResult at every table ─> DraftRound …

A draft is thrown away when somebody comes or goes; a published round is not changed any more but for its results.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest

from companion.core.ids import Seat
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.tournament.drafting import drafted, is_played_out
from companion.tournament.standings import standings
from companion.tournament.state import (
    KNOWN_TIEBREAKS,
    MINUTES,
    POINTS,
    SIDES,
    TOGETHER,
    Bye,
    EventOpened,
    Outcome,
    Player,
    Result,
    Round,
    TournamentState,
    Way,
    Why,
    members,
)

LEAST_PLAYERS = 2  # for a round, and for an elimination


@dataclass(frozen=True, slots=True)
class Register:
    """Enters players, also late ones."""

    seat: Seat
    names: tuple[str, ...]
    tables: tuple[int | None, ...] = ()  # a fixed one for each, where somebody needs one


@dataclass(frozen=True, slots=True)
class Settle:
    """Changes what was settled when the event was opened, before anybody has played by it; its lots stay."""

    seat: Seat
    setup: EventOpened


@dataclass(frozen=True, slots=True)
class Drop:
    """Takes a player out of the rounds to come."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class Return:
    """Brings a player who had dropped back into the rounds to come, with everything that was played before."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class DraftRound:
    """Pairs the next round, for the organiser's eyes; again, as long as it is not published."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Swap:
    """Lets two players of the draft change places."""

    seat: Seat
    player: str
    other: str


@dataclass(frozen=True, slots=True)
class PublishRound:
    """Lets everybody see the draft."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReportResult:
    """Says how the game at a table ended, or corrects it; ``round``: 0 for the one that is played now."""

    seat: Seat
    table: int
    outcome: Outcome
    points: tuple[int, int] = (0, 0)
    round: int = 0


@dataclass(frozen=True, slots=True)
class Cut:
    """Lets the best go on: whoever loses from now on is out."""

    seat: Seat
    players: int


@dataclass(frozen=True, slots=True)
class Settled:
    """The event is played like that."""

    setup: EventOpened


@dataclass(frozen=True, slots=True)
class PlayerEntered:
    """A player takes part."""

    player: Player


@dataclass(frozen=True, slots=True)
class PlayerDropped:
    """A player plays no further rounds."""

    player: str


@dataclass(frozen=True, slots=True)
class RoundDrafted:
    """A round was paired."""

    round: Round


@dataclass(frozen=True, slots=True)
class RoundPublished:
    """The round is known to all."""

    number: int


@dataclass(frozen=True, slots=True)
class ResultReported:
    """The game at a table ended so."""

    round: int
    table: int
    result: Result


@dataclass(frozen=True, slots=True)
class CutMade:
    """The players of the elimination, in the order of places."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """A player takes part again."""

    player: str


EVENTS = (
    EventOpened,
    Settled,
    PlayerEntered,
    PlayerDropped,
    PlayerReturned,
    RoundDrafted,
    RoundPublished,
    ResultReported,
    CutMade,
)


def names_in(event: object) -> Iterator[str]:
    """The names of people that an event brings along: a side's, and each of its players'."""
    if isinstance(event, PlayerEntered):
        yield from dict.fromkeys((event.player.name, *event.player.name.split(TOGETHER)))


def settle_violations(state: TournamentState, command: Settle) -> Iterator[Violation]:
    """Why it cannot be changed: somebody plays by it (TW-EV-22), no such side, or players who are none (TW-EV-21),
    no such tiebreak (TW-EV-23), no such length or size (TW-EV-27)."""
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


def settle(t: Teller[TournamentState], command: Settle) -> None:
    """A draft that was made otherwise is thrown away."""
    opened = t.state.setup
    t.tell(Settled(replace(command.setup, seed=opened.seed, seats=opened.seats, edition=opened.edition)))


def register_violations(state: TournamentState, command: Register) -> Iterator[Violation]:
    """Why they cannot be entered: no name, or one that is taken (TW-EV-01), no side (TW-EV-21), too late (TW-EV-24)."""
    side = state.setup.side
    taken = {name.casefold() for player in state.players for name in members(player.name, side)}
    for entry in command.names:
        names = members(entry, side)
        if len(names) != side:
            yield violation("TW-EV-21", waivable=False, player=entry.strip() or "-", expected=side)
        for name in names:
            if not name or name.casefold() in taken:
                yield violation("TW-EV-01", waivable=False, player=name or "-")
            taken.add(name.casefold())
    if state.setup.way is Way.ROUND_ROBIN and state.published:
        yield violation("TW-EV-24", waivable=False)


def register(t: Teller[TournamentState], command: Register) -> None:
    """Each side gets the next number."""
    for name, table in zip_longest(command.names, command.tables):
        whole = TOGETHER.join(members(name, t.state.setup.side))
        t.tell(PlayerEntered(Player(whole, len(t.state.players) + 1, table)))


def drop_violations(state: TournamentState, command: Drop) -> Iterator[Violation]:
    """Why the player cannot drop: unknown (TW-EV-02), or gone already (TW-EV-08)."""
    player = state.find(command.player)
    if player is None:
        yield violation("TW-EV-02", waivable=False, player=command.player)
    elif player.dropped:
        yield violation("TW-EV-08", waivable=False, player=player.name)


def drop(t: Teller[TournamentState], command: Drop) -> None:
    """A game that goes on is still to be played or decided."""
    player = t.state.find(command.player)
    assert player is not None
    t.tell(PlayerDropped(player.name))


def return_violations(state: TournamentState, command: Return) -> Iterator[Violation]:
    """Why the player cannot come back: unknown (TW-EV-02), or never gone (TW-EV-01)."""
    player = state.find(command.player)
    if player is None:
        yield violation("TW-EV-02", waivable=False, player=command.player)
    elif not player.dropped:
        yield violation("TW-EV-01", waivable=False, player=player.name)


def come_back(t: Teller[TournamentState], command: Return) -> None:
    """Let the player take part again; rounds that were missed stay missed."""
    player = t.state.find(command.player)
    assert player is not None
    t.tell(PlayerReturned(player.name))


def draft_violations(state: TournamentState, command: DraftRound) -> Iterator[Violation]:
    """Why no round can be paired: too few players (TW-EV-07), missing results (TW-EV-03), all is played (TW-EV-25)."""
    if is_played_out(state):
        yield violation("TW-EV-25", waivable=False, rounds=len(state.published))
    elif state.cut and len(state.alive) == 1:
        yield violation("TW-EV-14", waivable=False, player=state.alive[0])
    elif len(state.active) < LEAST_PLAYERS:
        yield violation("TW-EV-07", waivable=False, found=len(state.active), expected=LEAST_PLAYERS)
    missing = state.published[-1].missing if state.published else ()
    if missing:
        tables = ", ".join(map(str, missing))
        yield violation("TW-EV-03", waivable=False, round=state.published[-1].number, tables=tables)


def draft(t: Teller[TournamentState], command: DraftRound) -> None:
    """The pairs of least cost, at tables in the order of places; fixed tables are kept."""
    t.tell(RoundDrafted(drafted(t.state)))


def cut_violations(state: TournamentState, command: Cut) -> Iterator[Violation]:
    """Why nobody can be cut: it was done (TW-EV-15), too few (TW-EV-07), results that are missing (TW-EV-03)."""
    if state.cut:
        yield violation("TW-EV-15", waivable=False)
    elif not LEAST_PLAYERS <= command.players <= len(state.active):
        yield violation("TW-EV-07", waivable=False, found=len(state.active), expected=max(2, command.players))
    elif not state.published or state.published[-1].missing:
        tables = ", ".join(map(str, state.published[-1].missing)) if state.published else "-"
        yield violation("TW-EV-03", waivable=False, round=len(state.published), tables=tables)


def cut(t: Teller[TournamentState], command: Cut) -> None:
    """Cut by the standings, those who dropped left out."""
    active = {player.name for player in t.state.active}
    places = [line.player for line in standings(t.state) if line.player in active]
    t.tell(CutMade(tuple(places[: command.players])))


def swap_violations(state: TournamentState, command: Swap) -> Iterator[Violation]:
    """Why the two cannot change places: no draft (TW-EV-05), not in it (TW-EV-02), all meet anyway (TW-EV-26)."""
    if state.draft is None:
        yield violation("TW-EV-05", waivable=False)
        return
    if state.setup.way is Way.ROUND_ROBIN and not state.draft.is_cut:
        yield violation("TW-EV-26", waivable=False)
    inside = {name for pairing in state.draft.pairings for name in pairing.players}
    inside |= {state.draft.bye.player} if state.draft.bye else set()
    for name in (command.player, command.other):
        player = state.find(name)
        if player is None or player.name not in inside:
            yield violation("TW-EV-02", waivable=False, player=name)


def swap(t: Teller[TournamentState], command: Swap) -> None:
    """The organiser's word: the sentence of a pairing changed by hand says so."""
    state, draft = t.state, t.state.draft
    one, other = state.find(command.player), state.find(command.other)
    assert draft is not None and one is not None and other is not None
    names = {one.name: other.name, other.name: one.name}
    by_hand = Why("pairing.by_hand")
    pairings = tuple(
        replace(pairing, players=(names.get(first, first), names.get(second, second)), why=by_hand)
        if names.keys() & {first, second}
        else pairing
        for pairing in draft.pairings
        for first, second in [pairing.players]
    )
    bye = draft.bye
    if bye is not None and bye.player in names:
        bye = Bye(names[bye.player], by_hand)
    t.tell(RoundDrafted(replace(draft, pairings=pairings, bye=bye)))


def publish_violations(state: TournamentState, command: PublishRound) -> Iterator[Violation]:
    """Why nothing can be published: there is no draft (TW-EV-05)."""
    if state.draft is None:
        yield violation("TW-EV-05", waivable=False)


def publish(t: Teller[TournamentState], command: PublishRound) -> None:
    """Publish the draft: from now on only its results change."""
    assert t.state.draft is not None
    t.tell(RoundPublished(t.state.draft.number))


def report_violations(state: TournamentState, command: ReportResult) -> Iterator[Violation]:
    """Why that is no result: no such round or table (TW-EV-04), or victory points below nothing (TW-EV-09)."""
    round_ = _round(state, command.round)
    if round_ is None or round_.at(command.table) is None:
        tables = ", ".join(str(pairing.table) for pairing in round_.pairings) if round_ else "-"
        yield violation("TW-EV-04", waivable=False, table=command.table, tables=tables)
    elif round_.is_cut and command.outcome in (Outcome.DRAW, Outcome.DOUBLE_LOSS):
        yield violation("TW-EV-16", waivable=False, table=command.table)
    if min(command.points) < 0:
        yield violation("TW-EV-09", waivable=False, found=min(command.points))


def report(t: Teller[TournamentState], command: ReportResult) -> None:
    """The result stands until it is corrected; rounds that were paired by it stay as they are."""
    round_ = _round(t.state, command.round)
    assert round_ is not None
    t.tell(ResultReported(round_.number, command.table, Result(command.outcome, command.points)))


def _round(state: TournamentState, number: int) -> Round | None:
    published = state.published
    if number == 0:
        return published[-1] if published else None
    return next((round_ for round_ in published if round_.number == number), None)


VERBS: Mapping[type, Verb[TournamentState]] = {
    Settle: Verb(settle_violations, settle),
    Register: Verb(register_violations, register),
    Drop: Verb(drop_violations, drop),
    Return: Verb(return_violations, come_back),
    DraftRound: Verb(draft_violations, draft),
    Swap: Verb(swap_violations, swap),
    PublishRound: Verb(publish_violations, publish),
    ReportResult: Verb(report_violations, report),
    Cut: Verb(cut_violations, cut),
}
