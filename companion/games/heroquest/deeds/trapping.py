"""Hands on traps: a dwarf takes them apart and builds one of three pieces; a friend opens a steel jaw.

HQ-HERO-DWARF-06, -07, -12, -13; the jaw: one of two actions, and no die (HQ-TRAP-14, HQ-AMB-43)
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import actions, finds, footing, reach
from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import BuildTrap, DisarmTrap, HelpFree
from companion.games.heroquest.state import State
from companion.games.heroquest.traps import spring

PIECES = 3  # of traps taken apart, for a new one (HQ-HERO-DWARF-13)
HELP = "HQ-TRAP-14"


def disarm_violations(state: State, figure: Character, command: DisarmTrap) -> Iterator[Violation]:
    """Why the trap may not be taken apart: a dwarf's work, on a revealed trap beside it (HQ-HERO-DWARF-12)."""
    yield from actions.spending_violations(figure, "disarm_trap")
    if figure.hero != "dwarf":
        yield violation("HQ-ACT-01", figure.id)
    if state.content.options.disarm_trap_needs_clear_room and actions.is_crowded(state, figure):  # HQ-AMB-03
        yield violation("HQ-ACT-06", figure.id)
    trap = next((trap for trap in state.traps if trap.id == command.trap), None)
    if trap is None or trap.status != "revealed" or trap.by is not None:
        yield violation("HQ-HERO-DWARF-12", figure.id)
    elif not any(reach.are_adjacent(state, figure.square, space) for space in trap.squares):
        yield violation("HQ-HERO-DWARF-06", figure.id)


def disarm(t: Teller[State], figure: Character, command: DisarmTrap) -> Script[None]:
    """Take the trap apart, a piece for the dwarf; or it goes off under its hands
    (HQ-HERO-DWARF-06)."""
    trap = next(trap for trap in t.state.traps if trap.id == command.trap)
    actions.spend(t, figure.id, "disarm_trap")
    (face,) = yield from t.roll(("trap",), figure.seat, "HQ-HERO-DWARF-06", figure.id)
    if face == "trap":
        yield from spring(t, trap, figure.id, figure.square, saved=True)
        return
    t.tell(finds.TrapChanged(trap.id, "disarmed", trap.type, trap.squares, figure.id))
    t.tell(ev.Counted(figure.id, "trap_pieces", figure.trap_pieces + 1, RuleId("HQ-HERO-DWARF-06")))


def build_violations(state: State, figure: Character, command: BuildTrap) -> Iterator[Violation]:
    """Why no trap may be built there: three pieces, a free square beside it without one (HQ-HERO-DWARF-13)."""
    yield from actions.spending_violations(figure, "disarm_trap")
    if figure.hero != "dwarf" or figure.trap_pieces < PIECES:
        yield violation("HQ-HERO-DWARF-07", figure.id)
    traps = [trap for trap in state.traps_at(command.at) if trap.is_armed and trap.status == "revealed"]
    if command.at not in state.dungeon.board or not reach.are_adjacent(state, figure.square, command.at):
        yield violation("HQ-HERO-DWARF-13", figure.id)
    elif not footing.is_free(state, command.at) or traps:
        yield violation("HQ-HERO-DWARF-13", command.at)


def build(t: Teller[State], figure: Character, command: BuildTrap) -> None:
    """Lay a trap: the first monster that enters pays for it."""
    actions.spend(t, figure.id, "disarm_trap")
    rule = RuleId("HQ-HERO-DWARF-07")
    t.tell(ev.Counted(figure.id, "trap_pieces", figure.trap_pieces - PIECES, rule))
    t.tell(finds.TrapLaid(PieceId(f"snare-{len(t.state.traps) + 1}"), command.at, figure.id))


def free_violations(state: State, figure: Character, command: HelpFree) -> Iterator[Violation]:
    """Why it cannot help: not beside, or no jaw."""
    friend = state.find(command.friend)
    yield from actions.spending_violations(figure, "help" if figure.is_hero else "attack")
    if friend is None or friend.held != "jaw" or not reach.are_beside(state, figure, friend):
        yield violation(HELP, figure.id)


def free(t: Teller[State], figure: Character, command: HelpFree) -> None:
    actions.spend(t, figure.id, "help" if figure.is_hero else "attack")
    t.tell(ev.Noted(command.friend, "held", "", RuleId(HELP)))
