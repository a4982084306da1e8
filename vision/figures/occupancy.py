"""Occupied squares, from what covers the map, and where the feet are.

    camera ──> outward           Squares are judged from the camera's foot point outward. A figure found on one
┌─────┬─────┬─────┐              hides a strip behind it (as far as the tallest figure reaches, or until the map is
│ (o)=│==░  │     │              seen again); in the next square only what lies outside that strip counts.
└─────┴─────┴─────┘              Foot disc covered: occupied. Free: empty. Hidden behind another, half covered, or
 foot   body                     on a line: unsure. Covered ground that no figure explains makes its square unsure.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.figures.difference import Difference
from vision.figures.reference import Square
from vision.plane.layout import Layout
from vision.settings import OccupancySettings

Mask = NDArray[np.bool_]
Weights = NDArray[np.float32]


class State(StrEnum):
    """The state of a square, as far as the camera can tell."""

    EMPTY = "empty"
    OCCUPIED = "occupied"
    UNSURE = "unsure"


@dataclass(frozen=True, eq=False)
class Foot:
    """A figure's foot: its square, its offset from the square's centre, the pixels it and its body cover."""

    square: Square
    offset_mm: tuple[float, float]
    covered: float  # share of the foot disc that is not the map
    body: Mask


@dataclass(frozen=True, eq=False)
class Occupancy:
    """Every square's state; the feet that were found; the evidence: share of each foot disc that is covered."""

    states: dict[Square, State]
    feet: dict[Square, Foot]
    covered: dict[Square, float] = field(default_factory=dict)

    def named(self, state: State) -> set[Square]:
        """The squares in this state."""
        return {square for square, one in self.states.items() if one is state}


def judge_squares(
    seen: Difference, layout: Layout, camera_mm: tuple[float, float, float], settings: OccupancySettings
) -> Occupancy:
    """The occupancy of every square of the map, given what is covered and where the camera hangs."""
    px = seen.covered.shape[0] // layout.rows
    square = layout.square_mm
    eye = np.array(camera_mm[:2]) / square  # in squares, as everything below
    squares = [(column, row) for row in range(layout.rows) for column in range(layout.columns)]
    squares.sort(key=lambda one: float(np.hypot(one[0] + 0.5 - eye[0], one[1] + 0.5 - eye[1])))
    hidden = np.zeros(seen.covered.shape, dtype=bool)
    told = np.zeros(seen.covered.shape, dtype=bool)
    found = Occupancy({}, {}, {})
    wide = settings.card_side_squares if layout.collars else settings.base_squares
    shares = _shares(seen.covered, px, settings)
    for column, row in squares:
        share = float(shares[row, column])
        if share < settings.empty_below * settings.least_visible:  # empty whatever part of it is hidden
            found.states[column, row], found.covered[column, row] = State.EMPTY, share
            continue
        middle = np.array([column + 0.5, row + 0.5])
        window, x, y = _window(middle, 0.5, px, seen.covered.shape)
        disc = np.hypot(x - middle[0], y - middle[1]) < settings.foot_squares
        covered, behind = seen.covered[window], hidden[window]
        free = disc & ~behind
        if free.sum() >= settings.least_visible * disc.sum():
            share = float(covered[free].mean())
        elif share >= settings.empty_below:
            found.states[column, row] = State.UNSURE  # only another's body may be seen here
            found.covered[column, row] = share
            continue
        found.covered[column, row] = share
        if share < settings.empty_below:
            found.states[column, row] = State.EMPTY
            continue
        if share < settings.occupied_above:
            found.states[column, row] = State.UNSURE
            continue
        foot = _foot(seen, hidden, middle, eye, wide, px, settings)
        ahead = (foot - eye) / max(float(np.linalg.norm(foot - eye)), 1e-6)
        reach = settings.tallest_mm / max(camera_mm[2] - settings.tallest_mm, 1.0) * float(np.linalg.norm(foot - eye))
        body = _body(seen.covered, foot, ahead, reach, px, settings)
        hidden |= body
        told |= body
        if layout.collars:  # the corners of a card are no stranger
            window, x, y = _window(foot, settings.card_squares, px, told.shape)
            told[window] |= np.hypot(x - foot[0], y - foot[1]) < settings.card_squares
        lifted = foot - ahead * np.linalg.norm(foot - eye) * settings.base_mm / camera_mm[2]
        away = lifted - middle
        margin = 0.5 - float(np.abs(away).max())
        on_line = margin * square < settings.line_margin_mm
        found.states[column, row] = State.UNSURE if on_line else State.OCCUPIED
        offset = (round(float(away[0]) * square, 2), round(float(away[1]) * square, 2))
        found.feet[column, row] = Foot((column, row), offset, share, body & seen.covered)
    _doubt_strange(seen.covered & ~told, found, px, settings)
    return found


def _shares(covered: Mask, px: int, settings: OccupancySettings) -> Weights:
    """Return the covered share of every square's foot disc; shape (rows, columns)."""
    y, x = (np.mgrid[0:px, 0:px] + 0.5) / px - 0.5
    disc = (np.hypot(x, y) < settings.foot_squares).astype(np.float32)
    blocks = covered.reshape(covered.shape[0] // px, px, covered.shape[1] // px, px).astype(np.float32)
    return np.asarray(np.einsum("rycx,yx->rc", blocks, disc) / disc.sum(), dtype=np.float32)


def _window(middle: Floats, half: float, px: int, shape: tuple[int, ...]) -> tuple[tuple[slice, slice], Floats, Floats]:
    left, top = max(0, round((middle[0] - half) * px)), max(0, round((middle[1] - half) * px))
    right, low = min(shape[1], round((middle[0] + half) * px)), min(shape[0], round((middle[1] + half) * px))
    y, x = np.mgrid[top:low, left:right]
    return np.s_[top:low, left:right], (x + 0.5) / px, (y + 0.5) / px


def _foot(
    seen: Difference, hidden: Mask, middle: Floats, eye: Floats, wide: float, px: int, settings: OccupancySettings
) -> Floats:
    """Fit a base disc, in squares: full inside, free map on the camera's side, hidden pixels left out."""
    towards = float(np.arctan2(eye[1] - middle[1], eye[0] - middle[0]))
    half, shifts, inside, around = _discs(px, round(towards / (np.pi / 8.0)) % 16, wide, settings)
    left, top = round(middle[0] * px) - half, round(middle[1] * px) - half
    pad = np.s_[max(top, 0) : top + 2 * half, max(left, 0) : left + 2 * half]
    covered, visible = np.zeros((2, 2 * half, 2 * half), dtype=np.float32)
    part = seen.covered[pad]
    into = np.s_[max(-top, 0) : max(-top, 0) + part.shape[0], max(-left, 0) : max(-left, 0) + part.shape[1]]
    visible[into] = ~hidden[pad]
    covered[into] = part & ~hidden[pad]
    full, ring = inside @ visible.ravel(), around @ visible.ravel()
    score = inside @ covered.ravel() / np.maximum(full, 1.0) - 0.5 * around @ covered.ravel() / np.maximum(ring, 1.0)
    score = np.where((full > 4) & (ring > 4), score - 0.15 * np.linalg.norm(shifts, axis=1), -9.0)
    return np.asarray(middle + shifts[int(score.argmax())])


@lru_cache(maxsize=32)
def _discs(px: int, sixteenth: int, wide: float, settings: OccupancySettings) -> tuple[int, Floats, Weights, Weights]:
    reach, radius = settings.foot_search, wide + settings.rim_squares
    half = int(np.ceil((0.5 + reach) * px))
    y, x = (np.mgrid[-half:half, -half:half] + 0.5) / px
    steps = np.linspace(-reach, reach, 13)
    shifts = np.array([[across, down] for down in steps for across in steps])
    away = np.array([np.hypot(x - across, y - down).ravel() for across, down in shifts])
    inside = (away < radius).astype(np.float32)
    angle = sixteenth * np.pi / 8.0
    near = np.array([((x - across) * np.cos(angle) + (y - down) * np.sin(angle)).ravel() for across, down in shifts])
    around = ((away >= radius + 0.03) & (away < radius + 0.13) & (near > -0.2 * away)).astype(np.float32)
    return half, shifts, inside, around


def _body(covered: Mask, foot: Floats, ahead: Floats, reach: float, px: int, settings: OccupancySettings) -> Mask:
    """The pixels that a figure on this foot may cover: its base, and a strip outward until the map is seen again."""
    out = np.zeros(covered.shape, dtype=bool)
    window, x, y = _window(foot + ahead * reach / 2, 1.0 + reach / 2, px, covered.shape)
    along = (x - foot[0]) * ahead[0] + (y - foot[1]) * ahead[1]
    aside = np.abs((x - foot[0]) * -ahead[1] + (y - foot[1]) * ahead[0])
    core = aside < 0.12
    end = reach
    for step in np.arange(settings.base_squares, reach + 0.01, 0.08):
        slab = core & (np.abs(along - step) < 0.06)
        if slab.any() and float(covered[window][slab].mean()) < 0.3:
            end = float(step)
            break
    base = np.hypot(along, aside) < settings.base_squares + settings.base_slack
    strip = (along > 0) & (along < end + settings.body_squares) & (aside < settings.body_squares)
    out[window] = base | strip
    return out


def _doubt_strange(strange: Mask, found: Occupancy, px: int, settings: OccupancySettings) -> None:
    framed = cv2.copyMakeBorder(strange.astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    deep = cv2.distanceTransform(framed, cv2.DIST_L2, 3)[1:-1, 1:-1]
    count, labels, stats, _ = cv2.connectedComponentsWithStats(strange.astype(np.uint8))
    for label in range(1, count):
        if stats[label][cv2.CC_STAT_AREA] < settings.strange_squares * px * px:
            continue
        if float(deep[labels == label].max()) < settings.strange_deep * px:
            continue
        rows, columns = np.nonzero(labels == label)
        for (column, row), pixels in zip(*_tally(columns // px, rows // px), strict=True):
            if pixels >= 0.5 * settings.strange_squares * px * px and found.states[column, row] is State.EMPTY:
                found.states[column, row] = State.UNSURE


def _tally(columns: NDArray[np.int64], rows: NDArray[np.int64]) -> tuple[list[Square], list[int]]:
    spots, counts = np.unique(np.column_stack([columns, rows]), axis=0, return_counts=True)
    return [(int(c), int(r)) for c, r in spots], [int(n) for n in counts]
