"""A dwarf takes traps apart, and builds one of three pieces (HQ-HERO-DWARF-06, -07, -12, -13)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.commands import BuildTrap, DisarmTrap
from companion.games.heroquest.moves.footing import is_free
from companion.games.heroquest.reach import are_adjacent
from companion.games.heroquest.state import State
from companion.games.heroquest.traps.springing import spring
from companion.games.heroquest.turns.actions import acting, is_crowded, spend, spending_violations

__all__ = ["PIECES", "build", "build_violations", "disarm", "disarm_violations"]

PIECES = 3


def disarm_violations(state: State, command: DisarmTrap) -> Iterator[Violation]:
    """Why the trap may not be taken apart: a dwarf's work, on a revealed trap beside it (HQ-HERO-DWARF-12)."""
    yield from acting(state, command.seat, command.piece)
    one = state.find(command.piece)
    if one is None or one.at is None:
        return
    yield from spending_violations(one, "disarm_trap")
    if one.hero != "dwarf":
        yield violation("HQ-ACT-01", one.id)
    if state.content.options.disarm_trap_needs_clear_room and is_crowded(state, one):  # HQ-AMB-03
        yield violation("HQ-ACT-06", one.id)
    trap = next((trap for trap in state.traps if trap.id == command.trap), None)
    if trap is None or trap.status != "revealed" or trap.by is not None:
        yield violation("HQ-HERO-DWARF-12", one.id)
    elif not any(are_adjacent(state, one.at, space) for space in trap.squares):
        yield violation("HQ-HERO-DWARF-06", one.id)


def disarm(t: Teller[State], command: DisarmTrap) -> Script[None]:
    """Nothing: the trap is in pieces, one of them the dwarf's; or it has gone off under its hands
    (HQ-HERO-DWARF-06)."""
    one = t.state.who(command.piece)
    trap = next(trap for trap in t.state.traps if trap.id == command.trap)
    spend(t, one.id, "disarm_trap")
    (face,) = yield from t.roll(("trap",), one.seat, "HQ-HERO-DWARF-06", one.id)
    if face == "trap":
        yield from spring(t, trap, one.id, one.at, saved=True)
        return
    t.tell(ev.TrapChanged(trap.id, "disarmed", trap.type, trap.squares, one.id))
    t.tell(ev.Counted(one.id, "trap_pieces", one.trap_pieces + 1, RuleId("HQ-HERO-DWARF-06")))


def build_violations(state: State, command: BuildTrap) -> Iterator[Violation]:
    """Why no trap may be built there: three pieces, a free square beside it without one (HQ-HERO-DWARF-13)."""
    yield from acting(state, command.seat, command.piece)
    one = state.find(command.piece)
    if one is None or one.at is None:
        return
    yield from spending_violations(one, "disarm_trap")
    if one.hero != "dwarf" or one.trap_pieces < PIECES:
        yield violation("HQ-HERO-DWARF-07", one.id)
    known = [trap for trap in state.traps_at(command.at) if trap.is_armed and trap.status == "revealed"]
    if command.at not in state.dungeon.board or not are_adjacent(state, one.at, command.at):
        yield violation("HQ-HERO-DWARF-13", one.id)
    elif not is_free(state, command.at) or known:
        yield violation("HQ-HERO-DWARF-13", command.at)


def build(t: Teller[State], command: BuildTrap) -> Script[None]:
    """Nothing: the trap is laid; the first monster that enters pays for it."""
    one = t.state.who(command.piece)
    spend(t, one.id, "disarm_trap")
    rule = RuleId("HQ-HERO-DWARF-07")
    t.tell(ev.Counted(one.id, "trap_pieces", one.trap_pieces - PIECES, rule))
    t.tell(ev.TrapLaid(PieceId(f"snare-{len(t.state.traps) + 1}"), command.at, one.id))
    return
    yield
