"""Real photographs of dice: no wrong value under ``read``, and figures that must not get worse, source by source.

Pictures of ``epanemu`` helped to train the networks: they are judged for lies, not for how many are read.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.table.observation import ReadVerdict
from vision.dice.reading import read_dice
from vision.lab.judging.dice import Score, labelled, score_picture
from vision.pictures import read_picture

pytestmark = pytest.mark.slow

# pictures read right of the sample (every seventh, of epanemu every 42nd), and of all, at least: a little below
# what vision/README.md reports
SAMPLE_AT_LEAST = 17
ALL_AT_LEAST = {"king": 19, "tomek": 21, "karo": 11, "piotr": 9, "chris": 4, "sane": 4, "tai": 5, "matteo": 33}


def judge(folder: Path, every: int) -> tuple[Score, Counter[str]]:
    total, right, count = Score(), Counter[str](), Counter[str]()
    for path, entry in labelled(folder):
        count[entry["source"]] += 1
        rarely = 6 if entry["source"] == "epanemu" and every > 1 else 1  # seen from the side: long looked at, and asked
        if (count[entry["source"]] - 1) % (every * rarely):
            continue
        score = score_picture(read_dice(read_picture(path)), entry["dice"], entry["file"])
        right[entry["source"]] += score.pictures["right"]
        total.add(score)
    return total, right


def test_a_sample_of_every_source_is_never_read_wrong(dice_photographs: Path) -> None:
    score, right = judge(dice_photographs, every=7)
    assert score.pictures["wrong"] == 0, score.false_values
    assert sum(right.values()) >= SAMPLE_AT_LEAST, right


@pytest.mark.long
def test_a_pip_that_was_read_as_a_one_is_no_die_of_another_size(dice_photographs: Path) -> None:
    (path,) = (path for path, entry in labelled(dice_photographs) if entry["file"] == "tomek_003.jpg")
    assert read_dice(read_picture(path)).verdict is ReadVerdict.READ


@pytest.mark.long
def test_no_photograph_is_read_wrong(dice_photographs: Path) -> None:
    score, right = judge(dice_photographs, every=1)
    assert score.pictures["wrong"] == 0, score.false_values
    assert score.dice["wrong"] == 0, score.false_values
    assert {source: right[source] for source in ALL_AT_LEAST if right[source] < ALL_AT_LEAST[source]} == {}
