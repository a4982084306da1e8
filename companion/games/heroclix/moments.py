"""The clock: from the end of one turn to the beginning of the next, with the effects of each moment on the way.

EndTurn ─> turn_end ─later seats─> turn_start          effects of a moment: all of them are put before one player, who
              └─> round_end ─> round_start ─┘          says which comes next (HC-TURN-10, HC-VAL-17); alone, it comes
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.core.events import ChoiceRequested
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, RuleId, Seat
from companion.games.heroclix.events import RoundBegan, TokensCleared, TurnBegan, TurnEnded
from companion.games.heroclix.moment_events import EffectCame, MomentCame, MomentPassed
from companion.games.heroclix.objects.ground import with_lasting
from companion.games.heroclix.powers.durations import with_durations
from companion.games.heroclix.powers.events import EffectsEnded
from companion.games.heroclix.powers.holding import active
from companion.games.heroclix.powers.verbs.moment import TurnDialAt
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Moment, Occur
from companion.games.heroclix.tactics.event_dial import turned_by_itself
from companion.games.heroclix.tactics.team_abilities import lost
from companion.games.heroclix.turns import LIMIT, by_points, ending, standing_seats

__all__ = ["ORDER", "end_of_turn", "occur_events"]

ORDER = RuleId("HC-TURN-10")


def end_of_turn(state: State, seat: Seat) -> tuple[Any, ...]:
    """What follows the declaration: tokens are cleared first (AMB-07), then what lasted this turn is over, then its
    effects happen (HC-TURN-07, -08)."""
    cleared = tuple(one.id for one in state.on_map(seat) if one.tokens and not one.got_token)  # HC-TOKEN-04
    declared = (TurnEnded(seat), TokensCleared(cleared)) if cleared else (TurnEnded(seat),)
    events = tuple(with_durations(state, declared))
    return *events, *_reach(_without_ended(state, events), Moment.TURN_END, seat)


def _reach(state: State, moment: Moment, seat: Seat) -> tuple[Any, ...]:
    """The moment with its effects, or what comes after it. ``seat`` is whose turn ends or begins."""
    effects = tuple(_effects(state, moment, seat))
    return (MomentCame(moment, effects),) if effects else _onward(state, moment, seat)


def _effects(state: State, moment: Moment, seat: Seat) -> Iterator[tuple[PieceId, str]]:
    """The effects in force that happen at that moment: at those of a turn only those of whose turn it is."""
    own = moment in (Moment.TURN_START, Moment.TURN_END)
    for piece in state.on_map():
        if not own or piece.seat == seat:
            for power, verb in active(state, piece, TurnDialAt):
                if verb.moment is moment:
                    yield piece.id, power


def _onward(state: State, moment: Moment, seat: Seat) -> tuple[Any, ...]:
    """What comes after a moment (HC-TURN-01, -04, -05, -09)."""
    if moment is Moment.TURN_START:
        return ()
    if moment is Moment.ROUND_END:
        if state.table.round_limit is not None and state.flow.round >= state.table.round_limit:
            return by_points(state, LIMIT)
        dial = turned_by_itself(state, "round")
        return RoundBegan(state.flow.round + 1), *dial, *_reach(state, Moment.ROUND_START, seat)
    playing = standing_seats(state)
    later = [one for one in playing if state.order.index(one) > state.order.index(seat)]
    if moment is Moment.TURN_END and not later:
        return _reach(state, Moment.ROUND_END, seat)
    following = later[0] if moment is Moment.TURN_END else playing[0]
    began = tuple(with_durations(state, (TurnBegan(following, state.flow.turn + 1),)))
    began = (*turned_by_itself(state, "turn"), *began)
    return *began, *_reach(_without_ended(state, began), Moment.TURN_START, following)


def _without_ended(state: State, events: Iterable[Any]) -> State:
    """The state without the effects that these events end: what they countered is in force again (HC-TURN-05)."""
    ended = {number for event in events if isinstance(event, EffectsEnded) for number in event.numbers}
    return with_lasting(state, tuple(one for one in state.lasting if one.number not in ended)) if ended else state


def occur_events(state: State, item: Occur) -> tuple[Any, ...]:
    """The next effect of the moment, the question which it is, or what comes after the moment.

    At the start and the end of a round the first player orders them (AMB-46), else the active one (HC-TURN-10).
    An effect that has lost its power meanwhile does not happen.
    """
    seat = state.active_seat
    assert seat is not None
    left = tuple(one for one in item.effects if one in set(_effects(state, item.moment, seat)))
    if not left:
        after = () if item.moment is Moment.TURN_START else _onward(state, item.moment, seat)
        return MomentPassed(item.moment), *lost(state), *(ending(state) or after)
    if len(left) == 1 or item.chosen in left:
        return (EffectCame(*(item.chosen or left[0])),)
    of_round = item.moment in (Moment.ROUND_START, Moment.ROUND_END)
    chooser = standing_seats(state)[0] if of_round else seat
    options = tuple(f"{piece}: {power}" for piece, power in left)
    return (ChoiceRequested(ChoiceRequest(state.flow.next_id(), chooser, ORDER, options)),)
