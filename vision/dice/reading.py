"""Reads the pip dice on a photograph, or says that a person must look.

    picture ──> certain by outline, all of it? ──> networks second it? ──yes──> READ              (the quick way)
        └─ else: candidates ──> two readers agree? ──> dice ──> one leans? anything unexplained? as many as expected?
           (pips, bodies, heat map)  (network; pip geometry)                    │ no: READ      └ yes: ASK

A wrong number under ``read`` is the worst this can do, so a die needs a network and pips that make the same value; and
everything any proposer found must be such a die, a part of one, or surely no die at all. Either way pip geometry and a
network agree; they lean on each other differently: what outlines explain without a rest, the network need only second;
where they leave a question, it must be sure. Nothing here knows a camera, a table or a colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from companion.table.observation import LEANS, DiceSeen, DieSeen, ReadVerdict
from vision.arrays import Picture, grey
from vision.dice.aside import Judged, Reasons, Seen, read_from_aside
from vision.dice.candidates import Candidate, find_candidates, warmed
from vision.dice.die import ReadDie
from vision.dice.finder import Spot, find_spots
from vision.dice.known import Known, NothingKnown, Place, leaning_there
from vision.dice.network import Around, Pyramid, Sight, die_around, look_at, seen_around
from vision.dice.outlines import OutlineDie, Outlines, measure_outlines
from vision.dice.second import contradicted, read_again
from vision.dice.seconded import read_seconded
from vision.dice.silhouette import Face, strange_outlines
from vision.dice.smaller import smaller_dice
from vision.dice.unread import may_be_clutter, shows_symbol
from vision.dice.verdict import judge_candidates

FACES = ("d6", "heroquest")
_DARK_LEVEL = 14.0  # mean grey level below which nothing is read
_WARM = 0.5  # heat of a spot whose size counts
_SMALLEST_PX = 24  # shorter side of a picture that can show a die
_NONE = "no die is seen"
_LEANS = "the die leans: it may be cocked"
_BYSTANDER = "it looks like no die with what lies around it"
_UNCERTAIN = "the die is not read with certainty"
_NO_DIE = 0.90  # chance of nothing by what lies around, from which a die that was read is doubted: dice 0.85
_NO_ONE = 0.70  # the same of a one: a card has one diamond, too: 0.76 and 0.86; ones on photographs have at most 0.45
_SURE, _RATHER_NOTHING = 0.90, 0.60  # chance of its value below which less is enough; so, too, where more are counted
_COLD, _COLD_NOTHING = 0.30, 0.55  # and where the heat map saw none: a lone die has 0.46, cards, buttons in a ring 0.58
_LEAST_DIE = 0.05  # chance of a die for one unsurely read: dice 0.077; the hole of a button beside dice 0.003
_ALIKE = 0.60  # weakest pip's contrast over the strongest's, of dice unsurely read: 0.67 and more
_ALIKE_TWO = 0.72  # the same of a two: 0.79 and more, of a one and a pip of the front face at most 0.65
_PLAIN = 0.30  # at most so, of as many dice as were thrown, and what shows no pips beside them was not thrown
_OLD = "what lay in the empty tray looks like a die"
_STRANGE = "something lies there that did not lie in the empty tray"


def read_dice(
    picture: Picture,
    *,
    expect: int | None = None,
    faces: str = "d6",
    source: str = "dice",
    at_s: float = 0.0,
    known: Known | None = None,
) -> DiceSeen:
    """Read the dice on the picture (BGR ``uint8``): ``read`` with every face, or ``ask`` with the reason.

    Centres and sizes are pixels of the picture as given. ``expect`` is the number of dice thrown: another number found
    is asked about, and clutter beside exactly so many sure dice is not. ``faces`` other than ``d6`` are symbol dice,
    whose faces nobody has enrolled yet: always asked. ``known`` is what was learnt of the place (``vision.trays``).
    Raises ``ValueError`` when ``faces`` is not one of ``FACES``.
    """
    if faces not in FACES:
        raise ValueError(f"faces {faces!r}: known are {', '.join(FACES)}")
    if float(grey(picture).mean()) < _DARK_LEVEL:
        return DiceSeen(source, at_s, ReadVerdict.ASK, (), "the picture is dark")
    pyramid, place = Pyramid(picture), known or NothingKnown()
    dice, why = _look(pyramid, place, expect)
    if faces != "d6":
        dice = [(die, None) for die, _ in dice]
        why = (f"{faces} dice: their symbols are not enrolled, so every face is asked for",)
    else:
        if why:
            dice, why = read_from_aside(pyramid, place, (dice, why), partial(_look, expect=expect), expect)
        if why:
            dice, why = read_again(pyramid, place, (dice, why), _shaped, expect)
        elif expect is None:
            dice, why = contradicted(pyramid, place, dice)
    seen = tuple(
        _seen(die, value, leans=faces == "d6" and _leans(die, value))
        for die, value in sorted(dice, key=lambda pair: (pair[0].y, pair[0].x))
    )
    verdict = ReadVerdict.ASK if why else ReadVerdict.READ
    return DiceSeen(source, at_s, verdict, seen, "; ".join(why) or None)


def _look(pyramid: Pyramid, place: Known, expect: int | None) -> Seen:
    """The dice on the picture with the values that are certain, and the reasons to ask."""
    dice, why = _shaped(pyramid, *_find(pyramid, place, is_counted=expect is not None))
    if dice and not why and len(dice) != expect:
        smaller = _new(smaller_dice(pyramid, [die for die, _ in dice]), [die for die, _ in dice], place)
        dice += [(die, None) for die in smaller]
        why = (smaller[0].doubt,) if smaller else ()
    dice, why = _without_old(dice, why, place, is_counted=expect is not None)
    if strange := place.unexplained([die.place for die, _ in dice]):
        dice += [(_nameless(pyramid, there), None) for there in strange]
        why = (*(why if len(dice) > len(strange) else ()), _STRANGE)
    return (dice, why) if expect is None else _counted(dice, why, expect)


def _shaped(pyramid: Pyramid, dice: Judged, why: Reasons) -> Seen:
    """The dice without the values of those whose outline is no die's, and the reasons to ask with theirs."""
    read = [die for die, value in dice if value is not None]
    faces = [Face(*die.place, float(np.linalg.norm(die.sight.lean)), die.value == 1) for die in read]
    outlines = strange_outlines(pyramid.picture, faces)
    judged = {}
    for die, outline in zip(read, outlines, strict=True):
        around = (die_around if _is_plain(die) else seen_around)(pyramid, *die.place)
        doubt = outline or _doubt(die, around)
        judged[id(die)] = replace(die, value=None if doubt else die.value, doubt=doubt, nothing=around.nothing)
    shaped = [(judged.get(id(die), die), value and judged[id(die)].value) for die, value in dice]
    return shaped, _each_once([*why, *(die.doubt for die in judged.values() if die.doubt)])


def _is_plain(die: ReadDie) -> bool:
    """Whether both the heat map saw it and the reader is sure of its value."""
    return die.candidate.heat >= _COLD and die.sight.sure >= _SURE


def _doubt(die: ReadDie, around: Around) -> str:
    """Why what was read may be no die, or another number, by what lies around it and by how unlike its pips are.

    With the pip of a front face, which lies in shade, a one was twice a two across the edge.
    """
    most = _NO_DIE if _is_plain(die) else _RATHER_NOTHING if die.candidate.heat >= _COLD else _COLD_NOTHING
    most = min(most, _NO_ONE) if die.value == 1 else most
    if around.nothing > most or (die.sight.sure < _SURE and around.die < _LEAST_DIE):
        return _BYSTANDER
    is_unlike = die.fit is not None and die.fit.alike < (_ALIKE_TWO if die.value == 2 else _ALIKE)
    return _UNCERTAIN if is_unlike and die.sight.sure < _SURE else ""


def _counted(dice: Judged, why: Reasons, expect: int) -> Seen:
    """The dice and the reasons to ask where the game knows how many there are."""
    sure = [pair for pair in dice if pair[1] is not None]
    if len(sure) > expect:
        sure = [pair for pair in sure if pair[0].nothing <= _RATHER_NOTHING]
    are_plain = len(sure) == expect and all(die.nothing <= _PLAIN for die, _ in sure)
    others = [die for die, value in dice if value is None and not (are_plain and shows_symbol(die))]
    likely = len(sure) + sum(not may_be_clutter(die) for die in others)
    if len(sure) == likely == expect:
        return sure, ()
    if likely != expect:
        why = (f"{likely} dice are seen, {expect} expected", *why)
    return dice, why


def _find(pyramid: Pyramid, known: Known, *, is_counted: bool) -> Seen:
    """The dice with the values that are certain, and the reasons to ask."""
    if min(pyramid.shape) < _SMALLEST_PX:
        return [], (_NONE,)
    spots = find_spots(pyramid)
    sides_px = [spot.side_px for spot in spots.places if spot.heat >= _WARM and spot.host is None]
    measured: list[Outlines] = []
    for sides in [sides_px, []] if sides_px else [[]]:  # a busy ground promises dice of a wrong size
        outlines = measure_outlines(pyramid.picture, sides, measured[-1] if measured else None)
        if outlines in measured:
            break
        measured.append(outlines)
        seen, quick = spots, read_seconded(pyramid, spots.places, measured[-1], known)
        if quick and not spots.shows(min(die.side_px for die, _ in quick)):
            seen = find_spots(pyramid, [die.side_px for die, _ in quick])
            quick = read_seconded(pyramid, seen.places, measured[-1], known)
        if quick:
            return [(_as_read(die, sight, seen.places), die.value) for die, sight in quick], ()
    read, asked = judge_candidates(pyramid, find_candidates(spots.places, measured), known, is_counted=is_counted)
    if read and not spots.shows(min(die.side_px for die in read)):
        finer = find_spots(pyramid, [die.side_px for die in read])
        read, asked = judge_candidates(pyramid, find_candidates(finer.places, measured), known, is_counted=is_counted)
    size_px = (pyramid.shape[1], pyramid.shape[0])
    asked = _new(asked, read, known)
    places, slants = [(die.x, die.y) for die in read], [die.sight.lean for die in read]
    leans = leaning_there(known, places, slants, size_px, [die.sight.sure for die in read])
    reasons = [_LEANS for lean in leans if lean > 1.0] + [die.doubt for die in asked]
    if not read and not asked:
        reasons.append(_NONE)
    dice = [(die, None if lean > 1.0 else die.value) for die, lean in zip(read, leans, strict=True)]
    return dice + [(die, None) for die in asked], _each_once(reasons)


def _each_once(reasons: Iterable[str]) -> Reasons:
    return tuple(dict.fromkeys(reasons))


def _new(asked: list[ReadDie], read: list[ReadDie], known: Known) -> list[ReadDie]:
    """Return the doubtful places that did not look so before any die was thrown; what was read is no clutter."""
    dice = [die.place for die in read]
    return [die for die in asked if die.clashes or not known.lay_there(die.place, dice)]


def _without_old(dice: Judged, why: Reasons, known: Known, *, is_counted: bool) -> Seen:
    """Keep those dice that were thrown, where they are counted; else what lay there before is asked about."""
    read = {id(die): die.place for die, _ in dice if die.value is not None}
    old = {
        own for own, at in read.items() if known.lay_there(at, [there for other, there in read.items() if other != own])
    }
    if not old:
        return dice, why
    if is_counted:
        dice = [pair for pair in dice if id(pair[0]) not in old]
        return dice, tuple(one for one in why if one != _LEANS or any(_leans(*pair) for pair in dice))
    doubted = [(replace(die, value=None, doubt=_OLD), None) if id(die) in old else (die, value) for die, value in dice]
    return doubted, _each_once([*why, _OLD])


def _leans(die: ReadDie, value: int | None) -> bool:
    """Whether both readers read the die, and its slant alone speaks against it."""
    return value is None and die.value is not None


def _nameless(pyramid: Pyramid, place: Place) -> ReadDie:
    return ReadDie(None, *place, _STRANGE, look_at(pyramid, *place), None, Candidate(*place))


def _as_read(die: OutlineDie, sight: Sight, spots: Sequence[Spot]) -> ReadDie:
    place = warmed(Candidate(die.x, die.y, die.side_px), spots)
    return ReadDie(die.value, die.x, die.y, die.side_px, "", sight, None, place)


def _seen(die: ReadDie, value: int | None, *, leans: bool) -> DieSeen:
    evidence = {
        "chance": round(die.sight.sure, 3),
        "slant": round(float(np.linalg.norm(die.sight.lean)), 3),
        "slant_x": round(float(die.sight.lean[0]), 3),
        "slant_y": round(float(die.sight.lean[1]), 3),
        "heat": round(die.candidate.heat, 3),
    }
    if die.fit is not None:
        evidence |= {"clear": round(die.fit.clear, 3), "contrast": round(die.fit.contrast, 1)}
    if leans:
        evidence[LEANS] = 1.0
    side = round(die.side_px, 1)
    return DieSeen(None if value is None else str(value), round(die.x, 1), round(die.y, 1), side, side, evidence)
