"""HeroQuest at the table screen: its adapter, and what belongs to it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.ids import PieceId
from companion.games.heroquest.setup import QuestSetUp
from ui.presenters.games import Game
from ui.presenters.heroquest.new_game import OpeningDesk
from ui.presenters.heroquest.screen import HeroQuestScreen

__all__ = ["GAME"]


def _pieces(setup: QuestSetUp) -> Sequence[PieceId]:
    return [hero.piece for hero in setup.heroes] + [
        PieceId(monster["id"]) for monster in setup.quest.get("monsters", ())
    ]


GAME = Game(QuestSetUp, _pieces, HeroQuestScreen, OpeningDesk)
