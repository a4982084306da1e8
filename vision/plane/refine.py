"""A calibration made better on the printed grid, or left as it was: never made worse.

calibration ──> lines found nearby ──> plane and lens that put most of them in their places ──┐ 4 rounds
                     └ too few, or on one half of the map only ─> as it was                   │
accepted only if   the residual falls,                                                        <┘
                   no point of the map moves by more than a third of a square,
                   and (given corners) no line lies a square outside the map: then they are a square off
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture
from vision.lens import Bend, Lens
from vision.plane.calibration import Calibration, CalibrationRefused, assemble, map_corners_mm
from vision.plane.gridlines import GridSeen, see_grid
from vision.plane.layout import Layout
from vision.settings import CalibrationSettings, GridSettings

_REACHES = (0.30, 0.22, 0.14, 0.12)  # of a square: half would be as near to the next line


@dataclass(frozen=True, eq=False)
class Refined:
    """The calibration to use, and why it is the old one when the grid did not help (empty when it did)."""

    calibration: Calibration
    why: str = ""
    code: str = ""


def refine(
    calibration: Calibration,
    picture: Picture,
    layout: Layout,
    settings: CalibrationSettings,
    grid: GridSettings,
    *,
    trusted: bool = False,
) -> Refined | CalibrationRefused:
    """The calibration on the grid's lines; ``CalibrationRefused`` when given corners are a square off.

    ``trusted`` corners were found right before (a stored view): they are not doubted where the map's edge is covered.
    """
    now, is_free = calibration, isinstance(calibration.lens, Bend)
    first = see_grid(picture, calibration, layout, _REACHES[0])
    before = grid_residual(first, layout)
    is_close = before <= grid.good_residual_squares * layout.square_mm
    if calibration.markers and is_close and not _too_little(first, layout, grid):
        return Refined(replace(calibration, on_grid=True))  # the grid says the same: nothing is moved
    for reach in _REACHES:
        seen = see_grid(picture, now, layout, reach)
        trouble = _too_little(seen, layout, grid)
        if trouble:
            return Refined(calibration, trouble, "grid-not-found")
        now = _fitted(seen, now, layout, settings, is_free)
    seen = see_grid(picture, now, layout, _REACHES[-1])
    after = grid_residual(seen, layout)
    trouble = _too_little(seen, layout, grid)
    if trouble:
        return Refined(calibration, trouble, "grid-not-found")
    moved = _moved_mm(calibration, now, layout)
    if moved > grid.most_shift_squares * layout.square_mm:
        why = f"the grid is {moved / layout.square_mm:.2f} squares from where the corners put it"
        return Refined(calibration, why, "grid-far")
    if not calibration.markers and not trusted:
        off = _outside(seen, layout, grid)
        if off:
            return off
    if after >= before or after > grid.most_residual_squares * layout.square_mm:
        return Refined(calibration, "the grid does not fit better than the corners", "grid-unclear")
    worst = float(np.percentile(np.abs(seen.off_mm[seen.inside(layout)]), 95))
    return Refined(replace(now, residual_mm=after, worst_mm=worst, markers=calibration.markers, on_grid=True))


def guess_bend(start: NDArray[np.float64], picture: Picture, layout: Layout, settings: CalibrationSettings) -> float:
    """The bending of the lens under which straight lines between the given corners meet the most of the grid."""
    from vision.plane.calibration import calibrate_by_corners

    best, most = 0.0, -1.0
    size = (picture.shape[1], picture.shape[0])
    four = tuple((float(x), float(y)) for x, y in start)
    for bend in np.linspace(-0.26, 0.1, 13):
        tried = calibrate_by_corners(four, layout, size, settings, Bend(float(bend)))  # type: ignore[arg-type]
        if isinstance(tried, Calibration):
            seen = see_grid(picture, tried, layout, 0.25)
            near = np.exp(-((seen.off_mm / (0.1 * layout.square_mm)) ** 2)) * np.minimum(seen.strength, 20.0)
            score = float(near[seen.inside(layout)].sum())
            if score > most:
                best, most = float(bend), score
    return best


def grid_residual(seen: GridSeen, layout: Layout) -> float:
    """Return the spread of the lines around their places, mm, by the median, which false ridges do not move."""
    off = np.abs(seen.off_mm[seen.inside(layout)])
    return 1.4826 * float(np.median(off)) if len(off) else float("inf")


def _too_little(seen: GridSeen, layout: Layout, grid: GridSettings) -> str:
    for axis, (lines, name) in enumerate([(layout.columns, "upright"), (layout.rows, "level")]):
        share = seen.share[axis]
        good = [k for k in range(lines + 1) if share.get(k, 0.0) >= grid.line_share]
        if len(good) < max(3, grid.lines_share * (lines + 1)):
            return f"only {len(good)} of the grid's {lines + 1} {name} lines are seen"
        if good[0] > 1 + lines // 8 or good[-1] < lines - 1 - lines // 8:
            return f"the grid's {name} lines are seen on a part of the map only"
    return ""


def _outside(seen: GridSeen, layout: Layout, grid: GridSettings) -> CalibrationRefused | None:
    sides = {
        "left": (0, -1, layout.columns),
        "right": (0, layout.columns + 1, 0),
        "top": (1, -1, layout.rows),
        "bottom": (1, layout.rows + 1, 0),
    }
    for name, (axis, beyond, opposite) in sides.items():
        share = seen.share[axis]
        if share.get(beyond, 0.0) >= grid.outside_share > share.get(opposite, 0.0):
            why = f"the grid goes on beyond the {name} side and ends before the other: the corners are a square off"
            return CalibrationRefused(why, code="grid-shifted")
        if share.get(0 if beyond < 0 else beyond - 1, 0.0) < grid.line_share:
            why = f"the map's edge is not seen on the {name} side: are the corners a square off?"
            return CalibrationRefused(why, code="grid-shifted")
    return None


def _fitted(
    seen: GridSeen, now: Calibration, layout: Layout, settings: CalibrationSettings, is_free: bool
) -> Calibration:
    points_px = now.to_px(seen.points_mm(layout.square_mm))
    on_map = seen.inside(layout)
    axis, target = seen.axis[on_map], np.asarray(seen.line[on_map] * layout.square_mm, dtype=np.float64)
    points_px = points_px[on_map]

    def cost(bend: float) -> float:
        errors = _errors(points_px, axis, target, Bend(bend), now, layout)[1]
        return float(np.minimum(np.abs(errors), 0.1 * layout.square_mm).mean())

    lens: Lens = now.lens
    if is_free:
        low, high, ratio = -0.32, 0.16, (np.sqrt(5.0) - 1.0) / 2.0
        for _ in range(16):
            left, right = high - ratio * (high - low), low + ratio * (high - low)
            low, high = (low, right) if cost(left) < cost(right) else (left, high)
        lens = Bend(float((low + high) / 2.0))
    plane, errors = _errors(points_px, axis, target, lens, now, layout)
    return assemble(plane, lens, now.size_px, settings, np.abs(errors), now.markers)


def _errors(
    points_px: Floats, axis: NDArray[np.int64], target: Floats, lens: Lens, now: Calibration, layout: Layout
) -> tuple[Floats, Floats]:
    """The plane (map mm -> straight px) under which the points lie on their lines, and each one's error in mm.

    Each point says one thing: its x (on an upright line) or its y. Homogeneous least squares, outliers weighed down.
    """
    straight = lens.straighten(points_px, now.size_px)
    half = np.array([now.size_px[0] / 2.0, now.size_px[1] / 2.0])
    unit = (straight - half) / half[0]
    scale = max(layout.columns, layout.rows) * layout.square_mm
    goal = target / scale
    ones = np.column_stack([unit, np.ones(len(unit))])
    rows = np.zeros((len(unit), 9))
    rows[axis == 0, 0:3], rows[axis == 1, 3:6] = ones[axis == 0], ones[axis == 1]
    rows[:, 6:9] = -goal[:, None] * ones
    weight = np.ones(len(unit))
    for _ in range(6):
        weighed = rows * weight[:, None]
        back = np.linalg.eigh(weighed.T @ weighed)[1][:, 0].reshape(3, 3)
        depth = ones @ back[2]
        reached = np.where(axis == 0, ones @ back[0], ones @ back[1]) / depth
        errors = (reached - goal) * scale
        spread = max(1.4826 * float(np.median(np.abs(errors))), 0.002 * layout.square_mm)
        weight = 1.0 / np.abs(depth) / (1.0 + (errors / (2.0 * spread)) ** 2)
    to_unit = np.array([[1 / half[0], 0, -1.0], [0, 1 / half[0], -half[1] / half[0]], [0, 0, 1.0]])
    to_mm = np.diag([scale, scale, 1.0]) @ back @ to_unit
    plane = np.linalg.inv(to_mm)
    return np.asarray(plane / plane[2, 2]), np.asarray(errors)


def _moved_mm(before: Calibration, after: Calibration, layout: Layout) -> float:
    corners = map_corners_mm(layout)
    points = np.concatenate([corners, (corners + np.roll(corners, 1, axis=0)) / 2.0, corners.mean(axis=0)[None]])
    spots = points if before.markers else corners  # between given corners an unknown lens may bow the sides
    return float(np.linalg.norm(before.to_mm(after.to_px(spots)) - spots, axis=1).max())
