"""What the organiser of an event may order, and what then happens, told as scripts.

    Register · Drop ─> DraftRound ─> (Swap) ─> PublishRound ─> ReportResult at every table ─> DraftRound …

A draft is thrown away when somebody comes or goes; a published round is not changed any more but for its results.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.core.ids import Seat
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.tournament.pairing import Entrant, pair, ranked
from companion.tournament.standings import standings
from companion.tournament.state import (
    WIN,
    Bye,
    EventOpened,
    Outcome,
    Pairing,
    Player,
    Result,
    Round,
    TournamentState,
    Why,
    lot,
)

LEAST_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class Register:
    """Enters players, also late ones."""

    seat: Seat
    names: tuple[str, ...]
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    """Takes a player out of the rounds to come."""

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
    """These go on to the elimination, in the order of places."""

    players: tuple[str, ...]


EVENTS = (EventOpened, PlayerEntered, PlayerDropped, RoundDrafted, RoundPublished, ResultReported, CutMade)


def register_violations(state: TournamentState, command: Register) -> Iterator[Violation]:
    """Why they cannot be entered: no name, or two of one name (TW-EV-01)."""
    taken = {player.name.casefold() for player in state.players}
    for name in command.names:
        if not name.strip() or name.casefold() in taken:
            yield violation("TW-EV-01", waivable=False, player=name.strip() or "-")
        taken.add(name.casefold())


def register(t: Teller[TournamentState], command: Register) -> None:
    """Each gets the next number."""
    for name in command.names:
        t.tell(PlayerEntered(Player(name, len(t.state.players) + 1, command.table)))


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


def draft_violations(state: TournamentState, command: DraftRound) -> Iterator[Violation]:
    """Why no round can be paired: too few players (TW-EV-07), results that are missing (TW-EV-03)."""
    if state.cut and len(state.alive) == 1:
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


def drafted(state: TournamentState) -> Round:
    """The next round as the rules pair it: the same for the same record and seed, on every machine."""
    number = len(state.published) + 1
    if state.cut:
        return _elimination(state, number)
    entrants = [_entrant(state, player, number) for player in state.active]
    pairs = pair(entrants)
    games = [(first, second) for first, second in pairs if second is not None]
    byes = [first for first, second in pairs if second is None]
    tables = _tables(state, games)
    pairings = tuple(
        Pairing(table, (first.name, second.name), _why(state, first, second, number))
        for table, (first, second) in zip(tables, games, strict=True)
    )
    bye = Bye(byes[0].name, _why_bye(entrants, byes[0])) if byes else None
    return Round(number, tuple(sorted(pairings, key=lambda pairing: pairing.table)), bye)


def _elimination(state: TournamentState, number: int) -> Round:
    """The best against the last of those who are left; where their number is odd, the best has a bye."""
    alive = list(state.alive)
    bye = Bye(alive.pop(0), Why("bye.cut")) if len(alive) % 2 else None
    pairs = list(zip(alive, reversed(alive), strict=True))[: len(alive) // 2]
    places = {name: str(place) for place, name in enumerate(state.cut, 1)}
    pairings = tuple(
        Pairing(table, pair, Why("pairing.cut", (("first", places[pair[0]]), ("second", places[pair[1]]))))
        for table, pair in enumerate(pairs, 1)
    )
    return Round(number, pairings, bye, is_cut=True)


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
    """By the standings, those who dropped left out."""
    active = {player.name for player in t.state.active}
    places = [line.player for line in standings(t.state) if line.player in active]
    t.tell(CutMade(tuple(places[: command.players])))


def _entrant(state: TournamentState, player: Player, number: int) -> Entrant:
    games = list(state.games(player.name))
    met = tuple(game.opponent for game in games if game.opponent is not None)
    points = sum(game.points for game in games)
    order = (-points, lot(state.setup.seed, f"round {number}", player.number))
    return Entrant(player.name, sum(game.score for game in games), order, met, len(games) - len(met))


def _tables(state: TournamentState, games: list[tuple[Entrant, Entrant]]) -> list[int]:
    """A table for each game: fixed ones first, then the free ones from 1 on."""
    fixed: list[int | None] = []
    for game in games:
        wished = [
            player.table for player in state.players if player.table and player.name in {one.name for one in game}
        ]
        fixed.append(next((table for table in wished if table not in fixed), None))
    free = (table for table in range(1, 2 * len(games) + 1) if table not in fixed)
    return [table if table is not None else next(free) for table in fixed]


def _points(score: int) -> str:
    return str(score // WIN) if score % WIN == 0 else f"{score / WIN:g}"


def _why(state: TournamentState, first: Entrant, second: Entrant, number: int) -> Why:
    scores = (("first", first.name), ("second", second.name))
    rounds = [game.round for game in state.games(first.name) if game.opponent == second.name]
    if rounds:
        return Why("pairing.rematch", (*scores, ("round", str(rounds[-1]))))
    if number == 1:
        return Why("pairing.lot", (("seed", str(state.setup.seed)),))
    if first.score == second.score:
        return Why("pairing.equal", (("points", _points(first.score)),))
    return Why("pairing.apart", (*scores, ("more", _points(first.score)), ("less", _points(second.score))))


def _why_bye(entrants: list[Entrant], entrant: Entrant) -> Why:
    if entrant.byes:
        return Why("bye.again")
    lowest = ranked(entrants)[-1].score
    key = "bye.lowest" if entrant.score == lowest else "bye.next"
    return Why(key, (("points", _points(entrant.score)),))


def swap_violations(state: TournamentState, command: Swap) -> Iterator[Violation]:
    """Why the two cannot change places: there is no draft (TW-EV-05), or they are not in it (TW-EV-02)."""
    if state.draft is None:
        yield violation("TW-EV-05", waivable=False)
        return
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
    """From now on only its results change."""
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
    Register: Verb(register_violations, register),
    Drop: Verb(drop_violations, drop),
    DraftRound: Verb(draft_violations, draft),
    Swap: Verb(swap_violations, swap),
    PublishRound: Verb(publish_violations, publish),
    ReportResult: Verb(report_violations, report),
    Cut: Verb(cut_violations, cut),
}
