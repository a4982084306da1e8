"""The detector, and what becomes of a throw by what it sees there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.table.observation import ReadVerdict
from tests.rendered import render_dice
from vision.dice import reading
from vision.dice.detector import SHOWN, Sighted, detect
from vision.dice.reading import read_dice
from vision.lab.judging.bystanders import draw_scene
from vision.lab.judging.completeness import judge_scene
from vision.virtual.dice import DiceShot

pytestmark = pytest.mark.slow
Detected = Callable[..., None]


def sighted(x: float, y: float, side_px: float, face: str, heat: float = 0.9) -> Sighted:
    return Sighted(x, y, side_px, heat, heat, np.eye(len(SHOWN))[SHOWN.index(face)], 1.0)


def truth_of(shot: DiceShot) -> list[Sighted]:
    return [sighted(die.x_px, die.y_px, die.size_px, str(die.face)) for die in shot.dice]


@pytest.fixture
def detected(monkeypatch: pytest.MonkeyPatch) -> Detected:
    """Let the detector see these places, whatever the picture shows."""

    def see(*places: Sighted) -> None:
        monkeypatch.setattr(reading, "detect", lambda _: list(places))

    return see


@pytest.mark.parametrize("size_px", [(480, 360), (960, 720), (1600, 1200)])
def test_the_detector_names_dice_where_they_lie_whatever_their_size(size_px: tuple[int, int]) -> None:
    shot = render_dice([3, 5], 4, size_px=size_px)
    dice = [place for place in detect(shot.picture) if place.heat > 0.5]
    assert len(dice) == len(shot.dice)
    for truth in shot.dice:
        near = min(dice, key=lambda die: float(np.hypot(die.x - truth.x_px, die.y - truth.y_px)))
        assert near.face == str(truth.face)
        assert np.hypot(near.x - truth.x_px, near.y - truth.y_px) < 0.1 * truth.size_px
        assert 0.8 < near.side_px / truth.size_px < 1.25


@pytest.mark.parametrize("shape", [(1, 1, 3), (2, 900, 3), (900, 2, 3), (12, 12, 3), (33, 47, 3)])
def test_a_small_or_thin_picture_shows_the_detector_nothing(shape: tuple[int, int, int]) -> None:
    assert not detect(np.full(shape, 90, np.uint8))


def test_the_detector_sees_the_same_on_a_turned_picture() -> None:
    picture = render_dice([6, 2], 7).picture
    turned = np.asarray(cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE), dtype=np.uint8)
    assert sorted(die.face for die in detect(turned)[:2]) == sorted(die.face for die in detect(picture)[:2])


def faces_of(shot: DiceShot, expect: int | None = None) -> tuple[ReadVerdict, Sequence[str | None]]:
    seen = read_dice(shot.picture, expect=expect)
    return seen.verdict, sorted((die.face for die in seen.dice), key=str)


def test_two_witnesses_read_a_die_and_the_detector_alone_does_not(detected: Detected) -> None:
    shot = render_dice([3, 5], 4)
    three, five = truth_of(shot)
    detected(three, five)
    assert faces_of(shot) == (ReadVerdict.READ, ["3", "5"])
    for other in ("2", "4"):  # certain of another number than reader and pips
        detected(three, replace(five, shown=sighted(0, 0, 1, other).shown))
        assert faces_of(shot) == (ReadVerdict.ASK, ["3", None])
    detected(three, replace(five, heat=0.45, hottest=0.45))  # not certain: reader and pips are
    assert faces_of(shot) == (ReadVerdict.READ, ["3", "5"])
    detected(three, replace(five, heat=0.3, hottest=0.3))
    assert faces_of(shot) == (ReadVerdict.ASK, ["3", None])


@pytest.mark.parametrize(("face", "warm"), [("symbol", 0.3), ("cocked", 0.25), ("2", 0.25)])
def test_whatever_is_warm_and_not_settled_makes_a_question(face: str, warm: float, detected: Detected) -> None:
    shot = render_dice([3, 5], 4)
    for heat, expect, is_read in ((0.6, None, False), (warm, None, False), (0.1, None, True), (0.1, 2, True)):
        detected(*truth_of(shot), sighted(60.0, 60.0, 30.0, face, heat))
        assert (read_dice(shot.picture, expect=expect).verdict is ReadVerdict.READ) is is_read, (heat, expect)


@pytest.mark.parametrize(("face", "is_read"), [("symbol", True), ("cocked", False), ("2", False)])
def test_of_as_many_dice_as_were_thrown_only_a_symbol_beside_them_is_clutter(
    face: str, is_read: bool, detected: Detected
) -> None:
    shot = render_dice([3, 5], 4)
    detected(*truth_of(shot), sighted(60.0, 60.0, 30.0, face, 0.6))
    assert (read_dice(shot.picture, expect=2).verdict is ReadVerdict.READ) is is_read
    assert read_dice(shot.picture, expect=3).verdict is ReadVerdict.ASK


def test_a_die_that_leans_is_not_read_however_certain_its_face_is(detected: Detected) -> None:
    shot = render_dice([3, 5], 60, cocked=[1], lean_deg=(34.0, 34.0))
    detected(*truth_of(shot))
    assert read_dice(shot.picture).verdict is ReadVerdict.ASK


@pytest.mark.parametrize("seed", [5015, 5020, 5025])
def test_dominoes_that_the_detector_would_read_are_asked_about(seed: int) -> None:
    assert judge_scene(draw_scene(seed)) == "asked"
