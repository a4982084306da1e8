"""Searching rooms and furniture: what is found is the master's, or the table's (HQ-SEARCH-01..08, -17)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import SearchFurniture, SearchRoom
from companion.games.heroquest.gear import gold_limit, potions_limit, potions_of
from companion.games.heroquest.moves.footing import is_free
from companion.games.heroquest.reach import are_adjacent
from companion.games.heroquest.state import State
from companion.games.heroquest.traps.brewing import unblockable
from companion.games.heroquest.turns.actions import acting, is_crowded, spend, spending_violations

__all__ = ["furniture_violations", "gain", "room_violations", "search_furniture", "search_room"]

ROOM, FURNITURE, RACK = "HQ-SEARCH-01", "HQ-SEARCH-03", "HQ-SEARCH-07"
NOTHING = "nothing"
RACK_CLASSES = (2, 3, 4)


def _search_violations(state: State, one: Character) -> Iterator[Violation]:
    yield from spending_violations(one, "search")  # a room or furniture, not both (HQ-ACT-03, HQ-SEARCH-08)
    if is_crowded(state, one):
        yield violation("HQ-ACT-06", one.id)


def room_violations(state: State, command: SearchRoom) -> Iterator[Violation]:
    """Why the room may not be searched: once each, without monsters, no corridor (HQ-SEARCH-01, -02)."""
    yield from acting(state, command.seat, command.piece)
    one = state.find(command.piece)
    if one is None:
        return
    yield from _search_violations(state, one)
    place = state.place_of(one)
    if place is None or not place.is_room:
        yield violation(ROOM, one.id)
    elif place.id in state.searched:
        yield violation("HQ-SEARCH-02", one.id)


def search_room(t: Teller[State], command: SearchRoom) -> Script[None]:
    """Nothing: what the quest keeps in the room is found first; else the two treasure dice say."""
    one = t.state.who(command.piece)
    spend(t, one.id, "search")
    place = t.state.place_of(one)
    assert place is not None
    kept = dict(t.state.quest.finds).get(place.id, ())
    if kept:
        found = kept
    else:
        faces = yield from t.roll(("treasure_a", "treasure_b"), one.seat, ROOM, one.id)
        table = {(first, second): what for first, second, what in t.state.content.tables.treasure}
        found = (table.get((faces[0], faces[1]), NOTHING),)
    t.tell(ev.Searched(one.id, place.id, found, RuleId(ROOM)))
    for what in found:
        yield from gain(t, one.id, what)


def furniture_violations(state: State, command: SearchFurniture) -> Iterator[Violation]:
    """Why that may not be searched: beside it, of a searchable kind, once (HQ-SEARCH-03..05, -17)."""
    yield from acting(state, command.seat, command.piece)
    one, piece = state.find(command.piece), state.piece_of(command.furniture)
    if one is None:
        return
    yield from _search_violations(state, one)
    if piece is None:
        yield violation(FURNITURE, one.id, waivable=False)
        return
    kind = state.furniture_kind(piece)
    if not (kind.searchable or kind.rack):
        yield violation("HQ-SEARCH-05", piece.id)
    if one.at is None or not any(are_adjacent(state, one.at, space) for space in piece.squares):
        yield violation("HQ-SEARCH-04", piece.id)
    if piece.searched:
        yield violation("HQ-SEARCH-17", piece.id)
    if piece.toppled:
        yield violation("HQ-COMBAT-TOPPLE-03", piece.id)


def search_furniture(t: Teller[State], command: SearchFurniture) -> Script[None]:
    """Nothing: its contents are found, once; a rack gives one weapon of the master's choice (HQ-SEARCH-07)."""
    one, piece = t.state.who(command.piece), t.state.piece_of(command.furniture)
    assert piece is not None
    spend(t, one.id, "search")
    found = piece.contents
    if t.state.furniture_kind(piece).rack and not found:
        able = [key for key, weapon in sorted(t.state.content.weapons.items()) if weapon.rank in RACK_CLASSES]
        chosen = yield from t.choose(t.state.table.gm, RACK, able, piece.id)
        found = tuple(f"weapon {name}" for name in chosen or ())
    t.tell(ev.Searched(one.id, piece.id, found or (NOTHING,), RuleId(FURNITURE)))
    for what in found:
        yield from gain(t, one.id, what)


def gain(t: Teller[State], piece: PieceId, what: str) -> Script[None]:
    """Nothing: the find is the hero's, as far as it can carry it (HQ-HERO-LVL1-03); traps and visitors come at once."""
    word, _, name = what.partition(" ")
    one = t.state.find(piece)
    if one is None or t.state.flow.outcome is not None:
        return
    if word == "gold":
        total = min(gold_limit(t.state, one), one.gold + int(name))
        t.tell(ev.Counted(piece, "gold", total, RuleId("HQ-HERO-LVL1-03")))
    elif word == "item":
        is_potion = t.state.content.items[name].kind == "potion"
        if not is_potion or len(potions_of(t.state, one)) < potions_limit(t.state, one):
            t.tell(ev.Listed(piece, "items", (*one.items, name), RuleId("HQ-HERO-LVL1-03")))
    elif word == "weapon":
        t.tell(ev.Listed(piece, "weapons", (*one.weapons, name), RuleId(RACK)))
    elif word == "trap":
        yield from unblockable(t, piece, 1, ROOM)
    elif word == "wandering":
        yield from _wander(t, piece)


def _wander(t: Teller[State], piece: PieceId) -> Script[None]:
    """A wandering monster comes, on a square beside the hero that the master chooses."""
    state = t.state
    one = state.who(piece)
    assert one.at is not None
    kind = state.quest.wandering
    free = [
        space for space in state.dungeon.sides[one.at] if is_free(state, space) and not state.is_shut(one.at, space)
    ]
    if not kind or not free:
        return
    name = PieceId(f"wanderer-{len(state.characters) + len(state.dead)}")
    at = yield from t.place(state.table.gm, ROOM, name, free)
    t.tell(ev.MonsterPlaced(name, kind, at, "S"))
