"""One more attack after the first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.heroclix.attack.attack import declare_events
from companion.games.heroclix.attack.declared import AttackKind
from companion.games.heroclix.attack.power_events import AttackShaped
from companion.games.heroclix.attack.targeting import legal_targets
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.powers.holding import active_of
from companion.games.heroclix.powers.verbs.asking import ask_choice
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Resolve

__all__ = ["AttackAgain"]


@dataclass(frozen=True, slots=True)
class AttackAgain(Verb):
    """After the attack of the action one more close attack, on any legal target; gone when the power is lost.

    An attack is no action: no other power joins it (HC-ACT-17).
    """

    resolves: ClassVar[bool] = True
    follows: ClassVar[bool] = True

    def shape(self, state: State, piece: Piece, kind: AttackKind, power: str) -> AttackShaped | None:
        """The first attack, with the power declared."""
        return AttackShaped(power) if kind is AttackKind.CLOSE else None

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The second target, then the second attack."""
        resolved, piece = PowerResolved(step.piece, step.power), state.piece(step.piece)
        has_it = next(active_of(state, piece, step.power), None)
        targets = legal_targets(state, piece, AttackKind.CLOSE) if has_it and piece.spaces else ()
        if step.answer is None and targets:
            return ask_choice(state, step, targets)
        chosen = tuple(one for one in targets if step.answer and one == step.answer[0])
        if not chosen:
            return (resolved,)
        return resolved, *declare_events(state, piece, chosen, AttackKind.CLOSE)
