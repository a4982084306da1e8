"""The figure a finger holds: at most one of the table, and nobody's once the record has gone on without it.

lift ──> over, over, over ──> drop on a legal square: the same proposal as a tap there
                         └──> drop elsewhere: it goes back
"""

from __future__ import annotations

from collections.abc import Callable

from companion.core.ids import PieceId, SpaceId
from companion.core.session import Session
from ui.presenters.adapter import Command, Lifted
from ui.presenters.models import HandModel


class Hand:
    """Asks the game for the figure (``lifted``), and tells the presenter what was meant (``meant``)."""

    def __init__(
        self, session: Session, lifted: Callable[[PieceId], Lifted | None], meant: Callable[[Command], None]
    ) -> None:
        self._session, self._lifted, self._meant = session, lifted, meant
        self._held: Lifted | None = None
        self._space: SpaceId | None = None
        self._version = -1

    def lift(self, piece: PieceId) -> bool:
        """Whether the finger holds the figure now; it is chosen then, as by a tap."""
        self._held, self._space, self._version = self._lifted(piece), None, self._session.version
        return self._held is not None

    def over(self, space: SpaceId | None) -> HandModel | None:
        """Move the figure over a square, or off the board; return what to draw."""
        self._space = space
        return self.model()

    def drop(self) -> None:
        """Let the figure go where it is: a move is proposed, or it goes back."""
        held = self._current()
        self.back()
        command = held.drop(self._space) if held else None
        if command is not None:
            self._meant(command)

    def back(self) -> None:
        """The figure goes back."""
        self._held = None

    def model(self) -> HandModel | None:
        """The hand as drawn, or ``None`` when it is empty."""
        held = self._current()
        return held.over(self._space) if held else None

    def _current(self) -> Lifted | None:
        if self._version != self._session.version:
            self._held = None
        return self._held
