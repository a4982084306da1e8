"""The hand of a screen on which no figure is dragged."""

from __future__ import annotations

from companion.core.ids import PieceId, SpaceId
from ui.presenters.models import HandModel

__all__ = ["StillHand"]


class StillHand:
    """Never holds anything."""

    def lift(self, piece: PieceId) -> bool:
        """Whether the figure is in the hand now: it is not."""
        return False

    def over(self, space: SpaceId | None) -> HandModel | None:
        """What the hand would do there: nothing."""
        return None

    def drop(self) -> None:
        """Nothing: there is nothing to let go of."""
