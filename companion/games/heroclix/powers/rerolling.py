"""What becomes of a roll before it counts: who may have it thrown again, and what it comes to when it stands.

roll ─> RollOffered ─> each that may is asked ─nobody─> RollStands ─> what it counts for
 ^── all dice, or one with the other kept ──┘
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.dice import DiceRequest
from companion.core.events import ChoiceRequested, DiceRequested
from companion.core.flow import ChoiceRequest
from companion.core.ids import Seat
from companion.games.heroclix.attack.step_events import DiceJoined, DieKept
from companion.games.heroclix.powers.events import Rerolled, RollOffered, RollStands
from companion.games.heroclix.powers.verbs.asking import purpose_of
from companion.games.heroclix.powers.verbs.reroll import dice_of, rerollers
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Kept, Move, Reroll, Strike
from companion.games.heroclix.tactics.rerolls import (
    counted_events,
    held_events,
    may_reroll,
    question,
    seats_in_turn,
    themed,
)

__all__ = ["reroll_events", "rolled_events"]

OTHER = "-"  # the place of the die that is thrown again


def rolled_events(state: State, request: DiceRequest, faces: tuple[str, ...]) -> tuple[Any, ...]:
    """What a roll brings: the offer to throw it again where somebody may, else what it counts for (HX-ROLL-03)."""
    head = state.agenda[0] if state.agenda else None
    joined = tuple[DiceJoined, ...]()
    if isinstance(head, Kept):  # HX-ROLL-04
        request, faces = head.request, tuple(faces[0] if one == OTHER else one for one in head.faces)
        joined = (DiceJoined(faces),)
    if next(_waiting(state, Reroll(request, faces)), None) is not None:
        return *joined, RollOffered(request, faces)
    return *joined, *_counted(state, faces)


def reroll_events(state: State, roll: Reroll) -> tuple[Any, ...]:
    """Who may have the roll thrown again is asked one after the other; nobody left in one pass, and it stands.

    After any re-roll all are asked anew (HX-ROLL-09). Whoever threw the dice throws them again (HX-ROLL-06), and of
    the first roll nothing is left (HX-ROLL-05).
    """
    if roll.chosen is not None:
        power = next(power for piece, power in rerollers(state, roll.request) if piece.id == roll.chosen)
        dice = roll.request.dice
        if roll.option.startswith(DIE):
            place = int(roll.option.removeprefix(DIE)) - 1
            kept = tuple(OTHER if one == place else face for one, face in enumerate(roll.faces))
            again: Any = DieKept(roll.chosen, power, kept)
            dice = (dice[place],)
        else:
            again = Rerolled(roll.chosen, power)
        asked = roll.request
        return again, DiceRequested(DiceRequest(state.flow.next_id(), dice, asked.roller, asked.purpose, asked.piece))
    following = next(_waiting(state, roll), None)
    if following is None:
        return RollStands(), *_counted(state, roll.faces)
    return (ChoiceRequested(following),)


DIE = "die_"


def _waiting(state: State, roll: Reroll) -> Iterator[ChoiceRequest]:
    """The questions still to be asked about the roll, the active player's first (HC-VAL-17, HX-ROLL-08)."""
    by_player = state.edition.attack.rerolls.by_player
    able = list(rerollers(state, roll.request, roll.declined))
    for seat in seats_in_turn(state) if by_player else (None,):
        for piece, power in able:
            if seat in (None, piece.seat):
                dice = len(roll.request.dice)
                one = 0 < dice_of(state, piece, power) < dice
                options = tuple(f"{DIE}{n}" for n in range(1, dice + 1)) if one else ("roll_again",)
                purpose = purpose_of(power)
                yield ChoiceRequest(state.flow.next_id(), piece.seat, purpose, options, optional=True, piece=piece.id)
        if seat is not None and _is_thematic(state, roll, seat):
            yield question(state, seat)


def _is_thematic(state: State, roll: Reroll, seat: Seat) -> bool:
    below = next((step for step in state.agenda if not isinstance(step, Reroll | Kept)), None)
    return isinstance(below, Strike | Move) and themed(seat) not in roll.declined and bool(may_reroll(state, seat))


def _counted(state: State, faces: tuple[str, ...]) -> tuple[Any, ...]:
    """What a roll counts for that no power has thrown again, unless a themed team still may (HC-THEME-07).

    Rolls of powers and roll-offs are folded into the agenda.
    """
    below = next((step for step in state.agenda if not isinstance(step, Reroll | Kept)), None)
    if not isinstance(below, Strike | Move):
        return ()
    numbers = tuple(map(int, faces))
    held = () if state.edition.attack.rerolls.by_player else held_events(state, numbers)
    return held or counted_events(state, below, numbers)
