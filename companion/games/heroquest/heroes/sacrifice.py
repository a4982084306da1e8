"""An enchanter gives up one mind point a turn: to heal, to be elsewhere, or to make a blow deadly (HQ-HERO-ENCH-04)."""

from __future__ import annotations

from companion.core.ids import PieceId
from companion.core.procedure import Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.toll import lose_mind
from companion.games.heroquest.state import State

__all__ = ["SACRIFICE", "sacrifice"]

SACRIFICE = "sacrifice"


def sacrifice(t: Teller[State], piece: PieceId, rule: str) -> None:
    """Nothing: the mind point is gone, and no other can be given this turn."""
    lose_mind(t, piece, rule)
    t.tell(ev.ActionSpent(piece, SACRIFICE, True))
