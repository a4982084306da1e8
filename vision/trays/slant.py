"""The slant of flat dice over a tray: the camera's own tilt and the ray to each place, learnt from many dice.

A camera that looks from the side sees every flat die slant alike, and more so towards the rims. Dice lean at random,
cameras do not: what many dice of many throws have in common is the camera's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, median

_FEWEST = 4  # dice, from which their common slant is the camera's
_AGREE, _AGREE_SHARE = 0.20, 0.75  # leftover of a flat die, and how many of the dice must be so flat
_LENS, _LENS_WEIGHT = 0.45, 3.0  # the growth of a usual lens, and for how many dice it counts: few dice tell no lens
_ROUNDS = 8  # of fitting; in each what lies far off counts less
_STEEPEST = 0.70  # of a slant: a camera that looks so much from the side cannot tell which face is up


@dataclass(frozen=True, slots=True)
class Slant:
    """The slant (sine, along the picture) of a die that lies flat: ``middle`` of the picture, ``growth`` outward.

    ``growth`` is per longer side of the picture; ``left`` is the usual leftover of a die, ``dice`` how many told it.
    """

    middle: tuple[float, float]
    growth: float
    left: float
    dice: int

    def at(self, places: Floats) -> Floats:
        """The slants at places (n, 2), measured from the picture's middle in longer sides."""
        return np.asarray(np.array(self.middle) + self.growth * places)

    @property
    def is_usable(self) -> bool:
        """Whether upper faces can be told from front faces under it."""
        return float(np.hypot(*self.middle)) + 0.5 * self.growth < _STEEPEST + 0.5 * _LENS


def from_middle(places: Sequence[tuple[float, float]], size_px: tuple[int, int]) -> Floats:
    """Places in px as (n, 2), from the picture's middle in longer sides."""
    middle = (np.array(size_px) - 1) / 2
    return np.asarray((np.array(places, dtype=np.float64).reshape(-1, 2) - middle) / max(size_px))


def fit_slant(places: Floats, slants: Floats) -> Slant | None:
    """Fit the slant that dice at these places (``from_middle``) have in common; ``None`` where they are too few."""
    if len(places) < _FEWEST:
        return None
    weights = np.ones(len(places))
    for _ in range(_ROUNDS):
        middle, growth = _weighted(places, slants, weights)
        gaps = np.linalg.norm(slants - middle - growth * places, axis=1)
        weights = 1.0 / np.maximum(gaps, 0.05)  # the middle of the crowd, not its mean: some dice lean
    if float(np.mean(gaps < _AGREE)) < _AGREE_SHARE:
        return None
    fitted = Slant((float(middle[0]), float(middle[1])), growth, median(gaps), len(places))
    return fitted if fitted.is_usable else None


def _weighted(places: Floats, slants: Floats, weights: Floats) -> tuple[Floats, float]:
    shares = weights / weights.sum()
    at, slant = shares @ places, shares @ slants
    off = places - at
    usual = len(places) / weights.sum()  # weights of one die, so that the lens's own count as dice
    pull = _LENS_WEIGHT * 0.04  # as many dice a fifth of the picture from the middle
    over = float((weights[:, None] * off * (slants - slant)).sum() * usual) + pull * _LENS
    growth = float(np.clip(over / (float((weights[:, None] * off**2).sum() * usual) + pull), 0.0, 1.2))
    return np.asarray(slant - growth * at), growth
