"""The reader: a small network, run by OpenCV, that names what a crop shows; ``weights/card.json`` says what it learnt.

Square crops of a picture at any place, size and turn, without aliasing: halved pictures are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture


class Pyramid:
    """A picture with its halves, quarters …, from which crops are cut quickly."""

    def __init__(self, picture: Picture) -> None:
        self._levels: list[Picture] = [picture]

    @property
    def picture(self) -> Picture:
        """The picture as given."""
        return self._levels[0]

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of the picture."""
        high, wide = self._levels[0].shape[:2]
        return high, wide

    def crop(self, x: float, y: float, across_px: float, size: int, turn: float = 0.0) -> Picture:
        """The square ``across_px`` wide round (x, y), turned by ``turn`` radians, as (size, size, 3)."""
        level = max(0, int(np.floor(np.log2(max(across_px, 1.0) / (1.3 * size)))))
        picture, shrunk = self._level(level)
        across_px = max(across_px, 1.0)
        zoom = size / (across_px * shrunk)
        cos, sin = zoom * np.cos(turn), zoom * np.sin(turn)
        px, py = (x + 0.5) * shrunk - 0.5, (y + 0.5) * shrunk - 0.5
        middle = (size - 1) / 2
        matrix = np.array([[cos, -sin, middle - cos * px + sin * py], [sin, cos, middle - sin * px - cos * py]])
        way = cv2.INTER_CUBIC if zoom > 1.2 else cv2.INTER_LINEAR
        crop = cv2.warpAffine(picture, matrix, (size, size), flags=way, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(crop, dtype=np.uint8)

    def _level(self, level: int) -> tuple[Picture, float]:
        while len(self._levels) <= level and min(self._levels[-1].shape[:2]) >= 4:
            half = cv2.resize(self._levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            self._levels.append(np.asarray(half, dtype=np.uint8))
        level = min(level, len(self._levels) - 1)
        return self._levels[level], self._levels[level].shape[1] / self._levels[0].shape[1]


CLASSES = ("1", "2", "3", "4", "5", "6", "symbol", "cocked", "part", "nothing")
CROP_PX, DIE_PX = 48, 27.0  # a crop, and a die's side on it: what lies round the die is seen too
WEIGHTS = Path(__file__).parent / "weights" / "reader.onnx"
_WIDER = 1.25  # of the side: a look for the lean, where side faces must be in view
_TURNS = np.radians(np.arange(0.0, 360.0, 45.0) + 10.0)


@dataclass(frozen=True, eq=False)
class Sight:
    """The network's view of a place: ``chances`` of ``CLASSES``; ``lean`` of the face along the picture, (2,)."""

    chances: Floats
    lean: Floats

    @property
    def value(self) -> int:
        """The likeliest number of pips, whether or not the place is a die."""
        return int(np.argmax(self.chances[:6])) + 1

    @property
    def sure(self) -> float:
        """The chance of that number."""
        return float(self.chances[:6].max())


@lru_cache(maxsize=1)
def _net() -> cv2.dnn.Net:
    return read_net(WEIGHTS)


def read_net(weights: Path) -> cv2.dnn.Net:
    """Return the network of a file."""
    engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)  # OpenCV 5 only; there a third quicker for nets this small
    return cv2.dnn.readNetFromONNX(str(weights), *([] if engine is None else [engine]))


def look_at(pyramid: Pyramid, x: float, y: float, side_px: float, views: int = 8) -> Sight:
    """Look at (x, y) for a die ``side_px`` wide: the mean over ``views`` turns, half of them nearer."""
    turns = _TURNS[:: max(1, len(_TURNS) // views)][:views]
    zooms = [0.92 if index % 2 else 1.08 for index in range(len(turns))]
    crops = [
        pyramid.crop(x, y, side_px * zoom * CROP_PX / DIE_PX, CROP_PX, float(turn))
        for turn, zoom in zip(turns, zooms, strict=True)
    ]
    net = _net()
    net.setInput(even_out(np.array(crops)))
    seen = np.asarray(net.forward(), dtype=np.float64).reshape(len(crops), -1)
    chances = shares(seen[:, : len(CLASSES)]).mean(axis=0)
    cos, sin, lean = np.cos(turns), np.sin(turns), seen[:, len(CLASSES) :]
    back = np.column_stack([cos * lean[:, 0] + sin * lean[:, 1], -sin * lean[:, 0] + cos * lean[:, 1]])
    return Sight(np.asarray(chances), np.asarray(back.mean(axis=0)))


def with_wider_lean(pyramid: Pyramid, sight: Sight, x: float, y: float, side_px: float) -> Sight:
    """The sight with its own lean or the one that a wider look at (x, y) measures, whichever is more."""
    wider = look_at(pyramid, x, y, _WIDER * side_px, 4).lean
    return Sight(sight.chances, max(sight.lean, wider, key=lambda lean: float(np.linalg.norm(lean))))


def shares(scores: Floats) -> Floats:
    """The chances that a network's scores (n, classes) mean: softmax."""
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(scores / scores.sum(axis=1, keepdims=True))


def even_out(pictures: Picture) -> NDArray[np.float32]:
    """Pictures (n, high, wide, 3) as the networks want them: (n, 3, high, wide), each channel around 0, spread 1."""
    channels = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), dtype=np.float32)
    channels -= channels.mean(axis=(2, 3), keepdims=True)
    return np.asarray(channels / (channels.std(axis=(1, 2, 3), keepdims=True) + np.float32(6.0)), dtype=np.float32)
