"""Lessons of the reader of pips: crops with a label.

A crop is ``CROP_PX`` wide and shows a die ``DIE_PX`` wide in its middle; labels are indices of
``vision.dice.network.CLASSES``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.dice.network import CLASSES, CROP_PX, DIE_PX
from vision.lab.training.scenes import Scene, SceneDie, degrade

_PART, _NOTHING = CLASSES.index("part"), CLASSES.index("nothing")


@dataclass
class Crops:
    """Crops, their labels, the lean of the face along the crop (nan: not known), and whether an edge may be up."""

    pictures: list[Picture] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    leans: list[tuple[float, float]] = field(default_factory=list)
    may_be_cocked: list[bool] = field(default_factory=list)

    def add(self, picture: Picture, label: int, lean: Floats | None = None, may_be_cocked: bool = False) -> None:
        """Keep one crop."""
        self.pictures.append(picture)
        self.labels.append(label)
        self.leans.append((float("nan"), float("nan")) if lean is None else (float(lean[0]), float(lean[1])))
        self.may_be_cocked.append(may_be_cocked)


def crop_at(
    picture: Picture,
    x: float,
    y: float,
    side: float,
    draw: np.random.Generator,
    loose: float = 1.0,
    *,
    size_px: int = CROP_PX,
    die_px: float = DIE_PX,
) -> tuple[Picture, Floats]:
    """A crop round (x, y), turned, scaled, shifted and sheared by chance, and the (2, 2) part of the map used."""
    turn = float(draw.uniform(0, 2 * np.pi))
    zoom = die_px / side * float(np.exp(draw.uniform(-0.2, 0.2) * loose))
    matrix = zoom * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    matrix = matrix @ (np.eye(2) + draw.uniform(-0.06, 0.06, (2, 2)))
    if draw.random() < 0.5:
        matrix = np.diag([-1.0, 1.0]) @ matrix
    middle = (size_px - 1) / 2 + draw.uniform(-0.1, 0.1, 2) * die_px * loose
    full = np.column_stack([matrix, middle - matrix @ np.array([x, y])])
    small, shrink = picture, float(np.sqrt(abs(np.linalg.det(matrix))))
    if shrink < 0.6:  # a bilinear look would jump over pixels
        small = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 / shrink), dtype=np.uint8)
    crop = cv2.warpAffine(small, full, (size_px, size_px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, dtype=np.uint8), matrix


def scene_crops(scene: Scene, draw: np.random.Generator, crops: Crops) -> None:
    """Add crops of every die of the scene and of about as many places that are none."""
    scale = float(np.exp(draw.uniform(np.log(0.25), 0.0)))
    picture = degrade(_scaled(scene.picture, scale), draw)
    faces = np.array([[die.x, die.y, die.side_px] for die in scene.dice]) * scale
    for die, (x, y, side) in zip(scene.dice, faces, strict=True):
        if die.label == 0 or die.hidden:
            continue
        for _ in range(2):
            crop, matrix = crop_at(picture, x, y, side, draw)
            crops.add(crop, die.label - 1, _turned(matrix, die.lean))
        for _ in range(int(draw.integers(0, 3))):
            _add_part(picture, faces, die, (x, y, side), scale, draw, crops)
        if draw.random() < 0.15:  # far too near or too far
            zoom = float(draw.uniform(0.3, 0.5) if draw.random() < 0.6 else draw.uniform(2.0, 3.2))
            crops.add(crop_at(picture, x, y, side * zoom, draw, 0.6)[0], _PART)
    _add_empty(picture, faces, 56.0 * scale, draw, crops)


def _add_empty(picture: Picture, faces: Floats, usual: float, draw: np.random.Generator, crops: Crops) -> None:
    # of many places the busiest ones teach most; a few plain ones belong to it
    found: list[tuple[float, Picture]] = []
    for _ in range(16):
        x, y = draw.uniform(0, picture.shape[0], 2)
        side = usual * float(np.exp(draw.uniform(np.log(0.35), np.log(1.8))))
        gaps = np.hypot(faces[:, 0] - x, faces[:, 1] - y) if len(faces) else np.array([np.inf])
        if gaps.min() > 0.9 * usual + 0.45 * side:
            crop = crop_at(picture, x, y, side, draw)[0]
            found.append((float(crop[14:34, 14:34].std(axis=(0, 1)).mean()) + float(draw.uniform(0, 12)), crop))
    found.sort(key=lambda pair: -pair[0])
    for _, crop in found[:4]:
        crops.add(crop, _NOTHING)


def _add_part(
    picture: Picture,
    faces: Floats,
    die: SceneDie,
    face: tuple[float, float, float],
    scale: float,
    draw: np.random.Generator,
    crops: Crops,
) -> None:
    x, y, side = face
    if len(die.side_faces) and draw.random() < 0.5:
        spot = die.side_faces[int(draw.integers(0, len(die.side_faces)))] * scale
    else:
        way, far = float(draw.uniform(0, 2 * np.pi)), float(draw.uniform(0.34, 0.8)) * side
        spot = np.array([x + far * np.cos(way), y + far * np.sin(way)])
    if np.hypot(faces[:, 0] - spot[0], faces[:, 1] - spot[1]).min() > 0.33 * side:
        seen = side * float(draw.uniform(0.6, 1.4))
        crops.add(crop_at(picture, float(spot[0]), float(spot[1]), seen, draw, 0.5)[0], _PART)


def _scaled(picture: Picture, scale: float) -> Picture:
    if scale > 0.98:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _turned(matrix: Floats, lean: Floats) -> Floats:
    size = float(np.linalg.norm(lean))
    way = matrix @ lean
    return np.asarray(way / max(float(np.linalg.norm(way)), 1e-9) * size)
