"""HeroClix at the table screen: its adapter, and what belongs to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.ids import PieceId
from companion.games.heroclix.damage.dial import clicks_taken
from companion.games.heroclix.forces.setup import GameSetUp
from ui.library import Library
from ui.presenters.games import Game
from ui.presenters.heroclix.figure_search import FindDesk
from ui.presenters.heroclix.force_entry import sheet_of
from ui.presenters.heroclix.forces import Forces, ForcesDesk
from ui.presenters.heroclix.imports import BringDesk
from ui.presenters.heroclix.maps import Maps
from ui.presenters.heroclix.new_game import OpeningDesk, again, swapped
from ui.presenters.heroclix.screen import HeroClixScreen
from ui.presenters.pages import Desk

__all__ = ["GAME"]


def _pieces(setup: GameSetUp) -> Sequence[PieceId]:
    return [enlisted.piece for enlisted in setup.forces]


def _collections(library: Library) -> Mapping[str, Desk]:
    forces = Forces(library)
    return {
        "evening.forces": ForcesDesk(forces),
        "evening.figures": FindDesk(lambda: forces.index),
        "evening.maps": Maps(library).gallery(),
        "evening.bring_in": BringDesk(library, forces.renew),
    }


GAME = Game(GameSetUp, _pieces, HeroClixScreen, OpeningDesk, again, swapped, _collections, sheet_of, clicks_taken)
