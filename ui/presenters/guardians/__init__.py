"""Guardians' Chronicles at the table screen: its adapter, and what belongs to it."""

from __future__ import annotations

from companion.games.guardians.face.opening import OPENING, first_evening
from companion.games.guardians.face.setup import SetUp, pieces_of
from ui.library import Library
from ui.presenters.games import Game
from ui.presenters.guardians.campaign import CampaignDesk
from ui.presenters.guardians.new_game import OpeningDesk
from ui.presenters.guardians.screen import GuardiansScreen

__all__ = ["GAME"]

GAME = Game(
    SetUp,
    pieces_of,
    GuardiansScreen,
    OpeningDesk,
    first_evening=first_evening,
    opens=OPENING,
    collections=lambda library: {"evening.campaign": CampaignDesk(library, OpeningDesk(library))},
    between={"campaign": lambda table: CampaignDesk(Library(), None, table=table)},
)
