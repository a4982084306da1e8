"""Hearing of events by the heroes: nothing of monsters, traps and doors they do not know (HQ-GEN-03).

event ─master─> as it is        event ─heroes─> as it is, veiled, or not at all
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.core.by_hand import CardPut, PutRight
from companion.core.dice import DiceRequest
from companion.core.events import ChoiceMade, ChoiceRequested, DiceReported, DiceRequested, Passed, PlacementRequested
from companion.core.flow import PlacementRequest
from companion.core.ids import PieceId, Seat
from companion.core.procedure import Finished, Undertaken
from companion.core.telling import names_any
from companion.games.heroquest import events as ev
from companion.games.heroquest import finds
from companion.games.heroquest.setup import QuestSetUp
from companion.games.heroquest.state import DoorState, State

DECLARED = frozenset({"HQ-MON-CHAOS-06"})  # what the master is asked and answers aloud
Private = ev.AmbushLaid | ev.AmbushEnded | ev.Counted | ev.Noted | ev.Listed | ev.Corrected | CardPut


def heard_by(state: State, event: object, seat: Seat | None) -> object | None:
    """Return the event as that seat hears it after ``state``; ``None`` when it hears nothing."""
    if seat == state.table.gm:
        return event
    return _VEILS.get(type(event), _plain)(state, event)


def _plain(state: State, event: object) -> object | None:
    return None if _names_secret(state, event) else event


def _names_secret(state: State, value: object) -> bool:
    """Whether a field of it names a character, a trap or a door the heroes do not know."""
    hidden: set[str] = {figure.id for figure in state.characters if not figure.revealed}
    hidden |= {trap.id for trap in state.traps if trap.status == "hidden"}
    return names_any(value, frozenset(hidden | {door for door, now in state.doors if now is DoorState.HIDDEN}))


def _set_up(state: State, event: QuestSetUp) -> QuestSetUp:
    """The set-up without the quest: its name is all they are told."""
    return replace(event, quest={"name": state.quest.name})


def _asked(state: State, event: DiceRequested | ChoiceRequested | PlacementRequested) -> object | None:
    """A question to the master is the master's; heroes hear those to themselves and what is declared aloud, and see
    every roll of known dice, and whom he puts before their eyes.
    """
    request = event.request
    if isinstance(request, DiceRequest | PlacementRequest):
        return _plain(state, event)
    return None if request.seat == state.table.gm and request.purpose not in DECLARED else _plain(state, event)


def _reported(state: State, event: DiceReported) -> DiceReported | None:
    """Dice of a roll they were not told of, they are not told of either."""
    request = state.flow.find(event.result.request)
    return None if request is not None and _names_secret(state, request) else event


def _answered(state: State, event: ChoiceMade | Passed | Undertaken) -> object | None:
    asked = None if isinstance(event, Undertaken) else state.flow.find(event.request)
    return event if event.seat != state.table.gm or (asked and asked.purpose in DECLARED) else None


def _finished(state: State, event: Finished) -> Finished | None:
    """Leave out the end of a master's command: of some the heroes did not hear that they began."""
    return None if state.work is None or state.work.begun.seat == state.table.gm else event


def _told(state: State, event: object) -> object:
    """Return the event as it is: it says what the heroes know from now on, and no more."""
    return event


def _door(state: State, event: ev.DoorChanged) -> ev.DoorChanged | None:
    """A door that shows itself; one that a monster opens out of sight is heard of when it is seen."""
    if event.by is not None and _names_secret(state, event.by):
        return None
    return event if set(state.seen) & set(state.door_edge(event.door)) else None


def _of_heroes(state: State, event: Private) -> Private | None:
    """A monster's sheet is its master's, and its ambush too; heroes announce theirs (HQ-COMBAT-AMBUSH-04)."""
    figure = state.find(PieceId(event.piece))
    return event if figure is not None and figure.is_hero else None


def _put_right(state: State, event: PutRight) -> PutRight | None:
    """A thing that the heroes know of; what they find by it they hear besides."""
    thing, seen = event.piece, set(state.seen)
    lying = [set(piece.squares) for piece in state.furniture if piece.id == thing]
    lying += [set(place.squares) for place in state.dungeon.places if str(place.id) == thing]
    lying += [set(state.door_edge(door)) for door, _ in state.doors if door == thing]
    lying += [set(trap.squares) for trap in state.traps if trap.id == thing]
    is_known = not _names_secret(state, thing) and any(seen & squares for squares in lying)
    return event if is_known else None


def _turn(state: State, event: ev.TurnOpened) -> ev.TurnOpened | None:
    near = tuple(enemy for enemy in event.near if not _names_secret(state, enemy))
    return None if _names_secret(state, event.piece) else replace(event, near=near)


def _stepped(state: State, event: ev.Stepped) -> ev.Stepped | None:
    if _names_secret(state, event.piece):
        return None
    secret = event.door is not None and _names_secret(state, event.door)
    return replace(event, door=None) if secret else event


def _placed(state: State, event: finds.MonsterPlaced) -> finds.MonsterPlaced | None:
    return event if event.revealed else None


Veil = Callable[[State, Any], object | None]
_ROWS: tuple[tuple[Veil, tuple[type, ...]], ...] = (
    (_set_up, (QuestSetUp,)),
    (_asked, (DiceRequested, ChoiceRequested, PlacementRequested)),
    (_reported, (DiceReported,)),
    (_answered, (ChoiceMade, Passed, Undertaken)),
    (_finished, (Finished,)),
    (_told, (finds.MonsterRevealed, finds.TrapChanged, finds.TrapLaid, finds.Searched)),
    (_door, (ev.DoorChanged,)),
    (_of_heroes, (ev.AmbushLaid, ev.AmbushEnded, ev.Counted, ev.Noted, ev.Listed, ev.Corrected, CardPut)),
    (_put_right, (PutRight,)),
    (_turn, (ev.TurnOpened,)),
    (_stepped, (ev.Stepped,)),
    (_placed, (finds.MonsterPlaced,)),
)
_VEILS: Mapping[type, Veil] = {kind: veil for veil, kinds in _ROWS for kind in kinds}
