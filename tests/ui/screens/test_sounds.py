"""What is heard: a question for these hands, hit and miss, an errand; the tones are files that can be played."""

from __future__ import annotations

import wave
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.ui.scenes import duel
from ui.presenters.models import CardModel, TableModel
from ui.presenters.sounds import Sound, sound_of


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
    from ui.widgets.chimes import RATE, Chimes

    chimes = Chimes(tmp_path / "sounds")
    for sound in Sound:
        with wave.open(str(chimes.file(sound))) as tone:
            assert (tone.getnchannels(), tone.getframerate()) == (1, RATE)
            assert 0.05 < tone.getnframes() / RATE < 0.7
            assert max(abs(byte - 128) for byte in tone.readframes(2000)[1::2]) > 3
        chimes.play(sound)  # silent where there is no device, and never an error
