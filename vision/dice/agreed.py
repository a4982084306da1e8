"""Whether the two readers make one number of a candidate: the network, and the geometry of pips.

place, as wide as proposed, then nearer and wider ─┬─ network, eight turns ──> its likeliest number, if sure ─┐
                                                   └─ outlines, fit ──> the one number they are certain of ───┴─ one
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vision.dice.candidates import Candidate
from vision.dice.network import Pyramid, Sight, look_at, with_wider_lean
from vision.dice.pattern import PatternFit, fit_pattern

_SURE = 0.65  # the network's chance of a value, mean of eight turns, from which it counts
_SURE_COLD, _FELT_HEAT = 0.85, 0.25  # the same where the heat is below this: clutter made a one and a six of itself
_CLEAR = 0.30  # clearness of a fit, from which it counts; see vision/README.md for both by source
_MARGIN = 0.12  # and its clearness over that of any other value
_CONTRAST = 5.0  # Lab steps of a fit's weakest pip
_BEYOND = 2  # places at which the pips may seem to go on: a sheet of spots has all four
_FLATTEST = 0.62  # of a four's or a five's two sides: on photographs 0.71 and more, on playing cards 0.59
_FAINT, _VAGUE = 0.3, 0.12  # a first look's chance of any die, of one value: below, none was ever read (0.78, 0.25)
_ZOOMS = (1.0, 0.84, 1.2)  # sizes a candidate is looked at: finders are off by as much
_PLAIN_SIGHT = 0.90  # of a look's chance: surer ones need no second


class Agreed(NamedTuple):
    """The reading on which both readers agree: its place and width, the network's sight, and the fit beside it."""

    x: float
    y: float
    side_px: float
    sight: Sight
    fit: PatternFit | None


def may_be_die(candidate: Candidate, first: Sight) -> bool:
    """Whether a first look at the candidate does not yet tell that it shows no number."""
    return candidate.outline_value is not None or (
        1.0 - first.chance("part", "nothing") > _FAINT and first.sure > _VAGUE
    )


def read_agreed(pyramid: Pyramid, candidate: Candidate) -> Agreed | None:
    """The candidate as its surest look reads it, if both readers agree; looked at where it was proposed, then wider."""
    best: Agreed | None = None
    for zoom in _ZOOMS:
        side = zoom * candidate.side_px
        fit = fit_pattern(pyramid, candidate.x, candidate.y, side)
        if _is_sheet(pyramid, candidate, side, fit):
            return None
        said = _said(fit, candidate)
        if len(said) != 1 and zoom != 1.0:
            continue  # whatever the network sees there, geometry does not second it
        spots = [(candidate.x, candidate.y)]
        if fit is not None and is_clear(fit) and np.hypot(fit.x - candidate.x, fit.y - candidate.y) > 0.06 * side:
            spots.append((fit.x, fit.y))
        for x, y in spots:
            sight = look_at(pyramid, x, y, side)
            agrees = sight.sure >= _needed(candidate) and said == {sight.value}
            if agrees and (best is None or sight.sure > best.sight.sure):
                best = Agreed(x, y, side, sight, fit)
            if zoom == 1.0 and best is None and sight.chance("part", "nothing") > 0.9:
                return None  # not worth a closer look
        if best is not None and best.sight.sure >= _PLAIN_SIGHT:
            break
    return best and best._replace(sight=_with_lean(pyramid, best))


def _needed(candidate: Candidate) -> float:
    """The chance from which the network counts: more where the finder saw nothing and pips alone proposed it."""
    return _SURE if candidate.heat >= _FELT_HEAT or candidate.outline_value is not None else _SURE_COLD


def is_clear(fit: PatternFit) -> bool:
    """Whether a layout of pips stands out so clearly that it counts."""
    return fit.clear >= _CLEAR and fit.margin >= _MARGIN and fit.contrast >= _CONTRAST and _is_square(fit)


def _is_sheet(pyramid: Pyramid, candidate: Candidate, side_px: float, fit: PatternFit | None) -> bool:
    """Whether the pips go on beyond the face: a sheet of spots looks like a five that lies askew.

    The corners of a two's face look like a four's pips: not where the network surely sees another number.
    """
    if fit is None or fit.value not in (4, 5) or fit.beyond <= _BEYOND or not is_clear(fit):
        return False
    sight = look_at(pyramid, candidate.x, candidate.y, side_px)
    return sight.value == fit.value or sight.sure < _PLAIN_SIGHT


def _is_square(fit: PatternFit) -> bool:
    """Whether the pips may lie on a square face, foreshortened; the rows of a six are nearer on some dice."""
    if fit.value not in (4, 5):
        return True
    one, two = fit.halves
    short, long = sorted((float(np.linalg.norm(one + two)), float(np.linalg.norm(one - two))))
    return short >= _FLATTEST * long


def _with_lean(pyramid: Pyramid, agreed: Agreed) -> Sight:
    """The sight with its lean as a wider look measures it, where that is more: side faces must be in view."""
    x, y, side_px, sight, fit = agreed
    if fit is not None and fit.value == sight.value and is_clear(fit):
        x, y = fit.x, fit.y
    return with_wider_lean(pyramid, sight, x, y, side_px)


def _said(fit: PatternFit | None, candidate: Candidate) -> set[int]:
    """The values that geometry is certain of: the network must see the only one."""
    values = (candidate.outline_value, fit.value if fit is not None and is_clear(fit) else None)
    return {value for value in values if value}
