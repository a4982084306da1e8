"""Difference of a picture from the empty map, with light and shadow taken out.

log(picture / empty map) ──> light of this frame (a tilted plane, per channel) subtracted ──> what is left:
    colour changed            something stands there
    much darker, brighter     something stands there
    steps of light            something stands there
    a little darker only      a shadow: same colour, same texture, less light
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.settings import DifferenceSettings

Field = NDArray[np.float32]
Mask = NDArray[np.bool_]
_THREE, _FIVE = np.ones((3, 3), np.uint8), np.ones((5, 5), np.uint8)


@dataclass(frozen=True, eq=False)
class Difference:
    """Per pixel of the rectified map: whether something covers it, and by how much light and colour differ."""

    covered: Mask  # shape (rows * px, columns * px)
    other: Mask  # the part of it that differs in colour or light, not only in texture
    unlike: Mask  # what is covered or in a shadow, and its rim: nothing to learn the map from
    light: Field  # log ratio of brightness, 0 = as the empty map
    colour: Field  # length of the log ratio's colour part
    shine: Field  # log ratio of this picture's light to the empty map's, a tilted plane, shape (high, wide, 3)


def difference(flat: Picture, empty: Picture, square_px: int, settings: DifferenceSettings) -> Difference:
    """Return the difference of a rectified picture (BGR, ``square_px`` pixels a square) from
    the empty map of that shape.
    """
    now, before = _logs(flat, empty, settings)
    shine = _light(now - before, square_px, settings)
    now -= shine
    above, below = now - cv2.dilate(before, _THREE), now - cv2.erode(before, _THREE)
    ratio = np.maximum(above, 0.0) + np.minimum(below, 0.0)  # lines printed a pixel away are no difference
    light = np.asarray(ratio.mean(axis=2), dtype=np.float32)
    colour = np.asarray(np.linalg.norm(ratio - light[..., None], axis=2), dtype=np.float32)
    steps = np.hypot(cv2.Sobel(light, -1, 1, 0), cv2.Sobel(light, -1, 0, 1)) / 8.0
    other = (colour > settings.colour) | (light < -settings.darker) | (light > settings.brighter)
    whole = cv2.morphologyEx((other | (steps > settings.texture)).astype(np.uint8), cv2.MORPH_CLOSE, _FIVE)
    covered = np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, _THREE), dtype=bool)
    strange = covered | (np.hypot(light, colour) > settings.steady)
    unlike = np.asarray(cv2.dilate(strange.astype(np.uint8), _FIVE), dtype=bool)
    return Difference(covered, other, unlike, light, colour, shine)


def _logs(flat: Picture, empty: Picture, settings: DifferenceSettings) -> tuple[Field, Field]:
    # The floor follows the light, so that what is half as bright is told apart as well; from one picture to the other
    # it follows half way: some of the light that reaches a sensor was spread by its lens, and blacks keep their level.
    now, before = (cv2.GaussianBlur(one, (0, 0), settings.soften_px).astype(np.float32) for one in (flat, empty))
    white = max(float(np.percentile(before, settings.white_percent)), 1.0)
    gain = float(np.median(now[before >= white])) / white
    floor = max(settings.floor_share * white, settings.least_floor)
    return np.log(now + floor * np.sqrt(gain)), np.log(before + floor)


def _light(ratio: Field, square_px: int, settings: DifferenceSettings) -> Field:
    rows, columns = ratio.shape[0] // square_px, ratio.shape[1] // square_px
    blocks = ratio[: rows * square_px, : columns * square_px].reshape(rows, square_px, columns, square_px, 3)
    levels = np.median(blocks.transpose(0, 2, 1, 3, 4).reshape(rows * columns, -1, 3), axis=1)
    near = np.linalg.norm(levels[:, None] - levels[None], axis=2) < settings.light_spread
    inside = near[near.sum(axis=1).argmax()]  # the largest group of squares that changed alike: the empty ones
    y, x = np.mgrid[0:rows, 0:columns].reshape(2, -1)
    across, down = (x + 0.5) / columns - 0.5, (y + 0.5) / rows - 0.5
    terms = np.column_stack([np.ones_like(across), across, down])
    fit = np.zeros((3, 3))
    for _ in range(4):
        if inside.sum() < 6:
            fit = np.zeros((3, 3))
            fit[0] = np.median(levels[inside], axis=0)
            break
        fit = np.linalg.lstsq(terms[inside], levels[inside], rcond=None)[0]
        inside = np.linalg.norm(levels - terms @ fit, axis=1) < settings.light_spread
    high, wide = ratio.shape[:2]
    down_px = ((np.arange(high) + 0.5) / high - 0.5).astype(np.float32)[:, None, None]
    across_px = ((np.arange(wide) + 0.5) / wide - 0.5).astype(np.float32)[None, :, None]
    plane = fit.astype(np.float32)
    field = plane[0] + across_px * plane[1] + down_px * plane[2]
    return np.asarray(field, dtype=np.float32)
