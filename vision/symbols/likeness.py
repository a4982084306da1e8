"""How alike two faces are, at any turn: their colours on rings around the middle, laid over each other in every turn.

crop ──shifted, sized──> rings x turns ──spectrum──> correlation with every face shown, in all turns at once

How alike a face must be is learnt from the album: less than the shots of one face are to each other, more than those of
two faces are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture, median
from vision.symbols.faces import SIDE_PX

_RINGS, _TURNS, _REACH = 20, 72, 0.31  # of the side: nearer lies what is printed, farther the rim, and other faces
_SHIFTS, _SIZES = (-0.12, -0.06, 0.0, 0.06, 0.12), (0.85, 0.92, 1.0, 1.09, 1.18)  # that the detector may be off
_SAME, OTHER = 0.95, 0.70  # likeness of one face's shots where an album has one of each; of two faces, at least
_SHARE = 0.7  # of the way, in a logarithm, from what one face's shots differ by to what two faces do: still one face
_LEAST_OFF = 0.01  # that two shots of a face differ by, where one was shown twice
_LEAD = 0.08  # over the next face
_RIM = 1.4  # times as far out as what is printed: the body alone
_SOFT_PX = 1.2  # that a crop is blurred by: one of a die farther away is as soft


class Match(NamedTuple):
    """The face (``None``: like none that was shown, or like two), how alike 0 to 1, its lead, its turn."""

    face: str | None
    alike: float
    lead: float
    turn_deg: float


class Matcher:
    """Compares crops with the faces of an album; keeps what it has worked out about them."""

    def __init__(self, faces: Mapping[str, Sequence[Picture]]) -> None:
        shots = [(face, crop) for face, crops in faces.items() for crop in crops]
        self._names = np.array([face for face, _ in shots])
        self._spectra = np.conj([_spectra(crop, ((0.0, 0.0, 1.0),))[0] for _, crop in shots])
        self.least = self._learnt([crop for _, crop in shots])

    def match(self, crop: Picture) -> Match:
        """The face that this crop shows."""
        if not len(self._names):
            return Match(None, 0.0, 0.0, 0.0)
        alike, turns = self._alike(crop)
        best = int(alike.argmax())
        others = alike[self._names != self._names[best]]
        lead = float(alike[best] - (others.max() if len(others) else OTHER))
        is_sure = alike[best] >= self.least and lead >= _LEAD
        name = str(self._names[best]) if is_sure else None
        return Match(name, round(float(alike[best]), 3), round(lead, 3), float(turns[best]))

    def _alike(self, crop: Picture) -> tuple[Floats, Floats]:
        """How alike the crop is to every shot, and the turn in which it is."""
        seen = _spectra(crop, tuple(product(_SHIFTS, _SHIFTS, _SIZES)))
        crossed = np.einsum("nrwc,srwc->snw", self._spectra, seen)
        over_turns = np.fft.irfft(crossed, _TURNS, axis=2)
        best = over_turns.max(axis=0)  # over shifts and sizes
        return np.asarray(best.max(axis=1), np.float64), best.argmax(axis=1) * (360.0 / _TURNS)

    def _learnt(self, crops: list[Picture]) -> float:
        same, other = [], [OTHER]  # faces that were not shown are as like, even where those shown differ more
        for index, crop in enumerate(crops):
            alike, _ = self._alike(crop)
            is_own = self._names == self._names[index]
            other += alike[~is_own].tolist()
            is_own[index] = False
            same += [float(alike[is_own].max())] if is_own.any() else []
        unlike, off = 1.0 - max(other), max(_LEAST_OFF, 1.0 - (median(same) if same else _SAME))
        return float(1.0 - unlike**_SHARE * min(off, unlike) ** (1.0 - _SHARE))


def body_of(crop: Picture) -> Floats:
    """The colour of the die's body, Lab: the middle one around the drawing."""
    rim = _rings(crop, ((0.0, 0.0, _RIM),))[0, -_RINGS // 4 :]
    return np.asarray(np.median(rim.reshape(-1, 3), axis=0), np.float64)


def _spectra(crop: Picture, ways: tuple[tuple[float, float, float], ...]) -> NDArray[np.complex64]:
    """The spectra over turns of a crop (high, wide, 3) in each of the ways, (ways, rings, waves, 3), length 1."""
    radii = _polar()[0]
    weight = np.sqrt(radii / radii.sum() / _TURNS)[:, None, None]
    rings = _rings(cv2.GaussianBlur(crop, (0, 0), _SOFT_PX), ways)
    rings = (rings - (rings * weight**2).sum(axis=(1, 2), keepdims=True)) * weight
    rings /= np.maximum(np.sqrt((rings**2).sum(axis=(1, 2, 3), keepdims=True)), 1e-9)
    return np.asarray(np.fft.rfft(rings, axis=2), np.complex64)


def _rings(crop: Picture, ways: tuple[tuple[float, float, float], ...]) -> NDArray[np.float32]:
    """The colours on rings, (ways, rings, turns, 3); a way: shift across and down in sides, size."""
    radii, x, y = _polar()
    middle = (len(crop) - 1) / 2
    across, down, size = (np.array(part, np.float32)[:, None, None] for part in zip(*ways, strict=True))
    columns, rows = middle + SIDE_PX * (across + size * x), middle + SIDE_PX * (down + size * y)
    flat = (len(ways) * _RINGS, _TURNS)
    seen = cv2.remap(
        crop,
        columns.reshape(flat).astype(np.float32),
        rows.reshape(flat).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(seen.reshape(len(ways), len(radii), _TURNS, 3), np.float32)


@cache
def _polar() -> tuple[Floats, Floats, Floats]:
    radii, turns = np.linspace(0.03, _REACH, _RINGS), np.linspace(0, 2 * np.pi, _TURNS, endpoint=False)
    return radii, radii[:, None] * np.cos(turns), radii[:, None] * np.sin(turns)
