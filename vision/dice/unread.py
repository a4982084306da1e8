"""Candidates nobody read: no die, a part of one that was read, clutter where dice are counted, or to be asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import median
from vision.dice.agreed import is_clear
from vision.dice.candidates import Candidate
from vision.dice.die import ReadDie, is_small_as_pip
from vision.dice.network import Around, Pyramid, Sight, look_at, seen_around
from vision.dice.pattern import fit_pattern
from vision.dice.seconded import is_pip
from vision.dice.strange import is_of_one_size, is_strange_die

_NOTHING = 0.80  # the chance of "no die here" from which a candidate is dropped
_PART = 0.60  # and of "no die, or a part of one" beside a die that was read
_PLAINLY_NOTHING = 0.97  # at a first look of two turns
_FROZEN, _TEPID = 0.30, 0.50  # heat: rendered symbol dice have 0.59 and more, leaning ones 0.67
_LUKEWARM, _DOUBTED = 0.60, 0.40  # heat and chance of nothing: below and above, a spot of wood grain or of noise
_CLUTTER = 0.70  # heat of what lay beside dice on photographs: at most 0.66; three in four dice are hotter
_SHOWS = 0.50  # chance of a symbol from which it is one
_RATHER = 0.50  # chance of nothing, by what lies around: of dice that nobody read 0.28 on photographs
_HOLE = 0.70  # the same of a thing of another size where dice are counted: holes of buttons 0.82 and more, dice 0.03
_AT_COLD, _A_HEAT, _LEAST_DIE, _MOST_DIE = 0.45, 0.50, 0.05, 0.20  # and of a die: 0.20 to a heat of 0.5, 0.05 from 0.8
_DIM = 0.40  # but a dark symbol die on dark felt 0.47
_PLAIN, _LIKELY = 0.45, 0.60  # chances from which a tepid, a warm place may be a die all the same
_ALIKE = (0.90, 1.12)  # of the usual die: a place as hot but of another size is looked at in that size too
_STRANGE_COLD, _STRANGE_LIKELY = 0.65, 0.80  # the same for a thing of another size
_FAR = 2.5  # times as large or small as the dice read: heat alone makes no die of it
_HEAP = 1.6  # times as wide as dice on it, or as one that is not its pip: no die
_OTHER_SIZE = 1.6  # times as wide: not the same thing
DISAGREE = "the two readers do not agree on a die"
_BESIDE = 1.35  # of the side, from the middle of a die that was read: what belongs to it


def asked(pyramid: Pyramid, candidate: Candidate, first: Sight, read: Sequence[ReadDie]) -> ReadDie | None:
    """The candidate with its doubt, or ``None`` when it is no die or a part of a die that was read."""
    x, y, side_px = candidate.place
    on = [die for die in read if die.is_at(x, y)]
    if any(not is_small_as_pip(side_px, die.side_px) or is_pip(first) for die in on):
        return None
    if any(die.shows_flank(x, y, side_px) for die in read):
        return None
    if is_hosted(candidate, read) or _is_heap(candidate, read) or first.chance("nothing") >= _PLAINLY_NOTHING:
        return None
    sight = look_at(pyramid, x, y, side_px)
    if sight.chance("nothing") >= _NOTHING:
        return None
    if any(die.away(x, y) < _BESIDE for die in read) and sight.chance("nothing", "part") >= _PART:
        return None
    usual_px = median([die.side_px for die in read]) if read else side_px
    around = seen_around(pyramid, x, y, side_px)
    if read and is_strange_die(pyramid, candidate.place, candidate.heat, usual_px):
        candidate = replace(candidate, side_px=usual_px)  # its drawing may have been taken for all of it
        sight = look_at(pyramid, *candidate.place)
    elif _is_clutter(candidate, around):
        return None
    elif _is_unlike_any_die(pyramid, candidate, sight, usual_px):
        if candidate.heat < _DIM or candidate.host is not None or is_as_wide(side_px, usual_px):
            return None
        candidate = replace(candidate, side_px=usual_px)  # finders are wrong about the size of a die that is cut off
        sight, around = look_at(pyramid, *candidate.place), seen_around(pyramid, *candidate.place)
        if _is_unlike_any_die(pyramid, candidate, sight, usual_px) or _is_clutter(candidate, around):
            return None
    return ReadDie(None, *candidate.place, _why(sight, candidate), sight, None, candidate, nothing=around.nothing)


def is_hosted(candidate: Candidate, read: Sequence[ReadDie]) -> bool:
    """Whether the larger peak in which the candidate lies is a die that was read."""
    host = candidate.host
    return host is not None and any(
        die.is_at(host.x, host.y) and 1.0 / _OTHER_SIZE < host.side_px / die.side_px < _OTHER_SIZE for die in read
    )


def _is_heap(candidate: Candidate, read: Sequence[ReadDie]) -> bool:
    """Whether the candidate is far larger than dice that lie on it: some dice together, seen from afar."""
    inside = [die for die in read if np.hypot(candidate.x - die.x, candidate.y - die.y) < 0.75 * candidate.side_px]
    smaller = [die for die in inside if candidate.side_px > _HEAP * die.side_px]
    return len(smaller) > 1 or any(
        die.value != 1 or not is_small_as_pip(die.side_px, candidate.side_px) for die in smaller
    )


def _is_unlike_any_die(pyramid: Pyramid, candidate: Candidate, sight: Sight, usual_px: float) -> bool:
    """Whether no witness makes a die of the place: heat, network and fit alike; a strange size counts as well."""
    is_strange = not is_of_one_size(candidate.side_px, 1.0, [usual_px])
    cold, likely = (_STRANGE_COLD, _STRANGE_LIKELY) if is_strange else (_TEPID, _LIKELY)
    strange_look = max(sight.chance("symbol"), sight.chance("cocked"))
    if candidate.heat < _LUKEWARM and sight.chance("nothing") >= _DOUBTED and sight.chance("nothing", "part") >= _PART:
        return True
    if candidate.is_body and candidate.heat > 0.0 and sight.chance("nothing", "part") < _PART:
        return False  # a die half covered by another is cold, but bodies and heat both propose it
    if 1.0 / _FAR < candidate.side_px / usual_px < _FAR and candidate.heat >= cold:
        return False
    if candidate.heat < _FROZEN:
        return sight.sure < _STRANGE_LIKELY
    if candidate.heat < _TEPID:  # no die of any source or make was so cold; clutter looks like symbols and edges up
        if sight.sure >= _PLAIN or (candidate.heat >= _DIM and strange_look >= _STRANGE_LIKELY):
            return False
    elif max(sight.sure, strange_look) >= likely:
        return False
    if is_strange:
        return True
    fit = fit_pattern(pyramid, *candidate.place)
    return fit is None or not is_clear(fit) or sight.chance("nothing", "part") >= _PART


def may_be_clutter(die: ReadDie) -> bool:
    """Whether it is cooler than dice mostly are, or none with what lies around: where dice are counted, none."""
    return die.value is None and not die.clashes and (die.candidate.heat < _CLUTTER or die.nothing > _RATHER)


def shows_symbol(die: ReadDie) -> bool:
    """Whether it was never read, and shows something else than pips: a card, a counter, or a die with a logo."""
    return die.value is None and not die.clashes and die.sight.chance("symbol") > _SHOWS


def is_as_wide(side_px: float, usual_px: float) -> bool:
    """Whether a place is about as wide as the dice mostly are: it is not looked at in that size too."""
    return _ALIKE[0] < side_px / usual_px < _ALIKE[1]


def is_hole(around: Around) -> bool:
    """Whether something that was read is no die, with what lies around it: four holes of a button."""
    return around.die < _LEAST_DIE and around.nothing >= _HOLE


def _is_clutter(candidate: Candidate, around: Around) -> bool:
    """Whether a place that nobody reads is no die, with what lies around it: the surer, the hotter it is."""
    if candidate.heat < _TEPID and around.nothing >= _RATHER:
        return True
    return around.die < float(np.clip(_AT_COLD - _A_HEAT * candidate.heat, _LEAST_DIE, _MOST_DIE))


def _why(sight: Sight, candidate: Candidate) -> str:
    if sight.chance("symbol") > _SHOWS:
        return "a die shows something else than pips"
    if sight.chance("cocked") > 0.5:
        return "a die stands on its edge: it may be cocked"
    if sight.sure > 0.5:
        return DISAGREE
    if candidate.outline is not None and candidate.outline.doubt:
        return candidate.outline.doubt
    return "something may be a die that is not read"
