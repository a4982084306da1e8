"""Figures without a tag on the rendered table: squares, feet, likeness and collars against the exact truth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.thinned import thinned
from vision.arrays import grey
from vision.figures.collar import read_collar
from vision.figures.difference import difference
from vision.figures.likeness import appearance, likeness
from vision.figures.occupancy import State, judge_squares
from vision.figures.reference import Square
from vision.lab.judging.games import game_table
from vision.plane.calibration import Calibration, CalibrationRefused
from vision.plane.overhead import rectify
from vision.settings import VisionSettings
from vision.virtual.minis import Mini
from vision.virtual.stage import Light, Stage
from vision.watch.pipeline import empty_reference, read_table

pytestmark = pytest.mark.slow

SETTINGS = VisionSettings()
SQUARE = 38.1


def at(square: Square, away: tuple[float, float] = (0.0, 0.0)) -> tuple[float, float]:
    return (square[0] + 0.5) * SQUARE + away[0], (square[1] + 0.5) * SQUARE + away[1]


@pytest.mark.parametrize(("seed", "preset"), thinned([(1, "good"), (3, "typical"), (2, "good")], 2))
def test_every_square_is_right_or_unsure_and_few_are_unsure(seed: int, preset: str) -> None:
    layout, stage, minis = game_table(seed, False, preset)
    empty = empty_reference(stage.frame((), Light(), 0), layout, SETTINGS)
    assert not isinstance(empty, CalibrationRefused)
    shot = stage.frame(tuple(minis.values()), Light(exposure=0.9, warmth=0.05), 1)
    reading = read_table(shot, layout, SETTINGS)
    assert not isinstance(reading, CalibrationRefused)
    seen = difference(rectify(shot, reading[0], layout), empty.flat, empty.square_px, SETTINGS.difference)
    judged = judge_squares(seen, layout, reading[0].camera_mm, SETTINGS.occupancy)
    wrong = {one for one in judged.named(State.OCCUPIED) if one not in minis}
    wrong |= {one for one in judged.named(State.EMPTY) if one in minis}
    assert wrong == set()
    assert len(judged.named(State.UNSURE)) <= 4  # of 192: hidden behind another figure
    for square, foot in judged.feet.items():
        middle = at(square, foot.offset_mm)
        away = np.hypot(middle[0] - minis[square].at_mm[0], middle[1] - minis[square].at_mm[1])
        assert away < 0.45 * SQUARE, f"the foot on {square} is {away:.1f} mm off"


def test_a_shadow_is_no_figure() -> None:
    layout, stage, minis = game_table(4, False, "good")
    empty = empty_reference(stage.frame((), Light(), 0), layout, SETTINGS)
    assert not isinstance(empty, CalibrationRefused)
    (tall, *_) = minis.values()
    alone = (replace(tall, at_mm=at((6, 6)), look=replace(tall.look, height_mm=60.0)),)
    # the shadow falls on two squares to the right
    shot = stage.frame(alone, Light(shadow_per_mm=(1.1, 0.0), shadow_depth=0.45), 1)
    reading = read_table(shot, layout, SETTINGS)
    assert not isinstance(reading, CalibrationRefused)
    seen = difference(rectify(shot, reading[0], layout), empty.flat, empty.square_px, SETTINGS.difference)
    judged = judge_squares(seen, layout, reading[0].camera_mm, SETTINGS.occupancy)
    assert judged.named(State.OCCUPIED) == {(6, 6)}
    assert judged.states[8, 6] is State.EMPTY


def test_a_figure_looks_like_itself_elsewhere_a_twin_like_it_and_another_does_not() -> None:
    layout, stage, minis = game_table(1, False, "good")
    empty = empty_reference(stage.frame((), Light(), 0), layout, SETTINGS)
    assert not isinstance(empty, CalibrationRefused)
    names = sorted(minis.values(), key=lambda mini: int(mini.name.split("-")[1]))
    one, other, twin = names[8], names[0], names[10]  # the last two figures are twins of the two before
    assert one.look == twin.look

    def shape(mini: Mini, square: Square, number: int) -> object:
        assert not isinstance(empty, CalibrationRefused)
        shot = stage.frame((replace(mini, at_mm=at(square)),), Light(), number)
        reading = read_table(shot, layout, SETTINGS)
        assert not isinstance(reading, CalibrationRefused)
        flat = rectify(shot, reading[0], layout)
        seen = difference(flat, empty.flat, empty.square_px, SETTINGS.difference)
        judged = judge_squares(seen, layout, reading[0].camera_mm, SETTINGS.occupancy)
        return appearance(flat, seen, judged.feet[square], SETTINGS.likeness)

    here = shape(one, (8, 6), 1)
    same, alike, strange = (
        likeness(here, shape(who, square, 2), SETTINGS.likeness)  # type: ignore[arg-type]
        for who, square in ((one, (4, 3)), (twin, (11, 8)), (other, (5, 9)))
    )
    assert same > 0.8
    assert alike > 0.8
    assert strange < 0.2


def card(identity: int, turn_deg: float, away: tuple[float, float]) -> tuple[Stage, Mini, Calibration]:
    layout, stage, minis = game_table(1, True, "good")
    (first, *_) = minis.values()
    stage.camera = replace(stage.camera, size_px=(1920, 1080))
    spot = at((8, 6), away)
    mini = replace(first, at_mm=spot, collar=identity, turn_deg=turn_deg, lean_mm=(0.0, 0.0))
    reading = read_table(stage.frame((mini,), Light(), 1), layout, SETTINGS)
    assert not isinstance(reading, CalibrationRefused)
    return stage, mini, reading[0]


@pytest.mark.parametrize("identity", thinned(range(0, 24, 4), 6))
def test_a_collar_is_read_in_any_direction(identity: int) -> None:
    stage, mini, calibration = card(identity, 37.0 * identity, (2.0, -2.0))
    shot = grey(stage.frame((mini,), Light(), 2))
    read = read_collar(shot, calibration, at((8, 6)), range(24), SETTINGS.collar)
    assert read.identity == identity, read


@pytest.mark.parametrize("corner", thinned(range(4), 4))
def test_a_collar_with_a_hidden_corner_is_not_guessed(corner: int) -> None:
    stage, mini, calibration = card(5, 0.0, (0.0, 0.0))
    shot = grey(stage.frame((mini,), Light(), 2)).copy()
    x, y = ((-1, -1), (1, -1), (1, 1), (-1, 1))[corner]
    middle = at((8, 6), (x * 15.4, y * 15.4))
    ends = calibration.to_px(np.array([[middle[0] - 5, middle[1] - 5], [middle[0] + 5, middle[1] + 5]])).astype(int)
    shot[ends[0][1] : ends[1][1], ends[0][0] : ends[1][0]] = 90
    read = read_collar(shot, calibration, at((8, 6)), range(24), SETTINGS.collar)
    assert read.identity in (None, 5)
