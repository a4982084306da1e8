"""Tables for the presenters: two against two on twelve by twelve squares, red (in the north) to move in round 1."""

from __future__ import annotations

from typing import Any

from companion.core.ids import PieceId, SpaceId
from companion.core.session import Session
from companion.games.heroclix.commands import EndTurn, MoveFigure
from companion.table.follow import Follower
from companion.table.observation import DiceSeen, DieSeen, PictureSeen, PieceSeen, ReadVerdict
from tests.games.heroclix.opening import accept, opened
from tests.games.heroclix.scene import BLUE, RED, at
from ui.presenters.models import CardModel, TableModel
from ui.presenters.table import TablePresenter

__all__ = ["ROSTER", "card", "dice", "duel", "picture", "press", "table"]

ROSTER = {10: PieceId("r1"), 11: PieceId("r2"), 20: PieceId("b1"), 21: PieceId("b2")}
TAGS = {piece: tag for tag, piece in ROSTER.items()}


def table(clock: Any, **settings: Any) -> TablePresenter:
    """The table at red's first turn: r1 on B1, r2 on C1, b1 on B12, b2 on C12."""
    session = opened(clock)
    return TablePresenter(session, Follower(session, ROSTER), lang="en", **settings)


def duel(clock: Any, **settings: Any) -> TablePresenter:
    """The table at red's second turn: r1 on E8, b1 beside it on E9, b2 on K9."""
    made = table(clock, **settings)
    session = made.session
    accept(session, MoveFigure(RED, PieceId("r1"), (at(4, 7),)))
    accept(session, EndTurn(RED))
    accept(session, MoveFigure(BLUE, PieceId("b1"), (at(4, 8),)))
    accept(session, MoveFigure(BLUE, PieceId("b2"), (at(6, 8),)))
    accept(session, EndTurn(BLUE))
    return made


def card(made: TablePresenter) -> CardModel:
    """The card that waits; there is one."""
    found = made.model().card
    assert found is not None
    return found


def press(made: TablePresenter, label: str) -> None:
    """The button with these words is pressed."""
    made.press(next(action for action, words in card(made).buttons if words == label))


def picture(session: Session, **moved: SpaceId | None) -> PictureSeen:
    """A picture of the table as recorded, with some pieces elsewhere (``None``: not seen)."""
    places: dict[PieceId, SpaceId | None] = {one.id: one.spaces[0] for one in session.state.pieces if one.spaces}
    places |= {PieceId(name): place for name, place in moved.items()}
    seen = tuple(PieceSeen(TAGS[piece], place) for piece, place in sorted(places.items()) if place)
    return PictureSeen("camera", 1.0, seen)


def dice(*faces: str | None, why: str | None = None) -> DiceSeen:
    """A picture of dice; with ``why`` it could not be read."""
    verdict = ReadVerdict.ASK if why else ReadVerdict.READ
    return DiceSeen("camera", 2.0, verdict, tuple(DieSeen(face, 9.0, 9.0, 30.0, 30.0) for face in faces), why)


def token(model: TableModel, piece: str) -> Any:
    """The token of a piece on the board."""
    return next(one for one in model.board.tokens if one.piece == piece)
