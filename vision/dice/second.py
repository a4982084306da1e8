"""A second opinion: one detector over the whole picture (``detector``), beside the readers of pips and bodies.

    the readers READ ── the detector settles another number, sees one more die, or none there? ──yes──> ASK
    the readers ASK  ── one of both is certain of every place that both see? ──yes──> outlines, slants, ground ──> READ

The readers know pips and bodies, the detector has seen dice of a hundred cameras: what one doubts the other mostly
reads or does not see at all. It cannot know that half a domino is no die, nor that a face leans: those who can are
asked (``shape``, ``lean``), of all dice together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vision.dice.aside import Judged, Reasons, Seen, is_up
from vision.dice.candidates import Candidate
from vision.dice.decision import LIMITS, is_likely, is_warm, settled
from vision.dice.detector import Sighted, detect
from vision.dice.die import ReadDie
from vision.dice.known import Known
from vision.dice.lean import leaning, leaning_from_aside
from vision.dice.network import Pyramid, look_at, with_wider_lean
from vision.dice.pattern import fit_pattern
from vision.dice.strange import is_of_one_size
from vision.dice.unread import DISAGREE

Shape = Callable[[Pyramid, Judged, Reasons], Seen]  # doubts dice by their outline, and by what lies around them
_SEEN_PX = 20.0  # narrowest die that the detector learnt: what it does not see above that is hardly one
_PLAIN = 0.80  # the reader's chance of a number, from which a place asks though the detector sees nothing there
_SAME = 0.5  # of the side: nearer readings are of one die


def contradicted(pyramid: Pyramid, known: Known, dice: Judged) -> Seen:
    """The dice that were read, doubted where the detector sees something else or nothing; with what else is hot."""
    judged: Judged = []
    warm = _warm(pyramid)
    left = [place for place in warm if place.heat >= LIMITS.heat]
    for die, value in dice:
        own = [place for place in warm if die.away(place.x, place.y) < _SAME]
        left = [place for place in left if place not in own]
        is_seen = bool(own) or die.side_px < _SEEN_PX
        agrees = value is None or (is_seen and all(settled(place) in {None, value} for place in own))
        judged.append((die, value) if agrees else (die.doubted(DISAGREE), None))
    added = [_die(pyramid, place).doubted(DISAGREE) for place in left]
    there = [die.place for die, _ in dice]
    judged += [(die, None) for die in added if not known.lay_there(die.place, there)]
    return judged, (DISAGREE,) if any(die.doubt for die, _ in judged) else ()


def read_again(pyramid: Pyramid, known: Known, first: Seen, shape: Shape, expect: int | None) -> Seen:
    """The dice that one of both is certain of, where nothing speaks against any of them; else the first look."""
    dice, places = _merged(pyramid, known, first[0], is_counted=expect is not None)
    if not dice or expect not in {None, len(dice)} or places:
        return first
    stands = _are_alike(dice) and _are_flat(pyramid, known, dice) and not known.unexplained([die.place for die in dice])
    if not stands:
        return first
    shaped, why = shape(pyramid, [(die, die.value) for die in dice], ())
    return first if why else (shaped, ())


def _merged(
    pyramid: Pyramid, known: Known, first: Judged, *, is_counted: bool
) -> tuple[list[ReadDie], list[Sighted | ReadDie]]:
    """The dice that one of both is certain of, and the places that both leave open or contradict each other about."""
    dice: list[ReadDie] = []
    open_: list[Sighted | ReadDie] = []
    warm = _warm(pyramid)
    for place in warm:
        own = [(die, value) for die, value in first if die.away(place.x, place.y) < _SAME]
        values = {value for value in (settled(place), *(value for _, value in own)) if value}
        if len(values) == 1 and settled(place):
            dice.append(_die(pyramid, place))
        elif values == {_likeliest(place)}:
            dice += [die for die, value in own if value and die not in dice]
        elif values or own or is_likely(place):
            open_.append(place)
    unseen = [pair for pair in first if not any(pair[0].away(place.x, place.y) < _SAME for place in warm)]
    open_ += [die for die, value in unseen if value or die.sight.sure >= _PLAIN]
    there = [die.place for die in dice]
    old = [die for die in dice if known.lay_there(die.place, [other for other in there if other != die.place])]
    open_ = [one for one in open_ if not known.lay_there((one.x, one.y, one.side_px), there)]
    if is_counted:
        return [die for die in dice if die not in old], open_
    return dice, [*open_, *old]


def _warm(pyramid: Pyramid) -> list[Sighted]:
    return pyramid.once(("detector",), lambda: [place for place in detect(pyramid.picture) if is_warm(place)])


def _likeliest(place: Sighted) -> int | None:
    return int(place.face) if place.face.isdigit() else None


def _die(pyramid: Pyramid, place: Sighted) -> ReadDie:
    x, y, side_px = place.x, place.y, place.side_px
    sight = with_wider_lean(pyramid, look_at(pyramid, x, y, side_px), x, y, side_px)
    return ReadDie(
        settled(place),
        x,
        y,
        side_px,
        "",
        sight,
        fit_pattern(pyramid, x, y, side_px),
        Candidate(x, y, side_px, place.heat),
    )


def _are_alike(dice: Sequence[ReadDie]) -> bool:
    """Whether all are of one size: the hole of a button is a one beside them."""
    sides_px = [die.side_px for die in dice]
    return all(is_of_one_size(side, 1.0, sides_px[:at] + sides_px[at + 1 :]) for at, side in enumerate(sides_px))


def _are_flat(pyramid: Pyramid, known: Known, dice: Sequence[ReadDie]) -> bool:
    places, slants = [(die.x, die.y) for die in dice], [die.sight.lean for die in dice]
    size_px = (pyramid.shape[1], pyramid.shape[0])
    alone = leaning(places, slants, size_px)
    if max(alone) > 1.0 and all(is_up(slant) for slant in slants):
        alone = leaning_from_aside(places, slants, size_px)
    return max(known.leaning(places, slants, alone)) <= 1.0
