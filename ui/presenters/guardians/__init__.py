"""Guardians' Chronicles at the table screen: its adapter, and what belongs to it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.ids import PieceId
from companion.games.guardians.setup import GuardiansSetUp
from ui.presenters.games import Game
from ui.presenters.guardians.new_game import OpeningDesk
from ui.presenters.guardians.screen import GuardiansScreen

__all__ = ["GAME"]


def _pieces(setup: GuardiansSetUp) -> Sequence[PieceId]:
    villains = [PieceId(str(row["id"])) for row in setup.scenario.get("villains", ())]
    return [hero.piece for hero in setup.heroes] + villains


GAME = Game(GuardiansSetUp, _pieces, GuardiansScreen, OpeningDesk)
