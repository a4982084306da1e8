"""The devices of the playable demonstration: sources that work in the thread that polls them.

    VirtualEyes   brings the rendered table to the record with virtual hands, then looks at it with the real vision
    VirtualDice   throws what is asked for in the virtual tower, has the dice photographed and read

Both are built at their first poll, so that the window opens at once; both die without taking the game along.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.board.grid import GridBoard
from companion.core.dice import DiceRequest
from companion.core.ids import PieceId, SpaceId
from companion.table.observation import DiceSeen, LinkSeen, LinkState, Observation, PictureSeen, ReadVerdict

Positions = Mapping[PieceId, tuple[SpaceId, ...]]


class VirtualEyes:
    """The virtual hands and the camera over the virtual table."""

    name = "camera"

    def __init__(
        self,
        board: GridBoard,
        tags: Mapping[int, PieceId],
        names: Mapping[str, str],
        folder: Path,
        on_close: Callable[[], None] = lambda: None,
    ) -> None:
        self._of, self._folder, self._on_close = (board, tags, names), folder, on_close
        self._table: Any = None
        self._wanted: Positions = {}
        self._seen: Positions | None = None  # the positions the last look was for
        self._greeted = self._dead = False

    def bring(self, positions: Positions) -> None:
        """Tell the hands where every piece belongs; called from the screen's thread."""
        self._wanted = dict(positions)

    def cut_the_cable(self) -> None:
        """Let the camera die."""
        self._dead, self._seen = True, None

    def poll(self) -> Sequence[Observation]:
        """Return what the camera saw of the last change; a picture that is out of date already is not handed on."""
        if not self._greeted:
            self._greeted = True
            return (LinkSeen(self.name, time.monotonic(), LinkState.CONNECTING),)
        if self._table is None:
            from ui.cli.demo.eyes import VirtualTable, scene_of

            board, tags, names = self._of
            self._table = VirtualTable(scene_of(board, tags), names, self._folder)
        if self._dead:
            self._table.cut_the_cable()
        wanted = self._wanted
        if wanted == self._seen:
            return ()
        near = self._move(self._seen or {}, wanted)
        seen: list[Observation] = self._table.look(near)
        self._seen = wanted
        for old in sorted(self._folder.glob("*-table.jpg"))[:-2]:  # an evening is long: two pictures are kept
            old.unlink()
        return [told for told in seen if wanted == self._wanted or not isinstance(told, PictureSeen)]

    def hurry(self) -> None:
        """Let a look that goes on end: it renders and reads for seconds."""
        if self._table is not None:
            self._table.hurry()

    def close(self) -> None:
        """Let go of the camera; may be called twice."""
        if self._table is not None:
            self._table.close()
        self._on_close()

    def _move(self, before: Positions, wanted: Positions) -> SpaceId | None:
        near = None
        for piece, spaces in wanted.items():
            if spaces == before.get(piece, ()):
                continue
            if spaces:
                self._table.stand(piece, spaces[0])
                near = spaces[0]
            else:
                self._table.take(piece)
        return near


class VirtualDice:
    """The virtual tower and its tray; a ``Thrower`` for the screen."""

    name = "tower"

    def __init__(self, folder: Path, seed: int | None = None) -> None:
        self._folder, self._seed = folder, seed
        self._tray: Any = None
        self._is_online = self._greeted = self._closed = False
        self._lock = threading.Lock()
        self._thrown: DiceRequest | None = None
        self.asked: DiceRequest | None = None  # the roll the record waits for

    @property
    def is_ready(self) -> bool:
        """Whether the tower is there."""
        return self._is_online

    @property
    def is_throwing(self) -> bool:
        """Whether dice are on their way through it."""
        return self._thrown is not None

    def throw(self, request: DiceRequest) -> None:
        """Throw at the next poll; a second tap while the dice fall throws no second time."""
        with self._lock:
            self._thrown = request

    def die(self) -> None:
        """Cut the power of the tower."""
        if self._tray is not None:
            self._tray.die()

    def poll(self) -> Sequence[Observation]:
        """Return what the tower said, and what was read of a throw that is still asked for."""
        if not self._greeted:
            self._greeted = True
            return (LinkSeen(self.name, time.monotonic(), LinkState.CONNECTING),)
        seen: list[Observation]
        if self._tray is None:
            from ui.cli.demo.tray import Tray

            self._tray = Tray(self._folder, self._folder, self._seed or time.time_ns())
            seen = [] if self._closed else self._tray.greet()
            if self._closed:  # while it was being built
                self._tray.close()
        elif (request := self._thrown) is not None:
            seen = self._tray.throw(request)
            with self._lock:
                self._thrown = None
            if not any(isinstance(told, DiceSeen | LinkSeen) for told in seen):
                why = "the tower reported no dice"
                seen.append(DiceSeen("camera", time.monotonic(), ReadVerdict.ASK, (), why))
            if request != self.asked:  # answered in the meantime: nobody's roll
                seen = [told for told in seen if not isinstance(told, DiceSeen)]
        else:
            seen = self._tray.listen(0.02)
        for told in seen:
            if isinstance(told, LinkSeen):
                self._is_online = told.state in (LinkState.ONLINE, LinkState.DEGRADED)
        return seen

    def close(self) -> None:
        """Let go of the tower; may be called twice."""
        self._closed = True
        if self._tray is not None:
            self._tray.close()
