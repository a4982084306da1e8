"""The split of photographs is fixed: who owns them decides, and nobody moves one."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from vision.dice.detector import SHOWN, Sighted
from vision.dice.network import CLASSES, Sight
from vision.lab.judging.dice import Witnesses, by_witnesses
from vision.lab.judging.splits import photographs, split_of
from vision.lab.judging.verdicts import Reading, judged

ONE = {"value": 5, "kind": "pips", "cx": 100.0, "cy": 80.0, "size": 40.0}
TEN = {"value": 7, "kind": "d10", "cx": 200.0, "cy": 80.0, "size": 40.0}


@pytest.mark.parametrize(
    ("owner", "split"),
    [("KingJacker", "judge"), ("Epanemu", "choose"), ("BartekBanachowicz", "train"), ("kingjacker", "judge")],
)
def test_an_owner_s_pictures_are_in_one_split_for_ever(owner: str, split: str) -> None:
    assert split_of(owner) == split


def test_no_owner_of_the_photographs_is_in_two_splits(shared: Path) -> None:
    splits: dict[str, set[str]] = {}
    count = Counter[str]()
    for folder in ("dice_dev", "dice_more"):
        labels = json.loads((shared / "vision" / folder / "labels.json").read_text(encoding="utf-8"))["images"]
        for photo, entry in zip(photographs(shared / "vision" / folder), labels, strict=True):
            splits.setdefault(entry["repo"].split("/")[0].lower(), set()).add(photo.split)
            count[photo.split] += 1
    assert all(len(own) == 1 for own in splits.values())
    assert min(count.values()) > 150, count


@pytest.mark.parametrize(
    ("is_read", "seen", "dice", "word"),
    [
        (True, [(101.0, 82.0, "5")], (ONE,), "READ"),
        (True, [(101.0, 82.0, "4")], (ONE,), "SILENT"),  # a false value
        (True, [], (ONE,), "SILENT"),  # overlooked
        (True, [(101.0, 82.0, "5"), (300.0, 80.0, "1")], (ONE,), "SILENT"),  # one that is none
        (True, [(101.0, 82.0, "5")], (ONE, TEN), "SILENT"),  # a die without pips was overlooked
        (True, [(101.0, 82.0, "5"), (200.0, 80.0, "3")], (ONE, TEN), "SILENT"),  # or read as pips
        (False, [(101.0, 82.0, "4")], (ONE,), "ASKED"),
        (True, [(101.0, 82.0, "3")], ({**ONE, "value": None},), "READ"),  # nobody could label it
    ],
)
def test_a_picture_is_read_asked_about_or_silently_wrong(
    is_read: bool, seen: list[tuple[float, float, str | None]], dice: tuple[dict[str, object], ...], word: str
) -> None:
    assert judged(Reading(is_read, seen), dice)[word] == 1


def witnesses(face: str, heat: float, read: str = "5", sure: float = 0.95, counted: int | None = None) -> Witnesses:
    place = Sighted(100.0, 80.0, 40.0, heat, heat, np.eye(len(SHOWN))[SHOWN.index(face)], 1.0)
    return Witnesses(place, Sight(sure * np.eye(len(CLASSES))[CLASSES.index(read)], np.zeros(2)), counted)


@pytest.mark.parametrize(
    ("seen", "is_read"),
    [
        ([witnesses("5", 0.8)], True),
        ([witnesses("5", 0.8), witnesses("2", 0.1)], True),  # cold: no die
        ([witnesses("5", 0.8), witnesses("2", 0.3)], False),  # warm, and nobody settles it
        ([witnesses("5", 0.8, sure=0.6)], False),
        ([witnesses("5", 0.8, sure=0.6, counted=5)], True),
        ([witnesses("5", 0.8, "4", counted=4)], False),  # the detector is certain of another number
        ([witnesses("cocked", 0.8)], False),
        ([witnesses("cocked", 0.5, counted=5)], True),  # by reader and pips
        ([witnesses("cocked", 0.3, counted=5)], False),
        ([], False),
    ],
)
def test_two_witnesses_of_three_settle_a_place_and_whatever_else_is_warm_asks(
    seen: list[Witnesses], is_read: bool
) -> None:
    assert by_witnesses(seen).is_read is is_read
