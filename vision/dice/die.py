"""A die that was read, or what may be one and was not: its place, its value or the doubt, all witnesses."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.dice.candidates import Candidate
from vision.dice.flank import is_flank
from vision.dice.known import Place
from vision.dice.network import Sight
from vision.dice.pattern import PatternFit

_ON = 0.50  # of the side, from its middle: the die itself
_PIP = 0.5  # of the side: no die so small lies on another one; with the ground around it, a pip is taken for so wide


@dataclass(frozen=True, eq=False)
class ReadDie:
    """A die: its value, or ``None`` with the ``doubt``; the evidence of every witness.

    ``clashes``: both readers read it, but something else that was read speaks against it. ``nothing``: the chance that
    no die lies there, by what lies around as well, where that was looked at.
    """

    value: int | None
    x: float
    y: float
    side_px: float
    doubt: str
    sight: Sight
    fit: PatternFit | None
    candidate: Candidate
    clashes: bool = False
    nothing: float = 0.0

    @property
    def place(self) -> Place:
        """The middle and the side, px."""
        return self.x, self.y, self.side_px

    def away(self, x: float, y: float) -> float:
        """Return the distance of a point from the die's middle, in its sides."""
        return float(np.hypot(x - self.x, y - self.y)) / self.side_px

    def is_at(self, x: float, y: float) -> bool:
        """Whether what has its middle at the point is this die, or a thing on it."""
        return self.away(x, y) < _ON

    def shows_flank(self, x: float, y: float, side_px: float) -> bool:
        """Whether a side face of it is seen at that place."""
        return is_flank(x, y, side_px, self.place, self.sight.lean)

    def doubted(self, doubt: str) -> ReadDie:
        """The same without its value: what else was read speaks against it."""
        return replace(self, value=None, doubt=doubt, clashes=True)


def is_small_as_pip(side_px: float, die_px: float) -> bool:
    """Whether a thing so wide may be a pip of a die so wide, and is no die beside it."""
    return side_px < _PIP * die_px
