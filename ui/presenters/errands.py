"""Errands for the hands after a tap: miniatures moved, dials turned, tokens put and taken; of the whole table.

as the hands left it ──against──> the record, as everybody may know it ──> errands, the newest first
                     <──Done, one or all; what the camera saw──┘            kept beside the game: a restart loses none

While a game is set up, hands and taps go together, so nothing is owed; a figure is put down with its dial as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.board.picture import BoardPicture
from companion.core.ids import PieceId
from companion.core.session import Session
from companion.table.follow import Follower
from companion.table.observation import LinkState
from companion.text.wording import Wording
from ui.presenters.adapter import ONLOOKERS, GameAdapter, Look


@dataclass(frozen=True, slots=True)
class Stands:
    """A figure on the table: whose, where, with how many tokens, what its dial shows."""

    name: str
    seat: str
    place: str
    tokens: int
    dial: str


@dataclass(frozen=True, slots=True)
class Errand:
    """A figure about which the hands have still something to do, in words."""

    piece: PieceId
    words: str


Lay = dict[PieceId, Stands]


class HandsDesk:
    """The errands of one table; every screen shows those of its own seats.

    ``kept``: how the hands had left it when it was closed; ``keep`` writes that down.
    """

    def __init__(
        self,
        session: Session,
        game: GameAdapter,
        follower: Follower,
        kept: Lay | None = None,
        keep: Callable[[Lay], None] = lambda lay: None,
    ) -> None:
        self._session, self._game, self._follower = session, game, follower
        self._keep = keep
        self._version, self._is_begun = -1, False
        self._since: dict[PieceId, int] = {}  # the version at which it last became another
        self._now: Lay = {}
        self._left: Lay = {}  # as the hands left it
        self._follow(kept)

    @property
    def left(self) -> tuple[object, ...]:
        """The table as the hands left it: another value when something was checked off."""
        self._follow()
        return tuple(self._left.items())

    def errands(self, wording: Wording, seats: Sequence[str] | None = None) -> tuple[Errand, ...]:
        """Return what is still to do, the newest first; ``seats``: about the figures of these alone."""
        self._follow()
        owed = [piece for piece in {**self._left, **self._now} if self._left.get(piece) != self._now.get(piece)]
        owed.sort(key=lambda piece: (-self._since.get(piece, 0), piece))
        if not owed:
            return ()
        look = _onlooker(self._game, wording.lang)
        places = _places(self._game.picture(look, frozenset()), look)
        told = (
            (piece, self._told(piece, look, places)) for piece in owed if seats is None or self._seat(piece) in seats
        )
        return tuple(Errand(piece, words) for piece, words in told if words)

    def done(self, pieces: Sequence[PieceId] | None = None) -> None:
        """Take it that these figures, or all, stand as the record says."""
        self._follow()
        for piece in pieces if pieces is not None else {**self._left, **self._now}:
            if piece in self._now:
                self._left[piece] = self._now[piece]
            else:
                self._left.pop(piece, None)
        self._keep(self._left)

    def _follow(self, kept: Lay | None = None) -> None:
        """Follow the game; what the hands owed before it was closed they still owe."""
        if self._version == self._session.version:
            return
        is_first, self._version = self._version < 0, self._session.version
        flow = self._session.state.flow
        was_setup = is_first or not self._is_begun
        self._is_begun = bool(flow.round) and flow.outcome is None
        before, self._now = self._now, self._lay()
        self._since |= {piece: self._version for piece, stands in self._now.items() if before.get(piece) != stands}
        self._since |= dict.fromkeys(before.keys() - self._now.keys(), self._version)
        if is_first and kept is not None and self._is_begun:
            self._left = kept
        elif was_setup or not self._is_begun:  # hands and taps went together
            self._left = dict(self._now)
            self._keep(self._left)
        elif self._is_seen:  # whatever else is owed, the camera sees who stands where
            seen = {piece: self._now[piece].place for piece in self._left.keys() & self._now.keys()}
            self._left |= {piece: replace(self._left[piece], place=place) for piece, place in seen.items()}

    @property
    def _is_seen(self) -> bool:
        camera = self._follower.links.get("camera")
        return camera is not None and camera.state is LinkState.ONLINE

    def _seat(self, piece: PieceId) -> str:
        return (self._now.get(piece) or self._left[piece]).seat

    def _lay(self) -> Lay:
        look = _onlooker(self._game, "en")
        board = self._game.picture(look, frozenset())
        spaces = {(tile.column, tile.row): str(tile.space) for tile in board.tiles}
        lay: Lay = {}
        for token in board.tokens:
            sheet = self._game.sheet(replace(look, chosen=token.piece))
            dial = sheet.dial if sheet is not None and sheet.name == token.name else ""
            place = spaces.get((int(token.column), int(token.row)), "")
            lay[token.piece] = Stands(token.name, token.seat, place, token.tokens, dial)
        return lay

    def _told(self, piece: PieceId, look: Look, places: Mapping[str, str]) -> str:
        """Say what is to do about the figure; empty where the camera sees that it is done."""
        before, now = self._left.get(piece), self._now.get(piece)
        stands = now or before
        assert stands is not None
        name = look.wording.names.get(piece, stands.name)
        words = "" if self._is_seen else _moved(name, before, now, look, places)
        parts = [words] if words else []
        if before is not None and now is not None and now.dial and now.dial != before.dial:
            parts.append(look.say("errand_turn", dial=f"{look.say('click')} {now.dial}"))
        if now is not None and now.tokens != (before.tokens if before else 0):
            named = f"errand_tokens.{self._session.system.id}"  # which they are, of a game that knows one kind
            key = named if look.wording.has(f"screen.{named}") else "errand_tokens"
            parts.append(look.say(key, count=now.tokens))
        if parts and not words:
            parts[0] = look.wording.pair(name, parts[0])
        return " · ".join(parts)


def _onlooker(game: GameAdapter, lang: str) -> Look:
    """The look of whoever stands around the table: as much as everybody may know."""
    return Look(ONLOOKERS, (), Wording(lang, game.names(ONLOOKERS, lang)))


def _places(board: BoardPicture, look: Look) -> dict[str, str]:
    return {str(tile.space): tile.name or look.name(str(tile.space)) for tile in board.tiles}


def _moved(name: str, before: Stands | None, now: Stands | None, look: Look, places: Mapping[str, str]) -> str:
    if now is None:
        return look.say("errand_take", piece=name)
    to = places.get(now.place, now.place)
    if before is None:
        return look.say("errand_put", piece=name, to=to)
    if now.place == before.place:
        return ""
    return look.say("errand_move", piece=name, start=places.get(before.place, before.place), to=to)
