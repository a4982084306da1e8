"""The end of a turn, of a round, of the game (HC-TURN-14, HC-TOKEN-03, HC-END-01).

one side left ─> it wins      a limit, an agreement ─> victory points by side ─tie─> a roll
"""

from __future__ import annotations

from typing import Any

from companion.core.events import GameEnded
from companion.core.flow import Outcome
from companion.core.ids import RuleId, Seat
from companion.games.heroclix.events import RollTied, RoundBegan, TokensCleared, TurnBegan, TurnEnded
from companion.games.heroclix.opening.opening import TIE
from companion.games.heroclix.state import State
from companion.games.heroclix.tactics.event_dial import turned_by_itself
from companion.games.heroclix.tactics.scoring import scores_by_side

__all__ = ["by_points", "end_of_turn", "ending", "standing_seats", "standing_sides"]

LAST_TEAM = RuleId("HC-END-01")
LIMIT = RuleId("HC-END-02")
EVENT = RuleId("HC-EVENT-04")


def standing_seats(state: State) -> tuple[Seat, ...]:
    """The seats that still have characters on the map, in turn order (HC-TURN-02): no others, who are eliminated
    (HC-DMG-14)."""
    return tuple(seat for seat in state.order if any(state.on_map(seat)))


def end_of_turn(state: State, seat: Seat) -> tuple[Any, ...]:
    """What follows the declaration: tokens are cleared first (AMB-07), then the next turn, round or the end."""
    cleared = tuple(one.id for one in state.on_map(seat) if one.tokens and not one.got_token)  # HC-TOKEN-04
    events: list[Any] = [TurnEnded(seat)]
    if cleared:
        events.append(TokensCleared(cleared))
    playing = standing_seats(state)
    later = [other for other in playing if state.order.index(other) > state.order.index(seat)]
    if later:
        return *events, *turned_by_itself(state, "turn"), TurnBegan(later[0], state.flow.turn + 1)
    if state.table.round_limit is not None and state.flow.round >= state.table.round_limit:
        return *events, *by_points(state, LIMIT)
    dial = (*turned_by_itself(state, "round"), *turned_by_itself(state, "turn"))
    return *events, RoundBegan(state.flow.round + 1), *dial, TurnBegan(playing[0], state.flow.turn + 1)


def ending(state: State) -> tuple[Any, ...]:
    """How the game ends now that an action is complete; nothing while two sides stand (HC-END-01, -05, AMB-65)."""
    sides = standing_sides(state)
    dial = state.table.tactics.event
    if len(sides) > 1:
        return _won_by_points(state, dial.wins_at) if dial is not None and dial.wins_at is not None else ()
    if sides:
        return (GameEnded(Outcome(sides[0], LAST_TEAM, state.scores)),)
    return by_points(state, LAST_TEAM)


def _won_by_points(state: State, needed: int) -> tuple[GameEnded, ...]:
    """The end that the event dial adds: a side has as many victory points as its card asks for (HC-EVENT-03, -04)."""
    best = max(scores_by_side(state).items(), key=lambda one: one[1])
    return (GameEnded(Outcome(best[0], EVENT, state.scores)),) if best[1] >= needed else ()


def standing_sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The sides that still have characters on the map, each whole (HC-END-07)."""
    return tuple(dict.fromkeys(state.table.tactics.side_of(seat) for seat in standing_seats(state)))


def by_points(state: State, rule: RuleId) -> tuple[Any, ...]:
    """The end by victory points, those of a side added together (HC-END-07); a tie is rolled off (HC-END-06, -08)."""
    survivors = standing_sides(state)
    if len(survivors) == 1:  # HC-END-05
        return (GameEnded(Outcome(survivors[0], rule, state.scores)),)
    scores = scores_by_side(state)
    best = max(scores.values())
    winners = tuple(side for side, points in scores.items() if points == best)
    if len(winners) > 1:
        return (RollTied(tuple(seat for side in winners for seat in side), TIE),)
    return (GameEnded(Outcome(winners[0], rule, state.scores)),)
