"""The prize of an attack, a power or a test: articles with their points, and the game (GC-PRESS-02, GC-TURN-13).

blow ──does it knock out?──> the rules, with dice that hit ──> the front page · the end        test ──> passed, so too
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.core.ids import Seat
from companion.core.prizes import Prize, prize_of
from companion.core.rules import Command, RulesSystem
from companion.games.guardians import commands as cm
from companion.games.guardians.content.kinds import HEALTH
from companion.games.guardians.face.foretell import blow_of
from companion.games.guardians.face.throwing import fortunate
from companion.games.guardians.play.attack import damage_of, manner_of
from companion.games.guardians.play.goals import score
from companion.games.guardians.play.values import value
from companion.games.guardians.state import State


def prize(system: RulesSystem[State], state: State, command: Command) -> Prize:
    """Return what a hit, or a test that is passed, wins; nothing of other orders."""
    blow = blow_of(state, command) if isinstance(command, cm.UsePower) else (command, 0)
    if blow is None or not isinstance(blow[0], cm.Attack | cm.TakeTest | cm.UseObject):
        return Prize()
    if isinstance(blow[0], cm.Attack) and not _knocks_out(state, blow[0]):
        return Prize()
    found = prize_of(system, state, command, partial(fortunate, state), _points)
    return replace(found, weight=max(1, found.points))  # a point of damage is worth no more than one of a page


def _points(state: State, seat: Seat) -> int:
    side = next((side for side, seats in state.table.seats_of.items() if seat in seats), "")
    return score(state, side) if side in state.camps else 0


def _knocks_out(state: State, attack: cm.Attack) -> bool:
    """Whether every hit does: what it costs does not hang on the dice."""
    figure, target = state.who(attack.piece), state.who(attack.target)
    manner = manner_of(state, figure, target, attack.manner)
    return damage_of(state, figure, manner, target) >= value(state, target, HEALTH) - target.damage
