"""The body under the pips: how far the die's own colour reaches from a point, ray by ray.

    . - ~ - .          24 rays leave the middle of a supposed face and run on until the colour has left
 '      |      '       the die's for good; pips on the way are stepped over. A face's rays end on a square
|   ----+----   |      whose middle is the face's middle: a second, independent witness of where the die
 .      |      .       is and how large, which does not know the layout of the pips.
    ' - . - '
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture, median
from vision.dice.pips import Pip, off_tones, sample

_RAYS = 32  # directions from the middle; more cost time in proportion
_TURNS = np.linspace(0, 2 * np.pi, _RAYS, endpoint=False)
_DIRECTIONS = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
_LIMITS = (10.0, 16.0, 26.0)  # Lab steps: twice the noise of a web camera, a visible difference, a strong one
_STEPS = 96  # samples along a ray
_LEAK = 1.5  # a ray this much longer than the usual one ran through a gap in the edge: it counts as not found
_GONE = 3  # steps in a row that must have another colour: a seam or an edge, not noise


@dataclass(frozen=True, eq=False)
class Body:
    """The body that rays outlined: ``closed`` is the share of rays that found an end; the
    rest is the square they draw.
    """

    closed: float
    x: float  # middle of the outline, px
    y: float
    side_px: float  # of the square with the outline's area
    shape: float  # longest over shortest reach (after dropping the extremes); a square gives 1.41
    reach_px: Floats  # (rays,) how far each ray came, clockwise from the picture's x axis
    limit: float  # Lab steps by which the surroundings differ from the die

    def reach_along(self, direction: Floats) -> float:
        """Return the body's reach in a direction (2,), px: the middle of the three nearest rays."""
        nearest = round(float(np.arctan2(direction[1], direction[0])) / (2 * np.pi) * _RAYS)
        return median([self.reach_px[(nearest + step) % _RAYS] for step in (-1, 0, 1)])


def probe_body(lab: Picture, x: float, y: float, reach_px: float, pips: Sequence[Pip]) -> Iterator[Body]:
    """Generate the bodies that rays from (x, y) outline within ``reach_px``, one for each colour limit, the strictest
    first.

    The die's colour is the ground of ``pips``. A white die on pale wood needs a strict limit, a glossy one a loose one:
    the caller looks whether any of the outlines is a die's.
    """
    grounds = [pip.ground for pip in pips]  # several: a glint shades one face in many tones
    depth = np.linspace(0.0, reach_px, _STEPS)
    px, py = x + _DIRECTIONS[:, :1] * depth, y + _DIRECTIONS[:, 1:] * depth
    there = sample(lab, px, py)
    off = off_tones(there, grounds)
    for pip in pips:
        off[np.hypot(px - pip.x, py - pip.y) < 0.5 * pip.long_px * 1.25 + 2.0] = 0.0
    off[(px < 0) | (py < 0) | (px > lab.shape[1] - 1) | (py > lab.shape[0] - 1)] = np.inf
    return (_body(off > limit, depth, x, y, limit) for limit in _LIMITS)


def _body(other: NDArray[np.bool_], depth: Floats, x: float, y: float, limit: float) -> Body:
    run = np.logical_and.reduce([other[:, i : _STEPS - _GONE + 1 + i] for i in range(_GONE)])
    found = np.asarray(np.any(run, axis=1))
    reach = depth[np.where(found, run.argmax(axis=1), _STEPS - 1)]
    limit_px = _LEAK * median(reach)
    found &= reach <= limit_px
    reach = np.minimum(reach, limit_px)
    area, middle = _outline(_DIRECTIONS * reach[:, None])
    ordered = np.sort(reach)
    shape = float(ordered[-3] / max(ordered[2], 1e-6))
    return Body(
        float(found.mean()), x + float(middle[0]), y + float(middle[1]), float(np.sqrt(area)), shape, reach, limit
    )


def _outline(points: Floats) -> tuple[float, Floats]:
    after = np.roll(points, -1, axis=0)
    cross = points[:, 0] * after[:, 1] - after[:, 0] * points[:, 1]
    area = float(cross.sum()) / 2.0
    if area < 1e-6:
        return 0.0, np.zeros(2)
    return area, np.asarray(((points + after) * cross[:, None]).sum(axis=0) / (6.0 * area))
