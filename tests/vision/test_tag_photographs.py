"""Real photographs of printed tags: recall on the listed ones, and no id that is not printed there."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from vision.pictures import read_picture
from vision.plane.markers import detect_markers
from vision.settings import MarkerSettings

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("family", "ids", "least", "recall"),
    [
        ("4X4_50", 50, 900, 0.93),  # the notes measured 95.3 to 97.7 % with four windows
        ("APRILTAG_36h11", 100, 300, 0.85),  # five of six have sides of 10 to 41 px; 277 of 322 are measured
    ],
)
def test_listed_tags_are_found(tag_photographs: Path, family: str, ids: int, least: int, recall: float) -> None:
    listed = found = strange = 0
    entries = json.loads((tag_photographs / "labels.json").read_text(encoding="utf-8"))["images"]
    entries = [entry for entry in entries if family.lower() in entry["family"].lower()]
    printed = {tag["id"] for entry in entries for tag in entry["tags"]}
    for entry in entries:
        picture = read_picture(tag_photographs / "images" / entry["file"])
        seen = detect_markers(picture, set(range(ids)), MarkerSettings(), family)
        strange += sum(marker.id not in printed for marker in seen)
        for tag in entry["tags"]:
            centre = np.mean(np.asarray(tag["corners"], dtype=float), axis=0)
            listed += 1
            found += any(m.id == tag["id"] and np.hypot(*(np.asarray(m.centre_px) - centre)) < 5 for m in seen)
    assert listed > least
    assert found / listed > recall
    assert strange <= 3
