"""Gotham City Chronicles at the table screen: its adapter, and what belongs to it."""

from __future__ import annotations

from companion.games.gotham.face.counsel import plain
from companion.games.gotham.face.opening import OPENING, first_evening
from companion.games.gotham.face.setup import SetUp, pieces_of
from ui.presenters.games import Game
from ui.presenters.gotham.new_game import OpeningDesk
from ui.presenters.gotham.screen import GothamScreen

__all__ = ["GAME"]

GAME = Game(SetUp, pieces_of, GothamScreen, OpeningDesk, first_evening=first_evening, opens=OPENING, plain=plain)
