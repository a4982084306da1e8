"""The tray's outline on the camera's picture: the ground on which dice come to rest, as far as it looks alike.

A hull round all ground of the colour that dice were seen lying on, joined to where they lay. Outside it, things may
come and go. The whole picture where nothing bounds the ground, as on a bare table.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import medians
from vision.trays.memory import Look, Mask, TrayMemory

_ALIKE = 26.0  # Lab steps from the ground's colour; light falls off towards the rims
_LIGHT = 0.5  # of a step of light counts: shadows of the rim lie on the ground too
_FEWEST = 3  # dice that lay there
_GAP = 0.02  # of the longer side: grain and seams of the ground are bridged
_CORNERS = 24  # of an outline; more follow grain
_WHOLE = 0.85  # of the picture: then it is all of it


def outline_of(memory: TrayMemory, places: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """The outline's corners in px of the camera's picture, what was known of it included."""
    if not memory.looks or len(places) < _FEWEST:
        return memory.outline_px
    look = memory.looks[0]
    high, wide = look.unknown.shape
    scale = wide / memory.picture_px[0]
    spots = [(float(x) * scale, float(y) * scale) for x, y in places]
    spots += [(x * scale, y * scale) for x, y in memory.outline_px]
    corners = cv2.convexHull(np.array([*spots, *_felt(look, spots)], np.float32)).reshape(-1, 2)
    if cv2.contourArea(corners) > _WHOLE * wide * high:
        corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    tolerance = 1.0
    while len(corners) > _CORNERS:
        corners = cv2.approxPolyDP(corners.reshape(-1, 1, 2), tolerance, True).reshape(-1, 2)
        tolerance *= 1.5
    return tuple((float(x / scale), float(y / scale)) for x, y in corners)


def _felt(look: Look, spots: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The rim of the ground that looks as where dice lay."""
    lab = cv2.cvtColor(cv2.GaussianBlur(look.picture, (0, 0), 1.5), cv2.COLOR_BGR2LAB).astype(np.float32)
    high, wide = look.unknown.shape
    cells = [(min(high - 1, max(0, round(y))), min(wide - 1, max(0, round(x)))) for x, y in spots]
    known = [cell for cell in cells if not look.unknown[cell]]
    if not known:
        return []
    usual = medians([lab[cell] for cell in known])
    apart = np.abs(lab - usual.astype(np.float32)) * np.array([_LIGHT, 1.0, 1.0], np.float32)
    alike = ((np.linalg.norm(apart, axis=2) < _ALIKE) & ~look.unknown).astype(np.uint8)
    gap = max(3, round(_GAP * max(wide, high)))
    alike = cv2.morphologyEx(alike, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    joined = cv2.morphologyEx(alike, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    labels = cv2.connectedComponents(joined)[1]
    own = {int(labels[cell]) for cell in known} - {0}
    felt: Mask = np.isin(labels, list(own))
    contours = cv2.findContours(felt.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    return [(float(x), float(y)) for contour in contours for x, y in contour.reshape(-1, 2)]
