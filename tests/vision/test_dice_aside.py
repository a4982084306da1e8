"""Dice seen from the side: flat ones are read; front faces, lone dice and leaning ones never are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.table.observation import ReadVerdict
from vision.arrays import Floats
from vision.dice.lean import leaning, leaning_from_aside
from vision.dice.reading import read_dice
from vision.lab.judging.splits import photographs
from vision.lab.judging.trays import judge
from vision.pictures import read_picture
from vision.virtual.tray import TrayStage

SIZE = (640, 480)
SIDE = TrayStage(seed=5, size_px=(720, 540), tilt_deg=38.0)


def up(degrees: float, sideways: float = 0.0) -> Floats:
    """The slant of a face that is seen so many degrees from the side, up the picture."""
    return np.array([sideways, -np.sin(np.radians(degrees))])


def test_two_that_slant_up_alike_do_not_lean_and_a_lone_one_may() -> None:
    places, slants = [(200.0, 180.0), (430.0, 300.0)], [up(40.0), up(36.0)]
    assert max(leaning_from_aside(places, slants, SIZE)) < 1.0
    assert leaning_from_aside(places[:1], slants[:1], SIZE)[0] > 1.0


def test_nearer_dice_slant_less_as_one_lens_has_it() -> None:
    places = [(300.0, 60.0), (300.0, 400.0)]  # 340 px apart: 24 degrees before a lens of 1.2 longer sides
    assert max(leaning_from_aside(places, [up(43.0), up(22.0)], SIZE)) < 1.0
    assert min(leaning_from_aside(places, [up(22.0), up(43.0)], SIZE)) > 1.0  # the other way round none has it


def test_one_that_slants_otherwise_leans() -> None:
    places = [(200.0, 180.0), (430.0, 190.0)]
    assert max(leaning_from_aside(places, [up(38.0), up(38.0, sideways=0.45)], SIZE)) > 1.0


def test_a_pair_right_below_a_wide_lens_slants_outward_and_does_not_lean() -> None:
    places, focal_px = [(90.0, 70.0), (550.0, 410.0)], 1.5 * 640
    rays = [(np.array(place) - (319.5, 239.5)) / focal_px for place in places]
    slants = [ray / np.sqrt(1.0 + ray @ ray) for ray in rays]
    assert np.linalg.norm(slants[0] - slants[1]) > 0.33  # as much as one that leans
    assert max(leaning(places, slants, SIZE)) < 1.0
    assert min(leaning(places, [slants[1], slants[0]], SIZE)) > 1.0


@pytest.mark.slow
def test_pairs_before_a_camera_that_looks_from_the_side_are_read_or_asked_about() -> None:
    told = []
    for seed in range(5):
        shot = SIDE.throw((1 + seed % 6, 1 + (seed * 5 + 2) % 6), 400 + seed)
        told.append(judge(read_dice(shot.picture), shot))
    assert "wrong" not in told
    assert told.count("right") >= 2


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 12])
def test_a_lone_die_that_leans_up_the_picture_is_asked_about(number: int) -> None:
    stage = TrayStage(seed=1 + number, size_px=(720, 540))
    shot = stage.throw((1,), 70_000 + number, cocked=(0,), lean_deg=38.0)
    assert read_dice(shot.picture).verdict is ReadVerdict.ASK


@pytest.mark.long
@pytest.mark.slow
def test_webcam_pairs_are_read_right_or_asked_about(dice_photographs: Path) -> None:
    there = {photo.path.name: photo for photo in photographs(dice_photographs)}
    for number in (5, 10, 19):
        photo = there[f"matteo_{number:03}.jpg"]
        seen = read_dice(read_picture(photo.path))
        told = sorted(str(die.face) for die in seen.dice)
        assert seen.verdict is ReadVerdict.ASK or told == sorted(str(die["value"]) for die in photo.dice)
        read = [die for die in seen.dice if die.face is not None]
        assert all(die.evidence["slant_y"] < -0.2 for die in read), "up the picture: no front face"
