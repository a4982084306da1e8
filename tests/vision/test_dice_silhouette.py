"""Colours and points of a picture, by which the outline of a face is measured."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.silhouette import off_tones, sample


def test_colours_are_as_far_off_as_the_nearest_tone_and_hue_counts_more_than_shade() -> None:
    colours = np.array([[[50.0, 128.0, 128.0], [54.0, 133.0, 128.0]], [[90.0, 128.0, 130.0], [0.0, 128.0, 128.0]]])
    tones = [np.array([50.0, 128.0, 128.0]), np.array([93.0, 128.0, 130.0])]
    by_hand = [[0.0, np.sqrt(4.0**2 + (1.4 * 5.0) ** 2)], [3.0, 50.0]]
    assert off_tones(colours, tones) == pytest.approx(np.array(by_hand))


def test_points_outside_a_picture_have_the_colour_of_its_rim() -> None:
    lab = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
    seen = sample(lab, np.array([-9.0, 0.4, 1.6, 99.0]), np.array([0.0, 0.6, -0.4, 99.0]))
    assert seen.tolist() == [lab[0, 0].tolist(), lab[1, 0].tolist(), lab[0, 2].tolist(), lab[1, 2].tolist()]
