"""Real photographs of dice: no wrong value under ``read``, and figures that must not get worse."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from vision.dice.reading import read_dice
from vision.evaluate.dice import Score, labelled, score_picture
from vision.pictures import read_picture


def judge(folder: Path, every: int) -> tuple[Score, Counter[str]]:
    total, right, count = Score(), Counter[str](), Counter[str]()
    for path, entry in labelled(folder):
        count[entry["source"]] += 1
        if (count[entry["source"]] - 1) % every:
            continue
        score = score_picture(read_dice(read_picture(path)), entry["dice"], entry["file"])
        right[entry["source"]] += score.pictures["right"]
        total.add(score)
    return total, right


def test_a_sample_of_every_source_is_never_read_wrong(dice_photographs: Path) -> None:
    score, right = judge(dice_photographs, every=3)
    assert score.pictures["wrong"] == 0, score.false_values
    assert sum(right.values()) >= 28, right  # measured when this was written: see vision/README.md


@pytest.mark.long
def test_no_photograph_is_read_wrong(dice_photographs: Path) -> None:
    score, right = judge(dice_photographs, every=1)
    assert score.pictures["wrong"] == 0, score.false_values
    assert sum(right.values()) >= 92, right  # measured: 97
