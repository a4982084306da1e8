"""Action tokens that come off before their time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.step_events import TokenShed
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.powers.verbs.asking import ask_dice
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Resolve

__all__ = ["ShedToken"]


@dataclass(frozen=True, slots=True)
class ShedToken(Verb):
    """A die; on these faces one of the piece's own tokens is removed."""

    faces: tuple[int, ...]
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether there is a token to remove."""
        if not state.piece(use.piece).tokens:
            yield violation("HC-TOKEN-01", use.piece, waivable=False)

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The roll, then the token."""
        if step.answer is None:
            return ask_dice(state, step)
        left = state.piece(step.piece).tokens - 1
        shed = (TokenShed(step.piece, max(0, left)),) if int(step.answer[0]) in self.faces else ()
        return PowerResolved(step.piece, step.power), *shed
