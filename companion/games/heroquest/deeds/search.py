"""Searching rooms and furniture, for traps and for secret passages, the nearest first (HQ-SEARCH).

treasure     what the quest keeps there, else what the two treasure dice say (HQ-SEARCH-01..08, -17)
search die   two eyes 3 · one eye 2 · blank 1 · hand 0      a dwarf: always, without a die (HQ-SEARCH-09..16, -18, -19)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import actions, finds, footing, gear, reach
from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import SearchFurniture, SearchPassages, SearchRoom, SearchTraps
from companion.games.heroquest.state import DoorState, State
from companion.games.heroquest.traps import unblockable

ROOM, FURNITURE, RACK = "HQ-SEARCH-01", "HQ-SEARCH-03", "HQ-SEARCH-07"
NOTHING = "nothing"
RACK_CLASSES = (2, 3, 4)  # ranks of weapons that a rack may hold (HQ-SEARCH-07)
FINDS = {"two eyes": 3, "one eye": 2, "blank": 1, "hand": 0}  # HQ-SEARCH-09..13
DIE, TIE = "HQ-SEARCH-09", "HQ-SEARCH-18"


def _search_violations(state: State, figure: Character) -> Iterator[Violation]:
    yield from actions.spending_violations(figure, "search")  # a room or furniture, not both (HQ-ACT-03, HQ-SEARCH-08)
    if actions.is_crowded(state, figure):
        yield violation("HQ-ACT-06", figure.id)


def room_violations(state: State, figure: Character, command: SearchRoom) -> Iterator[Violation]:
    """Why the room may not be searched: once each, without monsters, no corridor (HQ-SEARCH-01, -02)."""
    yield from _search_violations(state, figure)
    place = state.place_of(figure)
    if place is None or not place.is_room:
        yield violation(ROOM, figure.id)
    elif place.id in state.searched:
        yield violation("HQ-SEARCH-02", figure.id)


def search_room(t: Teller[State], figure: Character, command: SearchRoom) -> Script[None]:
    """Find what the quest keeps in the room; else the two treasure dice say."""
    actions.spend(t, figure.id, "search")
    place = t.state.place_of(figure)
    assert place is not None
    treasure = dict(t.state.quest.finds).get(place.id)
    if not treasure:
        first, second = yield from t.roll(("treasure_a", "treasure_b"), figure.seat, ROOM, figure.id)
        table = {(a, b): what for a, b, what in t.state.content.tables.treasure}
        treasure = (table.get((first, second), NOTHING),)
    t.tell(finds.Searched(figure.id, place.id, treasure, RuleId(ROOM)))
    for what in treasure:
        yield from gain(t, figure.id, what)


def furniture_violations(state: State, figure: Character, command: SearchFurniture) -> Iterator[Violation]:
    """Why that may not be searched: beside it, of a searchable kind, once (HQ-SEARCH-03..05, -17)."""
    piece = state.piece_of(command.furniture)
    yield from _search_violations(state, figure)
    if piece is None:
        yield violation(FURNITURE, figure.id, waivable=False)
        return
    kind = state.furniture_kind(piece)
    if not (kind.searchable or kind.rack):
        yield violation("HQ-SEARCH-05", piece.id)
    if not any(reach.are_adjacent(state, figure.square, space) for space in piece.squares):
        yield violation("HQ-SEARCH-04", piece.id)
    if piece.searched:
        yield violation("HQ-SEARCH-17", piece.id)
    if piece.toppled:
        yield violation("HQ-COMBAT-TOPPLE-03", piece.id)


def search_furniture(t: Teller[State], figure: Character, command: SearchFurniture) -> Script[None]:
    """Find its contents, once; a rack gives one weapon of the master's choice (HQ-SEARCH-07)."""
    piece = t.state.piece_of(command.furniture)
    assert piece is not None
    actions.spend(t, figure.id, "search")
    treasure = piece.contents
    if t.state.furniture_kind(piece).rack and not treasure:
        able = [key for key, weapon in sorted(t.state.content.weapons.items()) if weapon.rank in RACK_CLASSES]
        chosen = yield from t.choose(t.state.table.gm, RACK, able, piece.id)
        treasure = tuple(f"weapon {name}" for name in chosen or ())
    t.tell(finds.Searched(figure.id, piece.id, treasure or (NOTHING,), RuleId(FURNITURE)))
    for what in treasure:
        yield from gain(t, figure.id, what)


def gain(t: Teller[State], piece: PieceId, what: str) -> Script[None]:
    """Give the hero its find, as far as it can carry it (HQ-HERO-LVL1-03); traps and visitors come at once."""
    word, _, name = what.partition(" ")
    figure = t.state.find(piece)
    if figure is None or t.state.flow.outcome is not None:
        return
    if word == "gold":
        total = min(gear.gold_limit(t.state, figure), figure.gold + int(name))
        t.tell(ev.Counted(piece, "gold", total, RuleId("HQ-HERO-LVL1-03")))
    elif word == "item":
        is_potion = t.state.content.items[name].kind == "potion"
        if not is_potion or len(gear.potions_of(t.state, figure)) < gear.potions_limit(t.state, figure):
            t.tell(ev.Listed(piece, "items", (*figure.items, name), RuleId("HQ-HERO-LVL1-03")))
    elif word == "weapon":
        t.tell(ev.Listed(piece, "weapons", (*figure.weapons, name), RuleId(RACK)))
    elif word == "trap":
        yield from unblockable(t, piece, 1, ROOM)
    elif word == "wandering":
        yield from _wander(t, figure)


def _wander(t: Teller[State], figure: Character) -> Script[None]:
    """A wandering monster comes, on a square beside the hero that the master chooses."""
    state, kind = t.state, t.state.quest.wandering
    free = footing.free_beside(state, figure.square)
    if kind and free:
        name = PieceId(f"wanderer-{len(state.characters) + len(state.dead)}")
        at = yield from t.place(state.table.gm, ROOM, name, free)
        t.tell(finds.MonsterPlaced(name, kind, at, "S"))


def seek_violations(state: State, figure: Character, command: SearchTraps | SearchPassages) -> Iterator[Violation]:
    """Why it may not search here: one such search a turn, without monsters (HQ-ACT-04, HQ-ACT-06, HQ-SEARCH-19)."""
    yield from actions.spending_violations(figure, "seek")
    if actions.is_crowded(state, figure):
        yield violation("HQ-ACT-06", figure.id)


def seek_traps(t: Teller[State], figure: Character, command: SearchTraps) -> Script[None]:
    """Reveal the nearest hidden traps of the place, those that can be found (HQ-SEARCH-14,
    HQ-TRAP-07)."""
    actions.spend(t, figure.id, "seek")
    number = t.state.content.options.dwarf_search_count  # dwarves need no die (HQ-HERO-DWARF-04, HQ-SEARCH-16)
    if figure.hero != "dwarf":
        (face,) = yield from t.roll(("search",), figure.seat, DIE, figure.id)
        number = FINDS[face]
    # never what cannot be detected, not even by dwarves (HQ-HERO-DWARF-05)
    hidden = [trap for trap in t.state.traps if trap.status == "hidden" and t.state.trap_kind(trap).detectable]
    traps = {trap.id: trap for trap in hidden}
    found = yield from _find(t, figure, {trap.id: trap.squares for trap in hidden}, number)
    for trap in map(traps.__getitem__, found):
        t.tell(finds.TrapChanged(trap.id, "revealed", trap.type, trap.squares, figure.id))
    t.tell(finds.Searched(figure.id, "traps", found, RuleId(DIE)))


def seek_passages(t: Teller[State], figure: Character, command: SearchPassages) -> Script[None]:
    """Find one secret passage, if there is any (HQ-SEARCH-15); a dwarf finds the nearest three
    (HQ-AMB-55)."""
    actions.spend(t, figure.id, "seek")
    number = t.state.content.options.dwarf_search_count if figure.hero == "dwarf" else 1
    hidden = {door: t.state.door_edge(door) for door, now in t.state.doors if now is DoorState.HIDDEN}
    found = yield from _find(t, figure, hidden, number)
    for door in found:
        t.tell(ev.DoorChanged(door, DoorState.CLOSED.value, figure.id))
    t.tell(finds.Searched(figure.id, "passages", found, RuleId("HQ-SEARCH-15")))


def _find(
    t: Teller[State], figure: Character, hidden: Mapping[PieceId, tuple[SpaceId, ...]], number: int
) -> Script[tuple[PieceId, ...]]:
    """The nearest of what is hidden in the searched place, by the squares it lies on; the master settles ties
    (HQ-SEARCH-18)."""
    place = t.state.place_of(figure)
    assert place is not None
    far = {
        thing: min(reach.distance(figure.square, space) for space in squares)
        for thing, squares in hidden.items()
        if set(squares) & set(place.squares)
    }
    found: list[PieceId] = []
    while far and len(found) < number:
        near = [thing for thing, distance in far.items() if distance == min(far.values())]
        if len(found) + len(near) > number:
            near = [(yield from actions.pick(t, t.state.table.gm, TIE, near, figure.id))]
        found += near
        far = {thing: distance for thing, distance in far.items() if thing not in near}
    return tuple(found)
