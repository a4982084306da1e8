"""The overlay and the figure in the hand: what a figure sees, or threatens, from where it stands or is held.

off ──> sees ──> threatens ──> off        every field, line and reach is computed at most once per state and square
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from companion.board.fields import seen_from, threatened
from companion.board.lines import SightLine
from companion.board.occupancy import Occupancy
from companion.board.picture import Field, GridDrawing, Line, Place
from companion.board.sight import Sight
from companion.board.spaces import Verdict
from companion.board.squares import format_square, parse_square
from companion.core.ids import PieceId, SpaceId
from companion.core.phrases import Lower, Name, Refusal, Told, Word, joined, say
from companion.core.rules import Rejected, RulesSystem
from companion.games.heroclix.commands import MoveFigure
from companion.games.heroclix.moves.gaits import policy_of
from companion.games.heroclix.moves.movement import ending_of, needs_break_away
from companion.games.heroclix.position.reckoning import standing_value
from companion.games.heroclix.state.state import Piece, State

OVERLAYS = ("off", "sees", "threatens")

Fields = dict[SpaceId, Verdict]
Base = tuple[SpaceId, ...]
T = TypeVar("T")


class Overlay:
    """Fields that may be laid over the board."""

    def __init__(self, system: RulesSystem[State]) -> None:
        self.computed = 0  # how many answers were not in the cache
        self.system = system
        self._state: State | None = None
        self._answers: dict[Hashable, object] = {}

    def standing(self, state: State, piece: Piece, mode: str) -> Fields | None:
        """The field of a figure where it stands, or ``None`` when the overlay is off."""
        if mode == "off" or not piece.spaces:
            return None
        if mode == "sees":
            return self._seen(state, piece, piece.spaces)
        return self._kept(state, ("threatens", piece.id), lambda: self._threatened(state, piece))

    def held(self, state: State, piece: Piece, base: Base, mode: str) -> Fields | None:
        """The field of a figure that would stand there: what it sees, or how far of that it can attack."""
        if mode == "off":
            return None
        seen = self._seen(state, piece, base)
        if mode == "sees":
            return seen
        board, distance = state.table.board, _distance(state, piece)
        return {
            space: verdict
            for space, verdict in seen.items()
            if verdict is not Verdict.BLOCKED and any(board.distance(start, space) <= distance for start in base)
        }

    def line(self, state: State, piece: Piece, base: Base, target: Piece) -> SightLine:
        """The line from there to the target."""
        key = ("line", piece.id, base, target.id)
        return self._kept(state, key, lambda: self._sight(state, piece, base).best(base, target.spaces))

    def target(self, state: State, piece: Piece, base: Base, aimed: PieceId | None) -> Piece | None:
        """The opponent aimed at last, else the nearest to those squares."""
        opponents = [other for other in state.on_map() if not state.is_friend(piece.seat, other.seat)]
        board = state.table.board

        def away(other: Piece) -> tuple[int, PieceId]:
            return min(board.distance(here, there) for here in base for there in other.spaces), other.id

        last = next((other for other in opponents if other.id == aimed), None)
        return last or min(opponents, key=away, default=None)

    def _seen(self, state: State, piece: Piece, base: Base) -> Fields:
        return self._kept(
            state, ("sees", piece.id, base), lambda: dict(seen_from(self._sight(state, piece, base), base))
        )

    def _threatened(self, state: State, piece: Piece) -> Fields:
        mover, board = state.occupant(piece), state.table.board
        policy, distance = policy_of(mover.abilities), _distance(state, piece)
        return dict(threatened(board, state.occupancy(), mover, policy, state.edition.sight, distance))

    def _sight(self, state: State, piece: Piece, base: Base) -> Sight:
        def make() -> Sight:
            others = [
                other for other in state.occupancy() if other.piece != piece.id and not set(other.spaces) & set(base)
            ]
            moved = replace(state.occupant(piece), spaces=base)
            return Sight(state.table.board, Occupancy.of([*others, moved]), state.edition.sight)

        return self._kept(state, ("sight", piece.id, base), make)

    def _kept(self, state: State, key: Hashable, make: Callable[[], T]) -> T:
        if state is not self._state:
            self._state, self._answers = state, {}
        if key not in self._answers:
            self.computed += 1
            self._answers[key] = make()
        return cast(T, self._answers[key])


def _distance(state: State, piece: Piece) -> int:
    """Return how far the figure attacks: its range, and next to it in any case."""
    return max(1, state.figure(piece).range)


@dataclass(frozen=True, slots=True)
class Held:
    """A figure in the hand as drawn: the squares under it, whether it may stand there, what it would see."""

    places: tuple[Place, ...]
    is_legal: bool
    words: Told
    field: Field | None = None
    line: Line | None = None
    line_words: Told = ""


class HeldFigure:
    """A figure in the hand: what it costs to get to a square or why it may not, and what it would see from there."""

    def __init__(
        self, state: State, piece: Piece, moves: Sequence[MoveFigure], drawing: GridDrawing, overlay: Overlay, mode: str
    ) -> None:
        self._state, self._piece, self._drawing = state, piece, drawing
        self._overlay, self._mode = overlay, mode
        self._moves: dict[SpaceId, MoveFigure] = {}
        self._judgements: dict[SpaceId, tuple[bool, Told]] = {}
        for move in moves:
            self._moves.setdefault(move.to[0], move)
        for move in moves:  # a larger base is meant by any of its squares
            for space in move.to:
                self._moves.setdefault(space, move)

    def over(self, space: SpaceId | None, aimed: PieceId | None) -> Held:
        """The hand over a square, or off the board; ``aimed``: the opponent aimed at last."""
        piece, state = self._piece, self._state
        if space is None or space in piece.spaces:
            field = self._drawing.field(self._overlay.standing(state, piece, self._mode))
            return Held((), True, say("goes_back"), field)
        base = self._base(space)
        if space not in self._judgements:
            self._judgements[space] = self._judged(space, base)
        is_legal, said = self._judgements[space]
        places = tuple(self._drawing.place(under) for under in base or (space,))
        if not base:
            return Held(places, is_legal, said)
        field = self._drawing.field(self._overlay.held(state, piece, base, self._mode))
        target = self._overlay.target(state, piece, base, aimed)
        if target is None:
            return Held(places, is_legal, said, field)
        line = self._overlay.line(state, piece, base, target)
        verdict = Word("verdict", line.verdict.value)
        seen = joined(" ", say("line"), verdict)
        far = joined(" ", Lower(say("range")), str(line.range))
        said = joined("\n", said, joined("", "→ ", joined(" · ", Name(target.id), seen, far)))
        label = joined(" · ", verdict, str(line.range))
        return Held(places, is_legal, said, field, self._drawing.line(line), label)

    def drop(self, space: SpaceId | None) -> MoveFigure | None:
        """The move that ends there."""
        return self._moves.get(space) if space is not None else None

    def _base(self, space: SpaceId) -> Base:
        """The squares the base would cover; empty where it would leave the board."""
        if space in self._moves:
            return self._moves[space].to
        (left, top), (column, row) = parse_square(self._piece.spaces[0]), parse_square(space)
        moved = [(c - left + column, r - top + row) for c, r in map(parse_square, self._piece.spaces)]
        is_on_board = all(self._drawing.board.at(*place) for place in moved)
        return tuple(format_square(*place) for place in moved) if is_on_board else ()

    def _judged(self, space: SpaceId, base: Base) -> tuple[bool, Told]:
        """Whether a move may end there, and what it costs or which rule forbids it."""
        state, piece = self._state, self._piece
        move = self._moves.get(space)
        if move is None:
            decision = self._overlay.system.decide(state, MoveFigure(piece.seat, piece.id, base or (space,)))
            broken = decision.violations[0] if isinstance(decision, Rejected) else None
            reason = joined("", Refusal(broken), f" [{broken.rule}]") if broken else ""
            return False, joined("\n", joined(" · ", space, say("not_there")), reason)
        end = ending_of(state, piece, move.to)
        cost = say("squares", cost=end.counted if end else 0, speed=standing_value(state, piece, "speed").value)
        breaks = say("break_away") if needs_break_away(state, piece) else ""
        return True, joined("\n", joined(" · ", space, cost), breaks)
