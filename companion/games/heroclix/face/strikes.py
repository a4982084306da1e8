"""The attacks that an order or an answer leads to, counted before it is given.

order ──rules──> an attack declared · a way and a question of its own seat ──each answer──> an attack declared
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from companion.core.commands import Choose
from companion.core.consequences import step
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, SpaceId
from companion.core.phrases import Told, average
from companion.core.rules import Command, RulesSystem
from companion.games.heroclix.attack.odds import Odds, odds
from companion.games.heroclix.damage.dial import is_out
from companion.games.heroclix.face.roster import standing
from companion.games.heroclix.state.attack import Attack
from companion.games.heroclix.state.state import State


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack as it is counted: who is hit soonest, how likely, the clicks on average, and what it takes in all."""

    target: PieceId
    chance: Fraction
    clicks: Fraction
    spoils: Fraction

    @property
    def means(self) -> Told:
        """Tell the clicks on average."""
        return average("click", self.clicks)


def declared(system: RulesSystem[State], state: State, command: Command) -> Iterator[State]:
    """Generate the states with an attack declared that a command leads to; none where dice come before it."""
    after, _, asked = step(system, state, command)
    if after.attack is not None and after.attack.targets:
        yield after
    elif isinstance(asked, ChoiceRequest) and asked.seat == command.seat:
        for option in asked.options:
            yield from declared(system, after, Choose(asked.seat, asked.id, (option,)))


def placeless(attack: Attack) -> Attack:
    """Return the attack as it is counted: its numbers, wherever it is made from."""
    aims = (replace(one, start=SpaceId(""), end=SpaceId(""), verdict="") for one in attack.targets)
    return replace(attack, targets=tuple(aims))


def counted(state: State) -> Strike:
    """Count the attack that is declared: clicks of friends count against it, and the points of a knock-out (HC-VP-01)
    as the clicks that they bought.
    """
    attack = state.attack
    assert attack is not None
    by, found = state.piece(attack.attacker).seat, odds(state)
    best = max(found, key=lambda one: one.chance)
    spoils = Fraction(0)
    for one in found:
        taken = _taken(state, one)
        spoils += -taken if state.is_friend(by, state.piece(one.target).seat) else taken
    return Strike(best.target, best.chance, best.expected or Fraction(0), spoils)


def _taken(state: State, found: Odds) -> Fraction:
    piece, clicks = state.piece(found.target), found.expected or Fraction(0)
    if not found.taken or found.die or not is_out(state, piece, found.click):
        return clicks
    return clicks + clicks / (found.click - piece.click) * _clicks_for(state, piece.points)


def _clicks_for(state: State, points: int) -> Fraction:
    """Return how many clicks those points buy, as all the figures of the game were bought."""
    rows = [standing(state, one) for one in state.pieces]
    return points * Fraction(sum(one.most or 0 for one in rows), sum(one.points or 0 for one in rows) or 1)
