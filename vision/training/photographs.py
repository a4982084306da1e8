"""Crops and windows of the one collection of photographs whose licence lets weights be trained on it.

"GameDiceRecognition" by Epanemu, CC BY 4.0. Its camera looks from the side, so an upper face may also be taken for a
die with an edge up: the reader's loss accepts both.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from vision.dice.network import CLASSES
from vision.pictures import read_picture
from vision.training.crops import Crops, Windows, add_window, crop_at

SOURCE = "epanemu"
CREDIT = "GameDiceRecognition by Epanemu, CC BY 4.0"
_CROPS_A_DIE, _EMPTY_A_PICTURE, _WINDOWS_A_PICTURE = 14, 50, 16


def photograph_crops(folder: Path, draw: np.random.Generator, crops: Crops, windows: Windows) -> None:
    """Add crops and windows of every picture of the collection in a folder of labelled photographs."""
    part, nothing = CLASSES.index("part"), CLASSES.index("nothing")
    for entry in json.loads((folder / "labels.json").read_text(encoding="utf-8"))["images"]:
        if entry["source"] != SOURCE:
            continue
        picture = read_picture(folder / "images" / entry["file"])
        dice = [(float(die["cx"]), float(die["cy"]), float(die["size"])) for die in entry["dice"]]
        places = np.array(dice).reshape(-1, 3)
        for die, (x, y, side) in zip(entry["dice"], dice, strict=True):
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
            if (
                not len(places)
                or (np.hypot(places[:, 0] - x, places[:, 1] - y) > 1.3 * places[:, 2] + 0.5 * side).all()
            ):
                crops.add(crop_at(picture, x, y, side, draw)[0], nothing)
        for _ in range(_WINDOWS_A_PICTURE):
            scale = min(1.0, float(np.exp(draw.uniform(np.log(11.0), np.log(32.0)))) / usual)
            add_window(picture, dice, scale, draw, windows)
