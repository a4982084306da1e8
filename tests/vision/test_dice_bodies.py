"""Which drawn things may be a die that shows no number: what stands alone."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.arrays import Picture
from vision.dice.pips import off_tones, sample
from vision.dice.strange import plainness

_FELT, _INK = (38, 70, 40), (230, 234, 236)
_X, _Y, _SIDE_PX = 160, 120, 60.0


def print_(picture: Picture) -> None:
    cv2.ellipse(picture, (_X, _Y), (20, 12), 15, 0, 360, _INK, 3)


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
