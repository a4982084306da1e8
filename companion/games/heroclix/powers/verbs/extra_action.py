"""Actions over the action total."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.heroclix.powers.events import ActionsAdded, PowerResolved
from companion.games.heroclix.powers.verbs.asking import ask_dice
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Resolve

__all__ = ["ExtraAction"]


@dataclass(frozen=True, slots=True)
class ExtraAction(Verb):
    """A die; on these faces one more action this turn, and at most one from all such powers; no faces: no die."""

    faces: tuple[int, ...] = ()
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The roll, then the action."""
        if step.answer is None and self.faces:
            return ask_dice(state, step)
        is_given = step.answer is None or int(step.answer[0]) in self.faces
        gained = is_given and not state.extra_actions
        added = (ActionsAdded(state.piece(step.piece).seat, 1),) if gained else ()
        return PowerResolved(step.piece, step.power), *added
