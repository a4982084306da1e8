"""HeroQuest at the table screen: its adapter, and what belongs to it."""

from __future__ import annotations

from companion.games.heroquest.face.opening import OPENING, first_evening
from companion.games.heroquest.face.setup import SetUp, pieces_of
from ui.presenters.games import Game
from ui.presenters.heroquest.new_game import OpeningDesk
from ui.presenters.heroquest.screen import HeroQuestScreen

__all__ = ["GAME"]

GAME = Game(SetUp, pieces_of, HeroQuestScreen, OpeningDesk, first_evening=first_evening, opens=OPENING)
