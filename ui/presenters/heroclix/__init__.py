"""HeroClix at the table screen: its adapter, and what belongs to it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.ids import PieceId
from companion.games.heroclix.forces.setup import GameSetUp
from ui.presenters.games import Game
from ui.presenters.heroclix.screen import HeroClixScreen

__all__ = ["GAME"]


def _pieces(setup: GameSetUp) -> Sequence[PieceId]:
    return [enlisted.piece for enlisted in setup.forces]


GAME = Game(GameSetUp, _pieces, HeroClixScreen)
