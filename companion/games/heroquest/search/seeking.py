"""Searching for what is hidden: traps and secret passages, the nearest first (HQ-SEARCH-09..16, -18, -19).

search die   two eyes 3 · one eye 2 · blank 1 · hand 0      a dwarf: always, without a die
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import RuleId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import SearchPassages, SearchTraps
from companion.games.heroquest.reach import distance
from companion.games.heroquest.state import DoorState, State, TrapState
from companion.games.heroquest.turns.actions import acting, is_crowded, spend, spending_violations

__all__ = ["FINDS", "seek_passages", "seek_traps", "seek_violations"]

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
    """Nothing: the nearest hidden traps of the place are revealed, those that can be found (HQ-SEARCH-14,
    HQ-TRAP-07)."""
    one = t.state.who(command.piece)
    spend(t, one.id, "seek")
    number = yield from _how_many(t, one)
    place = t.state.place_of(one)
    assert place is not None and one.at is not None
    # never what cannot be detected, not even by dwarves (HQ-HERO-DWARF-05)
    hidden = [trap for trap in t.state.traps if trap.status == "hidden" and set(trap.squares) & set(place.squares)
              and t.state.trap_kind(trap).detectable]  # fmt: skip
    found: list[str] = []
    while hidden and len(found) < number:
        trap = yield from _nearest(t, one, hidden)
        hidden.remove(trap)
        found.append(trap.id)
        t.tell(ev.TrapChanged(trap.id, "revealed", trap.type, trap.squares, one.id))
    t.tell(ev.Searched(one.id, "traps", tuple(found), RuleId(DIE)))


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
    """Nothing: one secret passage is found, if there is any (HQ-SEARCH-15); a dwarf finds the nearest three
    (HQ-AMB-55)."""
    one = t.state.who(command.piece)
    spend(t, one.id, "seek")
    number = t.state.content.options.dwarf_search_count if one.hero == "dwarf" else 1
    place = t.state.place_of(one)
    assert place is not None and one.at is not None
    at: SpaceId = one.at
    hidden = [door for door, now in t.state.doors if now is DoorState.HIDDEN
              and set(t.state.door_edge(door)) & set(place.squares)]  # fmt: skip
    hidden.sort(key=lambda door: (min(distance(at, space) for space in t.state.door_edge(door)), door))
    for door in hidden[:number]:
        t.tell(ev.DoorChanged(door, DoorState.CLOSED.value, one.id))
    t.tell(ev.Searched(one.id, "passages", tuple(hidden[:number]), RuleId("HQ-SEARCH-15")))
    return
    yield
