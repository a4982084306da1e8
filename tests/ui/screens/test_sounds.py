"""What is heard: a question for these hands, hit and miss, an errand; the tones are files that can be played."""

from __future__ import annotations

import sys
import wave
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.text.wording import Wording
from tests.ui.scenes import duel
from ui.library import Library, Settings
from ui.presenters.home import SettingsDesk
from ui.presenters.models import CardModel, TableModel
from ui.presenters.sounds import Sound, sound_of
from ui.tablet.navigation import Navigator


@pytest.fixture
def still(clock: Any) -> TableModel:
    return replace(duel(clock).model(), card=None, cue=None, errands=())


def test_only_what_is_new_is_heard(still: TableModel) -> None:
    asked = replace(still, card=CardModel("choice", "Which way?", "", (("choose:N", "north"),)))
    assert sound_of(still, still) is None
    assert sound_of(still, asked) is Sound.ASK
    assert sound_of(asked, asked) is None
    menu = replace(still, card=CardModel("powers", "Gull-Wing", "", ()))
    assert sound_of(asked, menu) is None, "what one opens oneself is no question"


def test_hit_and_miss_sound_apart_and_an_errand_softly(still: TableModel) -> None:
    hit = replace(still, cue=(4, "hit"))
    assert sound_of(still, hit) is Sound.HIT
    assert sound_of(hit, replace(hit, cue=(9, "miss"))) is Sound.MISS
    assert sound_of(still, replace(still, errands=("Move Gull-Wing to F7.",))) is Sound.ERRAND
    over = replace(hit, card=CardModel("over", "Red wins.", "", ()))
    assert sound_of(still, over) is Sound.OVER
    assert sound_of(over, over) is None


def test_the_tones_are_files_that_can_be_played(window: None, tmp_path: Path) -> None:
    from ui.tablet.widgets.chimes import RATE, Chimes

    chimes = Chimes(tmp_path / "sounds")
    for sound in Sound:
        with wave.open(str(chimes.file(sound))) as tone:
            assert (tone.getnchannels(), tone.getframerate()) == (1, RATE)
            assert 0.05 < tone.getnframes() / RATE < 0.7
            assert max(abs(byte - 128) for byte in tone.readframes(2000)[1::2]) > 3
        chimes.play(sound)  # silent where there is no device, and never an error


BRIDGE = '''
"""Stands where Android's bridge to Java is: it writes down what would be asked of the tablet."""
asked = []


class Service:
    def hasVibrator(self):
        return True

    def vibrate(self, what):
        asked.append(what)


class Activity:
    def getSystemService(self, name):
        assert name == "vibrator"
        return Service()


CLASSES = {
    "org.kivy.android.PythonActivity": type("PythonActivity", (), {"mActivity": Activity()}),
    "android.os.Build$VERSION": type("Version", (), {"SDK_INT": 34}),
    "android.os.VibrationEffect": type(
        "Effect", (), {"DEFAULT_AMPLITUDE": -1, "createOneShot": staticmethod(lambda length, how: (length, how))}
    ),
}
autoclass = CLASSES.__getitem__
'''


def test_a_machine_without_a_vibrator_says_so_and_stays_still(window: None, tmp_path: Path) -> None:
    from ui.tablet.widgets.buzz import Buzz

    library = Library(tmp_path)
    desk = SettingsDesk(library)
    row = next(tile for tile in desk.page(Wording("en")).tiles if tile.action == "vibration")
    assert row.badge == "This machine has none"
    before = library.settings()
    desk.press("vibration")
    assert library.settings() == before
    for sound in Sound:
        Buzz().play(sound)  # and never an error


def test_a_tablet_is_asked_to_shake_until_it_is_switched_off(
    window: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ui.tablet.app import TabletApp

    (tmp_path / "jnius.py").write_text(BRIDGE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "jnius", raising=False)
    bridge = import_module("jnius")
    library = Library(tmp_path)
    app = TabletApp(Navigator(library))
    library.keep_settings(Settings("en", sound=False))
    app._cues()(Sound.ERRAND)
    ((length, _),) = bridge.asked
    assert 20 <= length <= 100
    SettingsDesk(library).press("vibration")
    app._cues()(Sound.ERRAND)
    assert len(bridge.asked) == 1
    monkeypatch.delitem(sys.modules, "jnius")
