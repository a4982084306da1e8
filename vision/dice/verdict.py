"""What each candidate is: a die with its value, no die, a part of a die already read, or something to ask about.

network sure of a value ─┐
                         ├─ the same value ──> a die             network sure of nothing ──> no die
outlines, or the fit ────┘                   beside a die read, and no die itself ──> a part of that die
                           no die with what lies around it, the surer the hotter ──> no die
                                             anything else ──> ask, with why
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import median
from vision.dice.agreed import Agreed, is_clear, may_be_die, read_agreed
from vision.dice.candidates import Candidate
from vision.dice.flank import is_flank
from vision.dice.known import Known, Place
from vision.dice.network import Around, Pyramid, Sight, look_at, seen_around
from vision.dice.pattern import PatternFit, fit_pattern
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
_ALIKE, _WARM = (0.90, 1.12), 0.50  # of the usual die: a place as hot but of another size is looked at in that size too
_STRANGE_COLD, _STRANGE_LIKELY = 0.65, 0.80  # the same for a thing of another size
_FAR = 2.5  # times as large or small as the dice read: heat alone makes no die of it
_HEAP = 1.6  # times as wide as dice on it, or as one that is not its pip: no die
_OTHER_SIZE = 1.6  # times as wide: not the same thing
_PIP = 0.5  # of the side: no die so small lies on another one; with the ground around it, a pip is taken for so wide
_HOTTER = 1.3  # times the heat, from which one of two such readings is the true one
OTHER_SIZE = "the dice are not of one size"
_DISAGREE = "the two readers do not agree on a die"
_SAME = 0.35  # of the side: nearer readings are one die
_NEAR = 0.72  # of the side: nearer ones overlap
_ON, _BESIDE = 0.50, 1.35  # of the side, from the middle of a die that was read: the die itself; what belongs to it


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
        """Its middle and its side, px."""
        return self.x, self.y, self.side_px

    @property
    def may_be_clutter(self) -> bool:
        """Whether it is cooler than dice mostly are, or none with what lies around: where dice are counted, none."""
        return self.value is None and not self.clashes and (self.candidate.heat < _CLUTTER or self.nothing > _RATHER)

    @property
    def shows_symbol(self) -> bool:
        """Whether it was never read, and shows something else than pips: a card, a counter, or a die with a logo."""
        return self.value is None and not self.clashes and self.sight.chance("symbol") > _SHOWS


def judge_candidates(
    pyramid: Pyramid, candidates: Sequence[Candidate], known: Known, *, is_counted: bool
) -> tuple[list[ReadDie], list[ReadDie]]:
    """The dice that both readers read alike, and those to ask about; ``is_counted``: it is known how many there are."""
    read: list[ReadDie] = []
    rest: list[tuple[Candidate, Sight]] = []
    for candidate in candidates:
        if any(_apart(candidate.x, candidate.y, die) < _SAME and not _is_finer(candidate, die) for die in read):
            continue
        if candidate.outline_value is None or candidate.host is not None:
            first = look_at(pyramid, *candidate.place, 2)
            is_worth = may_be_die(candidate, first) and not (_is_hosted(candidate, read) and is_pip(first))
        else:
            first, is_worth = look_at(pyramid, *candidate.place), True
        agreed = read_agreed(pyramid, candidate) if is_worth else None
        if agreed is not None:
            read.append(_as_read(candidate, agreed))
        else:
            rest.append((candidate, first))
    rest = [pair for pair in rest if not _read_as_the_others(pyramid, *pair, read)]
    thrown = _thrown(pyramid, read, known, is_counted)
    read = _distinct([_doubted(die, _DISAGREE) if _is_less(die, rest) else die for die in thrown])
    open_ = [_asked(pyramid, candidate, first, read) for candidate, first in rest]
    clashing = [die for die in read if die.value is None]
    return [die for die in read if die.value is not None], clashing + [die for die in open_ if die is not None]


def _read_as_the_others(pyramid: Pyramid, candidate: Candidate, first: Sight, read: list[ReadDie]) -> bool:
    """Whether the candidate is read when it is taken to be as wide as the dice already read, which it then joins."""
    if not read or candidate.heat < _WARM or not may_be_die(candidate, first):
        return False
    usual = median([die.side_px for die in read])
    if _ALIKE[0] < candidate.side_px / usual < _ALIKE[1]:
        return False
    as_wide = replace(candidate, side_px=usual)
    agreed = read_agreed(pyramid, as_wide)
    if agreed is None or any(_apart(agreed.x, agreed.y, other) < _ON for other in read):
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
        if any(_apart(die.x, die.y, other) < _SAME and other.value == die.value for other in near):
            continue
        if near:
            kept.append(_doubted(die, "two faces of one die are seen alike"))
        elif not _is_of_one_size(die, true):
            kept.append(_doubted(die, OTHER_SIZE))
        else:
            kept.append(die)
    return kept


def _is_less(die: ReadDie, rest: Sequence[tuple[Candidate, Sight]]) -> bool:
    """Whether outlines are certain of more pips in its place, as of the six on a card that was read as a four."""
    more = [candidate for candidate, _ in rest if (candidate.outline_value or 0) > (die.value or 0)]
    return any(_apart(candidate.x, candidate.y, die) < _ON for candidate in more)


def _thrown(pyramid: Pyramid, read: Sequence[ReadDie], known: Known, is_counted: bool) -> list[ReadDie]:
    """Those read, less things of another size that lay there before: with a coin for a pip, ground is a large die.

    Where dice are counted, less those that are nothing by what lies around, too: the holes of a button are a one, a
    four. The largest first, so that no piece of ground hides what lies on it.
    """
    thrown = list(read)
    for die in sorted(read, key=lambda one: -one.side_px):
        if _is_of_one_size(die, read):
            continue
        others = [other.place for other in thrown if not _overlap(die, other)]
        around = seen_around(pyramid, *die.place)
        is_hole = is_counted and around.die < _LEAST_DIE and around.nothing >= _HOLE
        if is_hole or known.lay_there(die.place, others):
            thrown.remove(die)
    return thrown


def _overlap(one: ReadDie, two: ReadDie) -> bool:
    """Whether they are too near for two dice: readings of one, or of parts of it."""
    return min(_apart(one.x, one.y, two), _apart(two.x, two.y, one)) < _NEAR


def _is_outshone(die: ReadDie, read: Sequence[ReadDie]) -> bool:
    """Whether it is a pip taken for a one, or a heap of dice for one die: the heat map tells which."""
    return any(_is_other_scale(die, other) and other.candidate.heat > _HOTTER * die.candidate.heat for other in read)


def _is_of_one_size(die: ReadDie, read: Sequence[ReadDie]) -> bool:
    return is_of_one_size(die.side_px, die.sight.sure, [other.side_px for other in read if other is not die])


def _is_other_scale(one: ReadDie, two: ReadDie) -> bool:
    small, large = sorted((one, two), key=lambda die: die.side_px)
    return small.side_px < _PIP * large.side_px and _apart(small.x, small.y, large) < 1.0


def _doubted(die: ReadDie, doubt: str) -> ReadDie:
    return replace(die, value=None, doubt=doubt, clashes=True)


def _apart(x: float, y: float, die: ReadDie) -> float:
    return float(np.hypot(x - die.x, y - die.y)) / die.side_px


def _asked(pyramid: Pyramid, candidate: Candidate, first: Sight, read: Sequence[ReadDie]) -> ReadDie | None:
    """The candidate with its doubt, or ``None`` when it is no die or a part of a die that was read."""
    aways = [_apart(candidate.x, candidate.y, die) for die in read]
    on = [die for die, away in zip(read, aways, strict=True) if away < _ON]
    if any(not _is_finer(candidate, die) or is_pip(first) for die in on):
        return None
    if any(shows_flank(die, *candidate.place) for die in read):
        return None
    if _is_hosted(candidate, read) or _is_heap(candidate, read) or first.chance("nothing") >= _PLAINLY_NOTHING:
        return None
    sight = look_at(pyramid, *candidate.place)
    if sight.chance("nothing") >= _NOTHING:
        return None
    if any(away < _BESIDE for away in aways) and sight.chance("nothing", "part") >= _PART:
        return None
    usual_px = median([die.side_px for die in read]) if read else candidate.side_px
    around = seen_around(pyramid, *candidate.place)
    if read and is_strange_die(pyramid, candidate.place, candidate.heat, usual_px):
        candidate = replace(candidate, side_px=usual_px)  # its drawing may have been taken for all of it
        sight = look_at(pyramid, *candidate.place)
    elif _is_clutter(candidate, around):
        return None
    elif _is_unlike_any_die(pyramid, candidate, sight, usual_px):
        if candidate.heat < _DIM or candidate.host is not None or _ALIKE[0] < candidate.side_px / usual_px < _ALIKE[1]:
            return None
        candidate = replace(candidate, side_px=usual_px)  # finders are wrong about the size of a die that is cut off
        sight, around = look_at(pyramid, *candidate.place), seen_around(pyramid, *candidate.place)
        if _is_unlike_any_die(pyramid, candidate, sight, usual_px) or _is_clutter(candidate, around):
            return None
    return ReadDie(None, *candidate.place, _why(sight, candidate), sight, None, candidate, nothing=around.nothing)


def shows_flank(die: ReadDie, x: float, y: float, side_px: float) -> bool:
    """Whether a side face of the die is seen at that place."""
    return is_flank(x, y, side_px, die.place, die.sight.lean)


def _is_finer(candidate: Candidate, die: ReadDie) -> bool:
    """Whether the candidate is so much smaller that it is a pip of the die, or the die a heap of such candidates."""
    return candidate.side_px < _PIP * die.side_px


def _is_hosted(candidate: Candidate, read: Sequence[ReadDie]) -> bool:
    """Whether the larger peak in which the candidate lies is a die that was read."""
    host = candidate.host
    return host is not None and any(
        _apart(host.x, host.y, die) < _ON and 1.0 / _OTHER_SIZE < host.side_px / die.side_px < _OTHER_SIZE
        for die in read
    )


def _is_heap(candidate: Candidate, read: Sequence[ReadDie]) -> bool:
    """Whether the candidate is far larger than dice that lie on it: some dice together, seen from afar."""
    inside = [die for die in read if np.hypot(candidate.x - die.x, candidate.y - die.y) < 0.75 * candidate.side_px]
    smaller = [die for die in inside if candidate.side_px > _HEAP * die.side_px]
    return len(smaller) > 1 or any(die.value != 1 or die.side_px > _PIP * candidate.side_px for die in smaller)


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
        return _DISAGREE
    if candidate.outline is not None and candidate.outline.doubt:
        return candidate.outline.doubt
    return "something may be a die that is not read"
