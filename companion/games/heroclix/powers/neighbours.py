"""Those who stand beside, or near: hurt, or knocked back, without an attack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.damage.blow import deal_effect, knock_back
from companion.games.heroclix.events.damage import EffectDealt, KnockBackDue
from companion.games.heroclix.events.play import MOVED
from companion.games.heroclix.events.powers import PowerUsed
from companion.games.heroclix.position.happening import happen
from companion.games.heroclix.position.holding import adjacent_opponents, are_adjacent, ignores
from companion.games.heroclix.position.lines import is_in_sight
from companion.games.heroclix.position.reckoning import within_of
from companion.games.heroclix.position.rolls import throw
from companion.games.heroclix.position.verb import Verb, purpose_of
from companion.games.heroclix.state.state import State


@dataclass(frozen=True, slots=True)
class HurtNeighbours(Verb):
    """Damage to every adjacent opponent, as far as immunity lets it (HC-TURN-11)."""

    damage: int
    still: bool = False  # not when it has moved, or was placed, this turn
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether it has stayed where it was."""
        if self.still and MOVED in state.piece(use.piece).used:
            yield violation("HC-POW-01", use.piece, waivable=False, power=use.power)

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The damage to each."""
        piece = t.state.piece(used.piece)
        near = tuple(
            other.id
            for other in adjacent_opponents(t.state, piece)
            if not t.state.is_immune(other) and not ignores(t.state, other, used.power)
        )
        dealt = EffectDealt(piece.id, used.power, near, self.damage)
        happen(t, dealt)
        yield from deal_effect(t, dealt, piece.seat)


@dataclass(frozen=True, slots=True)
class PushAway(Verb):
    """One adjacent opponent is knocked back as many squares as a die shows: once used, it is not declined (HX-KB-07).

    The squares may be fixed, and the opponent may be within so many squares and in sight instead (HX-KB-06).
    """

    squares: int = 0  # none: a die
    within: int = 0  # none: adjacent
    minimum: bool = False  # ``within`` is a minimum range
    is_action: ClassVar[bool] = True
    aims: ClassVar[int | None] = 1
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
            within = within_of(state, piece, self.within, minimum=self.minimum)
            if not is_in_sight(state, piece, target, within):
                yield violation("HC-RNG-05", target.id, range=within)
        elif not are_adjacent(state, piece, target):
            yield violation("HC-ATK-04", target.id, attacker=piece.id)

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """Generate a use for each opponent beside it, or near enough."""
        piece = state.piece(use.piece)
        foes = (other for other in state.on_map() if not state.is_friend(piece.seat, other.seat))
        for target in foes if self.within else adjacent_opponents(state, piece):
            yield UsePower(use.seat, use.piece, use.power, (target.id,))

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The roll, then the way back."""
        piece, squares = t.state.piece(used.piece), self.squares
        if not squares:
            squares = yield from throw(t, piece, purpose_of(used.power))
        board, target = t.state.table.board, t.state.piece(used.targets[0])
        pairs = ((a, b) for a in piece.spaces for b in target.spaces)
        line = min(pairs, key=lambda pair: (not board.is_adjacent(*pair), board.distance(*pair)))
        happen(t, KnockBackDue(target.id, squares, line, piece.seat))
        yield from knock_back(t, target.id, squares, line, piece.seat)
