"""The detector, and what becomes of a throw that the readers ask about or read otherwise than it does."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.rendered import render_dice
from vision.dice.aside import Judged, Seen
from vision.dice.candidates import Candidate
from vision.dice.detector import SHOWN, Sighted, detect
from vision.dice.die import ReadDie
from vision.dice.known import NothingKnown
from vision.dice.network import Pyramid, look_at
from vision.dice.reading import _shaped
from vision.dice.second import contradicted, read_again
from vision.evaluate.bystanders import draw_scene
from vision.evaluate.completeness import judge_scene
from vision.virtual.dice import DiceShot

pytestmark = pytest.mark.slow
NOTHING: Seen = ([], ("no die is seen",))


def sighted(x: float, y: float, side_px: float, face: str, heat: float = 0.9) -> Sighted:
    return Sighted(x, y, side_px, heat, heat, np.eye(len(SHOWN))[SHOWN.index(face)], 1.0)


def looked_at(shot: DiceShot, *more: Sighted) -> Pyramid:
    """The picture, on which the detector saw the dice as they lie, and more."""
    pyramid = Pyramid(shot.picture)
    dice = [sighted(die.x_px, die.y_px, die.size_px, str(die.face)) for die in shot.dice]
    pyramid.once(("detector",), lambda: [*dice, *more])
    return pyramid


def reader_s(pyramid: Pyramid, shot: DiceShot, index: int, value: int) -> ReadDie:
    die = shot.dice[index]
    at = die.x_px, die.y_px, die.size_px
    return ReadDie(value, *at, "", look_at(pyramid, *at), None, Candidate(*at))


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


def test_what_the_readers_ask_about_is_read_where_the_detector_is_certain_of_all() -> None:
    shot = render_dice([3, 5], 4)
    dice, why = read_again(looked_at(shot), NothingKnown(), NOTHING, _shaped, None)
    assert not why
    assert sorted(value or 0 for _, value in dice) == [3, 5]


@pytest.mark.parametrize("face", ["symbol", "cocked"])
def test_a_place_that_nobody_settles_keeps_the_question(face: str) -> None:
    shot = render_dice([3, 5], 4)
    for heat, expect, is_kept in ((0.6, None, True), (0.6, 2, True), (0.2, None, False), (0.1, 2, False)):
        pyramid = looked_at(shot, sighted(60.0, 60.0, 30.0, face, heat))
        assert (read_again(pyramid, NothingKnown(), NOTHING, _shaped, expect) == NOTHING) is is_kept, (heat, expect)


def test_another_number_of_dice_than_thrown_keeps_the_question() -> None:
    shot = render_dice([3, 5], 4)
    assert read_again(looked_at(shot), NothingKnown(), NOTHING, _shaped, 3) == NOTHING


def test_one_of_both_is_enough_and_two_that_differ_are_not() -> None:
    shot = render_dice([3, 5], 4)
    faint = looked_at(shot)
    first, second = faint.once(("detector",), list[Sighted])
    unsure = Pyramid(shot.picture)
    unsure.once(("detector",), lambda: [first, replace(second, heat=0.3, hottest=0.3)])
    for value, is_read in ((5, True), (4, False)):
        asked: Seen = [(reader_s(unsure, shot, 1, value), value)], ("something else",)
        dice, why = read_again(unsure, NothingKnown(), asked, _shaped, None)
        assert (not why and len(dice) == 2) is (value == 5)
        again = read_again(faint, NothingKnown(), asked, _shaped, None)
        assert (not again[1]) is is_read


def test_a_die_that_leans_is_not_read_however_certain_its_face_is() -> None:
    shot = render_dice([3, 5], 60, cocked=[1], lean_deg=(34.0, 34.0))
    assert read_again(looked_at(shot), NothingKnown(), NOTHING, _shaped, None) == NOTHING


def test_a_die_left_out_or_read_otherwise_makes_a_question_of_a_reading() -> None:
    shot = render_dice([3, 5], 4)
    pyramid = looked_at(shot)
    whole: Judged = [(reader_s(pyramid, shot, 0, 3), 3), (reader_s(pyramid, shot, 1, 5), 5)]
    assert contradicted(pyramid, NothingKnown(), whole) == (whole, ())
    for dice in (whole[:1], [whole[0], (reader_s(pyramid, shot, 1, 4), 4)]):
        told, why = contradicted(pyramid, NothingKnown(), dice)
        assert why
        assert [value for _, value in told] == [3, None]


@pytest.mark.parametrize("face", ["symbol", "cocked", "2"])
def test_whatever_else_is_hot_makes_a_question_of_a_reading(face: str) -> None:
    shot = render_dice([3, 5], 4)
    beside = max(die.x_px for die in shot.dice) + 3 * shot.dice[0].size_px
    pyramid = looked_at(shot, sighted(beside, 40, shot.dice[0].size_px, face))
    whole: Judged = [(reader_s(pyramid, shot, 0, 3), 3), (reader_s(pyramid, shot, 1, 5), 5)]
    told, why = contradicted(pyramid, NothingKnown(), whole)
    assert why
    assert [value for _, value in told] == [3, 5, None]


@pytest.mark.parametrize("seed", [5015, 5020, 5025])
def test_dominoes_that_the_detector_would_read_are_asked_about(seed: int) -> None:
    assert judge_scene(draw_scene(seed)) == "asked"
