"""The verdict on each candidate: a die with its value, no die, a part of a die already read, or to be asked about.

network sure of a value ─┐
                         ├─ the same value ──> a die             network sure of nothing ──> no die
outlines, or the fit ────┘                   beside a die read, and no die itself ──> a part of that die
                           no die with what lies around it, the surer the hotter ──> no die
                                             anything else ──> ask, with why
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.arrays import median
from vision.dice.agreed import Agreed, may_be_die, read_agreed
from vision.dice.candidates import Candidate
from vision.dice.die import ReadDie, is_small_as_pip
from vision.dice.known import Known
from vision.dice.network import Pyramid, Sight, look_at, seen_around
from vision.dice.seconded import is_pip
from vision.dice.strange import is_of_one_size
from vision.dice.unread import DISAGREE, asked, is_as_wide, is_hole, is_hosted

_WARM = 0.50  # heat of a place that may be read as wide as the others
_HOTTER = 1.3  # times the heat, from which one of two such readings is the true one
OTHER_SIZE = "the dice are not of one size"
_SAME = 0.35  # of the side: nearer readings are one die
_NEAR = 0.72  # of the side: nearer ones overlap


def judge_candidates(
    pyramid: Pyramid, candidates: Sequence[Candidate], known: Known, *, is_counted: bool
) -> tuple[list[ReadDie], list[ReadDie]]:
    """The dice that both readers read alike, and those to ask about; ``is_counted``: it is known how many there are."""
    read: list[ReadDie] = []
    rest: list[tuple[Candidate, Sight]] = []
    for candidate in candidates:
        if any(_is_the_same(die, candidate) for die in read):
            continue
        if candidate.outline_value is None or candidate.host is not None:
            first = look_at(pyramid, *candidate.place, 2)
            is_worth = may_be_die(candidate, first) and not (is_hosted(candidate, read) and is_pip(first))
        else:
            first, is_worth = look_at(pyramid, *candidate.place), True
        agreed = read_agreed(pyramid, candidate) if is_worth else None
        if agreed is not None:
            read.append(_as_read(candidate, agreed))
        else:
            rest.append((candidate, first))
    rest = [pair for pair in rest if not _read_as_the_others(pyramid, *pair, read)]
    thrown = _thrown(pyramid, read, known, is_counted)
    read = _distinct([die.doubted(DISAGREE) if _is_less(die, rest) else die for die in thrown])
    open_ = [asked(pyramid, candidate, first, read) for candidate, first in rest]
    clashing = [die for die in read if die.value is None]
    return [die for die in read if die.value is not None], clashing + [die for die in open_ if die is not None]


def _is_the_same(die: ReadDie, candidate: Candidate) -> bool:
    """Whether the candidate is the die once more, and not a pip of it, or one of the heap that was taken for it."""
    return die.away(candidate.x, candidate.y) < _SAME and not is_small_as_pip(candidate.side_px, die.side_px)


def _read_as_the_others(pyramid: Pyramid, candidate: Candidate, first: Sight, read: list[ReadDie]) -> bool:
    """Whether the candidate is read when it is taken to be as wide as the dice already read, which it then joins."""
    if not read or candidate.heat < _WARM or not may_be_die(candidate, first):
        return False
    usual = median([die.side_px for die in read])
    if is_as_wide(candidate.side_px, usual):
        return False
    as_wide = replace(candidate, side_px=usual)
    agreed = read_agreed(pyramid, as_wide)
    if agreed is None or any(other.is_at(agreed.x, agreed.y) for other in read):
        return False
    read.append(_as_read(as_wide, agreed))
    return True


def _as_read(candidate: Candidate, agreed: Agreed) -> ReadDie:
    return ReadDie(agreed.sight.value, agreed.x, agreed.y, agreed.side_px, "", agreed.sight, agreed.fit, candidate)


def _distinct(read: Sequence[ReadDie]) -> list[ReadDie]:
    """The dice, each once; two readings of one die that differ, or faces of one die, lose their value."""
    true = [die for die in read if not _is_outshone(die, read)]
    kept: list[ReadDie] = []
    for die in sorted(true, key=lambda one: -one.sight.sure):
        near = [other for other in kept if _overlap(die, other)]
        if any(other.away(die.x, die.y) < _SAME and other.value == die.value for other in near):
            continue
        if near:
            kept.append(die.doubted("two faces of one die are seen alike"))
        elif not _is_of_one_size(die, true):
            kept.append(die.doubted(OTHER_SIZE))
        else:
            kept.append(die)
    return kept


def _is_less(die: ReadDie, rest: Sequence[tuple[Candidate, Sight]]) -> bool:
    """Whether outlines are certain of more pips in its place, as of the six on a card that was read as a four."""
    more = [candidate for candidate, _ in rest if (candidate.outline_value or 0) > (die.value or 0)]
    return any(die.is_at(candidate.x, candidate.y) for candidate in more)


def _thrown(pyramid: Pyramid, read: Sequence[ReadDie], known: Known, is_counted: bool) -> list[ReadDie]:
    """Return the dice read, less things of another size that lay there before: with a coin for a pip, ground is a large
    die.

    Where dice are counted, less those that are nothing by what lies around, too: the holes of a button are a one, a
    four. The largest first, so that no piece of ground hides what lies on it.
    """
    thrown = list(read)
    for die in sorted(read, key=lambda one: -one.side_px):
        if _is_of_one_size(die, read):
            continue
        others = [other.place for other in thrown if not _overlap(die, other)]
        if known.lay_there(die.place, others) or (is_counted and is_hole(seen_around(pyramid, *die.place))):
            thrown.remove(die)
    return thrown


def _overlap(one: ReadDie, two: ReadDie) -> bool:
    """Whether they are too near for two dice: readings of one, or of parts of it."""
    return min(two.away(one.x, one.y), one.away(two.x, two.y)) < _NEAR


def _is_outshone(die: ReadDie, read: Sequence[ReadDie]) -> bool:
    """Whether it is a pip taken for a one, or a heap of dice for one die: the heat map tells which."""
    return any(_is_other_scale(die, other) and other.candidate.heat > _HOTTER * die.candidate.heat for other in read)


def _is_of_one_size(die: ReadDie, read: Sequence[ReadDie]) -> bool:
    return is_of_one_size(die.side_px, die.sight.sure, [other.side_px for other in read if other is not die])


def _is_other_scale(one: ReadDie, two: ReadDie) -> bool:
    small, large = sorted((one, two), key=lambda die: die.side_px)
    return is_small_as_pip(small.side_px, large.side_px) and large.away(small.x, small.y) < 1.0
