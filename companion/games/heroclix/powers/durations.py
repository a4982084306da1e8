"""When effects that last are over: with their turn, with the power they come from, with a click (HC-TURN-05..08)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.ids import Seat
from companion.games.heroclix.events import TokensCleared, TurnBegan, TurnEnded
from companion.games.heroclix.powers.events import EffectsEnded
from companion.games.heroclix.powers.lasting import Lasting, Until
from companion.games.heroclix.state import State

__all__ = ["lapsed_events", "next_number", "with_durations"]


def next_number(state: State) -> int:
    """The number of the next effect that lasts."""
    return 1 + max((one.number for one in state.lasting), default=0)


def with_durations(state: State, events: Sequence[Any]) -> Iterator[Any]:
    """The events of the end of a turn, with the effects that end at their place.

    After the declaration and the clearing (AMB-07) what lasted this turn; as soon as the next turn begins what lasted
    until then, before anything else happens in it (HC-TURN-05, HC-TURN-06).
    """
    gone = set[int]()
    for place, event in enumerate(events):
        yield event
        following = events[place + 1] if place + 1 < len(events) else None
        if isinstance(event, TurnEnded | TokensCleared) and not isinstance(following, TokensCleared):
            ends = [one.number for one in state.lasting if one.until is Until.TURN_END]
        elif isinstance(event, TurnBegan):
            ends = [one.number for one in state.lasting if _ends_with(state, one, event.seat)]
        else:
            continue
        ends = [number for number in ends if number not in gone]
        gone |= set(ends)
        if ends:
            yield EffectsEnded(tuple(ends))


def _ends_with(state: State, effect: Lasting, seat: Seat) -> bool:
    """Whether the effect is over when that seat's turn begins; one whose seat is out of the game ends with any turn."""
    is_out = effect.seat is not None and not any(state.on_map(effect.seat))
    return effect.until is Until.TURN_START and (effect.seat in (None, seat) or is_out)


def lapsed_events(state: State) -> tuple[EffectsEnded, ...]:
    """The end of effects whose power is lost, countered or defeated (HC-POW-13), or whose piece clicked away."""
    ends = tuple(one.number for one in state.lasting if _has_lapsed(state, one))
    return (EffectsEnded(ends),) if ends else ()


def _has_lapsed(state: State, effect: Lasting) -> bool:
    target = state.find(effect.piece)
    if target is None or target.ko or (effect.click is not None and target.click != effect.click):
        return True
    if effect.by is None:
        return False
    source = state.piece(effect.by)
    return source.ko or not state.possesses(source, effect.power)
