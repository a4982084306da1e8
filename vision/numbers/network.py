"""The two small networks of the number reader, run by OpenCV; ``weights/card.json`` says how they were trained.

sorts      a crop as wide as the die and what is around it ──> its kind, its upper face's middle, how it leans
numerals   a crop of the upper face, in every turn ──> the numeral that stands upright in it
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats
from vision.dice.network import Pyramid, even_out, read_net, shares
from vision.numbers.kinds import EITHER, HALF_TURNS, KINDS, NUMERALS, TURNED

SORTS: tuple[str, ...] = (*KINDS, "stranger", "cocked", "nothing")
SORT_PX, WIDE_PX = 48, 30.0  # a crop, and a die's outline on it
NUMERAL_PX, FACE_PX = 40, 27.0  # a crop, and the incircle of the upper face on it
READINGS: tuple[str, ...] = (*NUMERALS, TURNED)
WEIGHTS = Path(__file__).parent / "weights"
_SORT_TURNS = np.radians(np.arange(8) * 45.0 + 10.0)
_TURNS_DEG = np.arange(0.0, 360.0, 15.0)
_FACE_ZOOMS = (0.92, 1.08)  # each face is looked at slightly nearer and farther


@dataclass(frozen=True, eq=False)
class Sort:
    """The sort of a place: ``chances`` of ``SORTS``, the upper face's middle and the outline's width in px, its lean.

    ``lean`` (2,) is the face's normal along the picture: the sine of its angle to the ray.
    """

    chances: Floats
    x: float
    y: float
    wide_px: float
    lean: Floats

    @property
    def likeliest(self) -> str:
        """The name of the likeliest sort."""
        return SORTS[int(np.argmax(self.chances))]

    def chance(self, *names: str) -> float:
        """The chance that it is one of these."""
        return float(sum(self.chances[SORTS.index(name)] for name in names))


@dataclass(frozen=True, slots=True)
class NumeralSeen:
    """A reader's numeral: how sure 0 to 1, its lead over any other, and by how much it is turned, clockwise."""

    numeral: str
    sure: float
    lead: float
    turn_deg: float


@lru_cache(maxsize=2)
def _net(name: str) -> cv2.dnn.Net:
    return read_net(WEIGHTS / f"{name}.onnx")


def sort_of(pyramid: Pyramid, x: float, y: float, wide_px: float) -> Sort:
    """Sort a place: the mean over eight turns."""
    across = wide_px * SORT_PX / WIDE_PX
    crops = [pyramid.crop(x, y, across, SORT_PX, float(turn)) for turn in _SORT_TURNS]
    net = _net("sorts")
    net.setInput(even_out(np.array(crops)))
    seen = np.asarray(net.forward(), dtype=np.float64).reshape(len(crops), -1)
    cos, sin = np.cos(_SORT_TURNS), np.sin(_SORT_TURNS)
    lean, shift = (_turned_back(seen[:, part : part + 2], cos, sin) for part in (len(SORTS), len(SORTS) + 2))
    zoom = float(np.exp(np.clip(seen[:, -1].mean(), -0.5, 0.5)))
    px, py = (float(part) for part in shift * wide_px)
    chances = shares(seen[:, : len(SORTS)].mean(axis=0, keepdims=True))[0]  # all turns see one thing
    return Sort(chances, x + px, y + py, wide_px * zoom, lean)


def numeral_of(pyramid: Pyramid, x: float, y: float, face_px: float) -> NumeralSeen:
    """The numeral on an upper face with so wide an incircle, in the turn in which it is surest."""
    crops = [
        pyramid.crop(x, y, face_px * zoom * NUMERAL_PX / FACE_PX, NUMERAL_PX, float(-np.radians(turn)))
        for turn in _TURNS_DEG
        for zoom in _FACE_ZOOMS
    ]
    net = _net("numerals")
    net.setInput(even_out(np.array(crops)))
    seen = np.asarray(net.forward(), dtype=np.float64).reshape(len(crops), -1)
    chances = shares(seen).reshape(len(_TURNS_DEG), len(_FACE_ZOOMS), -1).mean(axis=1)
    near = (chances + np.maximum(np.roll(chances, 1, axis=0), np.roll(chances, -1, axis=0))) / 2  # a turn lies between
    most = near[:, :-1].max(axis=0)
    best = int(np.argmax(most))
    turn = float(_TURNS_DEG[int(np.argmax(near[:, best]))])
    second = float(np.delete(most, best).max())
    return NumeralSeen(READINGS[best], float(most[best]), float(most[best]) - second, turn)


def same_turn(one: NumeralSeen, other: NumeralSeen, within_deg: float) -> bool:
    """Whether two readers see the numeral turned alike; half a turn is nothing to one that looks so upside down."""
    round_deg = 180.0 if one.numeral in (*HALF_TURNS, EITHER) else 360.0
    apart = abs(one.turn_deg - other.turn_deg) % round_deg
    return min(apart, round_deg - apart) <= within_deg


def _turned_back(ways: Floats, cos: Floats, sin: Floats) -> Floats:
    back = np.column_stack([cos * ways[:, 0] + sin * ways[:, 1], -sin * ways[:, 0] + cos * ways[:, 1]])
    return np.asarray(back.mean(axis=0))
