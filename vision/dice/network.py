"""The small networks of the dice reader, run by OpenCV: where dice may lie, what is there, what lies around it.

Their weights lie in ``weights/``; ``card.json`` there says how they were trained.

Square crops of a picture at any place, size and turn, without aliasing: halved pictures are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture

Measure = TypeVar("Measure")


class Pyramid:
    """A picture with its halves, quarters …, from which crops are cut quickly; and what was seen there."""

    def __init__(self, picture: Picture) -> None:
        self._levels: list[Picture] = [picture]
        self._kept: dict[tuple[object, ...], object] = {}

    @property
    def picture(self) -> Picture:
        """The picture as given."""
        return self._levels[0]

    def once(self, key: tuple[object, ...], measure: Callable[[], Measure]) -> Measure:
        """Return the value under ``key``, measured the first time."""
        if key not in self._kept:
            self._kept[key] = measure()
        return cast("Measure", self._kept[key])

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
AROUND_PX, AROUND_DIE_PX = 64, 20.0  # the same for the network that sees more of what lies around
WEIGHTS = Path(__file__).parent / "weights"
_WIDER = 1.25  # of the side: a look for the lean, where side faces must be in view
SEEDS = ("around_1", "around_2", "around_3")  # who see what lies around a place
_TURNS = np.radians(np.arange(0.0, 360.0, 45.0) + 10.0)
_HARDLY_NOTHING = 0.15  # of one: the mean of three is 0.72 at most then
_SEED_TURNS = _TURNS[[[0, 4], [1, 5], [2, 6]]]  # two for each of them


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

    def chance(self, *names: str) -> float:
        """The chance that the place is one of the classes named."""
        return float(sum(self.chances[CLASSES.index(name)] for name in names))


class Around(NamedTuple):
    """The chances that a die, a part of one, or nothing of the kind has its middle at a place."""

    die: float
    part: float
    nothing: float


@lru_cache(maxsize=2 + len(SEEDS))
def _net(name: str) -> Any:
    path = str(WEIGHTS / f"{name}.onnx")
    engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)  # OpenCV 5 only; there a third quicker for nets this small
    return cv2.dnn.readNetFromONNX(path) if engine is None else cv2.dnn.readNetFromONNX(path, engine)


def look_at(pyramid: Pyramid, x: float, y: float, side_px: float, views: int = 8) -> Sight:
    """Look at (x, y) for a die ``side_px`` wide: the mean over ``views`` turns, half of them nearer."""
    return pyramid.once(("look", x, y, side_px, views), lambda: _look(pyramid, x, y, side_px, views))


def _look(pyramid: Pyramid, x: float, y: float, side_px: float, views: int) -> Sight:
    turns = _TURNS[:: max(1, len(_TURNS) // views)][:views]
    zooms = [0.92 if index % 2 else 1.08 for index in range(len(turns))]
    crops = [
        pyramid.crop(x, y, side_px * zoom * CROP_PX / DIE_PX, CROP_PX, float(turn))
        for turn, zoom in zip(turns, zooms, strict=True)
    ]
    net = _net("reader")
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


def seen_around(pyramid: Pyramid, x: float, y: float, side_px: float) -> Around:
    """Look at (x, y) for a die ``side_px`` wide with what lies around it: the mean of three networks.

    They learnt the same from other beginnings and err in other places: where the heat map is warm, one that
    plainly sees a die is enough for a place to be asked about; elsewhere the others outvote it. Each sees two turns.
    """
    return pyramid.once(("around", x, y, side_px), lambda: _around(pyramid, x, y, side_px))


def die_around(pyramid: Pyramid, x: float, y: float, side_px: float) -> Around:
    """The same of a die that was surely read: one network is enough where that plainly sees a die, too."""
    first = pyramid.once(("around, one", x, y, side_px), lambda: _around(pyramid, x, y, side_px, 1))
    return first if first.nothing < _HARDLY_NOTHING else seen_around(pyramid, x, y, side_px)


def _around(pyramid: Pyramid, x: float, y: float, side_px: float, seeds: int = len(SEEDS)) -> Around:
    across, chances = side_px * AROUND_PX / AROUND_DIE_PX, []
    for name, turns in zip(SEEDS[:seeds], _SEED_TURNS[:seeds], strict=True):
        net = _net(name)
        net.setInput(even_out(np.array([pyramid.crop(x, y, across, AROUND_PX, float(turn)) for turn in turns])))
        seen = np.asarray(net.forward(), dtype=np.float64).reshape(len(turns), -1)
        chances.append(shares(seen).mean(axis=0))
    return Around(*(float(chance) for chance in np.mean(chances, axis=0)))


def shares(scores: Floats) -> Floats:
    """The chances that a network's scores (n, classes) mean: softmax."""
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(scores / scores.sum(axis=1, keepdims=True))


def heat_of(picture: Picture) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the chance (0 to 1) that a die's middle lies on each 4 x 4 px cell, and the die's width there in px."""
    high, wide = (part // 8 * 8 for part in picture.shape[:2])
    net = _net("finder")
    net.setInput(even_out(picture[None, :high, :wide]))
    seen = np.asarray(net.forward(), dtype=np.float32)[0]
    return 1.0 / (1.0 + np.exp(-seen[0])), 20.0 * np.exp(np.clip(seen[1], -2.0, 2.0))


def even_out(pictures: Picture) -> NDArray[np.float32]:
    """Pictures (n, high, wide, 3) as the networks want them: (n, 3, high, wide), each channel around 0, spread 1."""
    channels = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), dtype=np.float32)
    channels -= channels.mean(axis=(2, 3), keepdims=True)
    return np.asarray(channels / (channels.std(axis=(1, 2, 3), keepdims=True) + np.float32(6.0)), dtype=np.float32)
