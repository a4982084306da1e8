"""The dice: thrown through the firmware of the tower, photographed in its tray, read by whoever can read that kind."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from companion.core.dice import DICE, DiceRequest, Die
from companion.errors import MissingPart
from companion.ports import DiceTower, RingPattern
from companion.table.observation import DiceSeen, LinkSeen, LinkState, Observation, ReaderSeen, TowerPhase, TowerSeen
from firmware_bridge import VirtualTower
from ui.cli.demo.kinds import PIPS, Kind, reader_of
from ui.cli.demo.links import BY_RADIO, RadioRoom, open_radio, open_tower
from ui.cli.demo.pool import Lain, LyingPool
from vision.arrays import Picture
from vision.pictures import write_picture

THROW_S = 6.0  # a throw that is not reported after this long is asked for
FALL_S = 1.5  # a throw that nobody reports has come to rest after this long


class Tray:
    """A dice tower with its tray and its camera. Without a VM for the firmware it says so and is offline."""

    def __init__(
        self,
        out: Path,
        folder: Path,
        seed: int,
        link: str = "serial",
        *,
        dice: Mapping[str, Die] = DICE,
        kinds: Mapping[str, Kind] | None = None,
        zones: Sequence[str] = (),
    ) -> None:
        self._dice, self._kinds = dice, kinds if kinds is not None else {"d6": PIPS}
        self._out, self._random, self._thrown = out, random.Random(seed), 0
        self.faces: tuple[str, ...] = ()  # what really lies there: known to the hands, never to the reader
        self._pool, self.missing = LyingPool(self._kinds, seed), ""
        self.links: dict[str, LinkState] = {}  # how each device was heard last
        self.readings = 0  # of a mat
        self._studio = ThreadPoolExecutor(1)  # the light falls on the dice while they still roll
        self._virtual: VirtualTower | None = None
        self._tower: DiceTower | None = None
        self.radio: RadioRoom | None = None  # where the tower comes by radio, and a mat with it
        try:
            if link in BY_RADIO:
                self.radio = open_radio(link, folder, zones)
                self._virtual, self._tower = self.radio.tower, self.radio
            else:
                self._virtual, self._tower = open_tower(link, folder)
        except MissingPart as part:
            self.missing = str(part)

    def greet(self) -> list[Observation]:
        """What the tower says first: online, or why it is not."""
        if self._tower is None:
            return [LinkSeen("tower", time.monotonic(), LinkState.OFFLINE, self.missing)]
        return self._until(lambda told: _is_of_tower(told, LinkState.ONLINE))

    @property
    def _is_online(self) -> bool:
        return self.links.get("tower") in (LinkState.ONLINE, LinkState.DEGRADED)

    def kinds_in(self, request: DiceRequest) -> Mapping[str, Kind]:
        """The dice that go through tower and tray, by their id; none when the camera can read none of them for sure."""
        kinds = dict.fromkeys(request.dice)
        readable = {die: self._kinds[die] for die in kinds if die in self._kinds}
        others = {face.label for die in kinds if die not in readable for face in self._dice[die].faces}
        sides = {side for kind in readable.values() for side in kind.sides}
        return readable if readable and not others & sides and reader_of(readable) is not None else {}

    def throw(
        self,
        request: DiceRequest,
        *,
        cocked: bool = False,
        taken: Sequence[tuple[str, str]] = (),
        beside: Sequence[str] = (),
    ) -> list[Observation]:
        """What tower and camera say about one throw: rolling, settled, then the dice as they were read.

        Dice that the camera cannot read, or without a tower, are thrown on the table: only the players see them. The
        dice ``taken`` up again, by kind and face, lay among others that stay ``beside`` them.
        """
        kinds = self.kinds_in(request)
        dice = [Lain(die, self._random.randint(1, 6)) for die in request.dice if die in kinds]
        count = len(dice)
        rolled = iter([kinds[one.die].sides[one.side - 1] for one in dice])
        self.faces = tuple(next(rolled) if die in kinds else self._by_hand(die) for die in request.dice)
        if not count or self._tower is None or self._virtual is None or not self._is_online:
            self._fall(count)
            return []
        self._thrown += 1
        is_again = bool(beside) and count == len(taken) and self._pool.again(taken, dice)
        if not is_again:
            self._pool.throw(dice)
        there = {die: self._kinds[die] for die in (*kinds, *(beside if is_again else ()))}
        picture = self._studio.submit(self._pool.picture, is_leaning=cocked)
        self._tower.arm(count)
        self._tower.show(RingPattern.READY)
        seen = self._until(lambda told: isinstance(told, TowerSeen) and told.phase is TowerPhase.ARMED, 2.0)
        self._virtual.throw(count)
        seen += self._until(
            lambda told: isinstance(told, TowerSeen) and told.phase in (TowerPhase.SETTLED, TowerPhase.COCKED)
        )
        if any(isinstance(told, TowerSeen) and told.phase is TowerPhase.SETTLED for told in seen):
            seen.append(self._read(picture.result(), None if is_again else count, there))
        return seen

    def _by_hand(self, die: str) -> str:
        return self._random.choice(self._dice[die].faces).label

    def show(self, pattern: RingPattern) -> tuple[tuple[int, int, int], ...]:
        """What the LEDs show once they were asked: red, green, blue of each; empty when there is no tower."""
        if self._tower is None or self._virtual is None or not self._is_online:
            return ()
        self._tower.show(pattern)
        before, deadline = self._virtual.ring(), time.monotonic() + 0.5
        while self._virtual.ring() == before and time.monotonic() < deadline:
            time.sleep(0.01)
        return tuple(tuple(led) for led in self._virtual.ring())  # type: ignore[misc]

    def listen(self, seconds: float = 3.0) -> list[Observation]:
        """What the tower has said since it was last asked, or that it is gone."""
        return self._until(_is_of_tower, seconds) if self._tower is not None else []

    def hear(self, enough: Callable[[], bool], seconds: float = THROW_S) -> list[Observation]:
        """What every device says until that is enough, or the time is up."""
        seen: list[Observation] = []
        deadline = time.monotonic() + seconds
        while self._tower is not None and not enough() and time.monotonic() < deadline:
            seen += self._polled(self._tower)
            time.sleep(0.005)
        return seen

    def _fall(self, count: int) -> None:
        """Throw through a tower that nobody hears, as players do: what it sees waits in it."""
        if count and self.radio is not None and self.radio.tower.is_running:
            self.radio.tower.throw(count)
            time.sleep(FALL_S)

    def die(self) -> None:
        """Cut the power of the tower."""
        if self._virtual is not None:
            self._virtual.fault("power_cut")

    def close(self) -> None:
        """Let go of the tower and its VM."""
        self._studio.shutdown()
        if self._tower is not None:
            self._tower.close()
        if self._virtual is not None:
            self._virtual.close()

    def _read(self, picture: Picture, count: int | None, kinds: Mapping[str, Kind]) -> DiceSeen:
        """The dice picture, kept and read."""
        file = self._out / f"{self._thrown:03}-dice.jpg"
        write_picture(file, picture)
        read = reader_of(kinds)
        assert read is not None
        seen = read(picture, count, time.monotonic())
        return DiceSeen(seen.source, seen.at_s, seen.verdict, seen.dice, seen.why, file.name)

    def _until(self, enough: object, seconds: float = THROW_S) -> list[Observation]:
        """Everything the tower says until ``enough`` is among it, it goes offline, or the time is up."""
        assert callable(enough) and self._tower is not None
        seen: list[Observation] = []
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            fresh = self._polled(self._tower)
            seen += fresh
            if any(enough(told) or _is_of_tower(told, LinkState.OFFLINE) for told in fresh):
                break
            time.sleep(0.005)
        return seen

    def _polled(self, tower: DiceTower) -> Sequence[Observation]:
        fresh = tower.poll()
        for told in fresh:
            self.readings += isinstance(told, ReaderSeen)
            if isinstance(told, LinkSeen):
                self.links[told.source] = told.state
        return fresh


def _is_of_tower(told: Observation, state: LinkState | None = None) -> bool:
    """Whether it says how the tower's link is, in that state where one is given."""
    return isinstance(told, LinkSeen) and told.source == "tower" and state in (None, told.state)
