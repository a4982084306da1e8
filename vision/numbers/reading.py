"""Reads dice of 8, 10, 12 and 20 sides by the numbers printed on them, or says that a person must look.

    picture ──detector──> places ──sort──> a die of the kind ──its upper face──┬─ numerals network ──┐ the same,
                                     └─ else, if not surely nothing            └─ ink against models ┘ turned alike:
                                                       ASK, with why                             else: ASK        READ

The two readers of a numeral know nothing of each other: one was taught pictures of faces, the other cuts the ink out
and lays it over typefaces. A wrong number under ``read`` is the worst this can do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.table.observation import LEANS, DiceSeen, DieSeen, ReadVerdict
from vision.arrays import Floats, Picture, grey, medians
from vision.dice.decision import LIMITS
from vision.dice.detector import Sighted, detect
from vision.dice.network import Pyramid
from vision.numbers.ink import cut_out
from vision.numbers.kinds import KINDS
from vision.numbers.models import compare
from vision.numbers.network import NumeralSeen, Sort, numeral_of, same_turn, sort_of

_DARK_LEVEL = 14.0  # mean grey level below which nothing is read
_SMALLEST_PX = 24  # shorter side of a picture that can show a die
_LEAST_FACE_PX = 14.0  # width of an upper face on which a numeral can be told
_KIND = 0.50  # chance of its kind from which a die counts
_HOT = 0.35  # heat from which it does: a number on another face may be cooler
_MAY_BE = 0.20  # chance of a die, flat or leaning, from which a thing beside all the dice thrown is asked about
_NOTHING = 0.60  # chance of nothing from which a place is dropped
_COLD, _RATHER_NOTHING = 0.60, 0.50  # heat below which the other chance of nothing is enough
_SURE, _LEAD = 0.70, 0.15  # of the network; a rival in another turn is usual
_ALIKE, _AHEAD = 0.85, 0.012  # of the models: of drawn faces of other typefaces 99 in 100 are 0.865 and more
_TURN_DEG = 25.0  # by which the two readers may see it turned differently
_SLANT = {"d8": 0.40, "d10": 0.13, "d12": 0.36, "d20": 0.28}  # sine: more, and another face may be up
_ASLANT = {"d8": 0.16, "d10": 0.08, "d12": 0.16, "d20": 0.11}  # by which it may slant otherwise than the others do
_PAIR = 0.22  # by which two may slant otherwise as they are
_ASIDE = {"d20": 0.07}  # of the width: numeral from the die's middle; rendered flat ones 0.06, half the leaning more
_FOCALS = (0.8, 1.1, 1.5, 2.2)  # focal lengths in longer sides
_UNTOLD = "a number cannot be told"
_LEANING = "a die leans: it may be cocked"
_SIZES = 1.6  # dice of one throw are about equally wide
_OUTLINE, _LOOKS = 1.3, 2  # of the detector's side: a die's outline; looks until its width has settled
_ON = 0.55  # of the width, from the middle of a die that was read: the die itself


@dataclass(frozen=True, eq=False)
class NumberDie:
    """A die or what may be one: its face, or ``None`` with the ``doubt``; what both readers said."""

    face: str | None
    sort: Sort
    heat: float
    doubt: str
    network: NumeralSeen | None = None
    models: NumeralSeen | None = None
    kind: str = ""


def read_numbers(
    picture: Picture, kinds: tuple[str, ...], *, expect: int | None = None, source: str = "dice", at_s: float = 0.0
) -> DiceSeen:
    """Read dice of these kinds on the picture (BGR ``uint8``): ``read`` with every face, or ``ask`` and why.

    Centres of the upper faces and widths of the outlines are pixels of the picture as given. ``expect`` is the number
    of dice thrown. Of several kinds every die names its own. Raises ``ValueError`` for a kind not in ``KINDS``.
    """
    if not kinds or not set(kinds) <= set(KINDS):
        raise ValueError(f"kinds {kinds!r}: known are {', '.join(KINDS)}")
    if float(grey(picture).mean()) < _DARK_LEVEL:
        return DiceSeen(source, at_s, ReadVerdict.ASK, (), "the picture is dark")
    if min(picture.shape[:2]) < _SMALLEST_PX:
        return DiceSeen(source, at_s, ReadVerdict.ASK, (), "no die is seen")
    pyramid = Pyramid(picture)
    sorts = _sorted_places(picture, pyramid)
    dice = [_read(pyramid, sort, place, kind) for sort, place, kind in _of_kinds(sorts, kinds)]
    others = _others(sorts, dice, kinds)
    dice = _without_leaning(dice, (picture.shape[1], picture.shape[0]))
    if len(dice) == expect and all(die.face for die in dice):  # so many lie there: what is none of them is clutter
        others = [one for one in others if one.sort.chance("cocked", *kinds) >= _MAY_BE]
    reasons = [die.doubt for die in (*dice, *others) if die.doubt]
    if not _alike_wide(dice):
        reasons.append("dice of very different sizes lie there")
    if expect is not None and len(dice) + len(others) != expect:
        reasons.append(f"{len(dice) + len(others)} dice are seen, {expect} expected")
    if not dice and not others and not reasons:
        reasons.append("no die is seen")
    why = "; ".join(dict.fromkeys(reasons)) or None
    ordered = sorted((*dice, *others), key=lambda one: (one.sort.y, one.sort.x))
    seen = tuple(_seen(die, die.kind if len(kinds) > 1 else "") for die in ordered)
    return DiceSeen(source, at_s, ReadVerdict.ASK if why else ReadVerdict.READ, seen, why)


def _sorted_places(picture: Picture, pyramid: Pyramid) -> list[tuple[Sort, Sighted]]:
    """Sort each place that may be a die, the hottest first."""
    places = detect(picture, prefer="symbol")
    return [(_settled(pyramid, place), place) for place in places if place.heat >= LIMITS.warm]


def _settled(pyramid: Pyramid, place: Sighted) -> Sort:
    """Sort a place once the look has settled on the middle and the width it found."""
    sort = sort_of(pyramid, place.x, place.y, _OUTLINE * place.side_px)
    for _ in range(_LOOKS):
        again = sort_of(pyramid, sort.x, sort.y, sort.wide_px)
        if again.chance("nothing") > sort.chance("nothing") + 0.2:
            break
        sort = again
    return sort


def _of_kinds(sorts: Sequence[tuple[Sort, Sighted]], kinds: Sequence[str]) -> list[tuple[Sort, Sighted, str]]:
    """The dice of the kinds with their own, the surest first, none twice."""
    kept: list[tuple[Sort, Sighted, str]] = []
    for sort, place in sorted(sorts, key=lambda pair: -max(pair[0].chance(kind) for kind in kinds)):
        kind = max(kinds, key=sort.chance)
        if sort.chance(kind) >= _KIND and place.heat >= _HOT and not any(_is_on(sort, other) for other, _, _ in kept):
            kept.append((sort, place, kind))
    return kept


def _others(sorts: Sequence[tuple[Sort, Sighted]], dice: Sequence[NumberDie], kinds: Sequence[str]) -> list[NumberDie]:
    """Return the other possible dice: never a part of one that counts, nor what is surely nothing."""
    kept: list[NumberDie] = []
    for sort, place in sorts:
        if sort.chance("nothing") > (_NOTHING if place.heat >= _COLD else _RATHER_NOTHING):
            continue
        if any(_is_on(sort, die.sort) or _is_on(die.sort, sort) for die in (*dice, *kept)):
            continue
        leans = sort.likeliest == "cocked"
        doubt = _LEANING if leans else f"something lies there that is no {' or '.join(kinds)} for certain"
        kept.append(NumberDie(None, sort, place.heat, doubt))
    return kept


def _read(pyramid: Pyramid, sort: Sort, place: Sighted, kind: str) -> NumberDie:
    face_px, (high, wide) = sort.wide_px * KINDS[kind].face_share, pyramid.shape
    slant, edge = float(np.linalg.norm(sort.lean)), 0.46 * sort.wide_px
    if not (edge <= sort.x <= wide - edge and edge <= sort.y <= high - edge):
        return NumberDie(None, sort, place.heat, "a die is cut off by the picture's edge")
    if slant > _SLANT[kind] or sort.chance("cocked") >= _MAY_BE:
        return NumberDie(None, sort, place.heat, _LEANING)
    if face_px < _LEAST_FACE_PX:
        return NumberDie(None, sort, place.heat, "the numbers are too small on the picture")
    ink = cut_out(pyramid, sort.x, sort.y, face_px)
    if ink is None:
        return NumberDie(None, sort, place.heat, _UNTOLD, kind=kind)
    if float(np.hypot(ink.x - sort.x, ink.y - sort.y)) > _ASIDE.get(kind, 1.0) * sort.wide_px:
        return NumberDie(None, sort, place.heat, _LEANING)
    network, models = numeral_of(pyramid, ink.x, ink.y, face_px), compare(ink.share)
    doubt = _doubt(network, models, kind)
    face = None if doubt else KINDS[kind].face_of(network.numeral)
    return NumberDie(face, sort, place.heat, doubt, network, models, kind)


def _doubt(network: NumeralSeen, models: NumeralSeen, kind: str) -> str:
    """Why the numeral is not certain; nothing, when both readers name the same face of the kind."""
    if models.sure < _ALIKE or network.sure < _SURE or network.lead < _LEAD:
        return _UNTOLD
    one, other = KINDS[kind].face_of(network.numeral), KINDS[kind].face_of(models.numeral)
    if one is None and network.numeral == models.numeral == "69":
        return "a number may be 6 or 9: no line or dot tells which"
    if one is None or other is None:
        return f"a number is none of a {kind}'s"
    if one != other:
        return f"a number may be {one} or {other}"
    if models.lead < _AHEAD or not same_turn(network, models, _TURN_DEG):
        return _UNTOLD
    return ""


def _without_leaning(dice: Sequence[NumberDie], size_px: tuple[int, int]) -> list[NumberDie]:
    """The dice; those that slant otherwise than the others of the throw are doubted, of two both.

    The ray on which each is seen is taken off, for the focal length that explains all of them best.
    """
    if len(dice) < 2:
        return list(dice)
    slants = np.array([die.sort.lean for die in dice])
    offsets = (np.array([(die.sort.x, die.sort.y) for die in dice]) - (np.array(size_px) - 1) / 2) / max(size_px)
    gaps = min((_from_usual(slants - offsets / focal) for focal in _FOCALS), key=sum)
    if len(dice) == 2 and float(np.linalg.norm(slants[0] - slants[1])) > _PAIR:  # some lens explains nearly any two
        gaps = [1.0, 1.0]
    return [
        replace(die, face=None, doubt=_LEANING) if gap > _ASLANT.get(die.kind, 0.0) and not die.doubt else die
        for die, gap in zip(dice, gaps, strict=True)
    ]


def _from_usual(slants: Floats) -> list[float]:
    usual = slants[::-1] if len(slants) == 2 else medians(slants, axis=0)
    return [float(gap) for gap in np.linalg.norm(slants - usual, axis=1)]


def _alike_wide(dice: Sequence[NumberDie]) -> bool:
    sides = [die.sort.wide_px for die in dice]
    return not sides or max(sides) <= _SIZES * min(sides)


def _is_on(one: Sort, other: Sort) -> bool:
    return float(np.hypot(one.x - other.x, one.y - other.y)) < _ON * other.wide_px


def _seen(die: NumberDie, kind: str) -> DieSeen:
    wide = round(die.sort.wide_px, 1)
    evidence = {
        "heat": round(die.heat, 3),
        "chance": round(float(die.sort.chances.max()), 3),
        "slant": round(float(np.linalg.norm(die.sort.lean)), 3),
    }
    if die.network is not None:
        evidence |= {"numeral": round(die.network.sure, 3), "numeral_lead": round(die.network.lead, 3)}
        evidence["turn_deg"] = round(die.network.turn_deg, 1)
    if die.models is not None:
        evidence |= {"alike": round(die.models.sure, 3), "alike_lead": round(die.models.lead, 3)}
    if die.sort.likeliest == "cocked":
        evidence[LEANS] = 1.0
    return DieSeen(die.face, round(die.sort.x, 1), round(die.sort.y, 1), wide, wide, evidence, kind)
