"""Combat actions whose attack is not the usual one: piercing, stronger, harmless."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.rules import Violation
from companion.games.heroclix.attack.attack import declare_events
from companion.games.heroclix.attack.declared import AttackKind
from companion.games.heroclix.attack.power_events import AttackShaped
from companion.games.heroclix.attack.targeting import aiming_violations, legal_targets
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.events import TokenPlaced
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.powers.verbs.modify_value import During
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import MOST_TOKENS, Piece, State
from companion.games.heroclix.steps import Resolve
from companion.games.heroclix.values import Contribution, Operation

__all__ = ["GiveToken", "Pierce", "StrikeHarder"]


@dataclass(frozen=True, slots=True)
class Pierce(Verb):
    """The damage of the attack is penetrating (HC-DMG-07); of each such attack, where no action activates it."""

    attack: During

    def shape(self, state: State, piece: Piece, kind: AttackKind, power: str) -> AttackShaped | None:
        """The attack, penetrating."""
        return AttackShaped(power, penetrating=True) if self.attack.covers(kind) else None


@dataclass(frozen=True, slots=True)
class GiveToken(Verb):
    """The attack deals no damage; who is hit gets an action token like any other (HC-TOKEN-08), unless it
    holds two (HC-VAL-14)."""

    attack: During = During.ANY
    resolves: ClassVar[bool] = True
    after_hit: ClassVar[bool] = True

    def shape(self, state: State, piece: Piece, kind: AttackKind, power: str) -> AttackShaped | None:
        """The attack, harmless."""
        return AttackShaped(power, harmless=True) if self.attack.covers(kind) else None

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The tokens of those hit; a second one pushes (HC-TOKEN-05)."""
        hits = state.attack.hits if state.attack else ()
        given = (state.piece(one) for one in hits)
        tokens = (TokenPlaced(one.id, one.tokens + 1) for one in given if one.tokens < MOST_TOKENS)
        return PowerResolved(step.piece, step.power), *tokens


@dataclass(frozen=True, slots=True)
class StrikeHarder(Verb):
    """A power action: one attack on a single target, with more damage."""

    attack: During
    damage: int
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    @property
    def kind(self) -> AttackKind:
        """The kind of the attack."""
        return AttackKind(self.attack.value)

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether its one target may be attacked."""
        attacker = state.piece(use.piece)
        yield from aiming_violations(state, attacker, use.targets[:1], self.kind, use.power)

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """One for each target."""
        for target in legal_targets(state, state.piece(use.piece), self.kind, use.power):
            yield UsePower(use.seat, use.piece, use.power, (target,))

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The attack."""
        more = Contribution(Operation.MODIFIED, self.damage, step.power, step.piece)
        shape = AttackShaped(step.power)
        attacker = state.piece(step.piece)
        declared = declare_events(state, attacker, step.targets[:1], self.kind, shape, more)
        return PowerResolved(step.piece, step.power), *declared
