"""A kept game at a glance: where it is, who plays, the board. Nothing is written, and nobody else's game is taken."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from companion.board.picture import AreaPicture, Way
from companion.core.events import GameEnded
from companion.core.ids import SystemId
from companion.core.ledger import Ledger
from companion.core.rewatched import Rewatched
from companion.core.session import Session
from companion.errors import InputError
from companion.games import find_system
from companion.painting import Sheet, area_sheet, board_sheet, board_svg, picture_of
from companion.storage.codec import JsonCodec
from companion.storage.sqlite import SqliteRecorder
from companion.text.wording import Wording
from ui.presenters.adapter import ONLOOKERS, Look
from ui.presenters.colours import dressed_board
from ui.presenters.games import game_of
from ui.presenters.log import Log
from ui.table.bootstrap import game_kept
from ui.web.theatre import Played

WIDTH = 760  # pixels of a board that is gone through


@dataclass(frozen=True, slots=True)
class Preview:
    """The part of a game that everybody may know."""

    system: SystemId
    title: str
    players: str
    drawing: str  # SVG
    is_over: bool


def preview_of(store: Path, wording: Wording) -> Preview:
    """The game in the store; raises ``InputError`` for an empty store or one that is none."""
    told = Moments(played_in(store))
    session = told.session_at(told.last)
    over = next((one.event for one in reversed(session.standing()) if isinstance(one.event, GameEnded)), None)
    title, drawing = told.drawn(session, wording, on_paper=True)
    players = ", ".join(wording.word("seat", seat) for seat in session.seats)
    return Preview(session.system.id, wording.event(over) if over else title, players, drawing, over is not None)


def played_in(store: Path) -> Played:
    """The game in the store; raises ``InputError`` for one that holds none."""
    setup = game_kept(store)
    if setup is None:
        raise InputError(str(store), "", "an empty game store", "a stored game")
    system = find_system(setup.system, setup.edition, str(store))
    recorder = SqliteRecorder(store)
    try:
        ledger = Ledger(recorder, JsonCodec(system.event_types))
        return Played(system, tuple(ledger.read()), setup.seats, ledger.head)
    finally:
        recorder.close()


def played_of(session: Session) -> Played:
    """Return what an open game has written so far."""
    return Played(session.system, tuple(session.records), session.seats, session.ledger.head)


class Moments:
    """Every moment of a game, as a side saw it: onlookers, where none is named."""

    def __init__(self, played: Played, side: str = ONLOOKERS) -> None:
        self.played, self.last, self.side = played, len(played.records) - 1, side

    def session_at(self, version: int) -> Rewatched:
        """The game when that line had been written."""
        session = Rewatched(self.played.system, self.played.records, self.played.seats)
        while session.version < version and session.step() is not None:
            pass
        return session

    def lines(self, wording: Wording) -> list[tuple[int, str, bool]]:
        """Return the lines of the story: the version, the words, whether it is a heading."""
        session = self.session_at(self.last)
        game = game_of(session.system.id).adapter(session)
        wording.names = dict(game.names(self.side, wording.lang))
        wording.gather(session.seats)
        log = Log(session, next(iter(game.sides.get(self.side, ())), None), game)
        return log.told(wording)

    def drawn(
        self, session: Session, wording: Wording, *, on_paper: bool = False, ways: Iterable[Way] = ()
    ) -> tuple[str, str]:
        """The title and the board, SVG, as the side sees them; ``on_paper``: for a ground that is dark.

        ``ways``: moves and attacks drawn over a board of squares.
        """
        game = game_of(session.system.id).adapter(session)
        wording.names = dict(game.names(self.side, wording.lang))
        look = Look(self.side, (), wording)
        title, picture = game.title(look), game.picture(look, frozenset())
        if isinstance(picture, AreaPicture):
            return title, area_sheet(picture, [title])
        board = dressed_board(replace(picture, ways=(*picture.ways, *ways)), wording.players)
        return title, board_sheet(board, Sheet()) if on_paper else board_svg(board)

    def legend(self, session: Session, wording: Wording) -> tuple[tuple[str, str], ...]:
        """Return the letters on the board, each with whose or what they are; none where the board writes names."""
        game = game_of(session.system.id).adapter(session)
        picture = game.picture(Look(self.side, (), wording), frozenset())
        if isinstance(picture, AreaPicture):
            return ()
        figures = [(token.label, token.name) for token in picture.tokens]
        things = [(thing.label, thing.name or wording.names.get(thing.object, "")) for thing in picture.objects]
        return tuple(dict.fromkeys((label, name) for label, name in (*figures, *things) if name and label.isalnum()))

    def letters(self, session: Session, wording: Wording) -> tuple[tuple[str, str], ...]:
        """Return the letters on the board and of every figure that the side knows of, also off it."""
        if not (legend := self.legend(session, wording)):
            return ()
        game, look = game_of(session.system.id).adapter(session), Look(self.side, (), wording)
        worn = game.letters(look)
        everybody = ((worn[one.piece], look.name(one.piece)) for one in game.roster(look) if one.piece in worn)
        return tuple(dict.fromkeys((*legend, *everybody)))


class Pictured(Moments):
    """The same with its boards as pictures, each drawn once."""

    def __init__(self, played: Played) -> None:
        super().__init__(played)
        self._drawn: dict[tuple[int, str], tuple[str, bytes]] = {}
        self._told: dict[str, list[tuple[int, str, bool]]] = {}

    def lines(self, wording: Wording) -> list[tuple[int, str, bool]]:
        """Return the lines of the story, looked up once in a language."""
        if wording.lang not in self._told:
            self._told[wording.lang] = super().lines(wording)
        return self._told[wording.lang]

    def picture(self, version: int, wording: Wording) -> tuple[str, bytes]:
        """The title then, and the board as a PNG."""
        key = version, wording.lang
        if key not in self._drawn:
            title, drawing = self.drawn(self.session_at(version), wording, on_paper=True)
            self._drawn[key] = title, picture_of(drawing, width=WIDTH)
        return self._drawn[key]
