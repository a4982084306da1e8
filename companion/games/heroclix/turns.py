"""Who still plays, and how the game ends (HC-TURN-02, -14, HC-END-01); the clock is in ``moments``.

one side left ─> it wins      a limit, an agreement ─> victory points by side ─tie─> a roll
"""

from __future__ import annotations

from typing import Any

from companion.core.events import GameEnded
from companion.core.flow import Outcome
from companion.core.ids import RuleId, Seat
from companion.games.heroclix.events import RollTied
from companion.games.heroclix.opening.opening import TIE
from companion.games.heroclix.state import State
from companion.games.heroclix.tactics.scoring import scores_by_side

__all__ = ["LIMIT", "by_points", "ending", "standing_seats", "standing_sides"]

LAST_TEAM = RuleId("HC-END-01")
LIMIT = RuleId("HC-END-02")
EVENT = RuleId("HC-EVENT-04")


def standing_seats(state: State) -> tuple[Seat, ...]:
    """The seats that still have characters on the map, in turn order (HC-TURN-02): no others, who are eliminated
    (HC-DMG-14): who is knocked out is no longer part of a force (HX-KO-06)."""
    return tuple(seat for seat in state.order if any(state.on_map(seat)))


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
    """The end that the event dial adds: a side has as many points as its card asks for (HC-EVENT-03, -04, HC-VP-04)."""
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
