"""Values that a power replaces (HC-VAL-04): a friend's defense, a damage rolled for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.heroclix.attack.declared import AttackKind
from companion.games.heroclix.attack.power_events import AttackShaped, DefenseLent
from companion.games.heroclix.moves.adjacency import adjacent_friends
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.powers.holding import active
from companion.games.heroclix.powers.verbs.asking import ask_choice, ask_dice, at_stage
from companion.games.heroclix.powers.verbs.modify_value import During
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.reckoning import lent_defense
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Resolve

__all__ = ["LendDefense", "RollDamage", "lenders_of", "lending_power"]


@dataclass(frozen=True, slots=True)
class LendDefense(Verb):
    """Adjacent friends may use this piece's unmodified defense; modifiers come after it (HC-VAL-02)."""

    mates: bool = False  # only friends who use the same ability may
    resolves: ClassVar[bool] = True

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The target's controller names whose defense it uses, or keeps its own; before any dice."""
        piece = state.piece(step.piece)
        if step.answer is None:
            return ask_choice(state, step, [one.id for one in lenders_of(state, piece)])
        resolved = PowerResolved(step.piece, step.power)
        if not step.answer:
            return (resolved,)
        assert state.attack is not None
        lender = next(one for one in state.pieces if one.id == step.answer[0])
        reckoned = lent_defense(state, state.attack, piece, lender, step.power)
        return resolved, DefenseLent(piece.id, lender.id, reckoned.value)


def lenders_of(state: State, piece: Piece) -> tuple[Piece, ...]:
    """The friends beside a piece whose better unmodified defense it may use."""
    own = state.value(piece, "defense")
    friends = (one for one in adjacent_friends(state, piece) if state.value(one, "defense") > own)
    return tuple(one for one in friends if lending_power(state, piece, one))


def lending_power(state: State, piece: Piece, lender: Piece) -> str:
    """The power or team ability by which the lender may lend the piece its defense; empty for none."""
    for power, verb in active(state, lender, LendDefense):
        if not verb.mates or any(own == power for own, _ in active(state, piece, LendDefense)):
            return power
    return ""


@dataclass(frozen=True, slots=True)
class RollDamage(Verb):
    """After a hit of an attack whose action activated it: a die may replace the damage, which is then locked."""

    attack: During
    below: int = 99  # not so much less than the printed damage
    resolves: ClassVar[bool] = True
    after_hit: ClassVar[bool] = True

    def shape(self, state: State, piece: Piece, kind: AttackKind, power: str) -> AttackShaped | None:
        """The attack, with the power declared for it."""
        return AttackShaped(power) if self.attack.covers(kind) else None

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """Whether to roll, the roll, the damage."""
        if step.stage == 0:
            if step.answer is None:
                return ask_choice(state, step, ["roll"])
            return (at_stage(step, 1),) if step.answer else (PowerResolved(step.piece, step.power),)
        if step.answer is None:
            return ask_dice(state, step)
        damage = max(int(step.answer[0]), state.value(state.piece(step.piece), "damage") - self.below)
        return PowerResolved(step.piece, step.power), AttackShaped(step.power, damage)
