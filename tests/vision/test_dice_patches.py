"""Patches by runs of rows give what flooding and summing pixel by pixel gives; a disc, a ring and a square by hand."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.oracles.ellipses import filled, flooded, moments
from vision.arrays import Floats, Picture
from vision.dice.patches import find_ellipses

_SHORTEST_PX, _LONGEST_PX = 5.0, 40.0


def expected(mask: Picture) -> list[tuple[float, ...]]:
    """Area with holes filled, middle and second moments of the parts that are patches, by the oracle."""
    high, wide = mask.shape
    found = []
    for part in flooded({(int(row), int(column)) for row, column in np.argwhere(mask)}):
        rows, columns = {row for row, _ in part}, {column for _, column in part}
        down, across = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
        longer, shorter = max(down, across), min(down, across)
        at_rim = min(rows) <= 1 or min(columns) <= 1 or max(rows) >= high - 2 or max(columns) >= wide - 2
        is_long = _SHORTEST_PX - 1 <= longer <= _LONGEST_PX and shorter >= max(3, 0.25 * longer)
        if is_long and not at_rim and len(part) >= max(14, 0.30 * down * across):
            found.append(moments(filled(part)))
    return sorted(found, key=_by_place)


def measured(ellipses: Floats) -> list[tuple[float, ...]]:
    """The same numbers out of ellipses."""
    x, y, long, short, angle, fill = ellipses.T
    area = fill * np.pi / 4 * long * short
    major, minor = long**2 / 16, short**2 / 16
    xx = major * np.cos(angle) ** 2 + minor * np.sin(angle) ** 2
    yy = major * np.sin(angle) ** 2 + minor * np.cos(angle) ** 2
    xy = (major - minor) * np.sin(angle) * np.cos(angle)
    return sorted(zip(*(part.tolist() for part in (area, x, y, xx, xy, yy)), strict=True), key=_by_place)


def _by_place(moments_: tuple[float, ...]) -> tuple[float, float]:
    return round(moments_[1], 6), round(moments_[2], 6)


@pytest.mark.parametrize("seed", range(8))
def test_patches_are_what_flooding_gives(seed: int) -> None:
    draw = np.random.default_rng(seed)
    noise = cv2.GaussianBlur(draw.normal(size=(90, 120)).astype(np.float32), (0, 0), float(draw.uniform(1.0, 4.0)))
    mask = (noise > np.quantile(noise, draw.uniform(0.4, 0.85))).astype(np.uint8)
    mask[draw.random(mask.shape) < 0.03] = 0  # holes, and parts that touch at a corner only
    there = expected(mask)
    assert there
    found = measured(find_ellipses(mask, _SHORTEST_PX, _LONGEST_PX))
    np.testing.assert_allclose(np.array(found), np.array(there), rtol=1e-9, atol=1e-6)


def test_a_ring_is_measured_as_its_disc() -> None:
    disc = cv2.circle(np.zeros((60, 60), np.uint8), (30, 28), 12, 1, -1)
    ring = cv2.circle(disc.copy(), (30, 28), 8, 0, -1)
    (whole,), (hollow,) = (find_ellipses(mask, _SHORTEST_PX, _LONGEST_PX) for mask in (disc, ring))
    np.testing.assert_allclose(whole[[0, 1, 2, 3]], [30.0, 28.0, 24.0, 24.0], atol=0.4)
    np.testing.assert_allclose(hollow[[0, 1, 2, 3, 5]], whole[[0, 1, 2, 3, 5]])
    assert whole[5] == pytest.approx(1.0, abs=0.01)


def test_a_square_fills_less_than_an_ellipse() -> None:
    mask = np.zeros((60, 60), np.uint8)
    mask[20:36, 20:36] = 1
    ((x, y, long, short, _, fill),) = find_ellipses(mask, _SHORTEST_PX, _LONGEST_PX)
    assert (x, y) == (27.5, 27.5)
    assert long == short == pytest.approx(16 * 2 / np.sqrt(3))
    assert fill == pytest.approx(3 / np.pi)  # 0.955


@pytest.mark.parametrize("place", [np.s_[0:16, 20:36], np.s_[20:36, 0:16], np.s_[44:60, 20:36], np.s_[20:36, 44:60]])
def test_what_touches_the_rim_is_left_out(place: tuple[slice, slice]) -> None:
    mask = np.zeros((60, 60), np.uint8)
    mask[place] = 1
    assert len(find_ellipses(mask, _SHORTEST_PX, _LONGEST_PX)) == 0


@pytest.mark.parametrize("level", [0, 1])
def test_a_mask_without_patches_has_none(level: int) -> None:
    assert find_ellipses(np.full((40, 50), level, np.uint8), _SHORTEST_PX, _LONGEST_PX).shape == (0, 6)
