"""Errands for the hands after a tap: miniatures moved, dials turned, tokens put and taken.

as the hands left it ──against──> the record, as everybody may know it ──> lines ──Done──> as the hands left it

A camera that watches checks the miniatures itself (``errand_words``); dials and tokens are checked off by a tap.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.ids import PieceId
from companion.table.observation import LinkState
from ui.presenters.adapter import ONLOOKERS, Look
from ui.presenters.table import TablePresenter


@dataclass(frozen=True, slots=True)
class Stands:
    """A figure on the table: where, with how many tokens, what its dial shows."""

    name: str
    place: str
    tokens: int
    dial: str


Lay = dict[PieceId, Stands]


class HandsDesk:
    """The errands of one table, whoever's screen it is just now."""

    def __init__(self, presenter: TablePresenter) -> None:
        self._presenter, self._version = presenter, -1
        self._left: Lay = {}  # as the hands left it
        self._now: Lay = {}

    def lines(self) -> tuple[str, ...]:
        """Return what is still to do, in words; before the first round and at the end nothing."""
        presenter = self._presenter
        if presenter.session.version != self._version:
            is_first, self._version = self._version < 0, presenter.session.version
            self._now = self._lay()
            flow = presenter.state.flow
            if is_first or not flow.round or flow.outcome is not None:
                self.done()
        if presenter.is_covered or self._now == self._left:
            return ()
        return tuple(self._told())

    def done(self) -> None:
        """Take it that the table stands as the record says."""
        self._left = self._now

    def _lay(self) -> Lay:
        presenter, game = self._presenter, self._presenter.game
        look = Look(ONLOOKERS, (), presenter.look.wording)
        board = game.picture(look, frozenset())
        names = {(tile.column, tile.row): tile.name or str(tile.space) for tile in board.tiles}
        lay: Lay = {}
        for token in board.tokens:
            sheet = game.sheet(replace(look, chosen=token.piece))
            place = names.get((int(token.column), int(token.row)), "")
            dial = sheet.dial if sheet is not None and sheet.name == token.name else ""
            lay[token.piece] = Stands(token.name, place, token.tokens, dial)
        return lay

    def _told(self) -> Iterator[str]:
        camera, say = self._presenter.follower.links.get("camera"), self._presenter.wording.say
        is_seen = camera is not None and camera.state is LinkState.ONLINE
        for piece in sorted({*self._left, *self._now}):
            before, now = self._left.get(piece), self._now.get(piece)
            words = "" if is_seen else self._moved(before, now)
            parts = [words] if words else []
            if now is not None and now.dial and now.dial != (before.dial if before else ""):
                parts.append(say("screen.errand_turn", dial=now.dial))
            if now is not None and now.tokens != (before.tokens if before else 0):
                parts.append(say("screen.errand_tokens", count=now.tokens))
            if parts and not words and now is not None:
                parts[0] = self._presenter.wording.pair(now.name, parts[0])
            if parts:
                yield " · ".join(parts)

    def _moved(self, before: Stands | None, now: Stands | None) -> str:
        say = self._presenter.wording.say
        if now is None:
            return say("screen.errand_take", piece=before.name) if before else ""
        if before is None:
            return say("screen.errand_put", piece=now.name, to=now.place)
        if now.place == before.place:
            return ""
        return say("screen.errand_move", piece=now.name, start=before.place, to=now.place)
