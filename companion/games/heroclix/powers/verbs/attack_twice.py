"""Two attacks for one power action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.ids import PieceId
from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.attack import declare_events
from companion.games.heroclix.attack.declared import AttackKind
from companion.games.heroclix.attack.targeting import legal_targets
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.powers.holding import active_of
from companion.games.heroclix.powers.verbs.asking import ask_choice, at_stage
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Resolve
from companion.games.heroclix.values import Contribution, Operation

__all__ = ["AttackTwice"]


@dataclass(frozen=True, slots=True)
class AttackTwice(Verb):
    """Two attacks, close or ranged, on one target each; the damage of the second one is modified.

    Each is an attack and no action: no power joins it (HC-ACT-17). Lost before the second, there is none.
    """

    second: int = 0
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether there is anybody to attack."""
        if not _targets(state, state.piece(use.piece)):
            yield violation("HC-ATK-02", use.piece, waivable=False)

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The target, the attack; and again."""
        resolved, piece = PowerResolved(step.piece, step.power), state.piece(step.piece)
        has_it = bool(piece.spaces) and next(active_of(state, piece, step.power), None) is not None
        targets = _targets(state, piece) if has_it else {}
        if step.answer is None and targets:
            return ask_choice(state, step, targets)
        chosen = next((one for one in targets if step.answer and one == step.answer[0]), None)
        if chosen is None:
            return (resolved,)
        weaker = Contribution(Operation.MODIFIED, self.second, step.power, piece.id)
        more = (weaker,) if step.stage and self.second else ()
        declared = declare_events(state, piece, (chosen,), targets[chosen], None, *more)
        return (resolved if step.stage else at_stage(step, 1)), *declared


def _targets(state: State, piece: Piece) -> dict[PieceId, AttackKind]:
    """Whom it may attack, and how: at arm's length close attacks alone."""
    shots = dict.fromkeys(legal_targets(state, piece, AttackKind.RANGED), AttackKind.RANGED)
    return shots | dict.fromkeys(legal_targets(state, piece, AttackKind.CLOSE), AttackKind.CLOSE)
