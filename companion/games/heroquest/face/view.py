"""Two views of one quest: the master's, and the heroes' (HQ-GEN-03).

master   every character, trap, door and treasure
heroes   squares they have seen, monsters revealed, traps and doors found; of what is asked, what concerns them
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.board.dungeon import Place
from companion.core.flow import Outcome, Request, Window, seat_of, unnumbered
from companion.core.ids import PieceId, Seat, SpaceId, ZoneId
from companion.games.heroquest.characters import Character
from companion.games.heroquest.gear import attack_dice, defense_dice
from companion.games.heroquest.quest import Standing, TrapState
from companion.games.heroquest.state import Commitment, Delayed, State


@dataclass(frozen=True, slots=True)
class CharacterView:
    """A character as the table sees it; of monsters the heroes see no numbers but what the master says."""

    id: PieceId
    seat: Seat
    side: str
    kind: str
    name: str
    at: SpaceId | None
    facing: str
    sheet: Character | None  # everything, for those who may know it
    attack: int | None = None  # dice with the weapon in its hand, and dice of its defense
    defense: int | None = None
    in_pit: bool = False  # which everybody at the table sees


@dataclass(frozen=True, slots=True)
class DoorView:
    id: PieceId
    a: SpaceId
    b: SpaceId
    now: str


@dataclass(frozen=True, slots=True)
class FurnitureView:
    """Furniture that is known; what it contains only its master knows."""

    id: PieceId
    type: str
    squares: tuple[SpaceId, ...]
    searched: bool
    toppled: bool
    contents: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place of which something is known."""

    id: ZoneId
    name: str
    is_room: bool
    squares: tuple[SpaceId, ...]
    searched: bool
    misty: bool


@dataclass(frozen=True, slots=True)
class QuestView:
    """A quest as one side of the table sees it."""

    quest: str
    phase: str
    round: int
    turn: int
    active: tuple[Seat, ...]
    hero: PieceId | None
    characters: tuple[CharacterView, ...]
    places: tuple[PlaceView, ...]
    doors: tuple[DoorView, ...]
    furniture: tuple[FurnitureView, ...]
    traps: tuple[TrapState, ...]
    rubble: tuple[SpaceId, ...]
    committed: tuple[Commitment, ...]  # attacks that wait for others to join
    coming: tuple[Delayed, ...]  # what happens in the master's turns
    windows: tuple[Window, ...]
    asked: tuple[Request, ...]
    outcome: Outcome | None
    scores: tuple[tuple[Seat, int], ...] = ()


def view_of(state: State, seat: Seat | None) -> QuestView:
    """The view of a seat; spectators see what the heroes see."""
    master = seat == state.table.gm
    known = set(state.dungeon.board.spaces if master else state.seen)
    heroes = state.table.hero_seats
    found = state.doors_known(master=master)
    doors = [(door, now) for door, now in state.doors if door in found]
    return QuestView(
        state.quest.name,
        state.flow.phase,
        state.flow.round,
        state.flow.turn,
        tuple(player for player in state.table.seats if player in state.flow.active),
        state.active,
        tuple(_character(state, figure, master=master) for figure in state.characters if master or figure.revealed),
        tuple(_place(state, place, known) for place in state.dungeon.places if known & set(place.squares)),
        tuple(DoorView(door, *state.door_edge(door), now.value) for door, now in doors),
        tuple(_furniture(piece, master=master) for piece in state.furniture if master or known & set(piece.squares)),
        tuple(trap for trap in state.traps if master or trap.status != "hidden"),
        tuple(space for space in state.rubble if space in known),
        tuple(held for held in state.committed if master or _may_know(state, held.piece)),
        tuple(effect for effect in state.delayed if master or _may_know(state, effect.by)),
        tuple(window for window in state.flow.windows if master or _may_know(state, window.piece)),
        unnumbered(request for request in state.flow.open if master or seat_of(request) in heroes),
        state.flow.outcome,
    )


def _may_know(state: State, piece: PieceId | None) -> bool:
    """Whether the heroes know of that character, living or dead; of nobody there is nothing to hide."""
    shown = (figure.revealed for figure in (*state.characters, *state.dead) if figure.id == piece)
    return piece is None or next(shown, False)


def _character(state: State, figure: Character, *, master: bool) -> CharacterView:
    sheet = figure if master or figure.is_hero else None
    who = figure.id, figure.seat, figure.side, figure.kind, figure.name
    attack, defense = (attack_dice(state, figure), defense_dice(state, figure)) if sheet is not None else (None, None)
    return CharacterView(*who, figure.at, figure.facing, sheet, attack, defense, figure.in_pit)


def _place(state: State, place: Place, known: set[SpaceId]) -> PlaceView:
    squares = tuple(space for space in place.squares if space in known)
    return PlaceView(place.id, place.name, place.is_room, squares, place.id in state.searched, place.id in state.mist)


def _furniture(piece: Standing, *, master: bool) -> FurnitureView:
    contents = piece.contents if master else None
    return FurnitureView(piece.id, piece.type, piece.squares, piece.searched, piece.toppled, contents)
