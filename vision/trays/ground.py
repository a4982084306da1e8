"""A picture of the tray beside the tray without dice: what lay there all along, and what lies there now.

picture ──small, in the newest fitting light──> difference to the look ──> unchanged: it lay there before the throw
                                                                      └──> changed, and no die explains it: asked about

To let something stand, nothing may have changed there: no colour, no texture, the light only as a shadow changes it.
To ask, it must have changed much more. Between the two, a place is read as if nothing were known of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Picture
from vision.dice.known import Place
from vision.figures.difference import Difference, difference
from vision.settings import DifferenceSettings
from vision.trays.memory import Look, Mask

BLOCK_PX = 16  # of a look: the light is measured on blocks of it
_MOST_SHIFT_PX = 12.0  # of a look: by which a tray that was pushed a little is laid back
_LEAST_SHIFT_PX, _PEAK = 0.3, 0.1  # less is none; the peak of a correlation that means something
_FITS = 0.60  # share of the known ground that must be as it was: else it is another tray, or another view
_AROUND = 0.62  # of the side: the ground that a thing so wide covers
_ALIKE_SHARE = 0.02  # of it may differ: a small die upon large clutter covers more
_SHADED_SHARE = 0.4  # of it may lie in the shadow of a die beside it
_DIE_HIDES, _LEFT_OVER = 1.05, 0.35  # of a die's side: what it hides; the least share of a thing that is left to see
_DIE_REACH, _SIDE_FACE = 1.05, 0.6  # of the side: a die and what shines back from it; and more, seen from the side
_DEEP, _AREA = 0.14, 0.16  # of the usual side, and of its square: the least of a die that is seen of it
_COLOUR, _BRIGHTER, _DARKER = 0.33, 0.35, 0.95  # log ratios; soft shadows of a coloured lamp showed 0.28 and 0.75
_SETTINGS = DifferenceSettings()
_FIVE, _THREE = np.ones((5, 5), np.uint8), np.ones((3, 3), np.uint8)


@dataclass(frozen=True, eq=False)
class Ground:
    """The changes on a look's pixels; ``scale`` leads from px of the picture (width, height) to them."""

    look: Look
    changes: Difference
    scale: tuple[float, float]
    shift_px: tuple[float, float]  # by which the tray lies elsewhere than when it was learnt, px of the look

    @property
    def fits(self) -> bool:
        """Whether this is the tray that was learnt."""
        return self.alike >= _FITS

    @property
    def alike(self) -> float:
        """The share of the known ground that is as it was."""
        known = ~self.look.unknown
        return float(np.mean(~self.changes.covered[known])) if known.any() else 0.0

    def lay_there(self, place: Place, dice: Sequence[Place] = ()) -> bool:
        """Whether the ground that a thing at this place covers looks as it did without dice.

        What ``dice`` that were read hide of it says nothing, nor what is not known yet; enough of it must be left.
        """
        there = self._disc(place, _AROUND)
        whole = int(there.sum())
        there &= ~self.look.unknown
        for die in dice:
            there &= ~self._disc(die, _DIE_HIDES)
        if whole == 0 or there.sum() < _LEFT_OVER * whole:
            return False
        is_alike = float(np.mean(self.changes.covered[there])) <= _ALIKE_SHARE
        return is_alike and float(np.mean(self.changes.unlike[there])) <= _SHADED_SHARE

    def unexplained(self, dice: Sequence[Place], side_px: float, inside: Mask, slant: float = 0.0) -> list[Place]:
        """Return the places that changed as no shadow does, large enough for a part of a die, and none of ``dice``.

        ``slant``: how much of their side faces is seen.
        """
        free = self._strange & inside & ~self.look.unknown
        for place in dice:
            free &= ~self._disc(place, _DIE_REACH + _SIDE_FACE * slant)
        usual = side_px * float(np.sqrt(self.scale[0] * self.scale[1]))
        deep = cv2.distanceTransform(free.astype(np.uint8), cv2.DIST_L2, 3)
        count, labels, stats, middles = cv2.connectedComponentsWithStats(free.astype(np.uint8))
        found = []
        for label in range(1, count):
            area = float(stats[label, cv2.CC_STAT_AREA])
            if area < _AREA * usual**2 or float(deep[labels == label].max()) < max(2.0, _DEEP * usual):
                continue
            x, y = ((float(middles[label][part]) + 0.5) / self.scale[part] - 0.5 for part in (0, 1))
            found.append((x, y, max(0.5 * side_px, float(np.sqrt(area)) * side_px / usual)))
        return found

    @property
    def _strange(self) -> Mask:
        """The mask of changes that no shadow makes."""
        now = self.changes
        far = (now.colour > _COLOUR) | (now.light > _BRIGHTER) | (now.light < -_DARKER)
        whole = cv2.morphologyEx(far.astype(np.uint8), cv2.MORPH_CLOSE, _FIVE)
        return np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, _THREE), dtype=bool)

    def _disc(self, place: Place, reach: float) -> Mask:
        high, wide = self.look.unknown.shape
        x, y = ((place[part] + 0.5) * self.scale[part] - 0.5 for part in (0, 1))
        down, across = np.ogrid[:high, :wide]
        radii = [max(1.5, reach * place[2] * part) for part in self.scale]
        return np.asarray(((across - x) / radii[0]) ** 2 + ((down - y) / radii[1]) ** 2 <= 1.0)


def ground_of(looks: Sequence[Look], picture: Picture) -> Ground | None:
    """The picture (as the camera gives it) beside the look that it fits best; ``None`` where there is no look."""
    grounds = []
    for look in looks:
        high, wide = look.unknown.shape
        scale = (wide / picture.shape[1], high / picture.shape[0])
        grounds.append(beside(look, shrunk_look(picture, (wide, high)), scale))
    return max(grounds, key=lambda ground: ground.alike, default=None)


def shrunk_look(picture: Picture, size: tuple[int, int]) -> Picture:
    """The picture as small as a look."""
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def beside(look: Look, small: Picture, scale: tuple[float, float]) -> Ground:
    """A picture of a look's size beside it, the tray laid back where it was pushed a little."""
    straight = Ground(look, difference(small, look.picture, BLOCK_PX, _SETTINGS), scale, (0.0, 0.0))
    shift = _shift(look.picture, small)
    if shift == (0.0, 0.0):
        return straight
    laid = _laid(look, shift)
    moved = Ground(laid, difference(small, laid.picture, BLOCK_PX, _SETTINGS), scale, shift)
    return max(straight, moved, key=lambda ground: ground.alike)


def laid_back(look: Look, small: Picture) -> Look:
    """The look with the tray where the picture shows it."""
    return _laid(look, _shift(look.picture, small))


def _laid(look: Look, shift: tuple[float, float]) -> Look:
    if shift == (0.0, 0.0):
        return look
    moving = np.array([[1.0, 0.0, shift[0]], [0.0, 1.0, shift[1]]])
    size = (look.unknown.shape[1], look.unknown.shape[0])
    picture = cv2.warpAffine(look.picture, moving, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    unknown = cv2.warpAffine(look.unknown.astype(np.uint8), moving, size, borderMode=cv2.BORDER_CONSTANT, borderValue=1)
    return Look(np.asarray(picture, dtype=np.uint8), unknown > 0)


def _shift(look: Picture, small: Picture) -> tuple[float, float]:
    """Return the tray's shift from where it was learnt, px of the look; (0, 0) where it cannot be told."""
    edges = [_edges(picture) for picture in (look, small)]
    (x, y), peak = cv2.phaseCorrelate(edges[0], edges[1], cv2.createHanningWindow(edges[0].shape[::-1], cv2.CV_32F))
    is_shifted = peak > _PEAK and _LEAST_SHIFT_PX < np.hypot(x, y) <= _MOST_SHIFT_PX
    return (float(x), float(y)) if is_shifted else (0.0, 0.0)


def _edges(picture: Picture) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    soft = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.5).astype(np.float32)
    steps = np.hypot(cv2.Sobel(soft, -1, 1, 0), cv2.Sobel(soft, -1, 0, 1))
    return np.asarray(np.minimum(steps, 40.0), dtype=np.float32)
