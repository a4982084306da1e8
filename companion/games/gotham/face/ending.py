"""The end of a seat's turn, told before it comes: who still acts, the other side, tokens that go, the next round."""

from __future__ import annotations

from collections.abc import Iterator, Set

from companion.core.ids import Seat
from companion.core.phrases import Name, Told, Word, joined, listed, say
from companion.games.gotham.figures import HEROES, VILLAINS
from companion.games.gotham.rounds import may_play, tokens_over
from companion.games.gotham.state import HERO_TURN, State


def brings(state: State, seats: Set[Seat], last_round: int | None) -> Iterator[Told]:
    """Tell who comes once those seats end their turns, and which tokens are gone then (GO-BASE-TURN-04, -06)."""
    left = [one for one in sorted(state.flow.active) if one not in (*state.ended, *seats) and may_play(state, one)]
    if left:
        who = listed(Word("seat", one) for one in left)
        yield say("brings_heroes", who=who) if len(left) > 1 else who
        return
    side = HEROES if state.flow.phase == HERO_TURN else VILLAINS
    is_round = side != state.settings.first_side
    ages = state.settings.token_ages
    gone = tokens_over(state) if ages == "turn" or (ages == "round" and is_round) else ()
    if gone:
        yield say("brings_gone", what=listed(joined(" – ", Word("tokens", kind), Name(zone)) for kind, zone in gone))
    if is_round and state.flow.round == last_round:
        yield say("brings_over")
    elif is_round:
        yield say("brings_next_round", round=state.flow.round + 1)
    elif side == HEROES:
        yield say("brings_tiles", count=state.settings.activations)
    else:
        yield say("brings_heroes_turn")
