"""A projector finds where its light falls: rendered tables, a rendered projector, its true place as the oracle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.thinned import thinned
from tests.vision.scenes import COLUMNS, ROWS, seeded_scene
from vision.arrays import Floats, Frame, Picture
from vision.beam.aim import Aim
from vision.beam.lattice import Dot
from vision.beam.seeking import Seeker
from vision.virtual.camera import Camera, camera_over
from vision.virtual.projector import Light
from vision.virtual.sensor import GOOD, TYPICAL, Sensor, expose
from vision.virtual.table import still_frames, still_picture

pytestmark = pytest.mark.slow

SQUARE = 38.1
WIDE, HIGH = COLUMNS * SQUARE, ROWS * SQUARE
SIZE = (1280, 720)


def lamp(tilt_deg: float = 12.0, roll_deg: float = 180.0, **moved: float) -> Camera:
    """A projector that lights more than the map, from the other side of the table."""
    margin = moved.get("margin_mm", 40.0)
    hung = camera_over(WIDE, HIGH, margin_mm=margin, tilt_deg=tilt_deg, view_deg=40.0, size_px=SIZE)
    aim_mm = hung.aim_mm[0] + moved.get("x", 0.0), hung.aim_mm[1] + moved.get("y", 0.0)
    return Camera(aim_mm, hung.height_mm, tilt_deg, roll_deg, 40.0, SIZE)


def over(tilt_deg: float) -> Camera:
    return camera_over(WIDE, HIGH, tilt_deg=tilt_deg, lens_bend=-0.04, size_px=SIZE)


def dots_picture(dots: Iterable[Dot]) -> Picture:
    picture = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    for dot in dots:
        cv2.circle(picture, (round(dot.x * 16), round(dot.y * 16)), round(dot.radius * 16), 255, -1, cv2.LINE_AA, 4)
    return picture


class Evening:
    """A table under a camera and a projector whose page does what it is told, at ten frames a second."""

    def __init__(self, seed: int, camera: Camera, lamps: Camera, sensor: Sensor = GOOD, strength: float = 0.8) -> None:
        self.scene = seeded_scene(seed)
        self.camera = camera
        self.sensor = sensor
        self.strength = strength
        self.still = still_picture(self.scene, camera)
        self.light = Light(camera, lamps, strength=strength)
        self.seeker, self.now, self.frames = Seeker(self.scene.layout), 0.0, 0
        self.number, self.seen = -1, self.still  # what is shown, and how the camera sees it

    def bump(self, lamps: Camera) -> None:
        self.light, self.number = Light(self.camera, lamps, strength=self.strength), -1

    def frame(self) -> Frame:
        """The next frame that counts; what lies between an order and its light is skipped."""
        number = self.seeker.showing.number
        if number != self.number:
            self.number = number
            clean = self.light.on(self.still, dots_picture(self.seeker.showing.dots))
            self.seen = expose(clean, replace(self.sensor, noise_level=0.0, jpeg_quality=None), number)
            self.seeker.is_up(number, self.now)
            self.now += 0.3
        self.now, self.frames = self.now + 0.1, self.frames + 1
        (picture,) = still_frames(self.seen, 1, self.frames, noise_level=self.sensor.noise_level)
        return Frame(picture, self.now)

    def run(self, seconds: float, *, at_rest: bool = True) -> None:
        for _ in range(round(seconds * 10)):
            self.seeker.feed(self.frame(), at_rest=at_rest)

    def play(self, seconds: float) -> None:
        """Hands at the table, and nothing lit but the game."""
        self.now += seconds
        self.seeker.feed(Frame(self.still, self.now), at_rest=False)

    def find(self) -> Aim:
        self.seeker.sized(SIZE, self.now)
        for _ in range(200):
            self.seeker.feed(self.frame(), at_rest=True)
            if self.seeker.showing.aimed is not None or self.seeker.showing.why:
                break
        aimed = self.seeker.showing.aimed
        assert aimed is not None, self.seeker.showing.why
        return aimed


def worst_square(aimed: Aim, lamps: Camera) -> float:
    """How far light that is meant for a grid point of the map falls from it, in squares, the worst of all lit ones."""
    x, y = np.meshgrid(np.linspace(0, WIDE, COLUMNS + 1), np.linspace(0, HIGH, ROWS + 1))
    meant = np.column_stack([x.ravel(), y.ravel()])
    aimed_px = aimed.to_px(meant)
    inside = np.all((aimed_px >= 0) & (aimed_px < np.array(SIZE)), axis=1)
    assert inside.mean() > 0.9
    back = np.linalg.inv(lamps.plane(0.0))
    spread = np.column_stack([aimed_px, np.ones(len(aimed_px))]) @ back.T
    fallen: Floats = spread[:, :2] / spread[:, 2:]
    return float(np.linalg.norm(fallen - meant, axis=1)[inside].max()) / SQUARE


@pytest.mark.parametrize(
    ("seed", "tilt", "lamp_tilt", "roll", "sensor", "strength"),
    thinned(
        [
            (3, 15.0, 5.0, 4.0, TYPICAL, 0.25),  # a bright room
            (1, 20.0, 12.0, 180.0, GOOD, 0.8),
            (2, 28.0, 25.0, 171.0, TYPICAL, 0.8),
        ],
        3,
    ),
)
def test_light_falls_where_it_is_meant(
    seed: int, tilt: float, lamp_tilt: float, roll: float, sensor: Sensor, strength: float
) -> None:
    lamps = lamp(lamp_tilt, roll)
    evening = Evening(seed, over(tilt), lamps, sensor, strength)
    aimed = evening.find()
    assert worst_square(aimed, lamps) < 0.1


def test_a_bump_is_noticed_and_the_place_found_again() -> None:
    lamps = lamp()
    evening = Evening(4, over(20.0), lamps)
    evening.find()
    evening.play(25.0)
    number = evening.seeker.showing.number
    evening.run(3.0)
    assert evening.seeker.showing.number == number + 3  # dark, a few dots, the game again
    kicked = lamp(x=14.0, y=-9.0)
    evening.bump(kicked)
    evening.play(25.0)
    evening.run(20.0)
    aimed = evening.seeker.showing.aimed
    assert aimed is not None
    assert worst_square(aimed, kicked) < 0.1


@pytest.mark.parametrize(
    ("strength", "margin_mm", "code"), [(0.0, 40.0, "few-dots"), (0.8, -230.0, "small")], ids=["no light", "a corner"]
)
def test_what_cannot_be_found_is_said(strength: float, margin_mm: float, code: str) -> None:
    lamps = lamp(margin_mm=margin_mm, x=-60.0)
    evening = Evening(5, over(20.0), lamps, strength=strength)
    with pytest.raises(AssertionError):
        evening.find()
    assert evening.seeker.showing.code == code, evening.seeker.showing.why
    number = evening.seeker.showing.number
    evening.play(5.5)
    assert evening.seeker.showing.number == number + 1  # it tries again


def test_a_page_that_does_not_answer_gives_the_frames_back_to_the_table() -> None:
    evening = Evening(6, over(20.0), lamp())
    evening.seeker.sized(SIZE, 0.0)
    picture = evening.still
    wanted = [evening.seeker.feed(Frame(picture, at_s), at_rest=True) for at_s in (1.0, 5.0, 7.0, 8.0)]
    assert wanted == [True, True, False, False]
    assert evening.seeker.showing.code == "silent-page"
