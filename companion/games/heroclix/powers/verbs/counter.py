"""Powers and abilities of opponents that are countered (HC-POW-16, -18)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.targeting import is_in_sight
from companion.games.heroclix.commands import UsePower, used
from companion.games.heroclix.powers.durations import next_number
from companion.games.heroclix.powers.events import EffectBegan, PowerResolved
from companion.games.heroclix.powers.holding import held, is_active
from companion.games.heroclix.powers.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Resolve
from companion.games.heroclix.tactics.bringing import ATTACHED

__all__ = ["BeyondCounter", "Counter"]


@dataclass(frozen=True, slots=True)
class BeyondCounter(Verb):
    """Nothing that the piece possesses can be countered."""


@dataclass(frozen=True, slots=True)
class Counter(Verb):
    """One power or ability that an opponent within so many squares and in sight possesses, until the own next turn."""

    within: int
    is_action: ClassVar[bool] = True
    offers_legal: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether the target can be seen, and possesses what is to be countered."""
        target = state.find(use.targets[0]) if use.targets else None
        if target is None or not target.spaces:
            yield violation("TW-PIECE-01", use.piece, waivable=False)
            return
        if state.is_friend(use.seat, target.seat):
            yield violation("HC-ATK-03", target.id)
        if state.is_immune(target):
            yield violation("HC-TURN-11", target.id)
        if not is_in_sight(state, state.piece(use.piece), target, self.within):
            yield violation("HC-RNG-05", target.id, range=self.within)
        if use.option not in counterable(state, target):
            yield violation(_beyond(state, target, use.option), target.id, waivable=False, power=use.option or "-")

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """One for each power of each opponent."""
        for target in state.on_map():
            if state.is_friend(use.seat, target.seat) or state.is_immune(target):
                continue
            if is_in_sight(state, state.piece(use.piece), target, self.within):
                for power in counterable(state, target):
                    yield used(use, (target.id,), (), power)

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The effect, which ends with its power (HC-POW-13)."""
        effect = Lasting(
            next_number(state), LastingKind.COUNTERS, step.targets[0], step.option, Until.TURN_START,
            seat=state.piece(step.piece).seat, by=step.piece, power=step.power,
        )  # fmt: skip
        return PowerResolved(step.piece, step.power), EffectBegan(effect)


def counterable(state: State, piece: Piece) -> tuple[str, ...]:
    """What could be countered: possessed, in force, and not said to be beyond it (HC-POW-14, -16)."""
    if is_active(state, piece, BeyondCounter):
        return ()
    rules, safe = state.edition.powers, {text.key for text in state.texts(piece) if not text.reading.counterable}
    return tuple(
        one.power
        for one in held(state, piece)
        if one.possessed and one.slot not in ATTACHED and one.power not in safe and not one.power.startswith("trait.")
        if one.power not in rules or rules[one.power].counterable
    )


def _beyond(state: State, piece: Piece, power: str) -> str:
    """The rule that says why it cannot be countered: a trait, a team ability, something merely used, or not there."""
    found = next((one for one in held(state, piece) if one.power == power), None)
    if power.startswith("trait."):
        return "HC-ABIL-15"
    if found is not None and found.slot == "team":
        return "HC-TA-04" if not found.by else "HC-POW-17"  # HC-ABIL-16
    return "HC-POW-17" if found is not None and not found.possessed else "HC-POW-16"
