"""Everything that may be a die on a picture: what pips, bodies and the heat map propose, each place once.

pips ──> faces ──> certain by outline ─┐
     └──> faces, lone pips left over ──┼──> candidates, the clearest first
bodies without a reading ──────────────┤
heat map ──────────────────────────────┘

Two proposals are one only when they name the same place and size: an outline that is a little off must not swallow the
peak that is right. Each is as hot as the hottest peak near it, whoever proposed it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import median
from vision.dice.finder import Spot
from vision.dice.judge import Die
from vision.dice.known import Place
from vision.dice.outlines import Outlines

_MOST = 40  # doubtful faces that are looked at; more are texture, and the heat map looks there as well
_SAME, _ALIKE = 0.2, 1.3  # of the side: nearer candidates, hardly larger, are one
_NEAR, _LARGER = 0.45, 1.6  # of the side: a peak this near, hardly larger or smaller, is a proposal's heat


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
    host: Spot | None = None  # the hotter, larger peak in which it lies: it is its pip, unless that is no die

    @property
    def place(self) -> Place:
        """The middle and the side, px."""
        return self.x, self.y, self.side_px

    @property
    def outline_value(self) -> int | None:
        """The value that outlines alone are certain of."""
        return self.outline.face.value if self.outline is not None and not self.outline.doubt else None


def find_candidates(spots: Sequence[Spot], measured: Sequence[Outlines]) -> list[Candidate]:
    """Every candidate: those certain by outline, then by heat, then the doubtful ones; last the parts of others."""
    certain: list[Candidate] = []
    doubtful: list[Candidate] = []
    for outlines in measured:
        certain += [_candidate(die, outlines, spots) for die in outlines.certain if not die.doubt]
        doubted = [die for die in outlines.certain if die.doubt]
        doubtful += [_candidate(die, outlines, spots) for die in doubted + outlines.unread[:_MOST]]
        doubtful += _bodies(outlines, spots)
    hot = [Candidate(spot.x, spot.y, spot.side_px, spot.heat, host=spot.host) for spot in spots]
    found: list[Candidate] = []
    for candidate in certain + [part for part in hot if part.host is None] + doubtful:
        found = _with(found, candidate)
    return found + [part for part in hot if part.host is not None]


def warmed(candidate: Candidate, spots: Sequence[Spot]) -> Candidate:
    """The candidate as hot as the hottest peak near it, and a part of what that is a part of."""
    near = [
        spot
        for spot in spots
        if np.hypot(spot.x - candidate.x, spot.y - candidate.y) < _NEAR * min(candidate.side_px, spot.side_px)
        and 1.0 / _LARGER < spot.side_px / candidate.side_px < _LARGER
    ]
    if not near:
        return candidate
    hottest = max(near, key=lambda spot: (spot.host is None, spot.heat))
    return replace(candidate, heat=hottest.heat, host=hottest.host)


def _bodies(outlines: Outlines, spots: Sequence[Spot]) -> list[Candidate]:
    if not outlines.certain:
        return []
    side_px = median([die.side_px for die in outlines.certain]) / outlines.scale
    places = [((x + 0.5) / outlines.scale - 0.5, (y + 0.5) / outlines.scale - 0.5) for x, y in outlines.blank]
    return [warmed(Candidate(x, y, side_px, is_body=True), spots) for x, y in places]


def _with(found: list[Candidate], new: Candidate) -> list[Candidate]:
    for index, old in enumerate(found):
        small, large = sorted((old.side_px, new.side_px))
        if np.hypot(old.x - new.x, old.y - new.y) < _SAME * small and large < _ALIKE * small:
            heat, outline = max(old.heat, new.heat), old.outline or new.outline
            merged = replace(old, heat=heat, outline=outline, is_body=old.is_body or new.is_body)
            return [*found[:index], merged, *found[index + 1 :]]
    return [*found, new]


def _candidate(die: Die, outlines: Outlines, spots: Sequence[Spot]) -> Candidate:
    return warmed(Candidate(*outlines.in_picture(die), 0.0, die), spots)
