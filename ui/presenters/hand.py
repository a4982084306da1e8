"""The figure a finger holds: the square under it, what it costs to get there or why it may not, and what it would see.

lift ──> over, over, over ──> drop on a legal square: the same proposal as a tap there
                         └──> drop elsewhere: it goes back
"""

from __future__ import annotations

from typing import Any

from companion.board.squares import format_square, parse_square
from companion.core.dice import Source
from companion.core.ids import PieceId, SpaceId
from companion.games.heroclix import commands as cm
from companion.games.heroclix.moves.action import move_violations
from companion.games.heroclix.moves.movement import move_of, needs_break_away
from companion.games.heroclix.state.attack import ActionKind
from companion.games.heroclix.state.state import Phase, Piece, State
from ui.presenters.cards import Pending
from ui.presenters.models import HandModel
from ui.presenters.words import screen_words

__all__ = ["Hand", "may_be_lifted"]


def may_be_lifted(state: State, piece: Piece) -> bool:
    """Whether the figure is one of the player whose turn it is, and nothing else is asked for."""
    in_play = state.flow.phase == Phase.PLAY and not state.flow.open
    return in_play and bool(piece.spaces) and piece.seat in state.flow.active


class Hand:
    """At most one figure of the table; ``table`` is the table presenter."""

    def __init__(self, table: Any) -> None:
        self._table = table
        self._piece: PieceId | None = None
        self._space: SpaceId | None = None
        self._version = -1
        self._moves: dict[SpaceId, cm.MoveFigure] = {}
        self._said: dict[SpaceId, tuple[bool, str]] = {}

    @property
    def piece(self) -> Piece | None:
        """The figure that is held; nobody's once the record has gone on without it."""
        if self._piece is None or self._version != self._table.session.version:
            self._piece = None
            return None
        found: Piece | None = self._table.state.find(self._piece)
        return found

    def lift(self, piece_id: PieceId) -> bool:
        """Whether the finger holds the figure now; it is chosen then, as by a tap."""
        state, piece = self._table.state, self._table.state.find(piece_id)
        if piece is None or not may_be_lifted(state, piece):
            return False
        self._table.chosen, self._table.pending, self._table.refused = piece.id, None, None
        self._piece, self._space, self._version = piece.id, piece.spaces[0], self._table.session.version
        self._moves, self._said = {}, {}
        commands = self._table.session.system.legal_commands(state, piece.seat, piece=piece.id)
        moves = [one for one in commands if isinstance(one, cm.MoveFigure) and not one.pick_up]
        moves = [one for one in moves if set(one.to) != set(piece.spaces)]
        for move in moves:
            self._moves.setdefault(move.to[0], move)
        for move in moves:  # a larger base is meant by any of its squares
            for space in move.to:
                self._moves.setdefault(space, move)
        return True

    def over(self, space: SpaceId | None) -> HandModel | None:
        """What to draw while the finger is over a square, or off the board."""
        self._space = space
        return self.model()

    def drop(self) -> None:
        """Nothing: the figure is let go where it is: a move is proposed, or it goes back."""
        piece, self._piece = self.piece, None
        if piece is not None and self._space in self._moves:
            self._table.pending = Pending(self._moves[self._space], Source.HAND)

    def back(self) -> None:
        """Nothing: the figure goes back."""
        self._piece = None

    def model(self) -> HandModel | None:
        """The hand as drawn, or ``None`` when it is empty."""
        piece, table = self.piece, self._table
        if piece is None:
            return None
        label, space = table.labels[piece.id], self._space
        words = screen_words(table.wording.lang)
        if space is None or space in piece.spaces:
            field = table.overlay.standing(table.state, piece)
            return HandModel(piece.id, label, piece.seat, (), True, words["goes_back"], table.board.field_model(field))
        base = self._base(piece, space)
        is_legal, said = self._verdict(piece, space, base)
        places = tuple(table.board.place(one) for one in base or (space,))
        if not base:
            return HandModel(piece.id, label, piece.seat, places, is_legal, said)
        field = table.board.field_model(table.overlay.held(table.state, piece, base))
        target = table.overlay.target(table.state, piece, base)
        line = table.overlay.line(table.state, piece, base)
        if target is None:
            return HandModel(piece.id, label, piece.seat, places, is_legal, said, field)
        verdict = table.wording.word("verdict", line.verdict.value)
        name, far = table.wording.names[target.id], f"{words['range'].lower()} {line.range}"
        said += f"\n→ {name} · {words['line']} {verdict} · {far}"
        drawn = table.board.line_model(line, label=f"{verdict} · {line.range}")
        return HandModel(piece.id, label, piece.seat, places, is_legal, said, field, drawn)

    def _base(self, piece: Piece, space: SpaceId) -> tuple[SpaceId, ...]:
        """The squares the base would cover; empty where it would leave the board."""
        if space in self._moves:
            return self._moves[space].to
        (left, top), (column, row) = parse_square(piece.spaces[0]), parse_square(space)
        moved = [(c - left + column, r - top + row) for c, r in (parse_square(one) for one in piece.spaces)]
        board = self._table.board.board
        base = [board.at(*place) for place in moved]
        return tuple(format_square(*place) for place in moved) if all(base) else ()

    def _verdict(self, piece: Piece, space: SpaceId, base: tuple[SpaceId, ...]) -> tuple[bool, str]:
        """Whether a move may end there, and what it costs or which rule forbids it."""
        if space not in self._said:
            self._said[space] = self._judged(piece, space, base)
        return self._said[space]

    def _judged(self, piece: Piece, space: SpaceId, base: tuple[SpaceId, ...]) -> tuple[bool, str]:
        state, wording = self._table.state, self._table.wording
        words = screen_words(wording.lang)
        move = self._moves.get(space)
        if move is not None:
            given = move_of(state, piece, move.to, ActionKind.MOVE)
            text = f"{space} · {words['squares'].format(cost=given.cost, speed=state.value(piece, 'speed'))}"
            return True, f"{text}\n{words['break_away']}" if needs_break_away(state, piece) else text
        broken = next(move_violations(state, cm.MoveFigure(piece.seat, piece.id, base or (space,))), None)
        reason = f"{wording.violation(broken)} [{broken.rule}]" if broken else ""
        return False, f"{space} · {words['not_there']}\n{reason}".rstrip()
