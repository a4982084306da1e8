"""Markers that change the terrain for a while (HC-TERR-06)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any, ClassVar

from companion.board.grid import GridBoard
from companion.board.spaces import Terrain
from companion.board.squares import parse_square
from companion.core.ids import SpaceId
from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.targeting import seen_among, sees_space
from companion.games.heroclix.commands import UsePower, used
from companion.games.heroclix.powers.durations import next_number
from companion.games.heroclix.powers.events import EffectBegan, PowerResolved
from companion.games.heroclix.powers.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.reckoning import range_value
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Resolve

__all__ = ["Marker", "PlaceMarkers"]


class Marker(StrEnum):
    """The kinds of markers."""

    SMOKE = "smoke"  # hindering; not on blocking terrain, nor where it is hindering already (HC-TERR-09, -31)
    BARRIER = "barrier"  # blocking; on clear terrain where nobody stands (HC-VAL-10)


@dataclass(frozen=True, slots=True)
class PlaceMarkers(Verb):
    """Up to so many markers on squares that hang together, all within range, at least one in sight.

    They lie there until the own next turn, and go with their power (HC-POW-13).
    """

    marker: Marker
    most: int
    least_range: int
    destructible: bool = False  # an attack may destroy the markers like blocking terrain
    is_action: ClassVar[bool] = True
    offers_legal: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether the markers may lie there."""
        board, piece = state.table.board, state.piece(use.piece)
        strange = [space for space in use.to if space not in board]
        if strange or not 1 <= len(use.to) <= self.most or len(set(use.to)) < len(use.to):
            yield violation(
                "HC-MAP-07", strange[0] if strange else None, waivable=False, found=", ".join(use.to) or "-"
            )
            return
        reach = max(range_value(state, piece), self.least_range)
        for space in use.to:
            distance = min(board.distance(own, space) for own in piece.spaces)
            if distance > reach:
                yield violation("HC-RNG-02", space, range=reach, distance=distance)
            if not self._may_lie(state, space):
                yield violation("HC-VAL-10", space, waivable=False, piece=self.marker.value)
        if not _hang_together(board, use.to):
            yield violation("HC-ADJ-01", use.to[0])
        if not any(sees_space(state, piece, space) for space in use.to):
            yield violation("HC-RNG-05", use.to[0], range=reach)

    def _may_lie(self, state: State, space: SpaceId) -> bool:
        board = state.table.board
        if self.marker is Marker.SMOKE:
            return not board.tile(space).terrain & {Terrain.BLOCKING, Terrain.HINDERING}
        return not board.tile(space).terrain and state.occupancy().on(space) is None

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """Single markers, and whole rows of them; other shapes are laid by hand."""
        board, piece = state.table.board, state.piece(use.piece)
        within = board.within(max(range_value(state, piece), self.least_range), *piece.spaces)
        free = {space for space in within if self._may_lie(state, space)}
        seen = seen_among(state, piece, free)
        for space in within:
            if space not in free:
                continue
            if space in seen:
                yield used(use, to=(space,))
            column, row = parse_square(space)
            for across, down in ((1, 0), (0, 1)):
                squares = (board.at(column + across * n, row + down * n) for n in range(self.most))
                line = tuple(one for one in squares if one in free)
                if (
                    len(line) == self.most
                    and not seen.isdisjoint(line)
                    and all(board.is_adjacent(*pair) for pair in pairwise(line))
                ):
                    yield used(use, to=line)

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The markers."""
        effect = Lasting(
            next_number(state), LastingKind.MARKS, step.piece, self.marker.value, Until.TURN_START,
            seat=state.piece(step.piece).seat, by=step.piece, power=step.power, spaces=step.spaces,
        )  # fmt: skip
        return PowerResolved(step.piece, step.power), EffectBegan(effect)


def _hang_together(board: GridBoard, spaces: tuple[SpaceId, ...]) -> bool:
    """Whether every square is reached from the first by steps between adjacent ones of them."""
    reached, todo = {spaces[0]}, [spaces[0]]
    while todo:
        here = todo.pop()
        new = {space for space in spaces if space not in reached and board.is_adjacent(here, space)}
        reached |= new
        todo += sorted(new)
    return len(reached) == len(spaces)
