"""The tablet loses its power at any tap of a game, twenty times over its first rounds: the game goes on there.

The app of a real window is killed within a tenth of a second of a tap, whatever it was doing. What the glass had shown
must be in the record; what was tapped last may be, whole.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.text.wording import Wording
from tests.cli.command_line import companion
from tests.integration.duel import Album, fight
from tests.integration.pointer import Pointer, screen_of_its_own
from ui.library import Library

pytestmark = pytest.mark.long

ODDS = 0.4  # that a tap is the last before the power goes
AT_MOST_S = 0.1
CUTS = 20


class Enough(Exception):
    """The power went often enough."""


class Cut(Pointer):
    """After some taps the power goes; then somebody opens the app and goes on with the last game."""

    def __init__(self, display: str, home: Path, seed: int) -> None:
        self._rng, self.cuts, self.heard = random.Random(seed), 0, 0
        self._words = Wording("en")
        super().__init__(display, home)

    def _tapped(self, before: str) -> None:
        seen = self.seen
        if not seen["table"] or seen["over"] or self._rng.random() > ODDS:
            super()._tapped(before)
            return
        self.taps += 1
        time.sleep(self._rng.uniform(0, AT_MOST_S))
        self.app.kill()
        self.app.wait()
        self.cuts += 1
        self.start()
        self.until(lambda found: not found["table"], "home")
        self.tap(self.spot(self._words.say("evening.go_on_last")) or pytest.fail(self.told()))
        self.until(lambda found: found["table"], "game")
        now = self.seen["version"]
        assert now >= seen["version"], f"cut {self.cuts}: the glass showed line {seen['version']}, kept is {now}"
        self.heard += now > seen["version"]
        if self.cuts == CUTS:
            raise Enough


@pytest.fixture
def cut(tmp_path: Path) -> Iterator[Cut]:
    with screen_of_its_own() as display, closing(Cut(display, tmp_path, seed=5)) as pointer:
        yield pointer


def test_an_evening_of_power_cuts(cut: Cut, tmp_path: Path) -> None:
    words, album = Wording("en"), Album(cut, tmp_path)
    red, blue = words.word("seat", "red"), words.word("seat", "blue")
    cut.press("English", words.say("evening.new_game"), "HeroClix", red, "Undertow", blue, "Lamplighters")
    cut.press(words.say("evening.begin"))
    cut.until(lambda seen: seen["table"], "table")
    with pytest.raises(Enough):
        fight(cut, album, words)
    assert 0 < cut.heard < cut.cuts, "some taps were written before the cut, some were not"
    (store,) = Library(cut.house).stores()
    assert companion("replay", str(store), "--verify").status == 0
