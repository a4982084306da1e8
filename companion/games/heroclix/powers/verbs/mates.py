"""Healing and hurting by team abilities: teammates that are healed, attackers that are hurt in turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.ids import RuleId
from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.power_events import UnavoidableDealt
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.powers.events import PowerResolved, PowerUsed
from companion.games.heroclix.powers.holding import active
from companion.games.heroclix.powers.verbs.asking import ask_choice, ask_dice
from companion.games.heroclix.powers.verbs.heal import healed
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Blow, DamageKind, Resolve
from companion.games.heroclix.tactics.counting import partners_of

__all__ = ["HealTeammate", "HealWhenMateFalls", "StrikeBack", "mourning", "struck_back"]


@dataclass(frozen=True, slots=True)
class HealTeammate(Verb):
    """An adjacent friend with the same ability heals; a die may hurt the healer, unavoidably."""

    clicks: int
    hurts_on: tuple[int, ...]
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether the patient stands beside it and uses the ability too (HC-TA-05)."""
        patient = state.find(use.targets[0]) if use.targets else None
        if patient is None or not patient.spaces:
            yield violation("TW-PIECE-01", use.piece, waivable=False)
        elif patient not in partners_of(state, state.piece(use.piece), use.power):
            yield violation("HC-TA-05", patient.id, waivable=False, ability=use.power)

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """One for each teammate beside it."""
        for mate in partners_of(state, state.piece(use.piece), use.power):
            yield UsePower(use.seat, use.piece, use.power, (mate.id,))

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The roll, the dial of the one, the damage of the other."""
        if step.answer is None:
            return ask_dice(state, step)
        patient = state.piece(step.targets[0])
        hurt = (UnavoidableDealt(step.piece, 1, RuleId("HC-DMG-08")),) if int(step.answer[0]) in self.hurts_on else ()
        return PowerResolved(step.piece, step.power), *healed(state, patient, self.clicks, step.power), *hurt


@dataclass(frozen=True, slots=True)
class HealWhenMateFalls(Verb):
    """When another one with the ability is knocked out, the piece may heal."""

    clicks: int
    resolves: ClassVar[bool] = True

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """Whether it heals."""
        if step.answer is None:
            return ask_choice(state, step, ["heal"])
        resolved, piece = PowerResolved(step.piece, step.power), state.piece(step.piece)
        return (resolved, *healed(state, piece, self.clicks, step.power)) if step.answer else (resolved,)


@dataclass(frozen=True, slots=True)
class StrikeBack(Verb):
    """Whoever damages it with an attack is dealt unavoidable damage, even when it was knocked out by it."""

    damage: int


def mourning(state: State, fallen: Piece) -> tuple[PowerUsed, ...]:
    """The teammates who may heal now that the piece is knocked out; ``state`` is the one in which it still stands."""
    own = {power for power, _ in active(state, fallen, HealWhenMateFalls)}
    friends = (one for one in state.on_map() if one.id != fallen.id and state.is_friend(one.seat, fallen.seat))
    return tuple(
        PowerUsed(one.id, power)
        for one in friends
        for power, _ in active(state, one, HealWhenMateFalls)
        if power in own and one.click > one.start_click
    )


def struck_back(state: State, piece: Piece, blow: Blow) -> tuple[UnavoidableDealt, ...]:
    """What the attacker is dealt for the damage that the piece takes from it."""
    attack = state.attack
    if attack is None or blow.kind is not DamageKind.ATTACK or piece.id not in attack.hits:
        return ()
    attacker = state.piece(attack.attacker)
    if not attacker.spaces or state.is_friend(attacker.seat, piece.seat):
        return ()
    verbs = active(state, piece, StrikeBack)
    return tuple(UnavoidableDealt(attacker.id, verb.damage, RuleId("HC-DMG-08")) for _, verb in verbs)[:1]
