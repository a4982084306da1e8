"""One network finds what may be dice on a picture and names what each shows, by two looks.

    picture ──> whole, at up to four scales ──> places (heat) ──> each at one size, in four turns ──> Sighted
                 the first look finds                              the second look names

The network (``weights/detector.onnx``, 1.7 M parameters, 6.8 MB, run by OpenCV) maps a picture (3, high, wide; BGR,
0 to 1; sides multiples of 32 px) to (12, high / 4, wide / 4): the heat of a die's middle (logit), the log of its side
over 40 px, its middle beside the cell's (cells), and a score for each of ``SHOWN``. It learnt dice of 20 to 115 px, and
best those of about ``_DIE_PX``: the second look brings every place to that size, whatever the camera.
"""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture
from vision.dice.known import Place
from vision.dice.network import Pyramid, read_net

SHOWN = ("1", "2", "3", "4", "5", "6", "symbol", "cocked")
WEIGHTS = Path(__file__).parent / "weights" / "detector.onnx"
_SMALLEST_PX = 24  # shorter side of a picture that can show a die
_LONG_PX = (160, 320, 640, 1080)  # longer side of the whole picture at each scale: dice of 2 to 80 % of it
_ENLARGED = 1.7  # a picture is enlarged at most so at its last scale; beyond there is nothing finer to see
_MOST_ENLARGED = 4.0  # and at the first, so that a picture of 40 px is seen at all
_SIDES_PX = (16.0, 130.0)  # of a die as each scale sees it: others belong to another scale
_FOUND, _SEEN = 0.15, 0.05  # least heat of a place at the first look, and of a peak at the second
_SAME, _ALIKE = 0.35, 1.6  # of the smaller side, and times as wide: nearer places, hardly larger, are one
_ONE_DIE = 0.42  # of the larger side: two places so near after the second look are one die
_DIE_PX, _CROP_PX = 52.0, 128  # a die's side and the crop's at the second look
_NEAR, _SIZES = 0.45, (0.5, 2.0)  # of _DIE_PX: how far off, how large a peak may be that is the place's own
_WELL_SIZED = (0.8, 1.25)  # of the side at the second look: else the place is looked at again at the size then seen
_TURNS = tuple(np.radians([0.0, 90.0, 180.0, 270.0]).tolist())
_STRIDE, _USUAL_PX = 4, 40.0  # px a cell; the side whose log is 0


class Peak(NamedTuple):
    """A local maximum of the heat: middle and side in px of the picture the network saw, heat, chances of ``SHOWN``."""

    x: float
    y: float
    side_px: float
    heat: float
    shown: Floats


@dataclass(frozen=True, eq=False)
class Sighted:
    """A place after its second look, in px of the picture given.

    ``heat``: mean over the turns, those without a peak counted as 0; ``hottest``: of one turn; ``shown``: mean chances
    of ``SHOWN``, (8,); ``agreement``: the share of the turns whose likeliest face is the mean's.
    """

    x: float
    y: float
    side_px: float
    heat: float
    hottest: float
    shown: Floats
    agreement: float

    @property
    def face(self) -> str:
        """Its likeliest face, one of ``SHOWN``."""
        return SHOWN[int(self.shown.argmax())]

    @property
    def sure(self) -> float:
        """The chance of that."""
        return float(self.shown.max())


def detect(picture: Picture, net: cv2.dnn.Net | None = None, prefer: str = "") -> list[Sighted]:
    """Return what may be dice on the picture (BGR ``uint8``), the hottest first; by the net that ships, or another.

    Of places that may be one die the hottest is kept, before all one that shows ``prefer``.
    """
    net, pyramid = net or _shipped(), Pyramid(picture)
    seen = [seen for place in _find(net, picture) if (seen := _look_again(net, pyramid, place))]
    return _each_once(sorted(seen, key=lambda place: (place.face != prefer, -place.heat)))


def _find(net: cv2.dnn.Net, picture: Picture) -> list[Place]:
    """Return the places that may be dice by the first look, the hottest first: middle and side, px."""
    high, wide = picture.shape[:2]
    if min(high, wide) < _SMALLEST_PX:
        return []
    peaks: list[Peak] = []
    for zoom in _zooms(max(high, wide)):
        way = cv2.INTER_AREA if zoom < 1.0 else cv2.INTER_LINEAR
        small = cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=way)
        for peak in _peaks(_network(net, [_padded(np.asarray(small))])[0], _FOUND):
            if _SIDES_PX[0] <= peak.side_px <= _SIDES_PX[1]:
                peaks.append(peak._replace(x=peak.x / zoom, y=peak.y / zoom, side_px=peak.side_px / zoom))
    places: list[Place] = []
    for peak in sorted(peaks, key=lambda one: -one.heat):
        if not any(_is_same(peak, place) for place in places):
            places.append((peak.x, peak.y, peak.side_px))
    return places


def _look_again(net: cv2.dnn.Net, pyramid: Pyramid, place: Place) -> Sighted | None:
    """Look at one place brought to one size, in four turns; ``None`` when nothing is seen there."""
    seen = _look(net, pyramid, place)
    if seen and not _WELL_SIZED[0] < seen.side_px / place[2] < _WELL_SIZED[1]:
        seen = _look(net, pyramid, (seen.x, seen.y, seen.side_px))
    return seen


def _look(net: cv2.dnn.Net, pyramid: Pyramid, place: Place) -> Sighted | None:
    (x, y, side_px), shrunk = place, place[2] / _DIE_PX  # px of the picture to one of a crop
    crops = [pyramid.crop(x, y, shrunk * _CROP_PX, _CROP_PX, turn) for turn in _TURNS]
    peaks = []
    for out, turn in zip(_network(net, crops), _TURNS, strict=True):
        own = [peak for peak in _peaks(out, _SEEN) if _is_own(peak)]
        if own:
            best = max(own, key=lambda peak: peak.heat)
            off = shrunk * (complex(best.x, best.y) - complex(_CROP_PX, _CROP_PX) / 2) / rect(1.0, turn)
            peaks.append(best._replace(x=x + off.real, y=y + off.imag, side_px=best.side_px * shrunk))
    if not peaks:
        return None
    x, y, side_px = (float(np.mean([peak[part] for peak in peaks])) for part in range(3))
    heats, shown = [peak.heat for peak in peaks], np.mean([peak.shown for peak in peaks], axis=0)
    alike = sum(peak.shown.argmax() == shown.argmax() for peak in peaks)
    return Sighted(x, y, side_px, sum(heats) / len(_TURNS), max(heats), shown, alike / len(_TURNS))


def _zooms(long_px: int) -> Iterator[float]:
    for before, after in zip((0, *_LONG_PX), _LONG_PX, strict=False):
        zoom = after / long_px
        if zoom <= (_ENLARGED if before >= long_px else _MOST_ENLARGED):
            yield zoom


def _is_same(peak: Peak, place: Place) -> bool:
    away, small = np.hypot(peak.x - place[0], peak.y - place[1]), min(peak.side_px, place[2])
    return bool(away < _SAME * small and 1.0 / _ALIKE < peak.side_px / place[2] < _ALIKE)


def _is_own(peak: Peak) -> bool:
    away = np.hypot(peak.x - _CROP_PX / 2, peak.y - _CROP_PX / 2)
    return bool(away < _NEAR * _DIE_PX and _SIZES[0] < peak.side_px / _DIE_PX < _SIZES[1])


def _each_once(seen: Sequence[Sighted]) -> list[Sighted]:
    kept: list[Sighted] = []
    for one in seen:
        if not any(
            np.hypot(one.x - other.x, one.y - other.y) < _ONE_DIE * max(one.side_px, other.side_px) for other in kept
        ):
            kept.append(one)
    return kept


def _padded(picture: Picture) -> NDArray[np.float32]:
    """The picture filled up to multiples of 32 px with its mean colour."""
    high, wide = picture.shape[:2]
    padded = np.empty((-(-high // 32) * 32, -(-wide // 32) * 32, 3), np.float32)
    padded[:] = picture.reshape(-1, 3).mean(axis=0)
    padded[:high, :wide] = picture
    return padded


def _peaks(out: NDArray[np.float32], least: float) -> Iterator[Peak]:
    """The local maxima of a network's output (12, rows, columns) that are hotter than ``least``."""
    heat = 1.0 / (1.0 + np.exp(-out[0]))
    tops = np.argwhere((heat >= cv2.dilate(heat, np.ones((5, 5), np.uint8))) & (heat > least))
    for row, column in tops:
        side, aside, below = out[1:4, row, column].astype(np.float64)
        scores = np.exp(out[4:, row, column].astype(np.float64) - out[4:, row, column].max())
        yield Peak(
            (column + 0.5 + aside) * _STRIDE,
            (row + 0.5 + below) * _STRIDE,
            _USUAL_PX * float(np.exp(np.clip(side, -2.0, 2.0))),
            float(heat[row, column]),
            scores / scores.sum(),
        )


@lru_cache(maxsize=1)
def _shipped() -> cv2.dnn.Net:
    return read_net(WEIGHTS)


def _network(net: cv2.dnn.Net, pictures: Sequence[Picture] | Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """The network's output (n, 12, high / 4, wide / 4) for pictures of one size, (high, wide, 3), BGR."""
    net.setInput(cv2.dnn.blobFromImages(pictures, 1 / 255.0))
    return np.asarray(net.forward(), dtype=np.float32)
