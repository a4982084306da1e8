"""What a step brings, before and after it: opportunity, sight, traps, ambushes.

leave ─> opportunity attacks ─> (the step) ─> arrive ─> engagements end · sight · trap · ambush · trampling
"""

from __future__ import annotations

from companion.core.ids import PieceId, SpaceId
from companion.core.procedure import Script, Teller
from companion.games.heroquest.attack.engaging import loosen
from companion.games.heroquest.attack.toll import end_if_over
from companion.games.heroquest.characters import Character
from companion.games.heroquest.hidden.seeing import look, look_around
from companion.games.heroquest.monsters.trampling import trample
from companion.games.heroquest.state import State, TrapState
from companion.games.heroquest.traps.springing import spring
from companion.games.heroquest.turns.actions import turn_of
from companion.games.heroquest.windows.ambush import sprung
from companion.games.heroquest.windows.opportunity import opportunities

__all__ = ["arrive", "goes_off", "leave", "set_down"]


def leave(t: Teller[State], piece: PieceId, to: SpaceId) -> Script[bool]:
    """Whether it may make the step: alive after the opportunity attacks."""
    return (yield from opportunities(t, piece))


def goes_off(state: State, trap: TrapState, one: Character, *, pushed: bool = False) -> bool:
    """Whether the trap goes off under that character (HQ-TRAP-18, HQ-MON-TECH-13, -22, HQ-HERO-DWARF-13, HQ-AMB-39)."""
    if not trap.is_armed:
        return False
    if trap.by is not None:
        return not one.is_hero
    return one.is_hero or pushed or trap.status == "revealed"


def arrive(t: Teller[State], piece: PieceId, start: SpaceId) -> Script[bool]:
    """Whether it may go on after a step."""
    yield from set_down(t, piece, start)
    one = t.state.find(piece)
    if one is not None and t.state.flow.outcome is None and one.ambush is None:
        yield from sprung(t, piece, start)
    if t.state.flow.outcome is None:
        end_if_over(t)
    one = t.state.find(piece)
    if one is None or t.state.flow.outcome is not None:
        return False
    own = turn_of(one)
    return own.moving and not own.over


def set_down(t: Teller[State], piece: PieceId, start: SpaceId | None, *, pushed: bool = False) -> Script[None]:
    """Nothing: what standing on its square brings, however it came there (HQ-COMBAT-SHOVE-10)."""
    loosen(t, piece)
    look(t, piece)
    look_around(t)
    one = t.state.find(piece)
    if one is None or one.at is None:
        return
    if not one.is_hero:
        yield from trample(t, piece)
    for trap in list(t.state.traps_at(one.at)):
        now = t.state.find(piece)
        if now is None or now.at != one.at or t.state.flow.outcome is not None:
            return
        if goes_off(t.state, trap, now, pushed=pushed):
            yield from spring(t, trap, piece, start)
    moved = t.state.find(piece)
    if moved is None or moved.at == one.at:
        return
    if moved.at == start:  # a dwarf that avoided a pit never left its square (HQ-HERO-DWARF-11)
        loosen(t, piece)
        look(t, piece)
    elif t.state.flow.outcome is None:
        yield from set_down(t, piece, None, pushed=pushed)
