"""What the table screen needs of whoever presents a game: a model to draw, and doors for taps."""

from __future__ import annotations

from typing import Protocol

from companion.core.ids import PieceId, SpaceId
from ui.presenters.board import BoardPresenter
from ui.presenters.models import HandModel, TableModel

__all__ = ["Hands", "ScreenPresenter"]


class Hands(Protocol):
    """Dragging a figure."""

    def lift(self, piece: PieceId) -> bool:
        """Whether the figure is in the hand now."""
        ...

    def over(self, space: SpaceId | None) -> HandModel | None:
        """What the hand shows over that square."""
        ...

    def drop(self) -> None:
        """Nothing: the figure is let go."""
        ...


class ScreenPresenter(Protocol):
    """One game on the table screen."""

    @property
    def board(self) -> BoardPresenter:
        """Which square is drawn where."""
        ...

    @property
    def hand(self) -> Hands:
        """The figure a finger drags."""
        ...

    def model(self) -> TableModel:
        """Everything the screen shows now."""
        ...

    def press(self, action: str) -> None:
        """Nothing: a button was pressed."""
        ...

    def tap_space(self, space: SpaceId) -> None:
        """Nothing: a square was tapped."""
        ...
