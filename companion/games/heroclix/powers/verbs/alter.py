"""Values that a power modifies for a while."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.targeting import is_in_sight
from companion.games.heroclix.commands import UsePower, used
from companion.games.heroclix.powers.durations import next_number
from companion.games.heroclix.powers.events import EffectBegan, PowerResolved
from companion.games.heroclix.powers.holding import is_active
from companion.games.heroclix.powers.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.powers.verbs.modify_value import Slot
from companion.games.heroclix.powers.verbs.teamwork import KeepValues
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Resolve

__all__ = ["ModifyForAWhile"]


@dataclass(frozen=True, slots=True)
class ModifyForAWhile(Verb):
    """One value of one piece within so many squares and in sight, plus or minus, until the own next turn.

    It ends at once when that piece is damaged or healed.
    """

    within: int
    amount: int = 1
    values: tuple[Slot, ...] = tuple(Slot)
    is_action: ClassVar[bool] = True
    offers_legal: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    @property
    def options(self) -> dict[str, tuple[str, int]]:
        """What may be chosen: ``attack+1``, ``attack-1`` …"""
        signs = (self.amount, -self.amount)
        return {f"{slot.value}{amount:+d}": (slot.value, amount) for slot in self.values for amount in signs}

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether the target can be seen and the value is one."""
        target = state.find(use.targets[0]) if use.targets else None
        if target is None or not target.spaces:
            yield violation("TW-PIECE-01", use.piece, waivable=False)
            return
        yield from self._target_violations(state, use, target)
        if use.option not in self.options:
            yield violation("HC-VAL-03", target.id, waivable=False, found=use.option or "-")

    def _target_violations(self, state: State, use: UsePower, target: Piece) -> Iterator[Violation]:
        """Why no value of that piece may be modified."""
        piece, is_friend = state.piece(use.piece), state.is_friend(use.seat, target.seat)
        if not is_friend and state.is_immune(target):
            yield violation("HC-TURN-11", target.id)
        if target.id != piece.id and not is_in_sight(state, piece, target, self.within):
            yield violation("HC-RNG-05", target.id, range=self.within)
        if not is_friend and is_active(state, target, KeepValues):
            yield violation("HC-VAL-01", target.id, waivable=False, attacker=piece.id)

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """One for each value of each piece."""
        options = tuple(self.options)
        for target in state.on_map():
            if not any(self._target_violations(state, use, target)):
                yield from (used(use, (target.id,), (), option) for option in options)

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The effect."""
        slot, amount = self.options[step.option]
        target = state.piece(step.targets[0])
        effect = Lasting(
            next_number(state), LastingKind.MODIFIES, target.id, slot, Until.TURN_START, amount,
            seat=state.piece(step.piece).seat, by=step.piece, power=step.power, click=target.click,
        )  # fmt: skip
        return PowerResolved(step.piece, step.power), EffectBegan(effect)
