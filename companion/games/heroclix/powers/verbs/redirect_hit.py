"""Pieces that become the target, or the hit target, in the place of another one (HX-HIT-06, -07)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from companion.board.spaces import Verdict
from companion.games.heroclix.attack.declared import Target
from companion.games.heroclix.attack.step_events import HitRedirected, TargetRedirected
from companion.games.heroclix.moves.adjacency import are_adjacent
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.powers.verbs.asking import ask_choice
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Resolve

__all__ = ["Becomes", "RedirectHit"]


class Becomes(StrEnum):
    """What the friend becomes."""

    TARGET = "target"
    HIT = "hit"


@dataclass(frozen=True, slots=True)
class RedirectHit(Verb):
    """When the piece would be hit, a friend may become the hit target instead: range, line and adjacency to the
    attacker do not matter, and it neither refuses to be the target nor evades. Or the target, when it would be one."""

    within: int = 0  # squares to that friend, whatever lies between; none: adjacent
    lesser: bool = True  # of fewer points, or with a keyword in common
    becomes: Becomes = Becomes.HIT
    resolves: ClassVar[bool] = True

    def bearers(self, state: State, piece: Piece) -> Iterator[Piece]:
        """The friends that could become it."""
        hits = state.attack.hits if state.attack else ()
        if state.attack and self.becomes is Becomes.TARGET:
            hits = tuple(one.piece for one in state.attack.targets)
        for one in state.on_map():
            if one.id == piece.id or one.id in hits or not state.is_friend(piece.seat, one.seat):
                continue
            if self._is_near(state, piece, one) and (not self.lesser or self._is_lesser(state, piece, one)):
                yield one

    def _is_near(self, state: State, piece: Piece, one: Piece) -> bool:
        if not self.within:
            return are_adjacent(state, piece, one)
        return min(state.table.board.distance(a, b) for a in piece.spaces for b in one.spaces) <= self.within

    def _is_lesser(self, state: State, piece: Piece, one: Piece) -> bool:
        common = {*state.figure(piece).keywords} & {*state.figure(one).keywords}
        return one.points < piece.points or bool(common)

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """Who becomes it, if anybody."""
        if step.answer is None:
            return ask_choice(state, step, [one.id for one in self.bearers(state, state.piece(step.piece))])
        resolved, attack = PowerResolved(step.piece, step.power), state.attack
        if not step.answer or attack is None:
            return (resolved,)
        friend = next(one for one in state.pieces if one.id == step.answer[0])
        start = attack.target(step.piece).start
        to = Target(friend.id, start, friend.spaces[0], Verdict.CLEAR.value, state.value(friend, "defense"))
        if self.becomes is Becomes.TARGET:
            return resolved, TargetRedirected(step.piece, step.power, to)
        return resolved, HitRedirected(step.piece, step.power, to)
