"""Which game is shown by which presenter: an explicit table, one row a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.ids import PieceId, SystemId
from companion.core.session import Session
from companion.games.heroclix.forces.setup import GameSetUp
from companion.games.heroclix.system import HeroClix
from companion.games.heroquest.setup import HEROQUEST, QuestSetUp
from companion.table.follow import Follower
from ui.presenters.dice import Thrower
from ui.presenters.quest.presenter import QuestPresenter
from ui.presenters.screen import ScreenPresenter
from ui.presenters.table import TablePresenter

__all__ = ["SETUPS", "GameScreen", "screen_of", "tags_of"]


@dataclass(frozen=True, slots=True)
class GameScreen:
    """How a game comes to the screen: its pieces, in the order in which base tags are numbered, and its presenter."""

    pieces: Callable[[Any], Sequence[PieceId]]
    present: Callable[..., ScreenPresenter]

    def tags(self, setup: Any) -> dict[int, PieceId]:
        """Which base tag stands for which piece."""
        return tags_of(self.pieces(setup))


def tags_of(pieces: Sequence[PieceId], first: int = 10) -> dict[int, PieceId]:
    """Which base tag stands for which piece: numbered from ``first`` in the order the game lists them."""
    return {first + number: piece for number, piece in enumerate(pieces)}


def screen_of(system: SystemId) -> GameScreen:
    """The row of that game."""
    return _SCREENS[system]


def _clix_pieces(setup: GameSetUp) -> Sequence[PieceId]:
    return [one.piece for one in setup.forces]


def _quest_pieces(setup: QuestSetUp) -> Sequence[PieceId]:
    return [one.piece for one in setup.heroes] + [PieceId(one["id"]) for one in setup.quest.get("monsters", ())]


def _clix(session: Session, follower: Follower, *, lang: str | None, roller: Any, thrower: Thrower | None,
          sides: Sequence[str]) -> ScreenPresenter:  # fmt: skip
    return TablePresenter(session, follower, lang=lang, roller=roller, thrower=thrower)


def _quest(session: Session, follower: Follower, *, lang: str | None, roller: Any, thrower: Thrower | None,
           sides: Sequence[str]) -> ScreenPresenter:  # fmt: skip
    return QuestPresenter(session, sides or ("heroes", "master"), lang=lang, roller=roller, follower=follower)


_SCREENS: Mapping[SystemId, GameScreen] = {
    HeroClix.id: GameScreen(_clix_pieces, _clix),
    HEROQUEST: GameScreen(_quest_pieces, _quest),
}
SETUPS: Mapping[str, type] = {one.__name__: one for one in (GameSetUp, QuestSetUp)}
