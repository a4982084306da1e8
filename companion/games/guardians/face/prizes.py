"""The prize of an attack, a power or a test: articles with their points, and the game (GC-PRESS-02, GC-TURN-13).

blow ──were it to knock out──> the rules, with dice that hit ──> the front page · the end      test ──> passed, so too
     └─one of several that its hero may strike──> its share of them
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
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
    attack = blow[0] if isinstance(blow[0], cm.Attack) else None
    before, share = _weakened(state, attack) if attack is not None else (state, Fraction(1))
    found = prize_of(system, before, command, partial(fortunate, state), _points)
    weight = max(Fraction(1), found.points * share)  # a point of damage is worth no more than one of a page
    if attack is None or share == 1:
        return replace(found, weight=weight)
    is_near = share * state.who(attack.piece).actions >= 1  # it may be done before others are at it
    return Prize(falls=attack.target if found.wins and is_near else None, weight=weight)


def _points(state: State, seat: Seat) -> int:
    side = next((side for side, seats in state.table.seats_of.items() if seat in seats), "")
    return score(state, side) if side in state.camps else 0


def _weakened(state: State, attack: cm.Attack) -> tuple[State, Fraction]:
    """Return the state in which a hit knocks out, and the share that it has in that; what it costs does not hang on the
    dice.
    """
    figure, target = state.who(attack.piece), state.who(attack.target)
    manner = manner_of(state, figure, target, attack.manner)
    left = value(state, target, HEALTH) - target.damage
    damage = damage_of(state, figure, manner, target)
    if damage >= left:
        return state, Fraction(1)
    return state.changed(target.id, damage=target.damage + left - damage), Fraction(damage, left)
