"""What every verb may be asked: the class that all verbs begin with, with the answers of those that say nothing.

use ──violations──> an action of its own            offers ──> the ways to use it
shape ──> a combat action that activates it          resolve ──> its next thing, while it is on the agenda
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from companion.core.rules import Violation
from companion.games.heroclix.attack.declared import AttackKind, Target
from companion.games.heroclix.attack.power_events import AttackShaped
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Resolve

__all__ = ["Verb"]


class Verb:
    """One verb with its parameters; what it does is in the methods a family overrides."""

    __slots__ = ()
    is_action: ClassVar[bool] = False  # used by a command of its own
    offers_legal: ClassVar[bool] = False  # every use offered passes ``violations``, which need not be asked again
    resolves: ClassVar[bool] = False  # takes its place on the agenda
    follows: ClassVar[bool] = False  # … behind an attack whose action activated it
    after_hit: ClassVar[bool] = False  # … once such an attack has hit

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """The rules this use of the power breaks, besides those of giving the action."""
        return iter(())

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """Every way to use the power that may be legal; ``use`` names seat, piece and power."""
        if self.is_action:
            yield use

    def shape(self, state: State, piece: Piece, kind: AttackKind, power: str) -> AttackShaped | None:
        """What an attack of that kind becomes when its action activates the power; ``None``: it cannot."""
        return None

    def widened(
        self, state: State, attacker: Piece, aims: tuple[Target, ...], power: str
    ) -> tuple[Any, ...]:
        """What else such an attack meets, besides the targets it was aimed at."""
        return ()

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """What the power does next."""
        return (PowerResolved(step.piece, step.power),)
