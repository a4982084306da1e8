"""Real photographs of a printed board seen from above: markers nobody was told about come out in their squares.

The board has ten by seven squares; marker n stands on every second one, row by row:   . 0 . 1 . 2 . 3 . 4
the layout names sixteen of the 35, the other nineteen measure.                        5 . 6 . 7 . 8 . 9 .
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from companion.errors import InputError
from vision.plane.layout import CornerMarker, Layout
from vision.plane.markers import detect_markers
from vision.plane.overhead import overhead
from vision.settings import MarkerSettings

pytestmark = pytest.mark.slow

SQUARE, SHARE = 30.0, 0.695  # mm a square as told; a marker's side in squares, measured on the photographs
TOLD = (0, 2, 4, 7, 10, 12, 14, 15, 19, 22, 25, 27, 29, 30, 32, 34)
PX = 56


def middle(marker: int) -> tuple[float, float]:
    """The middle of a marker's square, in squares."""
    row = marker // 5
    return 2 * (marker % 5) + (1 - row % 2) + 0.5, row + 0.5


def layout() -> Layout:
    corners = (CornerMarker(one, (middle(one)[0] * SQUARE, middle(one)[1] * SQUARE), SHARE * SQUARE) for one in TOLD)
    return Layout(10, 7, SQUARE, tuple(corners))


def test_squares_of_real_photographs_lie_where_the_board_has_them(tag_photographs: Path) -> None:
    entries = json.loads((tag_photographs / "labels.json").read_text(encoding="utf-8"))["images"]
    registered, refused, measured = 0, [], 0
    for entry in (one for one in entries if "4x4" in one["family"].lower()):
        try:
            flat = overhead(tag_photographs / "images" / entry["file"], layout(), PX)
        except InputError as wrong:
            refused.append(str(wrong))
            continue
        registered += 1
        for marker in detect_markers(flat, set(range(35)) - set(TOLD), MarkerSettings(), "4X4_50"):
            x, y = middle(marker.id)
            away = float(np.hypot(marker.centre_px[0] / PX - x, marker.centre_px[1] / PX - y))
            assert away < 0.1, f"{entry['file']}: marker {marker.id} is {away:.3f} squares off"
            measured += 1
    assert registered >= 17  # of the endoscope's 20; the small camera's lens bends too much and is refused
    assert measured > 240
    assert all("from where the layout puts it" in line and "\n" not in line for line in refused)


def test_photographs_without_markers_are_refused_in_words(shared: Path) -> None:
    photo = next((shared / "vision" / "board_dev" / "images").glob("*.jpg"))
    try:
        overhead(photo, layout(), PX)
    except InputError as wrong:
        assert "corner markers are seen" in str(wrong)
    else:
        raise AssertionError("a chess board without markers was registered")
