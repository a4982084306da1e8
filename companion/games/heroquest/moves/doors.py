"""Doors: opened on the way, barricaded as an action, broken in again (HQ-DOOR).

barricaded     1st turn   2nd turn   3rd
minor          6          6          by itself
medium         6          5-6        by itself
major          5-6        star       by itself
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import facings_to
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import actions, gear
from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import Barricade, BreakIn, OpenDoor
from companion.games.heroquest.moves.walking import can_move, moving_violations
from companion.games.heroquest.seeing import look, look_around
from companion.games.heroquest.state import DoorState, State

LAST = 3  # the attempt that needs no luck (HQ-DOOR-02..04)


def touches(state: State, figure: Character, door: PieceId) -> bool:
    return state.door(door) is not None and figure.at in state.door_edge(door)


def open_violations(state: State, figure: Character, command: OpenDoor) -> Iterator[Violation]:
    """Why the door may not be opened: it is part of a move, from the square beside it (HQ-FREE-05, HQ-MOVE-05)."""
    yield from moving_violations(figure)
    now = state.door(command.door)
    if now is None or (now is DoorState.HIDDEN and figure.is_hero) or not touches(state, figure, command.door):
        yield violation("HQ-MOVE-05", figure.id, waivable=False, piece=figure.id)
    elif now is DoorState.BARRICADED:
        yield violation("HQ-DOOR-01", figure.id)
    elif now is DoorState.OPEN:
        yield violation("HQ-MOVE-05", figure.id, waivable=False, piece=figure.id)


def open_door(t: Teller[State], figure: Character, command: OpenDoor) -> None:
    """Open the door: heroes see what lies behind."""
    t.tell(ev.DoorChanged(command.door, DoorState.OPEN.value, figure.id))
    look(t, figure.id)
    look_around(t)


def barricade_violations(state: State, figure: Character, command: Barricade) -> Iterator[Violation]:
    """Why the door may not be barricaded: it touches the hero, and is there to be shut (HQ-DOOR-06)."""
    if not figure.is_hero:
        yield violation("HQ-DOOR-01", figure.id)
    yield from actions.spending_violations(figure, "barricade")
    if not touches(state, figure, command.door) or state.door(command.door) not in (DoorState.OPEN, DoorState.CLOSED):
        yield violation("HQ-DOOR-06", figure.id)


def barricade(t: Teller[State], figure: Character, command: Barricade) -> None:
    """Shut the door for good; the hero stands before it and moves no more (HQ-DOOR-06)."""
    actions.spend(t, figure.id, "barricade")
    facing = facings_to(figure.square, beyond(t.state, figure, command.door))[0]
    if facing != figure.facing:
        t.tell(ev.Turned(figure.id, facing))
    t.tell(ev.DoorChanged(command.door, DoorState.BARRICADED.value, figure.id))
    t.tell(ev.MovementStopped(figure.id, RuleId("HQ-DOOR-06")))


def beyond(state: State, figure: Character, door: PieceId) -> SpaceId:
    """The square on the other side of a door it touches."""
    border = state.door_edge(door)
    return border.b if border.a == figure.at else border.a


def break_violations(state: State, figure: Character, command: BreakIn) -> Iterator[Violation]:
    """Why the door may not be tried: part of a move, once a turn, from the square beside it (HQ-DOOR-07, -08)."""
    if actions.turn_of(figure).rolled is None:
        yield violation("HQ-MOVE-01", figure.id)
    elif not actions.turn_of(figure).moving:
        yield violation("HQ-DOOR-08", figure.id)
    yield from can_move(figure)
    if not touches(state, figure, command.door) or state.door(command.door) is not DoorState.BARRICADED:
        yield violation("HQ-DOOR-08", figure.id)


def chances(status: str, attempt: int) -> tuple[str, frozenset[str]] | None:
    """The die of an attempt and the faces that open the door; ``None``: it gives way (HQ-DOOR-02..04)."""
    if attempt >= LAST:
        return None
    if status == "major":
        return ("d6", frozenset({"5", "6"})) if attempt == 1 else ("star", frozenset({"star"}))
    luck = {"6"} if status == "minor" or attempt == 1 else {"5", "6"}
    return "d6", frozenset(luck)


def luck_of(state: State, figure: Character, door: PieceId) -> tuple[str, frozenset[str]] | None:
    """Return the die of its next attempt at the door and the faces that open it; a hero, a dwarf too, counts as medium
    (HQ-DOOR-05).
    """
    return chances(gear.status_of(state, figure), 1 + _attempts(state, figure, door))


def break_in(t: Teller[State], figure: Character, command: BreakIn) -> Script[None]:
    """Break it in: the door gives way, and the breaker goes on; or it holds, and the breaker stays (HQ-DOOR-07..09)."""
    attempt, luck = 1 + _attempts(t.state, figure, command.door), luck_of(t.state, figure, command.door)
    if luck is not None:
        (face,) = yield from t.roll((luck[0],), figure.seat, "HQ-DOOR-08", figure.id)
        if face not in luck[1]:
            t.tell(ev.BreakInFailed(figure.id, command.door, attempt))
            t.tell(ev.MovementStopped(figure.id, RuleId("HQ-DOOR-08")))
            return
    t.tell(ev.DoorChanged(command.door, DoorState.OPEN.value, figure.id))
    look(t, figure.id)
    look_around(t)


def _attempts(state: State, figure: Character, door: PieceId) -> int:
    """The attempts made so far: its own, or everybody's where the table says so (HQ-AMB-07)."""
    if state.content.options.door_attempts_shared:
        return sum(number for other in state.characters for name, number in other.attempts if name == door)
    return dict(figure.attempts).get(door, 0)
