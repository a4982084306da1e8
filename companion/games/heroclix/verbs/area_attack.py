"""Attacks on everybody around."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.rules import Violation, violation
from companion.games.heroclix.attack import declare_events
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.declared import AttackKind
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.power_events import AttackShaped, PowerResolved
from companion.games.heroclix.reckoning import fighting_value
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Resolve
from companion.games.heroclix.targeting import legal_targets
from companion.games.heroclix.verbs.verb import Verb

__all__ = ["AttackAllAround"]


@dataclass(frozen=True, slots=True)
class AttackAllAround(Verb):
    """One close attack against every adjacent opponent, with at most so much damage to each, knocked back besides."""

    most: int
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, edition: Edition, use: UsePower) -> Iterator[Violation]:
        """Whether there is anybody to attack."""
        if not legal_targets(state, edition, state.piece(use.piece), AttackKind.CLOSE, use.power):
            yield violation("HC-ATK-02", use.piece, waivable=False)

    def resolve(self, state: State, edition: Edition, step: Resolve) -> tuple[Any, ...]:
        """The attack."""
        piece = state.piece(step.piece)
        targets = legal_targets(state, edition, piece, AttackKind.CLOSE, step.power)
        damage = fighting_value(state, edition, piece, "damage", AttackKind.CLOSE).value
        shape = AttackShaped(step.power, min(damage, self.most), whole=True, knocks=True)
        declared = declare_events(state, edition, piece, targets, AttackKind.CLOSE, shape)
        return PowerResolved(step.piece, step.power), *declared
