"""Likeness of two figures: colours in Lab and size, in the light of the empty map.

body pixels ──light of the frame taken out──> Lab histogram (4 levels of L, 8 x 8 of a, b), covered area
two descriptors ──overlap of the histograms, ratio of areas──> 0 (nothing alike) .. 1 (the same, or its twin)
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.figures.difference import Difference
from vision.figures.occupancy import Foot
from vision.settings import LikenessSettings


@dataclass(frozen=True, eq=False)
class Appearance:
    """The appearance of a figure from above."""

    colours: NDArray[np.float32]  # soft Lab histogram, sums to 1
    area_px: float


def appearance(flat: Picture, seen: Difference, foot: Foot, settings: LikenessSettings) -> Appearance:
    """The appearance of the figure on a foot, from the rectified picture it was found on."""
    rows, columns = np.nonzero(foot.body & seen.other)
    fair = flat[rows, columns].astype(np.float32) * np.exp(-seen.shine[rows, columns])
    pixels = np.clip(fair, 0, 255).astype(np.float32)[None] / 255.0
    lab = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB))[0]
    histogram = np.zeros((6, 12, 12), np.float32)
    if len(lab):
        spots = np.column_stack([lab[:, 0] / 100.0 * 5.0, (lab[:, 1] + 66.0) / 12.0, (lab[:, 2] + 66.0) / 12.0])
        spots = np.clip(spots, 0.0, [4.999, 10.999, 10.999])
        low = spots.astype(int)
        grey = (lab[:, 0] < 30.0) & (np.hypot(lab[:, 1], lab[:, 2]) < 12.0)
        counts = np.where(grey, settings.base_weight, 1.0)
        part = spots - low
        for corner in range(8):  # every pixel is shared among its eight nearest bins
            bit = np.array([corner >> 2 & 1, corner >> 1 & 1, corner & 1])
            weight = np.prod(np.where(bit, part, 1.0 - part), axis=1) * counts
            np.add.at(histogram, tuple((low + bit).T), weight)
    return Appearance(histogram / max(float(histogram.sum()), 1e-6), float(len(lab)))


def likeness(one: Appearance, other: Appearance, settings: LikenessSettings) -> float:
    """Return the likeness of two appearances, 0 to 1; at 0.5 the same figure and another one are equally probable."""
    overlap = float(np.sqrt(one.colours * other.colours).sum())
    sizes = abs(float(np.log((one.area_px + 1.0) / (other.area_px + 1.0))))
    score = settings.steepness * (overlap - settings.even_overlap - settings.size_weight * sizes)
    return round(float(1.0 / (1.0 + np.exp(-score))), 3)
