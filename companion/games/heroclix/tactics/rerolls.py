"""The third gain of a themed team: a few times a game, a roll is thrown again (HC-THEME-07..10).

roll ─> powers first (``using``) ─> RollHeld ─> each seat that may is asked ─none─> RollStands ─> what the roll does
 ^── its token, a push perhaps <── RollTakenAgain <──piece──┘
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.events import ChoiceRequested
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, RuleId, Seat
from companion.games.heroclix.attack.striking import compare, roll_bonus
from companion.games.heroclix.events import AttackRolled
from companion.games.heroclix.moves.movement import roll_events
from companion.games.heroclix.powers.events import RollStands
from companion.games.heroclix.state import MOST_TOKENS, State
from companion.games.heroclix.steps import Move, Reconsider, Step, Strike
from companion.games.heroclix.tactics.events import RollHeld, RollTakenAgain
from companion.games.heroclix.tactics.revealing import NONE

__all__ = [
    "REROLL",
    "counted_events",
    "held_events",
    "may_reroll",
    "question",
    "reconsider_events",
    "reroll_events",
    "seats_in_turn",
    "themed",
]

REROLL = RuleId("HC-THEME-07")


def may_reroll(state: State, seat: Seat) -> tuple[PieceId, ...]:
    """The pieces by which the seat may have a roll thrown again now: of a themed team with uses left (HC-THEME-10),
    without an action this turn (HC-THEME-08), and not holding two tokens (HC-THEME-09, HC-TOKEN-08, -09)."""
    theme = state.table.tactics.theme_of(seat)
    if theme is None or dict(state.tactics.rerolls).get(seat, 0) >= theme.rerolls:
        return ()
    return tuple(one.id for one in state.on_map(seat) if not one.acted and one.tokens < MOST_TOKENS)


def held_events(state: State, faces: tuple[int, ...]) -> tuple[RollHeld, ...]:
    """The roll, held while somebody may have it thrown again: the active player is asked first, then clockwise."""
    seats = tuple(seat for seat in seats_in_turn(state) if may_reroll(state, seat))
    return (RollHeld(faces, seats),) if seats else ()


def seats_in_turn(state: State) -> tuple[Seat, ...]:
    """The seats clockwise from the active player (AMB-51)."""
    order = state.order
    start = order.index(state.active_seat) if state.active_seat in order else 0
    return *order[start:], *order[:start]


def themed(seat: Seat) -> PieceId:
    """The word for a seat's themed team among those that have declined."""
    return PieceId(f"theme:{seat}")


def question(state: State, seat: Seat) -> ChoiceRequest:
    """Whether the seat's themed team has a roll thrown again, and by which piece."""
    return ChoiceRequest(state.flow.next_id(), seat, REROLL, (NONE, *may_reroll(state, seat)))


def reconsider_events(state: State, item: Reconsider) -> tuple[Any, ...]:
    """Asks the next seat, or lets the roll count."""
    if item.seats:
        return (ChoiceRequested(question(state, item.seats[0])),)
    return RollStands(), *counted_events(state, state.agenda[1], item.faces)


def counted_events(state: State, below: Step | None, faces: tuple[int, ...]) -> tuple[Any, ...]:
    """What an attack roll or a break-away roll that stands comes to, by the step of the agenda that asked for it."""
    match below:
        case Strike():
            return _compared(state, faces)
        case Move():
            return roll_events(state, below, faces[0])
        case _:
            return ()


def _compared(state: State, faces: tuple[int, ...]) -> tuple[AttackRolled]:
    """How the attack roll comes out; a target that the push for its own re-roll knocked out is hit no more."""
    assert state.attack is not None
    more = roll_bonus(state, state.attack)
    rolled = compare(state.attack, (faces[0], faces[1]), more)
    return (replace(rolled, hits=tuple(one for one in rolled.hits if not state.piece(one).ko)),)  # HC-DMG-12


def reroll_events(seat: Seat, option: str) -> tuple[RollTakenAgain, ...]:
    """What an answer brings."""
    return () if option == NONE else (RollTakenAgain(seat, PieceId(option)),)
