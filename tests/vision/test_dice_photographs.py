"""Real photographs of dice: no wrong value under ``read``, and figures that must not get worse, source by source.

Pictures of ``epanemu`` helped to train the networks: they are judged for lies, not for how many are read.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.table.observation import ReadVerdict
from vision.dice.reading import read_dice
from vision.lab.judging.splits import photographs
from vision.lab.judging.verdicts import Reading, judged
from vision.pictures import read_picture

pytestmark = pytest.mark.slow

# pictures read right of the sample (every seventh, of epanemu every 42nd), and of all, at least: a little below
# what vision/README.md reports
SAMPLE_AT_LEAST = 17
ALL_AT_LEAST = {"king": 19, "tomek": 21, "karo": 11, "piotr": 9, "chris": 4, "sane": 4, "tai": 5, "matteo": 33}


def judge(folder: Path, every: int) -> tuple[dict[str, Counter[str]], Counter[str]]:
    """The counts of each picture that was looked at, and how many of each source were read right."""
    told: dict[str, Counter[str]] = {}
    right, count = Counter[str](), Counter[str]()
    for photo in photographs(folder):
        count[photo.source] += 1
        rarely = 6 if photo.source == "epanemu" and every > 1 else 1  # seen from the side: long looked at, and asked
        if (count[photo.source] - 1) % (every * rarely):
            continue
        counts = judged(Reading.of(read_dice(read_picture(photo.path))), photo.dice, photo.ignored)
        right[photo.source] += counts["READ"]
        told[photo.path.name] = +counts
    return told, right


def test_a_sample_of_every_source_is_never_read_wrong(dice_photographs: Path) -> None:
    told, right = judge(dice_photographs, every=7)
    assert {name: counts for name, counts in told.items() if counts["SILENT"]} == {}
    assert sum(right.values()) >= SAMPLE_AT_LEAST, right


@pytest.mark.long
def test_a_pip_that_was_read_as_a_one_is_no_die_of_another_size(dice_photographs: Path) -> None:
    assert read_dice(read_picture(dice_photographs / "images" / "tomek_003.jpg")).verdict is ReadVerdict.READ


@pytest.mark.long
def test_no_photograph_is_read_wrong(dice_photographs: Path) -> None:
    told, right = judge(dice_photographs, every=1)
    assert {name: counts for name, counts in told.items() if counts["SILENT"] or counts["wrong"]} == {}
    assert {source: right[source] for source in ALL_AT_LEAST if right[source] < ALL_AT_LEAST[source]} == {}
