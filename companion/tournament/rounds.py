"""Orders about rounds: drafted, put right by hand, published, put right once more, played, and cut to an elimination.

DraftRound ─> (byhand) ─> PublishRound ─> (byhand, with a reason) ─> ReportResult at every table ─> DraftRound …
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.core.ids import Seat
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.tournament.byhand import numbered
from companion.tournament.calls import with_settled
from companion.tournament.drafting import drafted, is_played_out
from companion.tournament.results import FITTING, POINTS_MOST, Kind, Outcome, Result
from companion.tournament.standings import standings
from companion.tournament.state import Round, TournamentState

LEAST_PLAYERS = 2  # for a round, and for an elimination
LIVES = (1, 2)  # lost games after which one is out: single and double elimination


@dataclass(frozen=True, slots=True)
class DraftRound:
    """Pairs the next round, for the organiser's eyes; again, as long as it is not published."""

    seat: Seat


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
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """Lets the best go on: who loses ``lives`` games is out; ``third``: there is a game for the third place."""

    seat: Seat
    players: int
    lives: int = 1
    third: bool = False


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
    lives: int = 1
    third: bool = False


EVENTS = (
    RoundDrafted,
    RoundPublished,
    ResultReported,
    CutMade,
)


def draft_violations(state: TournamentState, command: DraftRound) -> Iterator[Violation]:
    """Why no round can be paired: too few players (TW-EV-07), missing results (TW-EV-03), all is played (TW-EV-25)."""
    if is_played_out(state):
        yield violation("TW-EV-25", waivable=False, rounds=len(state.published))
    elif state.winner is not None:
        yield violation("TW-EV-14", waivable=False, player=state.winner)
    elif (found := len(state.alive if state.cut else state.active)) < LEAST_PLAYERS:
        yield violation("TW-EV-07", waivable=False, found=found, expected=LEAST_PLAYERS)
    missing = state.published[-1].missing if state.published else ()
    if missing:
        tables = ", ".join(map(str, missing))
        yield violation("TW-EV-03", waivable=False, round=state.published[-1].number, tables=tables)


def draft(t: Teller[TournamentState], command: DraftRound) -> None:
    """The pairs of least cost, at tables in the order of places; fixed tables are kept."""
    t.tell(RoundDrafted(drafted(t.state)))


def cut_violations(state: TournamentState, command: Cut) -> Iterator[Violation]:
    """Why nobody can be cut: it was done (TW-EV-15), too few (TW-EV-07), results that are missing (TW-EV-03), no such
    elimination (TW-EV-32)."""
    if state.cut:
        yield violation("TW-EV-15", waivable=False)
    elif not LEAST_PLAYERS <= command.players <= len(state.active):
        yield violation("TW-EV-07", waivable=False, found=len(state.active), expected=max(2, command.players))
    elif not state.published or state.published[-1].missing:
        tables = ", ".join(map(str, state.published[-1].missing)) if state.published else "-"
        yield violation("TW-EV-03", waivable=False, round=len(state.published), tables=tables)
    if command.lives not in LIVES or (command.third and (command.lives > 1 or command.players < 4)):
        yield violation("TW-EV-32", waivable=False)


def cut(t: Teller[TournamentState], command: Cut) -> None:
    """Cut by the standings, those who dropped left out."""
    active = {player.name for player in t.state.active}
    places = [line.player for line in standings(t.state) if line.player in active]
    t.tell(CutMade(tuple(places[: command.players]), command.lives, command.third))


def publish_violations(state: TournamentState, command: PublishRound) -> Iterator[Violation]:
    """Why nothing can be published: there is no draft (TW-EV-05)."""
    if state.draft is None:
        yield violation("TW-EV-05", waivable=False)


def publish(t: Teller[TournamentState], command: PublishRound) -> None:
    """Publish the draft: from now on it is changed table by table."""
    assert t.state.draft is not None
    t.tell(RoundPublished(t.state.draft.number))


def result_violations(state: TournamentState, round_: Round | None, table: int, result: Result) -> Iterator[Violation]:
    """Why that is no result: no such round or table (TW-EV-04), no winner in an elimination (TW-EV-16), victory points
    that are none (TW-EV-09), a kind that does not go with the outcome (TW-EV-35)."""
    if round_ is None or round_.at(table) is None:
        tables = ", ".join(str(pairing.table) for pairing in round_.pairings) if round_ else "-"
        yield violation("TW-EV-04", waivable=False, table=table, tables=tables)
    elif round_.is_cut and result.outcome.winner is None:
        yield violation("TW-EV-16", waivable=False, table=table)
    if not all(0 <= points <= POINTS_MOST for points in result.points):
        wrong = next(points for points in result.points if not 0 <= points <= POINTS_MOST)
        yield violation("TW-EV-09", waivable=False, found=min(max(wrong, -1), POINTS_MOST + 1), expected=POINTS_MOST)
    if result.kind is not None and result.kind not in FITTING[result.outcome]:
        fitting = ", ".join(FITTING[result.outcome])
        yield violation("TW-EV-35", waivable=False, found=result.kind, expected=fitting)


def report_violations(state: TournamentState, command: ReportResult) -> Iterator[Violation]:
    """Why that is no result of that table."""
    result = Result(command.outcome, command.points, command.kind)
    yield from result_violations(state, state.round(command.round), command.table, result)


def report(t: Teller[TournamentState], command: ReportResult) -> None:
    """The result stands until the staff corrects it; rounds that were paired by it stay as they are."""
    round_ = t.state.round(command.round)
    assert round_ is not None
    result = Result(command.outcome, command.points, command.kind, by=command.seat)
    t.tell(ResultReported(round_.number, command.table, result))


def with_rounds(state: TournamentState, event: object) -> TournamentState:
    """Return the state after one of these events."""
    match event:
        case RoundDrafted(round_):
            return state.with_round(round_)
        case RoundPublished(number):
            asked = tuple(one for one in state.asked_byes if one[0] > number)
            published = state.with_round(replace(state.rounds[-1], published=True))
            return replace(published, flow=replace(state.flow, round=number), asked_byes=asked)
        case ResultReported(number, table, result):
            noted = result.bounded
            after = state.with_round(_with_result(numbered(state, number), table, noted))
            return with_settled(after, number, table, noted)
        case CutMade(players, lives, third):
            return replace(state, cut=players, lives=lives, third=third, rounds=state.published)
    return state


def _with_result(round_: Round, table: int, result: Result) -> Round:
    pairings = list(round_.pairings)
    place = next(place for place, pairing in enumerate(pairings) if pairing.table == table)
    pairings[place] = replace(pairings[place], result=result)
    return replace(round_, pairings=tuple(pairings))


VERBS: Mapping[type, Verb[TournamentState]] = {
    DraftRound: Verb(draft_violations, draft),
    PublishRound: Verb(publish_violations, publish),
    ReportResult: Verb(report_violations, report),
    Cut: Verb(cut_violations, cut),
}
