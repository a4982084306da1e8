"""Healing: dials that turn back, never past the starting line (HC-DMG-15, -16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.ids import RuleId
from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.power_events import UnavoidableDealt
from companion.games.heroclix.attack.turning import turned
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.figures.dial import heal_to
from companion.games.heroclix.moves.adjacency import adjacent_friends, adjacent_opponents, are_adjacent
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.powers.verbs.asking import ask_dice, at_stage
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Resolve

__all__ = ["Heal", "HealByHitting", "HealFriend", "healed"]


def healed(state: State, piece: Piece, clicks: int, power: str) -> tuple[Any, ...]:
    """The dial turned back so far, as far as it goes."""
    after = heal_to(piece.click, clicks, piece.start_click)
    return turned(state, piece, after, power) if after != piece.click else ()


@dataclass(frozen=True, slots=True)
class Heal(Verb):
    """The piece heals a die less an amount."""

    less: int = 0
    least: int = 0
    half: bool = False  # of the die, rounded up (HC-VAL-05)
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The roll, then the dial."""
        if step.answer is None:
            return ask_dice(state, step)
        face = int(step.answer[0])
        clicks = max(self.least, ((face + 1) // 2 if self.half else face) - self.less)
        return PowerResolved(step.piece, step.power), *healed(state, state.piece(step.piece), clicks, step.power)


@dataclass(frozen=True, slots=True)
class HealFriend(Verb):
    """An adjacent friend heals a die less an amount, when two dice and the attack reach its defense.

    Neither may be next to an opponent. 1-1 fails and hurts the patient, 6-6 succeeds and heals one more (HC-ATK-13).
    """

    less: int = 0
    least: int = 0
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether both are where they must be."""
        piece, patient = state.piece(use.piece), state.find(use.targets[0]) if use.targets else None
        if patient is None or not patient.spaces:
            yield violation("TW-PIECE-01", use.piece, waivable=False)
            return
        if not state.is_friend(piece.seat, patient.seat) or not are_adjacent(state, piece, patient):
            yield violation("HC-ADJ-02", patient.id, piece=piece.id)
        for one in (piece, patient):
            near = adjacent_opponents(state, one)
            if near:
                yield violation("HC-ADJ-02", one.id, waivable=False, piece=near[0].id)

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """One for each friend beside it."""
        for friend in adjacent_friends(state, state.piece(use.piece)):
            yield UsePower(use.seat, use.piece, use.power, (friend.id,))

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The roll to reach, the roll to heal, the dial."""
        resolved = PowerResolved(step.piece, step.power)
        piece, patient = state.piece(step.piece), state.piece(step.targets[0])
        if step.answer is None:
            return ask_dice(state, step, 2 if step.stage == 0 else 1)
        faces = tuple(map(int, step.answer))
        if step.stage == 0:
            if faces == (1, 1):
                return resolved, UnavoidableDealt(patient.id, 1, RuleId("HC-ATK-13"))
            total = sum(faces) + state.value(piece, "attack")
            if faces != (6, 6) and total < state.value(patient, "defense"):
                return (resolved,)
            return (at_stage(step, 2 if faces == (6, 6) else 1),)
        clicks = max(self.least, faces[0] - self.less) + (1 if step.stage == 2 else 0)
        return resolved, *healed(state, patient, clicks, step.power)


@dataclass(frozen=True, slots=True)
class HealByHitting(Verb):
    """Each time an opponent takes damage from its close attack, the piece heals."""

    clicks: int = 1
    once: bool = False  # once for an attack, when it is resolved
