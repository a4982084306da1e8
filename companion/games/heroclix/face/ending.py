"""The end of a turn, told before it comes: tokens that come off, effects of that moment, whose turn is next."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import Seat
from companion.core.phrases import Name, Told, Word, joined, listed, say
from companion.games.heroclix.events.play import Moment
from companion.games.heroclix.state.state import State
from companion.games.heroclix.turns.clock import coming_effects, tokens_to_clear
from companion.games.heroclix.turns.ends import standing_seats


def brings(state: State, seat: Seat) -> Iterator[Told]:
    """Tell what happens once that seat ends its turn (HC-TURN-04, -05, HC-TOKEN-04, HC-END-02)."""
    if cleared := tokens_to_clear(state, seat):
        yield say("brings_tokens_off", who=listed(cleared))
    seats, order = standing_seats(state), state.order
    later = [other for other in seats if order.index(other) > order.index(seat)]
    moments = (Moment.TURN_END,) if later else (Moment.TURN_END, Moment.ROUND_END)
    for moment in moments:
        yield from (joined(" – ", Name(piece), Name(power)) for piece, power in coming_effects(state, moment, seat))
    limit = state.table.round_limit
    if not later and limit is not None and state.flow.round >= limit:
        yield say("brings_over")
        return
    following = next(iter(later or seats), seat)
    yield say("brings_turn", who=Word("seat", following))
