"""The overlay: what a figure sees, or threatens, from where it stands or where a finger holds it.

off ──> sees ──> threatens ──> off        every field, line and reach is computed at most once per state and square
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from companion.board.fields import seen_from, threatened
from companion.board.lines import SightLine
from companion.board.occupancy import Occupancy
from companion.board.sight import Sight
from companion.board.spaces import Verdict
from companion.core.ids import PieceId, SpaceId
from companion.games.heroclix.moves.gaits import policy_of
from companion.games.heroclix.state.state import Piece, State

__all__ = ["LABELS", "Overlay"]

MODES = ("off", "sees", "threatens")
LABELS = {"off": "overlay_off", "sees": "overlay_sees", "threatens": "overlay_threatens"}  # words of the button

Field = dict[SpaceId, Verdict]
Base = tuple[SpaceId, ...]
T = TypeVar("T")


class Overlay:
    """What is laid over the board; ``mode`` is what its button says, ``aimed`` the opponent aimed at last."""

    def __init__(self, rules: Any) -> None:
        self.mode = MODES[0]
        self.aimed: PieceId | None = None
        self.computed = 0  # how many answers were not in the cache
        self._rules = rules
        self._state: State | None = None
        self._answers: dict[tuple[Any, ...], Any] = {}

    def turn(self) -> None:
        """Nothing: the next mode."""
        self.mode = MODES[(MODES.index(self.mode) + 1) % len(MODES)]

    def standing(self, state: State, piece: Piece) -> Field | None:
        """The field of a figure where it stands, or ``None`` when the overlay is off."""
        if self.mode == "off" or not piece.spaces:
            return None
        if self.mode == "sees":
            return self._seen(state, piece, piece.spaces)
        return self._kept(state, ("threatens", piece.id), lambda: self._threatened(state, piece))

    def held(self, state: State, piece: Piece, base: Base) -> Field | None:
        """The field of a figure that would stand there: what it sees, or how far of that it can attack."""
        if self.mode == "off":
            return None
        seen = self._seen(state, piece, base)
        if self.mode == "sees":
            return seen
        board, distance = state.table.board, _distance(state, piece)
        return {
            space: verdict
            for space, verdict in seen.items()
            if verdict is not Verdict.BLOCKED and any(board.distance(start, space) <= distance for start in base)
        }

    def line(self, state: State, piece: Piece, base: Base) -> SightLine | None:
        """The line from there to the opponent aimed at last, else to the nearest; ``None`` without opponents."""
        target = self.target(state, piece, base)
        if target is None:
            return None
        return self._kept(
            state,
            ("line", piece.id, base, target.id),
            lambda: self._sight(state, piece, base).best(base, target.spaces),
        )

    def target(self, state: State, piece: Piece, base: Base) -> Piece | None:
        """The opponent aimed at last, else the nearest to those squares."""
        opponents = [one for one in state.on_map() if not state.is_friend(piece.seat, one.seat)]
        aimed = next((one for one in opponents if one.id == self.aimed), None)
        board = state.table.board

        def away(one: Piece) -> tuple[int, PieceId]:
            return min(board.distance(here, there) for here in base for there in one.spaces), one.id

        return aimed or min(opponents, key=away, default=None)

    def _seen(self, state: State, piece: Piece, base: Base) -> Field:
        return self._kept(state, ("sees", piece.id, base), lambda: seen_from(self._sight(state, piece, base), base))

    def _threatened(self, state: State, piece: Piece) -> Field:
        mover, board = state.occupant(piece), state.table.board
        policy, distance = policy_of(mover.abilities), _distance(state, piece)
        return threatened(board, state.occupancy(), mover, policy, self._rules, distance)

    def _sight(self, state: State, piece: Piece, base: Base) -> Sight:
        def make() -> Sight:
            others = [one for one in state.occupancy() if one.piece != piece.id and not set(one.spaces) & set(base)]
            moved = replace(state.occupant(piece), spaces=base)
            return Sight(state.table.board, Occupancy.of([*others, moved]), self._rules)

        return self._kept(state, ("sight", piece.id, base), make)

    def _kept(self, state: State, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        if state is not self._state:
            self._state, self._answers = state, {}
        if key not in self._answers:
            self.computed += 1
            self._answers[key] = make()
        found: T = self._answers[key]
        return found


def _distance(state: State, piece: Piece) -> int:
    """How far the figure attacks: its range, and next to it in any case."""
    return max(1, state.figure(piece).range)
