"""Sight of the heroes: a room whole, a corridor five squares down, what lies behind an open door they stand at.

┌──────┐ a room is seen whole from any of its squares, and from a door of it that is open
│ a    + b . . . . .   a corridor along clear lines, as far as the eye goes (HQ-GEN-08, HQ-HERO-ELF-07)
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.rays import is_clear
from companion.core.ids import PieceId, SpaceId
from companion.core.procedure import Teller
from companion.games.heroquest import finds
from companion.games.heroquest.characters import Character
from companion.games.heroquest.reach import distance
from companion.games.heroquest.state import DoorState, State


def seen_by(state: State, figure: Character, far: int | None = None) -> frozenset[SpaceId]:
    if figure.at is None:
        return frozenset()
    return frozenset(_seen_from(state, figure.at, state.content.options.sight if far is None else far))


def _seen_from(state: State, at: SpaceId, far: int) -> Iterator[SpaceId]:
    dungeon = state.dungeon
    place = dungeon.place_at.get(at)
    if place is None:
        return
    if place.is_room:
        yield from place.squares
    for there in dungeon.sides[at]:
        door = state.door_between(at, there)
        if door is not None and state.door(door) is DoorState.OPEN and dungeon.place_at[there].is_room:
            yield from dungeon.place_at[there].squares
    for space, other in dungeon.place_at.items():
        if not other.is_room and distance(at, space) <= far and is_clear(dungeon.board, at, space, state.is_shut):
            yield space


def look(t: Teller[State], piece: PieceId, far: int | None = None) -> None:
    """Make known what the hero sees, and the monsters standing there (HQ-GEN-03)."""
    hero = t.state.find(piece)
    if hero is None or not hero.is_hero:
        return
    seen = seen_by(t.state, hero, far)
    known = set(t.state.seen)
    new = tuple(space for space in t.state.dungeon.board.spaces if space in seen and space not in known)
    if new:
        t.tell(finds.SquaresSeen(new))
    _reveal(t, seen)


def look_around(t: Teller[State]) -> None:
    """Reveal the monsters that came into some hero's sight."""
    if any(not figure.revealed for figure in t.state.characters):
        _reveal(t, frozenset().union(*(seen_by(t.state, hero) for hero in t.state.side("heroes"))))


def _reveal(t: Teller[State], seen: frozenset[SpaceId]) -> None:
    for figure in t.state.characters:
        if not figure.revealed and figure.at in seen:
            t.tell(finds.MonsterRevealed(figure.id, figure.kind, figure.square, figure.facing))
