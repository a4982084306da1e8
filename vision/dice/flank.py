"""Side faces of a die: below its upper face, on the side towards which the camera looks at it.

  ┌──────┐ upper face, slanting by θ           the middle of a side face lies up to (sin θ + cos θ) / 2 sides
 /  •   /│                                      from the middle of the upper face; that of another die's upper
└──────┘ │ <── a side face                      face, however near, at least cos θ: no die as large has room
│ •  • │ /                                      there
└──────┘

Which of two faces of one die is the upper one the picture alone does not say, but before an upright camera upper faces
slant *up* the picture and front faces *down*.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats

_SLANT = 0.15  # a sine: seen more from above than that, side faces are slits
_NEAREST, _ASIDE, _ROOM = 0.25, 0.5, 0.08  # of the side: along the slant, across it, and what slants are measured off
_AGAINST = -0.25  # of a front face's slant along the upper one's way
_SQUARE = 0.45  # of the squares of both slants, 1 for two faces of a cube; the reader shortens slants
_WIDEST = 1.5  # times as wide as the square with the area that is seen of it


def is_flank(x: float, y: float, side_px: float, die: tuple[float, float, float], slant: Floats) -> bool:
    """Whether a thing ``side_px`` wide at (x, y) is where a side face of ``die`` (x, y, side in px) is seen.

    ``slant`` (2,) is the upper face's, along the picture (``Sight.lean``).
    """
    steep = float(np.linalg.norm(slant))
    level = float(np.sqrt(max(1.0 - steep**2, 0.0)))
    if steep < _SLANT or side_px > _WIDEST * float(np.sqrt(steep / max(level, _SLANT))) * die[2]:
        return False
    away = (np.array([x, y]) - np.array(die[:2])) / die[2]
    down = float(-away @ slant) / steep
    across = float(np.sqrt(max(float(away @ away) - down**2, 0.0)))
    return _NEAREST < down < min((steep + level) / 2 + _ROOM, 0.96 * level) and across < _ASIDE


def faces_front(slant: Floats, upper: Floats) -> bool:
    """Whether a face slants against an ``upper`` one that slants up the picture, and as much as a face square to it."""
    steep = float(np.linalg.norm(upper))
    is_against = upper[1] < 0 and steep > _SLANT and float(slant @ upper) / steep < _AGAINST
    return bool(is_against and float(slant @ slant + upper @ upper) > _SQUARE)
