"""Pieces that are put somewhere else: placed, not moved (HC-MOVE-13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.board.spaces import Terrain
from companion.core.ids import SpaceId
from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.attack import declare_events
from companion.games.heroclix.attack.declared import AttackKind
from companion.games.heroclix.attack.power_events import AttackShaped
from companion.games.heroclix.attack.targeting import (
    aiming_violations,
    is_in_sight,
    may_aim,
    sees_space,
    spaces_seen,
)
from companion.games.heroclix.commands import UsePower, used
from companion.games.heroclix.moves.adjacency import are_adjacent
from companion.games.heroclix.objects.levitating import levitated_events, levitation_violations, levitations
from companion.games.heroclix.powers.events import PiecePlaced, PowerResolved
from companion.games.heroclix.powers.verbs.asking import at_stage
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Resolve

__all__ = ["PlaceOther"]


@dataclass(frozen=True, slots=True)
class PlaceOther(Verb):
    """A friend is placed on another square; an opponent when an attack that deals no damage has hit it.

    User, piece and square are within so many squares and in sight of one another; only bases of one square, and no
    giants (HC-MULTI-14).
    """

    within: int
    objects: bool = False  # also an object, or one thrown at an opponent
    opponents: bool = True
    is_action: ClassVar[bool] = True
    offers_legal: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether piece and square may be chosen."""
        board, piece = state.table.board, state.piece(use.piece)
        if self.objects and use.targets and state.table.tactics.object(use.targets[0]) is not None:
            item = use.targets[0]
            yield from levitation_violations(state, piece, item, use.to, self.within, use.option)
            return
        other = state.find(use.targets[0]) if use.targets else None
        if other is None or not other.spaces or other.id == piece.id:
            yield violation("TW-PIECE-01", use.piece, waivable=False)
            return
        if len(use.to) != 1 or use.to[0] not in board:
            yield violation("HC-MAP-07", None, waivable=False, found=", ".join(use.to) or "-")
            return
        to = use.to[0]
        if len(other.spaces) > 1 or state.abilities(other) & {"giant", "colossal"}:
            yield violation("HC-MULTI-14", other.id)
        if board.has(to, Terrain.BLOCKING) or state.occupancy().on(to) is not None:
            yield violation("HC-VAL-10", to, waivable=False, piece=other.id)
        if not is_in_sight(state, piece, other, self.within):
            yield violation("HC-RNG-05", other.id, range=self.within)
        if not all(self._reaches(state, one, to) for one in (piece, other)):
            yield violation("HC-RNG-05", to, range=self.within)
        if not state.is_friend(piece.seat, other.seat) and not self.opponents:
            yield violation("HC-VAL-01", other.id, waivable=False, attacker=piece.id)
        elif not state.is_friend(piece.seat, other.seat):
            kind = self._kind(state, piece, other)
            yield from aiming_violations(state, piece, (other.id,), kind, use.power)

    def _reaches(self, state: State, one: Piece, to: SpaceId) -> bool:
        near = min(state.table.board.distance(own, to) for own in one.spaces) <= self.within
        return near and sees_space(state, one, to)

    def _kind(self, state: State, piece: Piece, other: Piece) -> AttackKind:
        return AttackKind.CLOSE if are_adjacent(state, piece, other) else AttackKind.RANGED

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """One for each piece and each square."""
        piece, others = state.piece(use.piece), [*state.on_map()]
        others = [one for one in others if self._may_go(state, use, piece, one)]
        spaces = self._spaces(state, piece) if others else ()
        for other in others:
            near = frozenset(self._spaces(state, other))
            yield from (used(use, (other.id,), (space,)) for space in spaces if space in near)
        if self.objects:
            for item, space, option in levitations(state, piece, self.within):
                yield used(use, (item,), (space,), option)

    def _may_go(self, state: State, use: UsePower, piece: Piece, other: Piece) -> bool:
        """Whether the other piece may be placed somewhere, as ``violations`` says, wherever that is."""
        if other.id == piece.id or len(other.spaces) > 1 or state.abilities(other) & {"giant", "colossal"}:
            return False
        if not is_in_sight(state, piece, other, self.within):
            return False
        if state.is_friend(piece.seat, other.seat):
            return True
        kind = self._kind(state, piece, other)
        return self.opponents and may_aim(state, piece, other, kind, use.power)

    def _spaces(self, state: State, one: Piece) -> tuple[SpaceId, ...]:
        """The free squares within reach and in sight of the piece, in reading order."""
        board, seen, taken = state.table.board, spaces_seen(state, one), state.occupancy().by_space
        within = (space for space in board.within(self.within, *one.spaces) if space in seen)
        return tuple(space for space in within if space not in taken and not board.has(space, Terrain.BLOCKING))

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The friend goes; an opponent is attacked first, and goes when it is hit."""
        piece, resolved, first = state.piece(step.piece), PowerResolved(step.piece, step.power), step.targets[0]
        if state.table.tactics.object(first) is not None:
            return resolved, *levitated_events(state, piece, first, step.spaces[0], step.option)
        other = state.piece(first)
        placed = PiecePlaced(other.id, step.spaces)
        if state.is_friend(piece.seat, other.seat):
            return resolved, placed
        if step.stage == 0:
            shape = AttackShaped(step.power, harmless=True)
            kind = self._kind(state, piece, other)
            return at_stage(step, 1), *declare_events(state, piece, (other.id,), kind, shape)
        hit = state.attack is not None and other.id in state.attack.hits and bool(other.spaces)
        there = state.occupancy().on(step.spaces[0])  # taken by now: that part of it is ignored (HC-VAL-12)
        goes = hit and (there is None or there.piece == other.id)
        return (resolved, placed) if goes else (resolved,)
