"""Nothing that may be a die is dropped without a reason: one put anywhere changes the count, or the reader asks."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.table.observation import ReadVerdict
from tests.thinned import thinned
from vision.arrays import Picture
from vision.dice.reading import read_dice
from vision.lab.judging.completeness import draw_scene, judge_scene, put_die, upright_photographs

pytestmark = pytest.mark.slow

IVORY, BLACK = 0, 4  # looks of dice
WHITE_TRAY, RED_TRAY = (235, 240, 240), (60, 60, 190)


def table() -> Picture:
    noise = np.random.default_rng(5).normal(0, 3, (480, 640, 3))
    return np.clip(np.full((480, 640, 3), (70, 100, 130)) + noise, 0, 255).astype(np.uint8)


def round_tray(colour: tuple[int, int, int]) -> Picture:
    tray = table()
    cv2.circle(tray, (320, 240), 150, colour, -1, cv2.LINE_AA)
    return tray


@pytest.mark.parametrize(("colour", "look"), [(WHITE_TRAY, BLACK), (RED_TRAY, IVORY)])
@pytest.mark.parametrize("face", [2, 3])
def test_a_die_alone_in_a_round_tray_is_not_the_pip_of_a_large_one(
    colour: tuple[int, int, int], look: int, face: int
) -> None:
    seen = read_dice(put_die(round_tray(colour), face, (320, 240), 34, look=look, turn_deg=20))
    assert seen.verdict is ReadVerdict.ASK or [die.face for die in seen.dice] == [str(face)]


@pytest.mark.parametrize("side_px", [11.0, 13.0, 17.0])
def test_a_die_a_fifth_as_wide_as_the_others_is_asked_about_or_read(side_px: float) -> None:
    picture = table()
    for face, place in ((3, (150, 150)), (5, (400, 250))):
        picture = put_die(picture, face, place, 60, turn_deg=30.0 * face)
    alone = read_dice(picture)
    assert (alone.verdict, [die.face for die in alone.dice]) == (ReadVerdict.READ, ["3", "5"])
    picture = put_die(picture, 5, (300, 340), side_px, look=1, turn_deg=20)
    seen = read_dice(picture)
    assert seen.verdict is ReadVerdict.ASK or [die.face for die in seen.dice] == ["3", "5", "5"]
    assert read_dice(picture, expect=2).verdict is ReadVerdict.ASK
    assert read_dice(picture, expect=3).verdict is ReadVerdict.ASK or len(seen.dice) == 3


@pytest.mark.parametrize("block", thinned(range(3), 3))
def test_a_die_put_anywhere_is_read_or_asked_about(block: int) -> None:
    scenes = [draw_scene(seed) for seed in range(4 * block, 4 * block + 4)]
    assert [drawn.name for drawn in scenes if judge_scene(drawn) == "wrong"] == []


def test_a_die_put_on_a_photograph_is_read_or_asked_about(dice_photographs: Path) -> None:
    photographs = upright_photographs(dice_photographs)
    scenes = [draw_scene(seed, photographs) for seed in range(1, 13, 2)]
    assert [drawn.name for drawn in scenes if judge_scene(drawn) == "wrong"] == []


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_thousands_of_dice_put_anywhere_are_read_or_asked_about(block: int, dice_photographs: Path) -> None:
    photographs = upright_photographs(dice_photographs)
    for seed in range(1000 + 150 * block, 1150 + 150 * block):
        drawn = draw_scene(seed, photographs)
        assert judge_scene(drawn) != "wrong", drawn.name
