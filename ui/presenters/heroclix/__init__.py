"""HeroClix at the table screen: its adapter, and what belongs to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.ids import PieceId
from companion.games.heroclix.damage.dial import clicks_taken
from companion.games.heroclix.forces.setup import GameSetUp
from ui.presenters.games import Game
from ui.presenters.heroclix.bringing import BringDesk
from ui.presenters.heroclix.finding import FindDesk
from ui.presenters.heroclix.handing import sheet_of
from ui.presenters.heroclix.maps import Maps
from ui.presenters.heroclix.muster import ForcesDesk, Muster
from ui.presenters.heroclix.opening import OpeningDesk, again, swapped
from ui.presenters.heroclix.screen import HeroClixScreen
from ui.presenters.pages import Desk
from ui.shelf import Shelf

__all__ = ["GAME"]


def _pieces(setup: GameSetUp) -> Sequence[PieceId]:
    return [enlisted.piece for enlisted in setup.forces]


def _collections(shelf: Shelf) -> Mapping[str, Desk]:
    muster = Muster(shelf)
    return {
        "evening.forces": ForcesDesk(muster),
        "evening.figures": FindDesk(lambda: muster.index),
        "evening.maps": Maps(shelf).gallery(),
        "evening.bring_in": BringDesk(shelf, muster.renew),
    }


GAME = Game(GameSetUp, _pieces, HeroClixScreen, OpeningDesk, again, swapped, _collections, sheet_of, clicks_taken)
