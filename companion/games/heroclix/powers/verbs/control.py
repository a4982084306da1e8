"""Pieces that change sides for one action (HC-TEAM-08).

attack that deals no damage ─hit─> each target is its attacker's friend ─> one action, or none ─> it goes back
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.ids import PieceId
from companion.core.rules import Violation
from companion.games.heroclix.attack.attack import declare_events
from companion.games.heroclix.attack.declared import AttackKind
from companion.games.heroclix.attack.power_events import AttackShaped, EffectDealt
from companion.games.heroclix.attack.targeting import aiming_violations, legal_targets
from companion.games.heroclix.commands import UsePower, used
from companion.games.heroclix.moves.adjacency import are_adjacent
from companion.games.heroclix.moves.movement import legal_bases, move_of
from companion.games.heroclix.powers.events import ControlReturned, ControlTaken, FreeMoveBegan, PowerResolved
from companion.games.heroclix.powers.verbs.asking import ask_choice, ask_place, at_stage
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.reckoning import range_value
from companion.games.heroclix.state import ActionKind, Piece, State
from companion.games.heroclix.steps import Resolve

__all__ = ["TakeControl"]

MOVE = "move"


@dataclass(frozen=True, slots=True)
class TakeControl(Verb):
    """An attack that deals no damage; who is hit carries out one action for its attacker.

    ``range`` is that of a user whose own is 0. The user is dealt 1 damage for every so many ``points`` of those hit.
    """

    range: int
    points: int
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether they may be attacked so."""
        piece = state.piece(use.piece)
        kind = self._kind(state, piece, use.targets)
        yield from aiming_violations(state, piece, use.targets, kind, use.power, self._within(state, piece))

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """One for each opponent that may be the only target."""
        piece = state.piece(use.piece)
        for other in state.on_map():
            if not state.is_friend(piece.seat, other.seat):
                yield used(use, (other.id,))

    def _within(self, state: State, piece: Piece) -> int | None:
        return None if range_value(state, piece) else self.range

    def _kind(self, state: State, piece: Piece, targets: tuple[PieceId, ...]) -> AttackKind:
        """Close against a neighbour, else ranged."""
        found = state.find(targets[0]) if len(targets) == 1 else None
        near = found is not None and bool(found.spaces) and are_adjacent(state, piece, found)
        return AttackKind.CLOSE if near else AttackKind.RANGED

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The attack (0), who was hit (1), and for each of those its action (2, 3) and its return (4)."""
        user = state.piece(step.piece)
        if step.stage == 0:
            shape = AttackShaped(step.power, harmless=True)
            kind = self._kind(state, user, step.targets)
            return at_stage(step, 1), *declare_events(state, user, step.targets, kind, shape)
        if step.stage == 1:
            return self._taken(state, step, user)
        if step.stage == 4:
            returned, left = ControlReturned(step.targets[0]), step.targets[1:]
            return (returned, at_stage(step, 2, left) if left else PowerResolved(step.piece, step.power))
        return self._acted(state, step)

    def _taken(self, state: State, step: Resolve, user: Piece) -> tuple[Any, ...]:
        """Those hit come over; the user pays for them."""
        hits = state.attack.hits if state.attack is not None and state.attack.attacker == user.id else ()
        hits = tuple(one for one in hits if state.piece(one).spaces)
        if not hits:
            return (PowerResolved(step.piece, step.power),)
        price = sum(state.piece(one).points for one in hits) // self.points
        dealt = (EffectDealt(user.id, step.power, (user.id,), price),) if price else ()
        return at_stage(step, 2, hits), ControlTaken(hits, user.seat), *dealt

    def _acted(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """What the piece does for its new friend: asked for, then where or at whom, then done."""
        piece, back = state.piece(step.targets[0]), at_stage(step, 4)
        if not piece.spaces:
            return (back,)
        aims = {kind.value: legal_targets(state, piece, kind) for kind in AttackKind}
        bases = {base[0]: base for base in legal_bases(state, piece) if len(base) == 1}
        ways = [*([MOVE] if bases else ()), *(kind for kind, targets in aims.items() if targets)]
        if step.stage == 2:
            if step.answer is None and ways:
                return ask_choice(state, step, ways, piece=piece.id)
            return (at_stage(step, 3, option=step.answer[0]),) if step.answer else (back,)
        if step.answer is None:
            if step.option == MOVE:
                return ask_place(state, step, bases, piece)
            return ask_choice(state, step, aims[step.option], piece=piece.id)
        if not step.answer:
            return (back,)
        if step.option == MOVE:
            move = move_of(state, piece, bases[step.answer[0]], ActionKind.MOVE)  # type: ignore[index]
            return back, FreeMoveBegan(piece.id, move.path, move.to, move.cost, move.breaks_away)
        target = next(one for one in aims[step.option] if one == step.answer[0])
        return back, *declare_events(state, piece, (target,), AttackKind(step.option))
