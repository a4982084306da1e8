"""The end of a hero's activation, told before it comes: the next side's card, or villains and the turn's end."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId
from companion.core.phrases import Name, Told, say
from companion.games.guardians.face.briefing import deeds_told, in_a_row
from companion.games.guardians.play.goals import is_boss_out
from companion.games.guardians.state import State


def brings(state: State, piece: PieceId) -> Iterator[Told]:
    """Tell whose card is turned over next (GC-ACT-02); after the last one what the villains do (GC-TURN-08..10).

    Which card it is nobody knows (GC-TURN-04).
    """
    stacks = {side.name: [one for one in side.stack if not state.who(one).out] for side in state.sides}
    own = state.who(piece).side
    waiting = [side for side, stack in stacks.items() if stack]
    if waiting:
        yield say("brings_card", side=Name(next((side for side in waiting if side != own), own)))
        return
    menace, turn = state.scenario.menace, state.flow.round
    if menace.end_of_turn and not is_boss_out(state):
        yield say("brings_villains", deeds=in_a_row(deeds_told(state, menace.end_of_turn)))
    last = state.scenario.last_turn
    yield say("brings_over") if last and turn >= last else say("brings_next_turn", turn=turn + 1)
