"""HeroClix at the table screen: its adapter, and what belongs to it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.heroclix.face.opening import OPENING, first_evening, places_of
from companion.games.heroclix.face.setup import SetUp, again, clicks_of, pieces_of, swapped
from ui.library import Library
from ui.presenters.games import Game
from ui.presenters.heroclix.figure_search import FindDesk
from ui.presenters.heroclix.force_entry import sheet_of
from ui.presenters.heroclix.forces import Forces, ForcesDesk
from ui.presenters.heroclix.imports import BringDesk
from ui.presenters.heroclix.maps import Maps
from ui.presenters.heroclix.new_game import OpeningDesk
from ui.presenters.heroclix.screen import HeroClixScreen
from ui.presenters.pages import Desk

__all__ = ["GAME"]


def _collections(library: Library) -> Mapping[str, Desk]:
    forces = Forces(library)
    return {
        "evening.forces": ForcesDesk(forces),
        "evening.figures": FindDesk(lambda: forces.index),
        "evening.maps": Maps(library).gallery(),
        "evening.bring_in": BringDesk(library, forces.renew),
    }


GAME = Game(
    SetUp,
    pieces_of,
    HeroClixScreen,
    OpeningDesk,
    again,
    swapped,
    _collections,
    sheet_of,
    first_evening,
    OPENING,
    places_of,
    clicks_of,
)
