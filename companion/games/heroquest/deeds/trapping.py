"""Hands on traps: a dwarf takes them apart and builds one of three pieces; a friend opens a steel jaw.

HQ-HERO-DWARF-06, -07, -12, -13; the jaw: one of two actions, and no die (HQ-TRAP-14, HQ-AMB-43)
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest import finds
from companion.games.heroquest.actions import acting, is_crowded, spend, spending_violations
from companion.games.heroquest.commands import BuildTrap, DisarmTrap, HelpFree
from companion.games.heroquest.footing import is_free
from companion.games.heroquest.reach import are_adjacent
from companion.games.heroquest.state import State
from companion.games.heroquest.traps import spring

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
    """Take the trap apart, a piece for the dwarf; or it goes off under its hands
    (HQ-HERO-DWARF-06)."""
    one = t.state.who(command.piece)
    trap = next(trap for trap in t.state.traps if trap.id == command.trap)
    spend(t, one.id, "disarm_trap")
    (face,) = yield from t.roll(("trap",), one.seat, "HQ-HERO-DWARF-06", one.id)
    if face == "trap":
        yield from spring(t, trap, one.id, one.at, saved=True)
        return
    t.tell(finds.TrapChanged(trap.id, "disarmed", trap.type, trap.squares, one.id))
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
    """Lay a trap: the first monster that enters pays for it."""
    one = t.state.who(command.piece)
    spend(t, one.id, "disarm_trap")
    rule = RuleId("HQ-HERO-DWARF-07")
    t.tell(ev.Counted(one.id, "trap_pieces", one.trap_pieces - PIECES, rule))
    t.tell(finds.TrapLaid(PieceId(f"snare-{len(t.state.traps) + 1}"), command.at, one.id))
    return
    yield


HELP = "HQ-TRAP-14"


def free_violations(state: State, command: HelpFree) -> Iterator[Violation]:
    """Why it cannot help: not beside, or no jaw."""
    yield from acting(state, command.seat, command.piece)
    one, friend = state.find(command.piece), state.find(command.friend)
    if one is None or one.at is None:
        return
    yield from spending_violations(one, "help" if one.is_hero else "attack")
    beside = friend is not None and friend.at is not None and are_adjacent(state, one.at, friend.at)
    if friend is None or friend.id == one.id or friend.held != "jaw" or not beside:
        yield violation(HELP, one.id)


def free(t: Teller[State], command: HelpFree) -> Script[None]:
    """Free the friend."""
    spend(t, command.piece, "help" if t.state.who(command.piece).is_hero else "attack")
    t.tell(ev.Noted(command.friend, "held", "", RuleId(HELP)))
    return
    yield
