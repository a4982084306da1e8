"""A printed board with a camera over it: hands move figures, the camera proposes, the players confirm.

a move that is meant ──> the figure is put there ──> the camera looks ──> proposal ──confirm──> the record
what the rules moved ──> the hands follow       ──> the camera looks ──> agrees
"""

from __future__ import annotations

from typing import Any

from companion.core.ids import PieceId, SpaceId
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.table.reconcile import Agrees
from ui.cli.demo.diary import Watch
from ui.cli.demo.eyes import VirtualTable

AWRY = 3  # the move after which the figure first stands half way between two spaces


class OverseenBoard:
    """The board of one demonstration."""

    def __init__(self, table: VirtualTable, watch: Watch, session: Session) -> None:
        self._table = table
        self._watch = watch
        self._session = session
        self._moves = 0
        self._stands: dict[PieceId, tuple[SpaceId, ...]] = {}

    def follow(self) -> None:
        """Let the hands bring the table to the record; the camera then sees that both agree."""
        positions = self._session.system.positions(self._session.state)
        wanted = {piece: spaces for piece, spaces in positions.items() if piece in self._table.pieces}
        moved = [piece for piece, spaces in wanted.items() if spaces != self._stands.get(piece, ())]
        for piece in moved:
            if wanted[piece]:
                self._table.stand(piece, wanted[piece][0])
            else:
                self._table.take(piece)
        if moved:
            self._stands = wanted
            self._watch.see(self._table.look(None, "table"))
            self._watch.diary.read += isinstance(self._watch.follower.reading, Agrees)

    def move(self, command: Any, piece: PieceId, to: SpaceId) -> None:
        """Put the figure there, once a little awry first; confirm what the camera proposes, else tap it in."""
        self._moves += 1
        follower = self._watch.follower
        self._stands[piece] = (to,)
        if self._moves == AWRY:
            self._table.stand(piece, to, self._table.half_way(to))
            self._watch.see(self._table.look(to, "move"))
            self._watch.answer("straight")
        self._table.stand(piece, to)
        self._watch.see(self._table.look(to, "move"))
        if follower.proposal is not None and follower.proposal.command == command:
            self._watch.diary.read += 1
            decision = follower.confirm()
        else:
            self._watch.diary.corrected += 1
            follower.dismiss()
            self._watch.answer("tapped")
            decision = self._session.submit(command)
        assert isinstance(decision, Accepted), decision
