"""The outline of what was read: a die's upper face is square and ends. What is round, long, or spots alone is none.

    button, coin: a ring     card: longer than a flat face     domino: goes on beyond the face     beads: no body at all

Rays leave the middle of the face. *Reach*: where the face's own colours have left for good. *Edges*: the sharpest step
along each ray; a ring is where they lie on one ellipse without the four waves that a square makes. The limits were
chosen on 424 dice of photographs, 420 traced ones, and 59 bystanders that both readers had taken for dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce

import cv2
import numpy as np

from vision.arrays import Floats, Picture, lengths, median, medians

_HUE = np.array([1.0, 1.4, 1.4])  # hue weighs more than shade
_RAYS = 64  # directions round the outline; the quarters of it need a multiple of 16
_TURNS = np.linspace(0, 2 * np.pi, _RAYS, endpoint=False)
OUT = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
_ELLIPSE = np.column_stack([np.ones(_RAYS), OUT, np.cos(2 * _TURNS), np.sin(2 * _TURNS)])
_SQUARE = np.column_stack([_ELLIPSE, np.cos(4 * _TURNS), np.sin(4 * _TURNS)])
_FACE = 0.42  # of the side: pips lie nearer, and no edge of a face does
_SEEN = 2.1  # sides around the middle that are looked at
_FAR, _REACH_STEPS, _GONE = 1.7, 120, 3  # sides that a ray runs; steps in a row that must have another colour
FAINT, _PLAIN, _STRONG = 10.0, 16.0, 26.0  # Lab steps: a visible difference, a plain one, a strong one
_TONES = 30.0  # Lab steps between the tones of one face: a glint, a shadow
_CLOSED = 0.80  # share of rays that meet even a faint end: dice 0.87 and more, beads 0.71 and less
_BEYOND, _RUNAWAY = 0.95, 0.08  # sides from the middle; share of rays that leave the face there and meet no other die
_LONG, _FLAT = 0.084, 0.03  # the outline's second wave; a sine of slant below which a square looks square
_LONGER, _HARDLY_SLANTED = 0.093, 0.10  # the same of a one that nothing touches: dice 0.089, cards with one pip 0.097
_HALF_FROM, _HALF_TO, _HALF_END = 0.62, 1.28, 1.72  # sides from the middle: here lies a domino's other half
_LINE_TO = 0.70  # sides from the middle: so far may the line between the halves lie, in another colour
_HALF_DEEP, _HALF_WIDE = np.arange(0.60, 1.92, 0.04), np.linspace(-0.85, 0.85, 35)  # sides, along the piece and across
_HALF_INSIDE, _HALF_BESIDE = 0.36, 0.68  # sides from its middle line: on it, and beside it
_LARGELY = 0.55  # of a ray, which pips of the other half may cross
_NARROW, _MOSTLY, _SOME_OF_IT, _HARDLY_ANY = (4, 18), 0.75, 0.45, 0.25  # rays; shares in the face's own colours
_EDGES = np.arange(0.30, 1.0, 0.01)  # of the side
_WINDOW = 5  # steps whose means are compared
_ON, _HALF = 0.025, 0.5  # of the side from the ring; of the ray's sharpest step
_STARTS = np.arange(0.46, 0.80, 0.03)  # of the side: radii near which a ring is looked for
_HARDLY = 1e-9  # keeps a curve on which hardly an edge lies from having no solution
_RING, _WAVES = 0.92, 0.0085  # share of rays whose edge is on the ring; the fourth wave: dice 0.010 and more
_WHOLE_RING, _FEW_WAVES = 0.99, 0.015  # the same where all of them are
_OUTSIDE, _SOME, _FOUR = 0.06, 0.15, 0.60  # sides beyond a ring: the face goes on there on some rays, four times round
_ASIDE = (0.85, 1.25)  # sides between two faces of one piece
_BESIDE = np.concatenate([np.linspace(-0.35, -0.1, 10), np.linspace(0.1, 0.35, 10)])  # along them, from their joint
_RULED, _ACROSS_LINE = np.linspace(-0.3, 0.3, 13), np.arange(-0.25, 0.251, 0.01)  # of the faces' distance, half-way
_LINE = np.ones((1, 7), np.uint8)  # steps across: so wide is a line between them, and then there are the faces again
_BESIDE_LINE = np.array([[1] * 3 + [0] * 13 + [1] * 3], np.uint8)
_BAR, _BAR_END = np.linspace(-0.25, 0.25, 11), np.array([0.40, 0.42, 0.44, 0.46])  # of it, across: a bar, and beyond it
_SEAM = np.arange(-0.12, 0.125, 0.02)  # of it, along: here lies what parts the faces
_PIXELS = (0.75, 1.3)  # px of roughness that pixels alone make, and a shadow on one side
_STRAIGHT, _EDGE = 0.014, 0.40  # of their distance: roughness of one line; nearer than the second lies no outline


@dataclass(frozen=True, slots=True)
class Face:
    """The upper face that was read: middle and side in px, the sine of its slant, and whether it
    is a one, as a card may show.
    """

    x: float
    y: float
    side_px: float
    slant: float
    is_one: bool = False


def strange_outlines(picture: Picture, faces: Sequence[Face]) -> list[str]:
    """Return for each face why it may be none of a die's, empty where its outline is one."""
    crops = [Crop(picture, face) for face in faces]
    why = [crop.why([other for other in faces if other is not crop.face]) for crop in crops]
    for one in range(len(faces)):
        for two in range(one):
            either = ((one, two), (two, one))
            if not (why[one] or why[two]) and any(_is_domino(crops[i], faces[j]) for i, j in either):
                why[one] = why[two] = "two faces lie edge to edge, as on a domino"
    return why


class Crop:
    """The Lab colours around a face, so many sides far."""

    def __init__(self, picture: Picture, face: Face, far: float = _SEEN) -> None:
        self.face = face
        half = int(far * face.side_px) + 3
        self.left, self.top = max(0, int(face.x) - half), max(0, int(face.y) - half)
        crop = picture[self.top : int(face.y) + half + 1, self.left : int(face.x) + half + 1]
        self.lab: Picture = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2LAB), dtype=np.uint8)

    @cached_property
    def tones(self) -> list[Floats]:
        """The face's own colours, quarter by quarter, but for a glint or a shadow."""
        inside = self.at(_FACE * np.linspace(0.28, 0.95, 24))
        grounds = [median_colour(inside[quarter : quarter + 16]) for quarter in range(0, _RAYS, 16)]
        usual = medians(grounds)
        return [tone for tone in grounds if np.linalg.norm(tone - usual) < _TONES] or [usual]

    def why(self, others: Sequence[Face]) -> str:
        """Why the outline is no die's."""
        depth = np.linspace(0.0, _FAR, _REACH_STEPS)
        off = self.off(self.at(depth))
        off[:, depth < _FACE] = 0.0
        off[self._is_outside(depth)] = np.inf
        runaway = reach_of(off > FAINT, depth) > _BEYOND
        if float(runaway.mean()) > 1.0 - _CLOSED:
            return "spots without a body: nothing ends around them"
        is_half = self._is_half(off[:, (depth > _HALF_FROM) & (depth < _HALF_TO)], others)
        if is_half or float((runaway & ~self._meets(others)).mean()) > _RUNAWAY:
            return "what carries the pips goes on beyond the face"
        reaches = [np.minimum(reach_of(off > limit, depth), 1.0) for limit in (FAINT, _PLAIN, _STRONG)]
        long = min(wave(reach, 2) for reach in reaches)
        is_card = self.face.is_one and self.face.slant < _HARDLY_SLANTED and not self._meets(others).any()
        if (is_card and long > _LONGER) or (long > _LONG and self.face.slant < _FLAT):
            return "what carries the pips is longer than a die"
        return "what carries the pips is round" if self._is_ring() else ""

    def off(self, colours: Floats) -> Floats:
        """Return the distance of colours (…, 3) from the nearest tone of the face, in Lab steps."""
        return off_tones(colours, self.tones)

    def colours(self, x: Floats, y: Floats) -> Floats:
        """The colours at places of the picture."""
        return np.asarray(sample(self.lab, x - self.left, y - self.top))

    def at(self, depth: Floats) -> Floats:
        """The colours along every ray, (rays, depths, 3), at depths in sides."""
        return self.colours(*self._places(depth))

    def _places(self, depth: Floats) -> tuple[Floats, Floats]:
        far = depth * self.face.side_px
        return self.face.x + OUT[:, :1] * far, self.face.y + OUT[:, 1:] * far

    def _is_outside(self, depth: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        x, y = self._places(depth)
        high, wide = self.lab.shape[:2]
        inside = (x >= self.left) & (y >= self.top) & (x <= self.left + wide - 1) & (y <= self.top + high - 1)
        return np.asarray(~inside)

    def _meets(self, others: Sequence[Face]) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """Return which rays another face stands in the way of: dice that touch are of one colour."""
        x, y = (place[:, 0] for place in self._places(np.array([1.0])))
        near = [np.hypot(x - other.x, y - other.y) < 0.8 * other.side_px for other in others]
        return np.asarray(np.any(near, axis=0) if near else np.zeros(_RAYS, bool))

    def _is_half(self, beyond: Floats, others: Sequence[Face]) -> bool:
        """Whether the piece goes on for another face on one side and ends there: a domino, whatever is printed on it.

        ``beyond`` (rays, depths): how far the colours where that half would lie are from the face's.
        """
        goes_on = ((beyond < FAINT).mean(axis=1) > _LARGELY) & ~self._meets(others)
        if not _NARROW[0] <= int(goes_on.sum()) <= _NARROW[1]:
            return False
        along = goes_on @ OUT
        along = along / max(float(np.linalg.norm(along)), _HARDLY)
        across = np.array([-along[1], along[0]])
        place = np.array([self.face.x, self.face.y]) + self.face.side_px * (
            _HALF_DEEP[:, None, None] * along + _HALF_WIDE[:, None] * across
        )
        is_face = self.off(self.colours(place[..., 0], place[..., 1])) < FAINT
        inside, within = np.abs(_HALF_WIDE) < _HALF_INSIDE, (_HALF_DEEP > _HALF_FROM) & (_HALF_DEEP < _HALF_TO)
        beside, after = np.abs(_HALF_WIDE) > _HALF_BESIDE, _HALF_DEEP > _HALF_END
        rows = is_face[:, inside].mean(axis=1)
        ends = max(float(is_face[np.ix_(within, beside)].mean()), float(is_face[np.ix_(after, inside)].mean()))
        gapless = float(rows[within & (_HALF_DEEP > _LINE_TO)].min())
        return gapless > _SOME_OF_IT and float(rows[within].mean()) > _MOSTLY and ends < _HARDLY_ANY

    def _is_ring(self) -> bool:
        along = self.at(_EDGES)
        total = np.cumsum(np.concatenate([np.zeros((_RAYS, 1, 3)), along], axis=1), axis=1)
        means = (total[:, _WINDOW:] - total[:, :-_WINDOW]) / _WINDOW
        steps = lengths((means[:, _WINDOW:] - means[:, :-_WINDOW]) * _HUE)
        radii = _EDGES[_WINDOW : _WINDOW + steps.shape[1]]
        steps, radii = steps[:, radii > _FACE], radii[radii > _FACE]
        shares, rings = _rings(steps, radii)
        best = int(shares.argmax())
        share, fit = float(shares[best]), np.concatenate([rings[best], [0.0, 0.0]])
        if share < _RING:
            return False
        for room in (0.08, 0.07, 0.06):
            (fit,) = _fitted(_SQUARE, steps, radii, fit[None], room)
        outside = (self.off(self.at((_SQUARE @ fit + _OUTSIDE)[:, None]))[:, 0] < _STRONG).astype(np.float64)
        if outside.mean() > _SOME and wave(outside, 4) > _FOUR:
            return False
        waves = float(np.hypot(fit[5], fit[6]) / fit[0])
        return waves < (_FEW_WAVES if share >= _WHOLE_RING else _WAVES)


def sample(lab: Picture, x: Floats, y: Floats) -> Floats:
    """The Lab colours nearest to the points (any shape), with one axis of length 3 added."""
    high, wide = lab.shape[:2]
    columns, rows = np.clip(np.rint(x), 0, wide - 1), np.clip(np.rint(y), 0, high - 1)
    places = (rows * wide + columns).astype(np.intp)
    return np.asarray(lab.reshape(-1, 3).take(places, axis=0), dtype=np.float64)  # by one index: twice as quick


def off_tones(colours: Floats, tones: Sequence[Floats]) -> Floats:
    """Return the distance of Lab colours (…, 3) from the nearest of the tones (3,), in Lab
    steps; hue weighs more than shade.
    """
    squares = [sum(((colours[..., part] - tone[part]) * _HUE[part]) ** 2 for part in range(3)) for tone in tones]
    return np.asarray(np.sqrt(reduce(np.minimum, squares)), dtype=np.float64)


def median_colour(colours: Floats) -> Floats:
    """The median of colours (…, 3), channel by channel."""
    flat = colours.reshape(-1, 3)
    return np.array([median(flat[:, channel]) for channel in range(3)])


def reach_of(other: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], depth: Floats) -> Floats:
    """Return how far out each ray (rays,) meets another colour for good, from its steps
    (rays, depths) that are other.
    """
    run = np.logical_and.reduce([other[:, i : other.shape[1] - _GONE + 1 + i] for i in range(_GONE)])
    return np.asarray(depth[np.where(run.any(axis=1), run.argmax(axis=1), len(depth) - 1)])


def wave(reach: Floats, number: int) -> float:
    """Return the strength of a wave with so many crests round the outline, as a share of its mean."""
    return float(abs((reach * np.exp(-1j * number * _TURNS)).sum()) / reach.sum())


def _rings(steps: Floats, radii: Floats) -> tuple[Floats, Floats]:
    """Ellipses near circles of every radius: the share of rays whose edge lies on each (n,), its numbers (n, 5)."""
    rings, room = np.zeros((len(_STARTS), 5)), 0.07
    rings[:, 0] = _STARTS
    for _ in range(4):
        rings, room = _fitted(_ELLIPSE, steps, radii, rings, room), max(0.035, 0.7 * room)
        rings[:, 1:] = np.clip(rings[:, 1:], -0.12, 0.12)
    on = np.where(np.abs(radii - (rings @ _ELLIPSE.T)[..., None]) < _ON, steps, 0.0).max(axis=2)
    return np.asarray((on > _HALF * steps.max(axis=1)).mean(axis=1)), rings


def _fitted(shape: Floats, steps: Floats, radii: Floats, curves: Floats, room: float) -> Floats:
    """Fit each of the curves (n, parts) through the sharpest steps that lie within ``room`` of it."""
    near = np.where(np.abs(radii - (curves @ shape.T)[..., None]) < room, steps, 0.0)
    weighted = near.max(axis=2)[..., None] * shape
    sides = weighted.transpose(0, 2, 1) @ radii[near.argmax(axis=2)][..., None]
    squares = weighted.transpose(0, 2, 1) @ shape
    return np.asarray(np.linalg.solve(squares + _HARDLY * np.eye(shape.shape[1]), sides)[..., 0])


def _is_domino(crop: Crop, other: Face) -> bool:
    """Whether two faces side by side are of one piece."""
    one = crop.face
    gap = np.array([other.x - one.x, other.y - one.y])
    if not _ASIDE[0] < 2 * float(np.linalg.norm(gap)) / (one.side_px + other.side_px) < _ASIDE[1]:
        return False
    joint = np.array([one.x, one.y]) + gap / 2, gap, np.array([-gap[1], gap[0]])
    return _is_straight(crop, *joint) or _is_barred(crop, *joint) or _is_ruled(crop, *joint)


def _is_straight(
    crop: Crop, middle: Floats, along: Floats, across: Floats, limits: Sequence[float] = (_PLAIN,)
) -> bool:
    """Whether the faces beside ``middle`` share their two long edges: dice that were thrown hardly ever lie so.

    ``limits``: Lab steps by any of which an edge is seen.
    """
    roughs = sorted(min(_rough(crop, middle, along, end * across, limit) for limit in limits) for end in (-1, 1))
    apart = float(np.linalg.norm(along))
    return all(rough < max(_STRAIGHT, pixels / apart) for rough, pixels in zip(roughs, _PIXELS, strict=True))


def _is_barred(crop: Crop, middle: Floats, along: Floats, across: Floats) -> bool:
    """Whether the long edges may be shared, and what plainly parts the faces ends before: a bar, no gap of dice."""

    def seam(at: Floats) -> Floats:
        place = middle + _SEAM[:, None, None] * along + at[:, None] * across
        return np.asarray(crop.off(crop.colours(place[..., 0], place[..., 1])).max(axis=0))

    ends = min(float(seam(end * _BAR_END).min()) for end in (-1, 1))
    is_bar = ends < _STRONG and median(seam(_BAR)) > 2 * _STRONG
    return is_bar and _is_straight(crop, middle, along, across, (FAINT, _PLAIN, _STRONG))


def _is_ruled(crop: Crop, middle: Floats, along: Floats, across: Floats) -> bool:
    """Whether a straight light line parts the faces beside ``middle``; between dice that touch it is dark.

    It is there where a domino is of its ground's colour, too, and no edge can be seen.
    """
    place = middle + _RULED[:, None, None] * across + _ACROSS_LINE[:, None] * along
    light = crop.colours(place[..., 0], place[..., 1])[..., 0] - median([tone[0] for tone in crop.tones])
    on, beside = (cv2.dilate(np.abs(light), around, borderType=cv2.BORDER_REFLECT) for around in (_LINE, _BESIDE_LINE))
    is_line = (light > _PLAIN) & (light >= on) & (on > 2 * beside)
    return float(cv2.dilate(is_line.astype(np.uint8), _LINE).mean(axis=0).max()) > _MOSTLY


def _rough(crop: Crop, middle: Floats, along: Floats, across: Floats, limit: float) -> float:
    """Return the roughness (RMS) of the edge ``along`` a pair of faces beside a straight line, in their distances."""
    depth = np.arange(0.38, 0.75, 0.01)  # pips end before
    place = middle + _BESIDE[:, None, None] * along + depth[:, None] * across
    edge = reach_of(crop.off(crop.colours(place[..., 0], place[..., 1])) > limit, depth)
    if median(edge) < _EDGE:
        return 1.0
    line = np.polynomial.Polynomial.fit(_BESIDE, edge, 1)
    return float(np.sqrt(np.mean((edge - line(_BESIDE)) ** 2)))
