"""An event in words: results as they are read, orders as its log has them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.events import Revised
from companion.core.ids import Seat
from companion.text.wording import Wording
from companion.tournament.byhand import ByeAsked, ByeGiven, PlayerSeated, PlayersSwapped, TablesSwapped
from companion.tournament.calls import (
    CallAppealed,
    CallChanged,
    CallClosed,
    CallTaken,
    PlayerDisqualified,
    with_calls,
)
from companion.tournament.claims import ResultClaimed
from companion.tournament.clock import ClockChanged
from companion.tournament.forces import ForceHandedIn
from companion.tournament.judging import Call, Closed
from companion.tournament.notes import ChecksDrawn, NoteTaken, PrizeGiven
from companion.tournament.people import PlayerEntered, PlayerRenamed, PlayersMerged
from companion.tournament.results import Kind, Result, scores
from companion.tournament.rounds import CutMade, ResultReported, RoundDrafted
from companion.tournament.state import EventOpened, Pairing, TournamentState

_PLAIN = (Kind.WIN, Kind.DRAW, Kind.DOUBLE_LOSS)
_ROLES = ("organiser", "head-judge", "judge", "tables")


def figures(setup: EventOpened, result: Result) -> str:
    """Return match points and victory points of both, as a table shows them."""
    match = " : ".join(f"{score / 2:g}" for score in scores(result, setup.table))
    return f"{match} ({result.points[0]} : {result.points[1]})"


def result_figures(setup: EventOpened, result: Result, wording: Wording) -> str:
    """Return the figures, with how the game ended where that is not what they say."""
    ended = "" if result.ended in _PLAIN else f" · {wording.say(f'kind_of_result.{result.ended}')}"
    return f"{figures(setup, result)}{ended}"


def result_words(players: Sequence[str], result: Result, wording: Wording) -> str:
    """Say a result as people do: who wins, with which points, and how."""
    winner, points = result.outcome.winner, result.bounded.points
    if winner is not None:
        first, second = points if winner == 0 else (points[1], points[0])
        said = wording.say("result.wins", player=players[winner], first=first, second=second)
    else:
        said = wording.say(f"result.{result.outcome}", first=points[0], second=points[1])
    return said if result.ended in _PLAIN else f"{said} · {wording.say(f'kind_of_result.{result.ended}')}"


def seat_words(state: TournamentState, seat: Seat | str | None, wording: Wording) -> str:
    """Name whoever speaks from a seat: a role, a player, the machine."""
    player = state.player_of(Seat(seat)) if seat else None
    return player.name if player is not None else wording.word("seat", seat or "machine")


def judge_words(name: str, wording: Wording) -> str:
    """Name a judge, by the role where no name was given."""
    return wording.word("seat", name) if name in _ROLES else name


def order_words(events: Sequence[object], before: TournamentState, wording: Wording) -> str:
    """Say an order in one line, by what it brought about in the event as it was ``before``."""
    entered = [event.player.name for event in events if isinstance(event, PlayerEntered)]
    if len(entered) > 1:
        return wording.say("event.entered", players=tuple(entered), count=len(entered))
    return " ".join(order_lines(events, before, wording))


def order_lines(events: Sequence[object], before: TournamentState, wording: Wording) -> list[str]:
    """Say an order in a line for each thing that it brought about."""
    return list(dict.fromkeys(filter(None, (_event_words(event, before, wording) for event in events))))


def _event_words(event: object, state: TournamentState, wording: Wording) -> str:
    match event:
        case PlayerEntered(player):
            return wording.say("event.PlayerEntered", player=player.name)
        case PlayerRenamed(player, name):
            return wording.say("event.PlayerRenamed", player=player, name=name)
        case PlayersMerged(player, other):
            return wording.say("event.PlayersMerged", player=player, other=other)
        case ResultReported(number, table, result):
            pairing = _pairing(state, number, table)
            told = wording.say("event.ResultReported", table=table, round=number).rstrip(".")
            return wording.pair(told, _of_pairing(pairing, result, wording)) if pairing is not None else told
        case ResultClaimed(claim):
            pairing = _pairing(state, claim.round, claim.table)
            said = result_words(pairing.players, claim.result, wording) if pairing is not None else ""
            return wording.say("event.claimed", player=claim.player, table=claim.table, says=said)
        case RoundDrafted(round_):
            return wording.say("event.drafted", round=round_.number)
        case PlayersSwapped(number, player, other, reason):
            said = wording.say("event.PlayersSwapped", player=player, other=other, round=number)
            return f"{said} ({reason})" if reason else said
        case TablesSwapped(number, table, other, reason):
            said = wording.say("event.TablesSwapped", table=table, other=other, round=number)
            return f"{said} ({reason})" if reason else said
        case PlayerSeated(number, player):
            return wording.say("event.PlayerSeated", player=player, round=number)
        case ByeGiven(number, bye) | ByeAsked(number, bye):
            kind = wording.say(f"kind_of_result.{bye.kind}")
            return wording.say("event.ByeGiven", player=bye.player, round=number, kind=kind)
        case CutMade(players):
            return wording.say("event.CutMade", players=players)
        case ClockChanged(clock):
            is_paused = clock.since_ms is None
            return wording.say("event.clock_paused" if is_paused else "event.clock_started", round=clock.round)
        case CallChanged(call):
            return _call_words(state.call(call.id), call, wording)
        case CallTaken(number) | CallClosed(number) | CallAppealed(number) if (was := state.call(number)) is not None:
            then = with_calls(state, event).call(number)
            return _call_words(was, then, wording) if then is not None else ""
        case ForceHandedIn(force):
            return wording.say("event.ForceHandedIn", player=force.player)
        case PlayerDisqualified(player, out):
            return wording.say("event.PlayerDropped" if out else "event.PlayerReturned", player=player)
        case NoteTaken(note):
            return wording.say("event.NoteTaken", player=note.player)
        case ChecksDrawn(_, players):
            return wording.say("event.ChecksDrawn", players=players)
        case PrizeGiven(prize):
            return wording.say("event.PrizeGiven", player=prize.player, what=prize.what)
        case Revised():
            return ""
    return wording.event(event)


def _pairing(state: TournamentState, number: int, table: int) -> Pairing | None:
    return next((one.at(table) for one in state.rounds if one.number == number), None)


def _of_pairing(pairing: Pairing, result: Result, wording: Wording) -> str:
    points = "–".join(map(str, result.bounded.points))
    said = f"{' – '.join(pairing.players)} ({points})"
    return said if result.ended in _PLAIN else f"{said} · {wording.say(f'kind_of_result.{result.ended}')}"


def _call_words(before: Call | None, call: Call, wording: Wording) -> str:
    kind = wording.say(f"venue.kind_{call.kind.replace(' ', '_')}")
    if before is None:
        return wording.say("event.call_opened", table=call.table, kind=kind)
    if not call.is_open:
        by = call.closed or Closed.RULING
        return wording.say(f"event.call_closed.{by}", table=call.table, kind=kind, ruling=call.ruling or "–")
    if call.is_appealed and not before.is_appealed:
        return wording.say("event.call_appealed", table=call.table, kind=kind)
    return wording.say("event.call_taken", table=call.table, kind=kind, judge=judge_words(call.judge, wording))
