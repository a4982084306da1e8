"""A tray that stays under one camera for an evening: the camera may look from the side, and things lie about.

     camera, tilted          flat tray ──clutter, shadows──> seen from the side (homography) ──> dice traced in it
    /                        ──lamp: level, colour, fall-off──> sensor ──> pixels that are not square
┌──/──────┐
│ ⚄   o ⚁ │                 the same tray, clutter and lamp give the same ground, throw after throw
└─────────┘
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats
from vision.virtual.cube import Cube, trace_cube
from vision.virtual.dice import (
    HEIGHT_MM,
    IVORY,
    TRAY_MM,
    DiceShot,
    DieLook,
    DieTruth,
    cast_shadows,
    felt_ground,
    lay_die,
)
from vision.virtual.scene import Colour, Field
from vision.virtual.sensor import Sensor, expose

_SENSOR = Sensor(blur_px=0.7, noise_level=2.5, uneven=0.0, vignette=0.2, jpeg_quality=92)
_SHADES: tuple[Colour, ...] = ((150, 190, 200), (60, 90, 170), (180, 175, 170), (70, 140, 190), (40, 40, 44))


@dataclass(frozen=True, slots=True)
class Lamp:
    """The light on the tray: its level, the share that falls off towards ``side_deg``, and its colour (BGR shares)."""

    level: float = 1.0
    fall_off: float = 0.1
    side_deg: float = 30.0
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class TrayStage:
    """A tray, its camera, its lamp, and how many things lie in it besides dice."""

    seed: int = 1
    tilt_deg: float = 0.0  # of the camera from straight down, from below the picture
    size_px: tuple[int, int] = (960, 720)
    squeeze: float = 1.0  # of the picture's height: below one, pixels are higher than wide
    felt: Colour = (34, 52, 36)
    clutter: int = 0
    lamp: Lamp = Lamp()
    sensor: Sensor = _SENSOR

    def throw(
        self, faces: Sequence[int], seed: int, look: DieLook = IVORY, cocked: Sequence[int] = (), lean_deg: float = 30.0
    ) -> DiceShot:
        """A throw of these faces that lies anywhere on the felt and on the things there; ``cocked`` dice lean."""
        draw = np.random.default_rng([seed, 41])
        cubes: list[Cube] = []
        for index, face in enumerate(faces):
            spot = _free_spot(cubes, look.side_mm, draw)
            cubes.append(lay_die(face, spot, float(draw.uniform(0, 360)), lean_deg if index in cocked else 0.0, look))
        return self.show(cubes, faces, set(cocked), seed)

    def place(self, face: int, at_mm: tuple[float, float], seed: int, look: DieLook = IVORY) -> DiceShot:
        """Place one die where it is wanted, mm from the tray's middle."""
        turn_deg = float(np.random.default_rng([seed, 43]).uniform(0, 360))
        return self.show([lay_die(face, np.array(at_mm), turn_deg, 0.0, look)], [face], set(), seed)

    def things_mm(self) -> list[tuple[float, float]]:
        """Return the places of the clutter, mm from the tray's middle."""
        draw = np.random.default_rng([self.seed, 47])
        reach = 0.36 * TRAY_MM
        return [(float(draw.uniform(-reach, reach)), float(draw.uniform(-reach, reach))) for _ in range(self.clutter)]

    def show(self, cubes: list[Cube], faces: Sequence[int], cocked: set[int], seed: int) -> DiceShot:
        """The tray with these dice in it, which show ``faces``; those of ``cocked``, by index, lean."""
        high = self.size_px[1]
        focal_px = high / (TRAY_MM + 22.0) * HEIGHT_MM
        ground = felt_ground(self.size_px, focal_px, self.felt, np.random.default_rng([self.seed, 53]))
        self._lay_clutter(ground, focal_px)
        ground = cast_shadows(ground, cubes, focal_px)
        tilt = np.radians(self.tilt_deg)
        turning = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
        picture = _from_the_side(ground, turning, focal_px)
        seen = [_turned(cube, turning) for cube in cubes]
        for cube in sorted(seen, key=lambda one: float(one.centre_mm[2])):  # the farther ones first
            trace_cube(picture, cube, focal_px, HEIGHT_MM)
        shot = expose(np.clip(self._lit(picture), 0, 255).astype(np.uint8), self.sensor, seed)
        if self.squeeze != 1.0:
            shot = np.asarray(cv2.resize(shot, None, fx=1.0, fy=self.squeeze, interpolation=cv2.INTER_AREA), np.uint8)
        truth = tuple(
            self._truth(cube, face, index in cocked, focal_px)
            for index, (cube, face) in enumerate(zip(seen, faces, strict=True))
        )
        return DiceShot(shot, truth)

    def _lay_clutter(self, ground: Field, focal_px: float) -> None:
        """Coins, buttons with holes, and printed cards, flat on the felt."""
        draw = np.random.default_rng([self.seed, 59])
        scale, (high, wide) = focal_px / HEIGHT_MM, ground.shape[:2]
        for number, (x_mm, y_mm) in enumerate(self.things_mm()):
            x, y = round(x_mm * scale + wide / 2), round(y_mm * scale + high / 2)
            shade, ink = _SHADES[number % len(_SHADES)], tuple(0.55 * part for part in _SHADES[number % len(_SHADES)])
            radius = round(float(draw.uniform(7, 11)) * scale)
            if number % 3 == 2:
                box = cv2.boxPoints(((x, y), (1.7 * radius, 1.7 * radius), float(draw.uniform(0, 90))))
                cv2.fillConvexPoly(ground, np.round(box).astype(np.int32), shade, cv2.LINE_AA)
                for stroke in (((-0.4, 0.5), (0.0, -0.5)), ((0.0, -0.5), (0.4, 0.5)), ((-0.2, 0.1), (0.2, 0.1))):
                    one, two = ((round(x + part[0] * radius), round(y + part[1] * radius)) for part in stroke)
                    cv2.line(ground, one, two, ink, max(2, radius // 8), cv2.LINE_AA)
                continue
            cv2.circle(ground, (x, y), radius, shade, -1, cv2.LINE_AA)
            cv2.circle(ground, (x, y), round(0.82 * radius), ink, max(2, radius // 9), cv2.LINE_AA)
            for hole in range(4 if number % 3 else 0):
                angle = np.pi / 2 * hole + 0.4
                at = (round(x + 0.32 * radius * np.cos(angle)), round(y + 0.32 * radius * np.sin(angle)))
                cv2.circle(ground, at, max(2, radius // 7), ink, -1, cv2.LINE_AA)

    def _lit(self, picture: Field) -> Field:
        high, wide = picture.shape[:2]
        x = np.linspace(-0.5, 0.5, wide, dtype=np.float32)[None, :]
        y = np.linspace(-0.5, 0.5, high, dtype=np.float32)[:, None]
        side = np.radians(self.lamp.side_deg)
        light = self.lamp.level * (1.0 + self.lamp.fall_off * (np.cos(side) * x + np.sin(side) * y))
        return np.asarray(picture * light[..., None] * np.array(self.lamp.colour, np.float32), np.float32)

    def _truth(self, cube: Cube, face: int, is_cocked: bool, focal_px: float) -> DieTruth:
        out, _, along = cube.shape.frames[face]
        top = cube.centre_mm + cube.turning @ (out * cube.shape.inner + along * cube.shape.drop) * cube.side_mm
        scale = focal_px / (HEIGHT_MM - float(top[2]))
        x, y = (float(top[part]) * scale + (self.size_px[part] - 1) / 2 for part in (0, 1))
        return DieTruth(face, x, (y + 0.5) * self.squeeze - 0.5, float(cube.side_mm * scale), is_cocked)


def _free_spot(cubes: Sequence[Cube], side_mm: float, draw: np.random.Generator) -> Floats:
    reach = TRAY_MM / 2.0 - 0.8 * side_mm
    spot = np.zeros(2)
    for _ in range(500):
        spot = draw.uniform(-reach, reach, 2)
        if all(np.hypot(*(spot - cube.centre_mm[:2])) > 1.55 * side_mm for cube in cubes):
            break
    return spot


def _turned(cube: Cube, turning: Floats) -> Cube:
    """The die as it lies before a camera that is tilted the other way."""
    centre, lying = np.asarray(turning @ cube.centre_mm), np.asarray(turning @ cube.turning)
    return Cube(centre, lying, cube.side_mm, cube.body, cube.pips, cube.pip_share, cube.art, cube.opaque, cube.shape)


def _from_the_side(ground: Field, turning: Floats, focal_px: float) -> Field:
    high, wide = ground.shape[:2]
    flat = np.array([(0, 0), (wide - 1, 0), (wide - 1, high - 1), (0, high - 1)], np.float64)
    middle = (np.array([wide, high]) - 1) / 2
    corners = np.column_stack([(flat - middle) * HEIGHT_MM / focal_px, np.zeros(4)]) @ turning.T
    seen = corners[:, :2] * (focal_px / (HEIGHT_MM - corners[:, 2:])) + middle
    there = cv2.getPerspectiveTransform(flat.astype(np.float32), seen.astype(np.float32))
    return np.asarray(
        cv2.warpPerspective(ground, there, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    )
