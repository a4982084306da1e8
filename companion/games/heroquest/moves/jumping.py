"""Over a pit: a jump that may fail, a hook or long strides that do not (HQ-TRAP-04, -05, -19, HQ-HERO-ELF-06).

a ▢ .      two steps to the free square beyond: star die; an elf throws a combat die and falls on a black shield
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import facings_to, step_on
from companion.core.ids import PieceId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import Jump
from companion.games.heroquest.gear import has_technique, status_of
from companion.games.heroquest.moves.arriving import arrive, leave
from companion.games.heroquest.moves.facing import way_cost
from companion.games.heroquest.moves.footing import is_free
from companion.games.heroquest.moves.walking import moving_violations
from companion.games.heroquest.state import State, TrapState
from companion.games.heroquest.turns.actions import acting, turn_of

__all__ = ["jump", "jump_violations", "landings", "pit_between"]

STEPS = 2  # HQ-TRAP-19
HOOK = "hook"


def pit_between(state: State, at: SpaceId, to: SpaceId) -> tuple[SpaceId, TrapState] | None:
    """The square jumped over and the revealed pit in it, when ``to`` lies straight beyond one no wider than a
    square."""
    sides = facings_to(at, to)
    if len(sides) != 1 or step_on(state.dungeon.board, at, sides[0], 2) != to:
        return None
    middle = step_on(state.dungeon.board, at, sides[0])
    if middle is None or state.is_shut(at, middle) or state.is_shut(middle, to):
        return None
    for trap in state.traps_at(middle):
        if trap.status == "revealed" and state.trap_kind(trap).pit and to not in trap.squares:
            return middle, trap
    return None


def jump_violations(state: State, command: Jump) -> Iterator[Violation]:
    """Why it cannot jump there: no revealed pit of one square between, no room beyond, no steps left."""
    yield from acting(state, command.seat, command.piece)
    yield from moving_violations(state, command.piece)
    one = state.find(command.piece)
    if one is None or one.at is None:
        return
    over = pit_between(state, one.at, command.to)
    if over is None or not is_free(state, command.to) or state.at(over[0]) is not None:
        yield violation("HQ-TRAP-19", command.to)
    elif turn_of(one).left < STEPS + way_cost(one, over[0]):
        yield violation("HQ-MOVE-01", command.to, left=turn_of(one).left)


def jump(t: Teller[State], command: Jump) -> Script[None]:
    """Nothing: it is across, or in the pit."""
    one = t.state.who(command.piece)
    assert one.at is not None
    start, over = one.at, pit_between(t.state, one.at, command.to)
    assert over is not None
    if not (yield from leave(t, one.id, over[0])):
        return
    one = t.state.who(command.piece)
    facing, cost = facings_to(start, command.to)[0], way_cost(one, over[0])
    across = yield from _luck(t, one)
    if across:
        t.tell(ev.Stepped(one.id, start, command.to, facing, STEPS + cost))
    else:
        t.tell(ev.Stepped(one.id, start, over[0], facing, 1 + cost))
    yield from arrive(t, one.id, start)


def _luck(t: Teller[State], one: Character) -> Script[bool]:
    """Whether it gets across (HQ-MON-TECH-09, -14, -22, HQ-AMB-31)."""
    strides = has_technique(t.state, one, "long_strides") and status_of(t.state, one) == "major"
    if strides or HOOK in one.items:
        return True
    if one.hero == "elf":
        (face,) = yield from t.roll(("combat",), one.seat, "HQ-HERO-ELF-06", one.id)
        return "black" not in face
    (face,) = yield from t.roll(("star",), one.seat, "HQ-TRAP-19" if one.is_hero else "HQ-MON-TECH-14", one.id)
    return face == "star"


def landings(state: State, piece: PieceId) -> tuple[SpaceId, ...]:
    """The squares it could jump to."""
    one = state.who(piece)
    if one.at is None:
        return ()
    ahead = (step_on(state.dungeon.board, one.at, facing, 2) for facing in ("N", "E", "S", "W"))
    return tuple(to for to in ahead if to is not None and pit_between(state, one.at, to) is not None)
