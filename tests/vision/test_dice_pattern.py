"""The pattern fit on faces drawn here, pip by pip, from the standard layout: every value, turn, polarity and slant."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import Floats, Picture
from vision.dice.network import Pyramid
from vision.dice.pattern import fit_pattern

# where the pips of a face lie, in quarters of the side from its middle: as on any die in the shops
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
LOOKS = {
    "black on ivory": ((214, 234, 240), (28, 26, 26)),
    "white on red": ((40, 30, 190), (240, 240, 240)),
    "green on purple, equally light": ((150, 60, 130), (60, 118, 60)),
}


def draw_die(
    pips: list[tuple[int, int]], look: str, turn_deg: float, slant: float = 1.0, side: float = 80.0
) -> Picture:
    body, ink = LOOKS[look]
    picture = np.full((240, 240, 3), (60, 90, 70), np.uint8)
    turn = np.radians(turn_deg)
    about = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    flat = np.diag([1.0, slant]) @ about * side

    def place(x: float, y: float) -> Floats:
        return np.asarray(flat @ np.array([x, y]) + 120.0)

    corners = np.array([place(x, y) for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))])
    cv2.fillPoly(picture, [np.round(corners * 16).astype(np.int32)], body, cv2.LINE_AA, 4)
    ring = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    for x, y in pips:
        spot = np.array([place(x / 4 + 0.09 * np.cos(at), y / 4 + 0.09 * np.sin(at)) for at in ring])
        cv2.fillPoly(picture, [np.round(spot * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), dtype=np.uint8)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("value", PIPS)
def test_every_face_is_fitted_at_any_turn(value: int, look: str) -> None:
    for turn_deg in (0.0, 17.0, 45.0, 71.0):
        fit = fit_pattern(Pyramid(draw_die(PIPS[value], look, turn_deg)), 120, 120, 80)
        assert fit is not None
        assert (fit.value, fit.clear > 0.5) == (value, True), (turn_deg, fit)


@pytest.mark.parametrize("value", PIPS)
def test_a_slanted_small_or_badly_placed_face_is_fitted(value: int) -> None:
    for slant, side, off in ((0.82, 80.0, 0), (1.0, 22.0, 0), (1.0, 80.0, 8)):
        picture = draw_die(PIPS[value], "black on ivory", 30.0, slant, side)
        fit = fit_pattern(Pyramid(picture), 120 + off, 120 - off / 2, side)
        assert fit is not None
        assert (fit.value, fit.clear > 0.3) == (value, True), (slant, side, off, fit)


@pytest.mark.parametrize(
    "pips",
    [
        [(-1, -1), (1, -1), (0, 1)],
        [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)],
        [(-1, -1), (1, 1), (-1, 1)],
        [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1), (0, 0)],
    ],
    ids=["a triangle", "nine", "three corners", "seven"],
)
def test_spots_that_no_die_has_are_not_clear(pips: list[tuple[int, int]]) -> None:
    fit = fit_pattern(Pyramid(draw_die(pips, "black on ivory", 20.0)), 120, 120, 80)
    assert fit is None or fit.clear < 0.3, fit


def test_a_blank_face_has_no_layout() -> None:
    fit = fit_pattern(Pyramid(draw_die([], "black on ivory", 20.0)), 120, 120, 80)
    assert fit is None or fit.clear < 0.3, fit


@pytest.mark.parametrize(("slant", "is_clear"), [(1.0, True), (0.72, True), (0.55, False)])
def test_a_four_much_longer_than_wide_is_a_card_s(slant: float, is_clear: bool) -> None:
    fit = fit_pattern(Pyramid(draw_die(PIPS[4], "black on ivory", 0.0, slant, 80.0)), 120, 120, 80)
    assert fit is not None
    assert fit.value == 4
    assert fit.is_clear is is_clear
