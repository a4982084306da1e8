"""Who stays, who goes: knock back that is ignored, chosen, or made without an attack (HC-KB-02)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.power_events import KnockBackDue
from companion.games.heroclix.attack.targeting import is_in_sight
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.moves.adjacency import adjacent_opponents, are_adjacent
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.powers.verbs.asking import ask_choice, ask_dice
from companion.games.heroclix.powers.verbs.modify_value import During
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Resolve

__all__ = ["GiveWay", "KnocksBack", "PushAway", "StandFirm"]


@dataclass(frozen=True, slots=True)
class StandFirm(Verb):
    """The piece ignores knock back (HC-KB-03)."""


@dataclass(frozen=True, slots=True)
class KnocksBack(Verb):
    """Attacks of that kind have the ability to knock back, where it is one (HX-KB-04)."""

    attack: During = During.ANY


@dataclass(frozen=True, slots=True)
class GiveWay(Verb):
    """The piece may let an attack that damaged it knock it back, and takes no damage from knock back."""

    resolves: ClassVar[bool] = True

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """Whether it goes; as many squares as it took damage."""
        if step.answer is None:
            return ask_choice(state, step, ["give_way"])
        resolved, attack = PowerResolved(step.piece, step.power), state.attack
        if not step.answer or attack is None:
            return (resolved,)
        aim = attack.target(step.piece)
        by = state.piece(attack.attacker).seat
        return resolved, KnockBackDue(step.piece, int(step.option), (aim.start, aim.end), by)


@dataclass(frozen=True, slots=True)
class PushAway(Verb):
    """One adjacent opponent is knocked back as many squares as a die shows: once used, it is not declined (HX-KB-07).

    The squares may be fixed, and the opponent may be within so many squares and in sight instead (HX-KB-06).
    """

    squares: int = 0  # none: a die
    within: int = 0  # none: adjacent
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether the target stands beside it and may be knocked back."""
        piece, target = state.piece(use.piece), state.find(use.targets[0]) if use.targets else None
        if target is None or not target.spaces:
            yield violation("TW-PIECE-01", use.piece, waivable=False)
            return
        if state.is_friend(piece.seat, target.seat):
            yield violation("HC-ATK-03", target.id)
        if state.is_immune(target):
            yield violation("HC-TURN-11", target.id)
        if self.within:
            if not is_in_sight(state, piece, target, self.within):
                yield violation("HC-RNG-05", target.id, range=self.within)
        elif not are_adjacent(state, piece, target):
            yield violation("HC-ATK-04", target.id, attacker=piece.id)

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """One for each opponent beside it, or near enough."""
        piece = state.piece(use.piece)
        foes = (one for one in state.on_map() if not state.is_friend(piece.seat, one.seat))
        for target in foes if self.within else adjacent_opponents(state, piece):
            yield UsePower(use.seat, use.piece, use.power, (target.id,))

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The roll, then the way back."""
        if step.answer is None and not self.squares:
            return ask_dice(state, step)
        board, piece, target = state.table.board, state.piece(step.piece), state.piece(step.targets[0])
        pairs = ((a, b) for a in piece.spaces for b in target.spaces)
        line = min(pairs, key=lambda pair: (not board.is_adjacent(*pair), board.distance(*pair)))
        squares = self.squares or int(step.answer[0] if step.answer else 0)
        return PowerResolved(piece.id, step.power), KnockBackDue(target.id, squares, line, piece.seat)
