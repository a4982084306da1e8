"""Figures without a tag, with real height: round base, sculpture that may lean, a collar card under it, or fallen over.

side view      ▟▙         A pile of discs on a profile, each projected on its own: it leans outward in the picture as
              ▐██▌        real ones do, hides what is behind it and throws its shadow.
               ██ ╲ lean
             ▄▄▄▄▄▄▄ base disc, 5 mm        ▒▒▒▒▒▒▒▒▒ collar card, flat
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.plane.collars import COLLAR_CARD_MM, COLLAR_CELL_MM, collar_cells
from vision.virtual.camera import Camera
from vision.virtual.scene import Colour, Field

_SHARP = 4  # cv2 draws with this many fractional bits
_SLICES = 22
_PROFILE = (  # (share of the height, radius in shares of the widest)
    (0.00, 0.55),
    (0.25, 0.62),
    (0.46, 0.55),
    (0.60, 0.80),
    (0.74, 1.00),
    (0.79, 0.80),
    (0.82, 0.36),
    (0.86, 0.46),
    (0.93, 0.50),
    (1.00, 0.15),
)


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a figure: colours are BGR; two figures with the same look are twins."""

    base: Colour = (40, 40, 44)
    legs: Colour = (60, 60, 60)
    chest: Colour = (60, 60, 200)
    head: Colour = (120, 150, 205)
    height_mm: float = 46.0
    widest_mm: float = 10.0  # half the width at the shoulders
    base_mm: float = 32.0


@dataclass(frozen=True, slots=True)
class Mini:
    """A figure on the table: where its foot is, how far its top leans, and whether it has fallen over."""

    name: str
    at_mm: tuple[float, float]
    look: Look
    lean_mm: tuple[float, float] = (0.0, 0.0)  # of the top against the foot
    collar: int | None = None
    turn_deg: float = 0.0  # of the collar card, clockwise
    fallen_deg: float | None = None  # the direction in which it lies


def seeded_looks(count: int, seed: int, *, twins: int = 0) -> tuple[Look, ...]:
    """``count`` looks that differ as painted figures do; the last ``twins`` pairs share one look each."""
    draw = np.random.default_rng([seed, 11])
    looks: list[Look] = []
    for number in range(count - twins):
        hue = (number * 0.381966 + float(draw.uniform(0, 0.05))) % 1.0
        colours = [
            _hue(hue + shift, float(draw.uniform(*range_)), float(draw.uniform(70, 210)))
            for shift, range_ in ((0.0, (0.35, 0.95)), (0.4, (0.1, 0.8)))
        ]
        head = _hue(0.07, float(draw.uniform(0.2, 0.6)), float(draw.uniform(120, 220)))
        grey = int(draw.integers(25, 70))
        looks.append(
            Look(
                (grey, grey, grey + 4),
                colours[1],
                colours[0],
                head,
                float(draw.uniform(36, 58)),
                float(draw.uniform(8.5, 12.5)),
                32.0,
            )
        )
    return (*looks, *looks[len(looks) - twins :]) if twins else tuple(looks)


def draw_mini(picture: Picture, mini: Mini, camera: Camera) -> None:
    """Draw card, base and sculpture on a straight picture."""
    if mini.collar is not None:
        _draw_card(picture, mini, camera)
    look, rounds = mini.look, _Rounds()
    if mini.fallen_deg is None:
        for height in (0.7, 2.0, 3.5):
            rounds.add(mini.at_mm, look.base_mm / 2, height, tuple(0.75 * part for part in look.base))
        rounds.add(mini.at_mm, look.base_mm / 2, 5.0, look.base)
    else:
        ahead = _ahead(mini.fallen_deg)
        for along in (0.0, 2.5, 5.0):  # the base stands on its edge
            spot = (mini.at_mm[0] + along * ahead[0], mini.at_mm[1] + along * ahead[1])
            for height in np.linspace(1.0, look.base_mm - 1.0, 9):
                half = float(np.sqrt(max(0.0, (look.base_mm / 2) ** 2 - (height - look.base_mm / 2) ** 2)))
                _bar(picture, camera, spot, ahead, half, float(height), look.base)
    for spot, radius, height, share in _slices(mini):
        colour = look.legs if share < 0.45 else look.chest if share < 0.80 else look.head
        tone = 0.62 + 0.42 * share
        rounds.add(spot, radius, height, tuple(tone * part for part in colour))
        glint = (spot[0] - 0.35 * radius, spot[1] - 0.3 * radius)
        rounds.add(glint, 0.5 * radius, height, tuple(min(255.0, tone * part * 1.2 + 6) for part in colour))
    rounds.draw(picture, camera)


def draw_mini_shadow(mask: Field, mini: Mini, camera: Camera, per_mm: tuple[float, float]) -> None:
    """Add the hard shadow (1 = dark); ``per_mm`` is how far a point one millimetre up throws it."""
    flat = [(mini.at_mm, mini.look.base_mm / 2, 5.0)] if mini.fallen_deg is None else []
    rounds = _Rounds()
    for spot, radius, height in [*flat, *((s, r, h) for s, r, h, _ in _slices(mini)[::2])]:
        rounds.add((spot[0] + per_mm[0] * height, spot[1] + per_mm[1] * height), radius, 0.0, 1.0)
    rounds.draw(mask, camera)


class _Rounds:
    """Level discs, projected all at once and drawn in the order they were added."""

    def __init__(self) -> None:
        self._discs: list[tuple[float, float, float, float]] = []
        self._colours: list[float | tuple[float, ...]] = []

    def add(self, spot: tuple[float, float], radius: float, height: float, colour: float | tuple[float, ...]) -> None:
        """Keep a disc of this radius, so high above the map."""
        self._discs.append((spot[0], spot[1], radius, height))
        self._colours.append(colour)

    def draw(self, canvas: Field | Picture, camera: Camera) -> None:
        x, y, radius, height = np.array(self._discs).T[:, :, None]
        angle = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)
        points = np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle), height + 0 * angle], axis=-1)
        seen = camera.to_straight_px(points.reshape(-1, 3)).reshape(len(self._discs), 16, 1, 2)
        fixed = np.round(seen * (1 << _SHARP)).astype(np.int32)
        line = cv2.LINE_AA if canvas.dtype == np.uint8 else cv2.LINE_8
        for ring, colour in zip(fixed, self._colours, strict=True):
            cv2.fillPoly(canvas, [ring], colour, line, _SHARP)


def _slices(mini: Mini) -> list[tuple[tuple[float, float], float, float, float]]:
    shares, radii = zip(*_PROFILE, strict=True)
    found = []
    for share in np.linspace(0.0, 1.0, _SLICES):
        radius = float(np.interp(share, shares, radii)) * mini.look.widest_mm
        up = 5.0 + float(share) * (mini.look.height_mm - 5.0)
        if mini.fallen_deg is None:
            spot = (mini.at_mm[0] + share * mini.lean_mm[0], mini.at_mm[1] + share * mini.lean_mm[1])
            found.append((spot, radius, up, float(share)))
        else:
            ahead = _ahead(mini.fallen_deg)
            spot = (mini.at_mm[0] + up * ahead[0], mini.at_mm[1] + up * ahead[1])
            found.append((spot, radius, 9.0, float(share)))
    return found


def _ahead(angle_deg: float) -> tuple[float, float]:
    return float(np.cos(np.radians(angle_deg))), float(np.sin(np.radians(angle_deg)))


def _draw_card(picture: Picture, mini: Mini, camera: Camera) -> None:
    assert mini.collar is not None
    half, cell = COLLAR_CARD_MM / 2, COLLAR_CELL_MM
    angle = np.radians(mini.turn_deg)
    turning = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])

    def flat(x: float, y: float, wide: float, high: float) -> Floats:
        corners = np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]]) @ turning.T + mini.at_mm
        return np.column_stack([corners, np.full(4, 0.4)])

    _polygon(picture, camera, flat(-half, -half, 2 * half, 2 * half), (232, 236, 236))
    for corner, (right, down) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        for (row, column), black in np.ndenumerate(collar_cells(mini.collar)[corner]):
            if black:
                x = (half - 2 * cell if right else -half) + column * cell
                y = (half - 2 * cell if down else -half) + row * cell
                _polygon(picture, camera, flat(x, y, cell, cell), (30, 30, 32))


def _bar(
    canvas: Picture,
    camera: Camera,
    spot: tuple[float, float],
    ahead: tuple[float, float],
    half: float,
    height: float,
    colour: Colour,
) -> None:
    side = np.array([-ahead[1], ahead[0]]) * half
    front = np.array(ahead) * 1.5
    ends = np.array([side - front, side + front, -side + front, -side - front]) + spot
    _polygon(canvas, camera, np.column_stack([ends, np.full(4, height)]), colour)


def _polygon(canvas: Field | Picture, camera: Camera, points_mm: Floats, colour: float | tuple[float, ...]) -> None:
    points = np.round(camera.to_straight_px(points_mm) * (1 << _SHARP)).astype(np.int32)
    line = cv2.LINE_AA if canvas.dtype == np.uint8 else cv2.LINE_8
    cv2.fillPoly(canvas, [points.reshape(-1, 1, 2)], colour, line, _SHARP)


def _hue(hue: float, saturation: float, value: float) -> Colour:
    pixel = np.array([[[int((hue % 1.0) * 179), int(saturation * 255), int(value)]]], np.uint8)
    blue, green, red = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]
    return int(blue), int(green), int(red)
