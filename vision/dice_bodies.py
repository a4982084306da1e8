"""The body under the pips: how far the die's own colour reaches from a point, ray by ray.

              . - ~ - .          24 rays leave the middle of a supposed face and run on until the colour has left
           '      |      '       the die's for good; pips on the way are stepped over. A face's rays end on a square
          |   ----+----   |      whose middle is the face's middle: a second, independent witness of where the die
           .      |      .       is and how large, which does not know the layout of the pips.
              ' - . - '
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice_pips import Pip, sample
from vision.markers import Floats, Picture

__all__ = ["Body", "probe_body"]

_RAYS = 32
_STEPS = 48
_GONE = 4  # steps in a row that must have another colour: a seam or an edge, not noise


@dataclass(frozen=True, eq=False)
class Body:
    """What the rays met: ``closed`` share of rays that found an end, and the square they draw."""

    closed: float
    x: float  # middle of the outline, px
    y: float
    side_px: float  # of the square with the outline's area
    shape: float  # longest over shortest reach (after dropping the extremes); a square gives 1.41


def probe_body(lab: Picture, x: float, y: float, reach_px: float, pips: Sequence[Pip]) -> Body:
    """The body around (x, y) whose colour is the ground of ``pips``, looked for as far as ``reach_px``."""
    ground = np.median([pip.ground for pip in pips], axis=0)
    contrast = float(np.median([pip.contrast for pip in pips]))
    angles = np.linspace(0, 2 * np.pi, _RAYS, endpoint=False)
    depth = np.linspace(0.0, reach_px, _STEPS)
    px, py = x + np.cos(angles)[:, None] * depth, y + np.sin(angles)[:, None] * depth
    off = np.linalg.norm((sample(lab, px, py) - ground) * [1.0, 1.4, 1.4], axis=2)  # hue tells more than shade
    covered = np.zeros(px.shape, dtype=bool)
    for pip in pips:
        covered |= np.hypot(px - pip.x, py - pip.y) < 0.5 * pip.long_px * 1.25 + 2.0
    limit = float(np.clip(0.30 * contrast, 12.0, 26.0))
    outside = (px < 0) | (py < 0) | (px > lab.shape[1] - 1) | (py > lab.shape[0] - 1)
    other = ((off > limit) & ~covered) | outside
    run = np.stack([other[:, i : _STEPS - _GONE + 1 + i] for i in range(_GONE)]).all(axis=0)
    found = run.any(axis=1)
    ends = np.where(found, run.argmax(axis=1), _STEPS - 1)
    reach = depth[ends]
    points = np.column_stack([np.cos(angles), np.sin(angles)]) * reach[:, None]
    area, middle = _outline(points)
    ordered = np.sort(reach)
    shape = float(ordered[-3] / max(ordered[2], 1e-6))
    return Body(float(found.mean()), x + float(middle[0]), y + float(middle[1]), float(np.sqrt(area)), shape)


def _outline(points: Floats) -> tuple[float, Floats]:
    after = np.roll(points, -1, axis=0)
    cross = points[:, 0] * after[:, 1] - after[:, 0] * points[:, 1]
    area = float(cross.sum()) / 2.0
    if area < 1e-6:
        return 0.0, np.zeros(2)
    return area, np.asarray(((points + after) * cross[:, None]).sum(axis=0) / (6.0 * area))
