"""Lessons of the number reader's two networks: crops of rolls, with their labels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture
from vision.lab.training.rolls import DIE_PX, Roll, RolledDie, draw_roll
from vision.lab.training.scenes import degrade
from vision.numbers.kinds import EITHER, HALF_TURNS, KINDS, TURNED
from vision.numbers.network import FACE_PX, NUMERAL_PX, READINGS, SORT_PX, SORTS, WIDE_PX

Sample = dict[str, NDArray[np.generic]]
_LONE_PX, _WHOLE_PX = 168, 448  # of a roll of one die, of a whole throw
_LEAST_FACE_PX = 12.0  # of an upper face whose numeral a person can read
_NOTHING = SORTS.index("nothing")


@dataclass
class Crops:
    """Crops of the sorts (with lean, shift and zoom, nan where unknown) and of the numerals."""

    sorts: list[Picture] = field(default_factory=list)
    sort_labels: list[int] = field(default_factory=list)
    places: list[tuple[float, ...]] = field(default_factory=list)
    numerals: list[Picture] = field(default_factory=list)
    numeral_labels: list[int] = field(default_factory=list)


def render_numbers(seed: int, lone: int, whole: int) -> Sample:
    """The crops of so many lone dice and whole throws; the same for the same seed."""
    crops = Crops()
    for index in range(lone + whole):
        draw = np.random.default_rng([seed, 31, index])
        is_lone = index < lone
        roll = draw_roll(draw, _LONE_PX if is_lone else _WHOLE_PX, 1 if is_lone else int(draw.integers(0, 8)))
        scale = float(np.exp(draw.uniform(np.log(0.3), 0.0)))
        _add_crops(_scaled(roll, scale), draw, crops)
    return {
        "sorts": np.array(crops.sorts),
        "sort_labels": np.array(crops.sort_labels, dtype=np.int64),
        "places": np.array(crops.places, dtype=np.float32),
        "numerals": np.array(crops.numerals),
        "numeral_labels": np.array(crops.numeral_labels, dtype=np.int64),
    }


def _scaled(roll: Roll, scale: float) -> Roll:
    small = cv2.resize(roll.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    dice = tuple(
        replace(
            die,
            x=die.x * scale,
            y=die.y * scale,
            face_px=die.face_px * scale,
            wide_px=die.wide_px * scale,
            others=die.others * scale,
        )
        for die in roll.dice
    )
    return Roll(np.asarray(small, dtype=np.uint8), dice)


def _add_crops(roll: Roll, draw: np.random.Generator, crops: Crops) -> None:
    picture = degrade(roll.picture, draw)
    for die in roll.dice:
        if die.is_hidden or not die.label:
            continue
        for _ in range(2):
            shift = draw.uniform(-0.09, 0.09, 2) * die.wide_px
            zoom = float(np.exp(draw.uniform(-0.22, 0.22)))
            crop, turned = _crop(picture, die.x + shift[0], die.y + shift[1], die.wide_px * zoom, draw, None)
            crops.sorts.append(crop)
            crops.sort_labels.append(SORTS.index(die.label))
            lean, back = turned(die.lean), turned(-shift / (die.wide_px * zoom))
            crops.places.append((*lean, *back, -float(np.log(zoom))))
        if draw.random() < 0.7:
            way, far = float(draw.uniform(0, 2 * np.pi)), float(draw.uniform(0.3, 0.8)) * die.wide_px
            spot = (die.x + far * np.cos(way), die.y + far * np.sin(way))
            if all(np.hypot(spot[0] - other.x, spot[1] - other.y) > 0.28 * other.wide_px for other in roll.dice):
                _nothing(picture, *spot, die.wide_px * float(draw.uniform(0.6, 1.4)), draw, crops)
        if draw.random() < 0.35:
            zoom = float(draw.uniform(0.3, 0.55) if draw.random() < 0.7 else draw.uniform(1.9, 3.0))
            _nothing(picture, die.x, die.y, die.wide_px * zoom, draw, crops)
        if die.label in KINDS and die.face_px >= _LEAST_FACE_PX:
            _add_numerals(picture, die, draw, crops)
    usual = float(np.mean([die.wide_px for die in roll.dice])) if roll.dice else DIE_PX * len(picture) / _WHOLE_PX
    for _ in range(3 if len(roll.dice) != 1 else 1):
        x, y = (float(part) for part in draw.uniform(0, picture.shape[0], 2))
        wide = usual * float(np.exp(draw.uniform(np.log(0.35), np.log(1.6))))
        if all(np.hypot(x - die.x, y - die.y) > 0.6 * die.wide_px + 0.3 * wide for die in roll.dice):
            _nothing(picture, x, y, wide, draw, crops)


def _nothing(picture: Picture, x: float, y: float, wide_px: float, draw: np.random.Generator, crops: Crops) -> None:
    crops.sorts.append(_crop(picture, x, y, wide_px, draw, None)[0])
    crops.sort_labels.append(_NOTHING)
    crops.places.append((float("nan"),) * 5)


def _add_numerals(picture: Picture, die: RolledDie, draw: np.random.Generator, crops: Crops) -> None:
    upright = float(np.arctan2(die.up[0], -die.up[1]))  # how far the numeral is turned, clockwise

    def add(label: str, turn: float, far: float = 0.0, zoom: float = 1.0, spot: Floats | None = None) -> None:
        way = float(draw.uniform(0, 2 * np.pi))
        x, y = (die.x, die.y) if spot is None else (float(spot[0]), float(spot[1]))
        x, y = x + far * die.face_px * np.cos(way), y + far * die.face_px * np.sin(way)
        crops.numerals.append(_crop(picture, x, y, die.face_px * zoom, draw, turn)[0])
        crops.numeral_labels.append(READINGS.index(label))

    for _ in range(3):
        off = float(np.radians(draw.uniform(-13, 13)))
        zoom = float(np.exp(draw.uniform(-0.2, 0.2)))
        add(die.numeral, upright + off, float(draw.uniform(0, 0.17)), zoom)
    most = 150.0 if die.numeral in HALF_TURNS or die.numeral == EITHER else 180.0
    turn = float(np.radians(draw.uniform(28, most)) * draw.choice([-1, 1]))
    add(TURNED, upright + turn, float(draw.uniform(0, 0.15)))
    chance = draw.random()
    if chance < 0.3 and len(die.others):
        other = die.others[int(draw.integers(0, len(die.others)))]
        if np.hypot(other[0] - die.x, other[1] - die.y) > 0.6 * die.face_px:
            add(TURNED, float(draw.uniform(0, 2 * np.pi)), 0.1, 1.0, other)
    elif chance < 0.6:
        add(TURNED, upright + float(draw.uniform(-0.2, 0.2)), float(draw.uniform(0.5, 0.9)))
    elif chance < 0.8:
        zoom = float(draw.uniform(0.4, 0.58) if draw.random() < 0.5 else draw.uniform(1.9, 2.6))
        add(TURNED, upright, 0.0, zoom)


def _crop(
    picture: Picture, x: float, y: float, across_px: float, draw: np.random.Generator, turn: float | None
) -> tuple[Picture, Callable[[Floats], Floats]]:
    """A crop round (x, y), and what turns directions of the picture into the crop's.

    ``turn`` None: a crop for the sorts, turned by chance; else for the numerals, turned back by so many radians.
    """
    size, shown = (SORT_PX, WIDE_PX) if turn is None else (NUMERAL_PX, FACE_PX)
    back = float(draw.uniform(0, 2 * np.pi)) if turn is None else -turn
    zoom = shown / across_px
    rotation = np.array([[np.cos(back), -np.sin(back)], [np.sin(back), np.cos(back)]])
    matrix = zoom * rotation @ (np.eye(2) + draw.uniform(-0.05, 0.05, (2, 2)))
    middle = (size - 1) / 2
    full = np.column_stack([matrix, middle - matrix @ np.array([x, y])])
    small = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 / zoom), dtype=np.uint8) if zoom < 0.6 else picture
    way = cv2.INTER_CUBIC if zoom > 1.2 else cv2.INTER_LINEAR
    crop = cv2.warpAffine(small, full, (size, size), flags=way, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, dtype=np.uint8), lambda vector: np.asarray(rotation @ vector)
