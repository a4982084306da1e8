"""Which drawn things may be a die that shows no number: a body as large as the dice read, or what stands alone."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.dice.pips import off_tones, sample
from vision.dice.strange import is_square_body, plainness

_FELT, _BODY, _INK = (38, 70, 40), (44, 38, 36), (230, 234, 236)
_X, _Y, _SIDE_PX = 160, 120, 60.0


def turned(wide: float, high: float, turn_deg: float) -> NDArray[np.int32]:
    return np.asarray(cv2.boxPoints(((_X, _Y), (wide, high), turn_deg))).round().astype(np.int32)


def square(picture: Picture, turn_deg: float = 20.0, side_px: float = _SIDE_PX) -> None:
    cv2.fillPoly(picture, [turned(side_px, side_px, turn_deg)], _BODY)


def eye(picture: Picture) -> None:
    square(picture)
    cv2.ellipse(picture, (_X, _Y), (20, 12), 15, 0, 360, _INK, 3)
    cv2.circle(picture, (_X, _Y), 6, _INK, -1)


def button(picture: Picture) -> None:
    cv2.circle(picture, (_X, _Y), 33, _BODY, -1)


def domino(picture: Picture) -> None:
    cv2.fillPoly(picture, [turned(2 * _SIDE_PX, _SIDE_PX, 20.0)], _BODY)


def stick(picture: Picture) -> None:
    cv2.fillPoly(picture, [turned(_SIDE_PX, 0.7 * _SIDE_PX, 20.0)], _BODY)


def print_(picture: Picture) -> None:
    cv2.ellipse(picture, (_X, _Y), (20, 12), 15, 0, 360, _INK, 3)


@pytest.mark.parametrize(
    ("draw", "is_body"),
    [(square, True), (eye, True), (button, False), (domino, False), (stick, False), (print_, False)],
)
@pytest.mark.parametrize("off_px", [0, 4])
def test_a_body_is_square_even_and_ends(draw: Callable[[Picture], None], is_body: bool, off_px: int) -> None:
    picture = np.full((240, 320, 3), _FELT, np.uint8)
    draw(picture)
    noise = np.random.default_rng(1).normal(0.0, 2.0, picture.shape)
    picture = np.clip(cv2.GaussianBlur(picture, (0, 0), 1.0) + noise, 0, 255).astype(np.uint8)
    assert is_square_body(picture, _X + off_px, _Y - off_px, _SIDE_PX) is is_body


@pytest.mark.parametrize("turn_deg", range(0, 90, 15))
def test_a_body_is_square_at_any_turn(turn_deg: int) -> None:
    picture = np.full((240, 320, 3), _FELT, np.uint8)
    square(picture, turn_deg)
    assert is_square_body(picture, _X, _Y, _SIDE_PX)


@pytest.mark.parametrize("side_px", [0.6 * _SIDE_PX, 1.7 * _SIDE_PX])
def test_a_square_of_another_size_is_none(side_px: float) -> None:
    picture = np.full((240, 320, 3), _FELT, np.uint8)
    square(picture, side_px=side_px)
    assert not is_square_body(picture, _X, _Y, _SIDE_PX)


@pytest.mark.parametrize("place", [(0, 0), (319, 239), (-40, 500), (160, 2)])
def test_at_the_rim_of_a_picture_there_is_none(place: tuple[int, int]) -> None:
    assert not is_square_body(np.full((240, 320, 3), _FELT, np.uint8), *place, _SIDE_PX)


@pytest.mark.parametrize("seed", range(4))
def test_a_faint_body_under_much_noise_is_one_and_noise_alone_is_none(seed: int) -> None:
    noise = np.random.default_rng(seed).normal(0.0, 6.0, (240, 320, 3))
    bare = np.full((240, 320, 3), _BODY, np.float64) + 8.0  # hardly lighter than the die that lies on it
    picture = bare.astype(np.uint8)
    eye(picture)
    for drawn, is_body in ((picture, True), (bare, False)):
        seen = np.clip(cv2.GaussianBlur(drawn.astype(np.float64) + noise, (0, 0), 0.7), 0, 255).astype(np.uint8)
        assert is_square_body(seen, _X, _Y, _SIDE_PX) is is_body


def letters(picture: Picture) -> None:
    for column in range(10, 320, 40):
        for row in range(20, 240, 40):
            cv2.putText(picture, "K", (column, row), cv2.FONT_HERSHEY_SIMPLEX, 1.2, _INK, 3)


@pytest.mark.parametrize(("around", "is_alone"), [(None, True), (letters, False)])
def test_a_drawing_stands_alone_on_felt_and_not_in_print(
    around: Callable[[Picture], None] | None, is_alone: bool
) -> None:
    picture = np.full((240, 320, 3), _FELT, np.uint8)
    if around is not None:
        around(picture)
    print_(picture)
    noise = np.random.default_rng(1).normal(0.0, 3.0, picture.shape)
    seen = np.clip(cv2.GaussianBlur(picture, (0, 0), 1.0) + noise, 0, 255).astype(np.uint8)
    assert (plainness(seen, _X, _Y, _SIDE_PX) > 3.2) is is_alone
    assert plainness(seen, 60.0, 60.0, _SIDE_PX) < 3.2, "bare felt, or one letter of many"


def test_colours_are_as_far_off_as_the_nearest_tone_and_hue_counts_more_than_shade() -> None:
    colours = np.array([[[50.0, 128.0, 128.0], [54.0, 133.0, 128.0]], [[90.0, 128.0, 130.0], [0.0, 128.0, 128.0]]])
    tones = [np.array([50.0, 128.0, 128.0]), np.array([93.0, 128.0, 130.0])]
    by_hand = [[0.0, np.sqrt(4.0**2 + (1.4 * 5.0) ** 2)], [3.0, 50.0]]
    assert off_tones(colours, tones) == pytest.approx(np.array(by_hand))


def test_points_outside_a_picture_have_the_colour_of_its_rim() -> None:
    lab = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
    seen = sample(lab, np.array([-9.0, 0.4, 1.6, 99.0]), np.array([0.0, 0.6, -0.4, 99.0]))
    assert seen.tolist() == [lab[0, 0].tolist(), lab[1, 0].tolist(), lab[0, 2].tolist(), lab[1, 2].tolist()]
