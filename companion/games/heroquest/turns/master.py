"""The master's word: any number of any character put right, and the record says so (HQ-GEN-01)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import FACINGS
from companion.core.commands import Concede
from companion.core.events import Conceded, GameEnded
from companion.core.flow import Outcome
from companion.core.ids import RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.engaging import loosen
from companion.games.heroquest.attack.toll import kill
from companion.games.heroquest.commands import Adjust, GiveAward, Relocate
from companion.games.heroquest.hidden.seeing import look, look_around
from companion.games.heroquest.moves.footing import is_free
from companion.games.heroquest.state import State

ADJUSTABLE = (
    "attack", "body", "defense", "delta", "diseased", "experience", "gold", "kills", "mana", "mind", "saved",
    "spell_points", "trap_pieces",
)  # fmt: skip
MOST = 999


def adjust_violations(state: State, command: Adjust) -> Iterator[Violation]:
    """Why that cannot be put right so: it is the master who corrects, and numbers it corrects."""
    if command.seat != state.table.gm:
        yield violation("HQ-GEN-01", command.piece, waivable=False, seat=command.seat)
    fallen = any(one.id == command.piece for one in state.dead) and command.what == "body" and command.value > 0
    if state.find(command.piece) is None and not fallen:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif command.what not in ADJUSTABLE or not 0 <= command.value <= MOST:
        yield violation("HQ-GEN-01", command.piece, waivable=False, seat=command.seat)
    elif state.flow.open or state.work is not None or state.flow.outcome is not None:
        yield violation("TW-ASK-01", waivable=False, request="-")


def adjust(t: Teller[State], command: Adjust) -> Script[None]:
    """Nothing: the number is what the master says; at no body point the character is dead, and with some
    it lives again, to be put on the board with ``Relocate``."""
    t.tell(ev.Corrected(command.seat, command.piece, command.what, command.value, command.note))
    if command.what == "body" and command.value == 0:
        yield from kill(t, command.piece, "HQ-GEN-05")


def award_violations(state: State, command: GiveAward) -> Iterator[Violation]:
    """Why no experience can be given: the master gives it, to heroes (HQ-GEN-06)."""
    one = state.find(command.piece)
    if command.seat != state.table.gm or one is None or not one.is_hero or not 0 < command.points <= MOST:
        yield violation("HQ-GEN-06", command.piece, waivable=False)


def award(t: Teller[State], command: GiveAward) -> Script[None]:
    """Nothing: the hero has learned something (HQ-GEN-06, HQ-COMBAT-GROUP-05)."""
    one = t.state.who(command.piece)
    t.tell(ev.Counted(one.id, "experience", one.experience + command.points, RuleId("HQ-GEN-06")))
    return
    yield


def relocate_violations(state: State, command: Relocate) -> Iterator[Violation]:
    """Why nobody can be put there: it is the master who puts, on a free square."""
    one = state.find(command.piece)
    if command.seat != state.table.gm:
        yield violation("HQ-GEN-01", command.piece, waivable=False, seat=command.seat)
    elif one is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif state.flow.open or state.work is not None or state.flow.outcome is not None:
        yield violation("TW-ASK-01", waivable=False, request="-")
    elif command.to not in state.dungeon.board or not is_free(state, command.to):
        yield violation("HQ-MOVE-11", command.to, waivable=False)
    elif command.facing is not None and command.facing not in FACINGS:
        yield violation("HQ-GEN-07", command.piece, waivable=False)


def relocate(t: Teller[State], command: Relocate) -> Script[None]:
    """Nothing: it stands there; what lies there does nothing to it, since it did not walk."""
    one = t.state.who(command.piece)
    t.tell(ev.Placed(one.id, one.at, command.to, command.facing or one.facing, RuleId("HQ-GEN-01")))
    loosen(t, one.id)
    look(t, one.id)
    look_around(t)
    return
    yield


def concede_violations(state: State, command: Concede) -> Iterator[Violation]:
    """Why a side may not give up: the quest is over."""
    if state.flow.outcome is not None:
        yield violation("HQ-GEN-02", waivable=False)


def concede(t: Teller[State], command: Concede) -> Script[None]:
    """A side gives up, and the other has won."""
    table = t.state.table
    winners = (table.gm,) if command.seat != table.gm else table.hero_seats
    t.tell(Conceded(command.seat), GameEnded(Outcome(winners, RuleId("TW-CONCEDE-01"))))
    return
    yield
