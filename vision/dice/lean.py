"""Dice that lean: each face's slant as the network sees it, less what the camera's own place explains.

On one table all dice that lie flat slant alike, but for the ray on which each is seen. One that leans does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import Floats, medians

_FOCALS = (1.1, 1.5, 2.2, 3.2)  # focal lengths in longer sides; the network shortens slants, so none is wide
_LEAN = 0.24  # of a slant: by the rule: every drawn die that leans 26 degrees is asked about, then fewest photographs
_A_DIE, _MOST = 0.005, 0.30  # and more for each die beyond six: of many one is measured badly
_RAW = 0.33  # of two slants as they are, where a lens explains them only roughly
_WELL, _RAW_WELL = 0.10, 0.60  # and of three and more dice, where one explains them to within the first: a wide lens
_STRAIGHT = 0.12  # of each slant, less the ray itself: no tilt is fitted, so that two dice tell as well
_SURE, _RAW_UNSURE = 0.80, 0.25  # and less where the network is not sure of the value: a leaning face is misread
_ALONE = 0.52  # of a lone die's whole slant: 31 degrees, where an edge may as well be up
_TOGETHER = 0.66  # of every die's among three and more, or two that slant alike: it is the camera that looks from aside
_STEEP, _RAW_STEEP = 0.72, 0.40  # of each slant, and of two as they are, where all slant up: a camera from the side
_ALIKE = 0.16  # of two slants as they are: two dice that lean do so each its own way


def leaning(
    places: Sequence[tuple[float, float]],
    slants: Sequence[Floats],
    size_px: tuple[int, int],
    sure: Sequence[float] = (),
) -> list[float]:
    """Return each die's lean as a share of the limit: above 1 it must be asked about.

    ``places`` in px, ``slants`` as sines along the picture, ``size_px`` (wide, high), ``sure`` the values' chances.
    Of two dice that differ both may be meant. The focal length is not known: the one that explains the slants best is
    taken; two slants that differ much as they are need a lens that explains them well.
    """
    if not places:
        return []
    are_alike = len(places) == 2 and float(np.linalg.norm(slants[0] - slants[1])) < _ALIKE
    whole = _TOGETHER if len(places) > 2 or are_alike else _ALONE
    alone = [float(np.linalg.norm(slant)) / whole for slant in slants]
    gaps, limit = _best_gaps(places, slants, size_px), _allowed(len(places))
    limits = [_RAW if chance >= _SURE else _RAW_UNSURE for chance in sure or [1.0] * len(places)]
    if min(limits) == _RAW and _seen_straight(places, slants, size_px):  # far from the middle, a leaning die may, too
        limits = [_RAW_WELL] * len(places)
    elif len(places) > 2:  # of two, some lens explains nearly any two slants
        limits = [max(most, _RAW_WELL) if gap < _WELL else most for gap, most in zip(gaps, limits, strict=True)]
    raw = [gap / most for gap, most in zip(_from_usual(np.array(slants)), limits, strict=True)]
    return [max(gap / limit, own, plain) for gap, own, plain in zip(gaps, alone, raw, strict=True)]


def _seen_straight(places: Sequence[tuple[float, float]], slants: Sequence[Floats], size_px: tuple[int, int]) -> bool:
    """Whether each slant on its own is what one lens that looks straight down makes of its place."""
    rays = [np.array([_ray(place, size_px, focal * max(size_px)) for place in places]) for focal in _FOCALS]
    return min(float(np.linalg.norm(np.array(slants) - ray, axis=1).max()) for ray in rays) < _STRAIGHT


def leaning_from_aside(
    places: Sequence[tuple[float, float]], slants: Sequence[Floats], size_px: tuple[int, int]
) -> list[float]:
    """The same of dice that all slant up the picture, as they do before a camera that looks from the side.

    Of a lone die nobody can tell whether it leans or is seen from there.
    """
    if len(places) == 1:
        return [float("inf")]
    gaps, limit = _best_gaps(places, slants, size_px), _allowed(len(places))
    raw, whole = _from_usual(np.array(slants)), [float(np.linalg.norm(slant)) for slant in slants]
    return [max(gap / limit, own / _RAW_STEEP, most / _STEEP) for gap, own, most in zip(gaps, raw, whole, strict=True)]


def _allowed(dice: int) -> float:
    return min(_LEAN + _A_DIE * max(0, dice - 6), _MOST)


def _best_gaps(
    places: Sequence[tuple[float, float]], slants: Sequence[Floats], size_px: tuple[int, int]
) -> list[float]:
    """The gaps with the focal length that leaves the least: a die leans only if no lens explains its slant."""
    return min((_gaps(places, slants, size_px, focal) for focal in _FOCALS), key=max)


def _gaps(
    places: Sequence[tuple[float, float]], slants: Sequence[Floats], size_px: tuple[int, int], focal: float
) -> list[float]:
    """Return each slant's distance from the usual one, the rays taken off; of two, from each other's."""
    rays = [_ray(place, size_px, focal * max(size_px)) for place in places]
    upright = np.array([slant - ray for slant, ray in zip(slants, rays, strict=True)])
    return _from_usual(upright)


def _from_usual(slants: Floats) -> list[float]:
    usual = slants[::-1] if len(slants) == 2 else medians(slants, axis=0)
    return [float(gap) for gap in np.linalg.norm(slants - usual, axis=1)]


def _ray(place: tuple[float, float], size_px: tuple[int, int], focal: float) -> Floats:
    # a flat die right of the middle is seen from its left: its face slants away to the right
    offset = (np.array(place) - (np.array(size_px) - 1) / 2) / focal
    return np.asarray(offset / np.sqrt(1.0 + float(offset @ offset)))
