"""Results by the players' own word.

Claim by one, Claim by the other ── the same ──> the result          ── not the same ──> a call for a judge
a result the staff noted stands: who says otherwise calls a judge
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.core.ids import Seat
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.tournament.calls import RESULT, open_call
from companion.tournament.judging import Claim
from companion.tournament.results import Kind, Outcome, Result
from companion.tournament.rounds import ResultReported, result_violations
from companion.tournament.state import TournamentState


@dataclass(frozen=True, slots=True)
class Report:
    """A player's own word on how the game ended."""

    seat: Seat
    outcome: Outcome
    points: tuple[int, int] = (0, 0)
    at_ms: int = 0
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class ResultClaimed:
    """A player said how it ended."""

    claim: Claim


EVENTS = (ResultClaimed,)
OF_STAFF = (Kind.GAME_LOSS, Kind.FORFEIT)  # kinds that no player notes


def table_of(state: TournamentState, seat: Seat) -> int | None:
    """The table at which that player sits in the round that is played."""
    round_, player = state.round(0), state.player_of(seat)
    if round_ is None or player is None:
        return None
    return next((one.table for one in round_.pairings if player.name in one.players), None)


def report_violations(state: TournamentState, command: Report) -> Iterator[Violation]:
    """Why that is no word on a result: the player sits at no table (TW-EV-13), it is none (TW-EV-09, -16, -35), or one
    that only the staff notes (TW-EV-35)."""
    table = table_of(state, command.seat)
    if table is None:
        yield violation("TW-EV-13", waivable=False)
        return
    yield from result_violations(state, state.round(0), table, Result(command.outcome, command.points, command.kind))
    if command.kind in OF_STAFF:
        expected = ", ".join(kind for kind in Kind if kind not in OF_STAFF)
        yield violation("TW-EV-35", waivable=False, found=command.kind, expected=expected)


def report(t: Teller[TournamentState], command: Report) -> None:
    """Report a game: two reports that are the same are the result; two that are not, or one against the staff's, bring
    a judge."""
    table, player, round_ = table_of(t.state, command.seat), t.state.player_of(command.seat), t.state.round(0)
    assert table is not None and player is not None and round_ is not None
    result, number = Result(command.outcome, command.points, command.kind), round_.number
    others = [one for one in claimed(t.state, number, table) if one.player != player.name]
    t.tell(ResultClaimed(Claim(number, table, player.name, result)))
    pairing = round_.at(table)
    noted = pairing.result if pairing is not None else None
    if noted is not None and noted.by:
        if not noted.says_as(result):
            _dispute(t, table, command)
        return
    for claim in others:
        if claim.result.says_as(result):
            t.tell(ResultReported(number, table, result))
        else:
            _dispute(t, table, command)


def _dispute(t: Teller[TournamentState], table: int, command: Report) -> None:
    now = t.state.flow.round
    if not any((call.round, call.table, call.kind) == (now, table, RESULT) and call.is_open for call in t.state.calls):
        open_call(t, table, RESULT, "", command.seat, command.at_ms)


def claimed(state: TournamentState, round_: int, table: int) -> list[Claim]:
    """Return what the players at that table say."""
    if "claims" not in state.kept:  # asked for every player's page
        tables: dict[tuple[int, int], list[Claim]] = {}
        for claim in state.claims:
            tables.setdefault((claim.round, claim.table), []).append(claim)
        state.kept["claims"] = tables
    found: list[Claim] = state.kept["claims"].get((round_, table), [])
    return found


def with_claim(state: TournamentState, claim: Claim) -> TournamentState:
    """Return the state with that claim in the place of the player's one before."""
    others = [one for one in state.claims if (one.round, one.player) != (claim.round, claim.player)]
    return replace(state, claims=(*others, replace(claim, result=claim.result.bounded)))


VERBS: Mapping[type, Verb[TournamentState]] = {Report: Verb(report_violations, report)}
