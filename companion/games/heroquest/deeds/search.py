"""Searching rooms and furniture, for traps and for secret passages, the nearest first (HQ-SEARCH).

treasure     what the quest keeps there, else what the two treasure dice say (HQ-SEARCH-01..08, -17)
search die   two eyes 3 · one eye 2 · blank 1 · hand 0      a dwarf: always, without a die (HQ-SEARCH-09..16, -18, -19)
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest import finds
from companion.games.heroquest.actions import acting, is_crowded, spend, spending_violations
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import SearchFurniture, SearchPassages, SearchRoom, SearchTraps
from companion.games.heroquest.footing import is_free
from companion.games.heroquest.gear import gold_limit, potions_limit, potions_of
from companion.games.heroquest.reach import are_adjacent, distance
from companion.games.heroquest.state import DoorState, State, TrapState
from companion.games.heroquest.traps import unblockable

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
    """Find what the quest keeps in the room; else the two treasure dice say."""
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
    t.tell(finds.Searched(one.id, place.id, found, RuleId(ROOM)))
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
    """Find its contents, once; a rack gives one weapon of the master's choice (HQ-SEARCH-07)."""
    one, piece = t.state.who(command.piece), t.state.piece_of(command.furniture)
    assert piece is not None
    spend(t, one.id, "search")
    found = piece.contents
    if t.state.furniture_kind(piece).rack and not found:
        able = [key for key, weapon in sorted(t.state.content.weapons.items()) if weapon.rank in RACK_CLASSES]
        chosen = yield from t.choose(t.state.table.gm, RACK, able, piece.id)
        found = tuple(f"weapon {name}" for name in chosen or ())
    t.tell(finds.Searched(one.id, piece.id, found or (NOTHING,), RuleId(FURNITURE)))
    for what in found:
        yield from gain(t, one.id, what)


def gain(t: Teller[State], piece: PieceId, what: str) -> Script[None]:
    """Give the hero its find, as far as it can carry it (HQ-HERO-LVL1-03); traps and visitors come at once."""
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
    t.tell(finds.MonsterPlaced(name, kind, at, "S"))


FINDS = {"two eyes": 3, "one eye": 2, "blank": 1, "hand": 0}  # HQ-SEARCH-09..13
DIE, TIE = "HQ-SEARCH-09", "HQ-SEARCH-18"


def seek_violations(state: State, command: SearchTraps | SearchPassages) -> Iterator[Violation]:
    """Why it may not search here: one such search a turn, without monsters (HQ-ACT-04, HQ-ACT-06, HQ-SEARCH-19)."""
    yield from acting(state, command.seat, command.piece)
    one = state.find(command.piece)
    if one is None:
        return
    yield from spending_violations(one, "seek")
    if is_crowded(state, one):
        yield violation("HQ-ACT-06", one.id)


def _how_many(t: Teller[State], one: Character) -> Script[int]:
    """How many a search for traps finds; dwarves need no die (HQ-HERO-DWARF-04, HQ-SEARCH-16)."""
    if one.hero == "dwarf":
        return t.state.content.options.dwarf_search_count
    (face,) = yield from t.roll(("search",), one.seat, DIE, one.id)
    return FINDS[face]


def seek_traps(t: Teller[State], command: SearchTraps) -> Script[None]:
    """Reveal the nearest hidden traps of the place, those that can be found (HQ-SEARCH-14,
    HQ-TRAP-07)."""
    one = t.state.who(command.piece)
    spend(t, one.id, "seek")
    number = yield from _how_many(t, one)
    place = t.state.place_of(one)
    assert place is not None and one.at is not None
    # never what cannot be detected, not even by dwarves (HQ-HERO-DWARF-05)
    hidden = [
        trap
        for trap in t.state.traps
        if trap.status == "hidden" and set(trap.squares) & set(place.squares) and t.state.trap_kind(trap).detectable
    ]
    found: list[str] = []
    while hidden and len(found) < number:
        trap = yield from _nearest(t, one, hidden)
        hidden.remove(trap)
        found.append(trap.id)
        t.tell(finds.TrapChanged(trap.id, "revealed", trap.type, trap.squares, one.id))
    t.tell(finds.Searched(one.id, "traps", tuple(found), RuleId(DIE)))


def _nearest(t: Teller[State], one: Character, traps: list[TrapState]) -> Script[TrapState]:
    """The nearest of them; the master settles a tie (HQ-SEARCH-18)."""
    at = one.at
    assert at is not None

    def far(trap: TrapState) -> int:
        return min(distance(at, space) for space in trap.squares)

    least = min(map(far, traps))
    near = [trap for trap in traps if far(trap) == least]
    if len(near) == 1:
        return near[0]
    chosen = yield from t.choose(t.state.table.gm, TIE, [trap.id for trap in near], one.id)
    return next(trap for trap in near if trap.id == (chosen or (near[0].id,))[0])


def seek_passages(t: Teller[State], command: SearchPassages) -> Script[None]:
    """Find one secret passage, if there is any (HQ-SEARCH-15); a dwarf finds the nearest three
    (HQ-AMB-55)."""
    one = t.state.who(command.piece)
    spend(t, one.id, "seek")
    number = t.state.content.options.dwarf_search_count if one.hero == "dwarf" else 1
    place = t.state.place_of(one)
    assert place is not None and one.at is not None
    at: SpaceId = one.at
    hidden = [
        door
        for door, now in t.state.doors
        if now is DoorState.HIDDEN and set(t.state.door_edge(door)) & set(place.squares)
    ]
    hidden.sort(key=lambda door: (min(distance(at, space) for space in t.state.door_edge(door)), door))
    for door in hidden[:number]:
        t.tell(ev.DoorChanged(door, DoorState.CLOSED.value, one.id))
    t.tell(finds.Searched(one.id, "passages", tuple(hidden[:number]), RuleId("HQ-SEARCH-15")))
    return
    yield
