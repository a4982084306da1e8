"""The judgement of faces: the pips' layout and the body under them must tell the same story.

pips ──layout──> face ─┐
                       ├─ same middle, fitting size, nothing pip-like on the free places ──> a certain die
body ──rays────────────┘  otherwise ──> a doubtful die, with its reason
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats, Picture, lengths, median, medians
from vision.dice.bodies import Body, probe_body
from vision.dice.faces import Face
from vision.dice.pips import Pip, sample

_MISFIT = 0.045  # largest distance of a pip from its place, in face diagonals: hand-made dice reach 0.03
_ROUND = 0.74  # pips rounder than this are seen within 42 degrees
_CLOSED = 0.85  # share of rays that must find the body's edge
_OFF = 0.20  # distance of the body's middle from the pips' middle, in body sides; one row of pips is 0.25
_SIDE = (0.72, 1.75)  # body side over the side the pips promise; rounded and side-lit bodies show more
_SHAPE = 2.6  # longest over shortest ray: a square has 1.41, a square with one side face 2.2
_ONE_SIDE = (3.0, 7.0)  # body side over pip diameter, for the lone pip of a one
_ONE_OFF, _ONE_SHAPE, _ONE_ROUND = 0.22, 2.1, 0.78  # the limits of a one, whose single pip proves less
_ONE_CLOSED = 0.80  # share of rays that must end, of a one
_ONE_FILL = (0.93, 1.03)  # a logo or a skull on a face does not fill its ellipse
_CROSSWISE = 0.72  # of the shortest reach along the pips' line: 1 on a square, 0.77 at 40 degrees, 0.5 beside a row
_BETWEEN = 0.91  # of the farthest reach between the pips, each over the pips' own: dice 0.84, a sheet of nine 0.99
_FREE = 0.38  # of the pips' contrast: a free place that differs more may hide a pip
_RIVAL = 0.78  # of the side: faces of one die are at most 0.71 sides apart, two dice at least 0.9
_LEAN = 0.125  # difference of foreshortening between dice on one table: a lean of about 29 degrees is noticed


@dataclass(frozen=True, eq=False)
class Die:
    """A die with its ``face``; ``doubt`` is empty when it is certain, otherwise says what is wrong."""

    face: Face
    body: Body
    doubt: str = ""

    @property
    def side_px(self) -> float:
        """The die's side: the body's when it is closed, else what the pips promise."""
        return self.body.side_px if self.body.closed >= 0.8 else self.face.side_px

    @property
    def margin(self) -> float:
        """The distance of the evidence from the nearest limit: 1 perfect, 0 at the limit."""
        parts = [
            1.0 - self.face.misfit / _MISFIT,
            (self.face.roundness - _ROUND) / (1.0 - _ROUND),
            1.0 - _off(self.face, self.body) / _OFF,
        ]
        return float(np.clip(min(parts), 0.0, 1.0))


def is_promising(face: Face) -> bool:
    """Whether the pips alone could make a certain die: they fit the layout and are seen straight on."""
    return face.misfit <= _MISFIT and face.roundness >= _ROUND


def judge_face(face: Face, lab: Picture) -> Die:
    """The die under a face of two to six, certain or doubtful."""
    doubt = _doubt_pips(face, lab)
    bodies = []
    for body in probe_body(lab, face.x, face.y, 1.5 * face.side_px, face.pips):
        if not doubt and not _doubt_body(face, body):
            return Die(face, body)
        bodies.append(body)
    if doubt:
        return Die(face, _clearest(bodies), doubt)
    return Die(face, _clearest(bodies), _doubt_body(face, _clearest(bodies)))


def judge_one(pip: Pip, lab: Picture) -> Die:
    """The die under a lone pip: a one if the body around it is a closed square with the pip in its middle."""
    bodies = []
    for body in probe_body(lab, pip.x, pip.y, 7.5 * pip.size_px, [pip]):
        if not _doubt_one(pip, body):
            return Die(_one(pip, body), body)
        bodies.append(body)
    clearest = _clearest(bodies)
    return Die(_one(pip, clearest), clearest, _doubt_one(pip, clearest))


def stands_alone(pip: Pip, lab: Picture) -> bool:
    """Whether the ground goes on all round for another half diameter, as it does round the pip of a one."""
    angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    there = sample(lab, pip.x + 0.95 * pip.long_px * np.cos(angles), pip.y + 0.95 * pip.long_px * np.sin(angles))
    off = lengths(there - pip.ground)
    return bool(np.mean(off < max(0.35 * pip.contrast, 12.0)) >= 0.8)


def _one(pip: Pip, body: Body) -> Face:
    half = body.side_px * 0.37 / np.sqrt(2.0)
    return Face(1, (pip,), pip.x, pip.y, np.array([[half, half], [-half, half]]), 0.0)


def _clearest(bodies: Sequence[Body]) -> Body:
    return max(bodies, key=lambda body: body.closed)


def _doubt_one(pip: Pip, body: Body) -> str:
    if body.closed < _ONE_CLOSED:
        return "the edge of the die is not seen"
    if not _ONE_SIDE[0] <= body.side_px / pip.size_px <= _ONE_SIDE[1]:
        return "the spot does not fit the size of a die"
    if _off(_one(pip, body), body) > _ONE_OFF or body.shape > _ONE_SHAPE:
        return "the spot is not in the middle of the die"
    if pip.roundness < _ONE_ROUND:
        return "the face leans too much"
    if not _ONE_FILL[0] <= pip.fill <= _ONE_FILL[1] or pip.evenness < 0.85:
        return "the spot is no round pip"
    return ""


def mark_rivals(dice: Sequence[Die]) -> list[Die]:
    """The dice, those made doubtful that stand so close that they must be readings of one and the same die."""
    marked = []
    for die in dice:
        rivals = [
            other
            for other in dice
            if other is not die
            and np.hypot(other.face.x - die.face.x, other.face.y - die.face.y)
            < _RIVAL * max(die.side_px, other.side_px)
        ]
        shown = [other for other in rivals if other.face.roundness > 0.8 * die.face.roundness]
        marked.append(replace(die, doubt="two faces of one die are seen alike") if shown else die)
    return marked


def mark_leaning(dice: Sequence[Die]) -> list[Die]:
    """The dice, those foreshortened otherwise than the rest made doubtful (of two that differ: the flatter one)."""
    if len(dice) < 2:
        return list(dice)
    differences = _differences(np.array([die.face.tensor for die in dice]))
    marked = []
    for index, die in enumerate(dice):
        gaps = np.delete(differences[index], index)
        leans = median(gaps) > _LEAN and die.face.roundness <= max(d.face.roundness for d in dice) - 0.02
        marked.append(replace(die, doubt="the die leans: it may be cocked") if leans and not die.doubt else die)
    return marked


def is_sheet(die: Die) -> bool:
    """Whether the body reaches as far between the pips of a four or five as along them: the middle of nine spots."""
    if die.face.value not in (4, 5):
        return False
    one, two = die.face.halves
    along, between = (
        [die.body.reach_along(way) / float(np.linalg.norm(way)) for half in halves for way in (half, -half)]
        for halves in ((one, two), ((one + two) / 2.0, (one - two) / 2.0))
    )
    return min(along) > _BETWEEN * max(between)


def _doubt_pips(face: Face, lab: Picture) -> str:
    if face.misfit > _MISFIT:
        return "the pips do not fit the layout of a face"
    if face.roundness < _ROUND:
        return "the face leans too much"
    if _busy_places(face, lab):
        return "something covers a free place of the face"
    return ""


def _doubt_body(face: Face, body: Body) -> str:
    if body.closed < _CLOSED:
        return "the edge of the die is not seen"
    if _off(face, body) > _OFF or body.shape > _SHAPE:
        return "the pips are not in the middle of the die"
    if not _SIDE[0] <= body.side_px / face.side_px <= _SIDE[1]:
        return "the pips do not fit the size of the die"
    if face.value in (2, 3) and _crosswise(face, body) < _CROSSWISE:
        return "the pips do not lie on the diagonal of the die"
    return ""


def _crosswise(face: Face, body: Body) -> float:
    # a row of three of a six looks like a three, but its other side ends at the die's edge or at the other row
    along, across = face.halves[0], face.halves[1]
    reach = min(body.reach_along(along), body.reach_along(-along))
    return min(body.reach_along(across), body.reach_along(-across)) / max(reach, 1.0)


def _off(face: Face, body: Body) -> float:
    return float(np.hypot(body.x - face.x, body.y - face.y) / max(body.side_px, 1.0))


def _busy_places(face: Face, lab: Picture) -> bool:
    one, two = face.halves
    middle = np.array([face.x, face.y])
    places: list[Floats] = []
    if face.value in (2, 4, 6):
        places.append(middle)
    if face.value in (2, 3):
        places += [middle + two, middle - two]
    if face.value < 6:
        places += [
            middle + (one + two) / 2,
            middle - (one + two) / 2,
            middle + (one - two) / 2,
            middle - (one - two) / 2,
        ]
    spots = np.array(places)
    ground = medians([pip.ground for pip in face.pips], axis=0)
    ink = medians([pip.ink for pip in face.pips], axis=0) - ground  # only a change towards the pips' colour counts
    angles = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    usual = face.pip_px
    for radius in (0.22 * usual, 0.40 * usual):  # a glint may hide the middle of a pip, not its rim
        x = spots[:, 0, None] + radius * np.cos(angles)
        y = spots[:, 1, None] + radius * np.sin(angles)
        towards = (medians(sample(lab, x, y), axis=1) - ground) @ ink / max(float(ink @ ink), 1.0)
        if np.any(towards > _FREE):
            return True
    return False


def _differences(tensors: Floats) -> Floats:
    """Return how differently each two of the tensors (n, 2, 2) are foreshortened, (n, n)."""
    both = np.linalg.solve(tensors[:, None], tensors[None])
    values = np.sort(np.abs(np.linalg.eigvals(both)), axis=-1)
    return np.asarray(1.0 - np.sqrt(values[..., 0] / np.maximum(values[..., 1], 1e-9)))
