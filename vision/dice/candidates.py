"""Everything that may be a die on a picture: what pips, bodies and the heat map propose, each place once.

    pips ──> faces ──> certain by outline ─┐
         └──> faces, lone pips left over ──┼──> candidates, the clearest first
    bodies without a reading ──────────────┤
    heat map ──────────────────────────────┘

Pips and bodies are measured on a picture where the dice are about ``_DIE_PX`` wide: small ones are enlarged up to
twice, large ones reduced, which costs less and loses nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Picture
from vision.dice.blank import blank_bodies
from vision.dice.finder import find_spots
from vision.dice.judge import Die, mark_rivals
from vision.dice.left import unread_dice
from vision.dice.outlines import certain_by_outline, working_lab
from vision.dice.pips import find_pips

__all__ = ["Candidate", "find_candidates"]

_WORK_PX, _DIE_PX = 1280, 56.0  # longest side of the picture that is measured; a die's side on it
_SURE = 0.5  # heat of a spot whose size counts
_PIPS = 240  # more spots than that are texture; the clearest are kept
_MOST = 40  # doubtful faces that are looked at; more are texture, and the heat map looks there as well
_SAME = 0.45  # of the side: nearer candidates are one


@dataclass(frozen=True, eq=False)
class Candidate:
    """A place that may be a die: middle and side in px of the picture given; ``outline`` when pips made a face there.

    ``outline.doubt`` is empty when outline and pips alone make a certain die.
    """

    x: float
    y: float
    side_px: float
    heat: float = 0.0
    outline: Die | None = None

    @property
    def outline_value(self) -> int | None:
        """The value that outlines alone are certain of."""
        return self.outline.face.value if self.outline is not None and not self.outline.doubt else None


def find_candidates(picture: Picture, *, any_size: bool = False) -> list[Candidate]:
    """Every candidate: those certain by outline, then by heat, then the doubtful ones.

    ``any_size`` measures pips on the whole picture instead of at the size that the heat map promises.
    """
    spots = find_spots(picture)
    scale = min(2.0, _WORK_PX / max(picture.shape[:2]))
    sizes = [spot.side_px for spot in spots if spot.heat >= _SURE and not any_size]
    if sizes:
        scale = min(scale, max(_DIE_PX / float(np.median(sizes)), 0.1))
    lab = working_lab(picture, scale)
    pips = (find_pips(lab, 1.5 * _DIE_PX) if sizes else find_pips(lab))[:_PIPS]
    certain, left = certain_by_outline(pips, lab)
    certain = mark_rivals(certain)
    doubtful = unread_dice(certain, left, lab)
    blank = blank_bodies(certain + doubtful, lab)
    usual = float(np.median([die.side_px for die in certain])) if certain else 0.0
    found = [_candidate(die, scale) for die in certain if not die.doubt]
    for spot in spots:
        found = _with(found, Candidate(spot.x, spot.y, spot.side_px, spot.heat))
    for die in [die for die in certain if die.doubt] + doubtful[:_MOST]:
        found = _with(found, _candidate(die, scale))
    for x, y in blank if usual else ():
        found = _with(found, Candidate((x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5, usual / scale))
    return found


def _with(found: list[Candidate], new: Candidate) -> list[Candidate]:
    for index, old in enumerate(found):
        small, large = sorted((old.side_px, new.side_px))
        if np.hypot(old.x - new.x, old.y - new.y) < _SAME * small and large < 1.6 * small:
            merged = Candidate(old.x, old.y, old.side_px, max(old.heat, new.heat), old.outline or new.outline)
            return [*found[:index], merged, *found[index + 1 :]]
    return [*found, new]


def _candidate(die: Die, scale: float) -> Candidate:
    x, y = (die.face.x + 0.5) / scale - 0.5, (die.face.y + 0.5) / scale - 0.5
    return Candidate(x, y, die.side_px / scale, 0.0, die)
