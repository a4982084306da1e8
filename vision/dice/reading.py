"""Reads the pip dice on a photograph, or says that a person must look.

    picture ──> detector ──> warm places ──> reader, count of pips ──> two of three agree? ──> dice and doubts
                                                                               │
             a part of a die? outlines, slants, the place's memory, as many as expected? ──> READ or ASK, and why

A wrong number under ``read`` is the worst this can do: whatever is warm must be a die that two witnesses read alike, a
part of one, or have lain there before any die was thrown. Nothing here knows a camera, a table or a colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.table.observation import LEANS, DiceSeen, DieSeen, ReadVerdict
from vision.arrays import Floats, Picture, grey
from vision.dice.decision import LIMITS, agreed, is_counted, is_warm, slanting
from vision.dice.detector import Sighted, detect
from vision.dice.flank import faces_front, is_flank
from vision.dice.known import Known, NothingKnown, Place
from vision.dice.lean import leaning, leaning_from_aside
from vision.dice.network import Pyramid, Sight, look_at, with_wider_lean
from vision.dice.pattern import PatternFit, fit_pattern
from vision.dice.silhouette import Face, strange_outlines

FACES = ("d6", "heroquest")
_DARK_LEVEL = 14.0  # mean grey level below which nothing is read
_OVER, _ALIKE = 0.95, 1.6  # of the side: nearer middles are of dice that overlap; times as wide, at most
_BODY = (1.1, 0.6)  # of the side, from the upper face's middle: below and aside lies the same die
_UP, _UPWARD_DEG = 0.25, 40.0  # of a slant; how far from straight up the picture it may point
NONE = "no die is seen"
LEANING = "the die leans: it may be cocked"
UNCERTAIN = "the die is not read with certainty"
_SHOWS = {"symbol": "a die shows something else than pips", "cocked": "a die may be cocked, or half covered"}
OLD = "what lay in the empty tray looks like a die"
STRANGE = "something lies there that did not lie in the empty tray"
_TWO_FACES = "two faces of one die are seen alike"


@dataclass(frozen=True, eq=False)
class ReadDie:
    """A die, or what may be one: the detector's place, the reader's view, the layout of pips; its value or a doubt."""

    seen: Sighted
    sight: Sight
    fit: PatternFit | None
    value: int | None
    doubt: str = ""

    @property
    def place(self) -> Place:
        """The middle and the side, px."""
        return self.seen.x, self.seen.y, self.seen.side_px

    def doubted(self, doubt: str) -> ReadDie:
        """The same without its value."""
        return replace(self, value=None, doubt=self.doubt or doubt) if doubt else self


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
    is asked about. ``faces`` other than ``d6`` are symbol dice, whose faces nobody has enrolled yet: always asked.
    ``known`` is what was learnt of the place (``vision.trays``).
    Raises ``ValueError`` when ``faces`` is not one of ``FACES``.
    """
    if faces not in FACES:
        raise ValueError(f"faces {faces!r}: known are {', '.join(FACES)}")
    if float(grey(picture).mean()) < _DARK_LEVEL:
        return DiceSeen(source, at_s, ReadVerdict.ASK, (), "the picture is dark")
    dice = _read(picture, known or NothingKnown(), expect is not None)
    if faces != "d6":
        dice = [replace(die, value=None) for die in dice]
        why = [f"{faces} dice: their symbols are not enrolled, so every face is asked for"]
    else:
        dice, why = _counted(dice, expect)
    seen = tuple(map(_seen, sorted(dice, key=lambda die: (die.seen.y, die.seen.x))))
    return DiceSeen(source, at_s, ReadVerdict.ASK if why else ReadVerdict.READ, seen, "; ".join(why) or None)


def _read(picture: Picture, known: Known, are_counted: bool) -> list[ReadDie]:
    """The dice, those to ask about with their doubts."""
    pyramid = Pyramid(picture)
    seen = detect(picture)
    dice = [_looked_at(pyramid, place) for place in seen if is_warm(place)]
    dice += [_looked_at(pyramid, place) for place in seen if _may_lie_under(place, dice)]
    dice = list(_whole(dice))
    dice = _flat(pyramid, known, _thrown(_shaped(picture, dice), known, are_counted))
    strange = known.unexplained([die.place for die in dice])
    return dice + [_nameless(pyramid, place) for place in strange]


def _may_lie_under(place: Sighted, dice: Sequence[ReadDie]) -> bool:
    """Whether a place that is colder than dice are may be one that lies half under a die that was read."""
    if is_warm(place) or place.heat < LIMITS.under:
        return False
    return any(
        np.hypot(place.x - die.seen.x, place.y - die.seen.y) < _OVER * die.seen.side_px
        and 1 / _ALIKE < place.side_px / die.seen.side_px < _ALIKE
        for die in dice
        if die.value
    )


def _looked_at(pyramid: Pyramid, place: Sighted) -> ReadDie:
    at = place.x, place.y, place.side_px
    sight, fit = with_wider_lean(pyramid, look_at(pyramid, *at), *at), fit_pattern(pyramid, *at)
    value = agreed(place, sight, fit.value if fit is not None and fit.is_clear else None)
    return ReadDie(place, sight, fit, value, "" if value else _SHOWS.get(place.face, UNCERTAIN))


def _whole(dice: Sequence[ReadDie]) -> Iterator[ReadDie]:
    """The dice without side faces of those that were read; one that was read itself is doubted, if it is no front."""
    for die in dice:
        hosts = [other for other in dice if other.value and other is not die]
        if any(_is_front(die, host) for host in hosts):
            continue
        is_side = any(is_flank(*die.place, host.place, host.sight.lean) for host in hosts if not _is_front(host, die))
        if die.value or not is_side:
            yield die.doubted(_TWO_FACES if is_side else "")


def _is_front(part: ReadDie, die: ReadDie) -> bool:
    """Whether a place is the front of the die, before an upright camera."""
    down, aside = (part.seen.y - die.seen.y) / die.seen.side_px, abs(part.seen.x - die.seen.x) / die.seen.side_px
    return 0 < down < _BODY[0] and aside < _BODY[1] and faces_front(part.sight.lean, die.sight.lean)


def _shaped(picture: Picture, dice: Sequence[ReadDie]) -> list[ReadDie]:
    """The dice, doubted where their outline is no die's."""
    read = [die for die in dice if die.value]
    faces = [Face(*die.place, slanting(die.sight), die.value == 1) for die in read]
    why = dict(zip(map(id, read), strange_outlines(picture, faces), strict=True))
    return [die.doubted(why.get(id(die), "")) for die in dice]


def _flat(pyramid: Pyramid, known: Known, dice: Sequence[ReadDie]) -> list[ReadDie]:
    """The dice, doubted where they lean: by what is known of the place, else by the dice alone."""
    read = [die for die in dice if die.value]
    if not read:
        return list(dice)
    places, slants = [(die.seen.x, die.seen.y) for die in read], [die.sight.lean for die in read]
    size_px = (pyramid.shape[1], pyramid.shape[0])
    alone = leaning(places, slants, size_px, [die.sight.sure for die in read])
    if max(alone) > 1.0 and all(map(_is_up, slants)):
        alone = leaning_from_aside(places, slants, size_px)
    leans = dict(zip(map(id, read), known.leaning(places, slants, alone), strict=True))
    return [die.doubted(LEANING if leans.get(id(die), 0.0) > 1.0 else "") for die in dice]


def _is_up(slant: Floats) -> bool:
    return float(np.linalg.norm(slant)) > _UP and abs(np.degrees(np.arctan2(slant[0], -slant[1]))) < _UPWARD_DEG


def _thrown(dice: Sequence[ReadDie], known: Known, are_counted: bool) -> list[ReadDie]:
    """The dice without what lay there before the throw; what was read there is asked about unless dice are counted."""
    read = [die.place for die in dice if die.value]
    old = [known.lay_there(die.place, [there for there in read if there != die.place]) for die in dice]
    kept = [(die, lay) for die, lay in zip(dice, old, strict=True) if not lay or (die.value and not are_counted)]
    return [die.doubted(OLD if lay else "") for die, lay in kept]


def _counted(dice: list[ReadDie], expect: int | None) -> tuple[list[ReadDie], list[str]]:
    """The dice and the reasons to ask, each once; symbols beside as many sure dice as were thrown are clutter."""
    read = [die for die in dice if die.value]
    likely = len(read) + sum(die.value is None and is_counted(die.seen) for die in dice)
    if expect is not None and len(read) == likely == expect:
        return read, []
    why = [die.doubt for die in dice if die.doubt] if dice else [NONE]
    if expect is not None and likely != expect:
        why = [f"{likely} dice are seen, {expect} expected", *why]
    return dice, _each_once(why)


def _each_once(reasons: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(reasons))


def _nameless(pyramid: Pyramid, place: Place) -> ReadDie:
    seen = Sighted(*place, 1.0, 1.0, np.zeros(8), 0.0)
    return ReadDie(seen, look_at(pyramid, *place), None, None, STRANGE)


def _seen(die: ReadDie) -> DieSeen:
    evidence = {
        "chance": round(die.sight.sure, 3),
        "slant": round(slanting(die.sight), 3),
        "slant_x": round(float(die.sight.lean[0]), 3),
        "slant_y": round(float(die.sight.lean[1]), 3),
        "heat": round(die.seen.heat, 3),
    }
    if die.fit is not None:
        evidence |= {"clear": round(die.fit.clear, 3), "contrast": round(die.fit.contrast, 1)}
    if die.doubt == LEANING:
        evidence[LEANS] = 1.0
    x, y, side = (round(part, 1) for part in die.place)
    return DieSeen(None if die.value is None else str(die.value), x, y, side, side, evidence)
