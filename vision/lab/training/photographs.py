"""Crops of the one collection of photographs whose licence lets weights be trained on it.

"GameDiceRecognition" by Epanemu, CC BY 4.0. Its camera looks from the side, so an upper face may also be taken for a
die with an edge up: the reader's loss accepts both.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from vision.arrays import Floats
from vision.dice.network import CLASSES
from vision.lab.training.crops import Crops, crop_at
from vision.pictures import read_picture

SOURCE = "epanemu"
CREDIT = "GameDiceRecognition by Epanemu, CC BY 4.0"
_CROPS_A_DIE, _EMPTY_A_PICTURE = 14, 50


class Photograph(NamedTuple):
    """One picture of the collection: where it lies, and its dice as ``labels.json`` has them."""

    path: Path
    dice: list[dict[str, float]]

    @property
    def places(self) -> Floats:
        """Middle and width of every die in px, (n, 3)."""
        return np.array([(die["cx"], die["cy"], die["size"]) for die in self.dice], np.float64).reshape(-1, 3)


def photographs_of(folder: Path | None) -> list[Photograph]:
    """The pictures of the collection in a folder of labelled photographs."""
    if folder is None:
        return []
    entries = json.loads((folder / "labels.json").read_text(encoding="utf-8"))["images"]
    return [Photograph(folder / "images" / one["file"], one["dice"]) for one in entries if one["source"] == SOURCE]


def photograph_crops(photograph: Photograph, draw: np.random.Generator, crops: Crops) -> None:
    """Add crops of one picture."""
    part, nothing = CLASSES.index("part"), CLASSES.index("nothing")
    picture, places = read_picture(photograph.path), photograph.places
    for die, (x, y, side) in zip(photograph.dice, places, strict=True):
        for _ in range(_CROPS_A_DIE):
            crops.add(crop_at(picture, x, y, side, draw)[0], int(die["value"]) - 1, None, True)
        for _ in range(4):
            way, far = float(draw.uniform(0, 2 * np.pi)), float(draw.uniform(0.6, 0.95)) * side
            spot = (x + far * np.cos(way), y + far * np.sin(way))
            if np.hypot(places[:, 0] - spot[0], places[:, 1] - spot[1]).min() > 0.55 * side:
                crops.add(crop_at(picture, *spot, side, draw, 0.5)[0], part)
    usual = float(np.median(places[:, 2])) if len(places) else 50.0
    high, wide = picture.shape[:2]
    for _ in range(_EMPTY_A_PICTURE):
        x, y = float(draw.uniform(0, wide)), float(draw.uniform(0, high))
        side = usual * float(np.exp(draw.uniform(np.log(0.4), np.log(1.6))))
        if (np.hypot(places[:, 0] - x, places[:, 1] - y) > 1.3 * places[:, 2] + 0.5 * side).all():
            crops.add(crop_at(picture, x, y, side, draw)[0], nothing)
