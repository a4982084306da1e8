"""Gotham City Chronicles at the table screen: its adapter, and what belongs to it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.ids import PieceId
from companion.games.gotham.setup import MissionSetUp
from ui.presenters.games import Game
from ui.presenters.gotham.new_game import OpeningDesk
from ui.presenters.gotham.screen import GothamScreen

__all__ = ["GAME"]


def _pieces(setup: MissionSetUp) -> Sequence[PieceId]:
    return [PieceId(name) for name in sorted(setup.scenario.get("pieces", {}))]


GAME = Game(MissionSetUp, _pieces, GothamScreen, OpeningDesk)
