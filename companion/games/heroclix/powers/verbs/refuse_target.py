"""Pieces that are not the one they seemed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.heroclix.attack.attack import aim_at
from companion.games.heroclix.attack.power_events import TargetFound, TargetLost
from companion.games.heroclix.attack.targeting import legal_targets
from companion.games.heroclix.powers.durations import next_number
from companion.games.heroclix.powers.events import EffectBegan, PowerResolved
from companion.games.heroclix.powers.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.powers.verbs.asking import ask_choice, ask_dice, at_stage
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Resolve

__all__ = ["RefuseTarget"]


@dataclass(frozen=True, slots=True)
class RefuseTarget(Verb):
    """When chosen as a target: a die; on these faces that attacker may not target it this turn, but another piece."""

    faces: tuple[int, ...]
    again: bool = True  # the attacker may choose a new target (HX-TGT-07)
    resolves: ClassVar[bool] = True

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The roll, and then the other target, if there is one."""
        resolved, attack = PowerResolved(step.piece, step.power), state.attack
        assert attack is not None
        attacker = state.piece(attack.attacker)
        if step.stage == 0:
            if step.answer is None:
                return ask_dice(state, step)
            if int(step.answer[0]) not in self.faces:
                return (resolved,)
            number = next_number(state)
            shuns = Lasting(number, LastingKind.SHUNS, step.piece, attacker.id, Until.TURN_END, power=step.power)
            return at_stage(step, 1), TargetLost(step.piece, step.power), EffectBegan(shuns)
        others = [
            one
            for one in legal_targets(state, attacker, attack.kind, attack.power)
            if one not in {target.piece for target in attack.targets}
        ]
        if step.answer is None and others and self.again:
            return ask_choice(state, step, others, attacker.seat, attacker.id)
        if not step.answer:
            return (resolved,)
        target, _ = aim_at(state, attacker, state.piece(others[others.index(step.answer[0])]), attack.kind)  # type: ignore[arg-type]
        return resolved, TargetFound(target)
