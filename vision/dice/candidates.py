"""Everything that may be a die on a picture: what pips, bodies and the heat map propose, each place once.

pips ──> faces ──> certain by outline ─┐
     └──> faces, lone pips left over ──┼──> candidates, the clearest first
bodies without a reading ──────────────┤
heat map ──────────────────────────────┘
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.blank import blank_bodies
from vision.dice.finder import Spot
from vision.dice.judge import Die
from vision.dice.left import unread_dice
from vision.dice.outlines import Outlines

_MOST = 40  # doubtful faces that are looked at; more are texture, and the heat map looks there as well
_SAME = 0.45  # of the side: nearer candidates are one


@dataclass(frozen=True, eq=False)
class Candidate:
    """A place that may be a die: middle and side in px of the picture given; ``outline`` when pips made a face there.

    ``outline.doubt`` is empty when outline and pips alone make a certain die; ``is_body``: something of a certain
    die's colour and size lies there that no reading explains.
    """

    x: float
    y: float
    side_px: float
    heat: float = 0.0
    outline: Die | None = None
    is_body: bool = False

    @property
    def outline_value(self) -> int | None:
        """The value that outlines alone are certain of."""
        return self.outline.face.value if self.outline is not None and not self.outline.doubt else None


def find_candidates(spots: Sequence[Spot], outlines: Outlines) -> list[Candidate]:
    """Every candidate: those certain by outline, then by heat, then the doubtful ones."""
    certain, lab = outlines.certain, outlines.lab
    doubtful = unread_dice(certain, outlines.left, lab)
    blank = blank_bodies([*certain, *doubtful], lab)
    usual = float(np.median([die.side_px for die in certain])) if certain else 0.0
    found = [_candidate(die, outlines) for die in certain if not die.doubt]
    for spot in spots:
        found = _with(found, Candidate(spot.x, spot.y, spot.side_px, spot.heat))
    for die in [die for die in certain if die.doubt] + doubtful[:_MOST]:
        found = _with(found, _candidate(die, outlines))
    scale = outlines.scale
    for x, y in blank if usual else ():
        place = ((x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5)
        found = _with(found, Candidate(*place, usual / scale, is_body=True))
    return found


def _with(found: list[Candidate], new: Candidate) -> list[Candidate]:
    for index, old in enumerate(found):
        small, large = sorted((old.side_px, new.side_px))
        if np.hypot(old.x - new.x, old.y - new.y) < _SAME * small and large < 1.6 * small:
            heat, outline = max(old.heat, new.heat), old.outline or new.outline
            merged = Candidate(old.x, old.y, old.side_px, heat, outline, old.is_body or new.is_body)
            return [*found[:index], merged, *found[index + 1 :]]
    return [*found, new]


def _candidate(die: Die, outlines: Outlines) -> Candidate:
    return Candidate(*outlines.in_picture(die), 0.0, die)
