"""The printed grid as it lies on a picture: one measurement for every side of every square.

   line k
     │            a strip across the line, as long as a square, is read from straight above;
╌╌╌╌╌│╌╌╌╌╌       its darkest (or lightest) ridge is the line: ``off_mm`` from where the calibration has it
square side       a step between two tints is no ridge, and neither is a strip with two of them
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture, grey
from vision.plane.calibration import Calibration
from vision.plane.layout import Layout

_MARGIN = 2  # squares round the map that are looked at too
_BEYOND = 1  # lines outside the map that are looked for: there should be none
_LEAST_LEVEL = 2.0  # grey levels a line must differ from both its sides; noise averaged along a side stays below 1
_RIVAL = 0.7  # of the best ridge: with a second one as strong, nobody knows which is the line


@dataclass(frozen=True, eq=False)
class GridSeen:
    """Sides of squares on which the line was found; ``axis`` 0: upright lines (constant x), 1: level ones."""

    axis: NDArray[np.int64]
    line: NDArray[np.int64]  # 0 is the map's edge, -1 a square outside it
    along_mm: Floats  # the middle of the side, along the line
    off_mm: Floats  # how far the line lies from where the calibration has it, towards larger x or y
    strength: Floats  # grey levels
    share: tuple[dict[int, float], dict[int, float]]  # per axis: line -> share of its sides that were found

    def points_mm(self, square_mm: float) -> Floats:
        """Return the points where the line was found, (n, 2) in the frame of the calibration it was looked for with."""
        across = self.line * square_mm + self.off_mm
        x = np.where(self.axis == 0, across, self.along_mm)
        y = np.where(self.axis == 0, self.along_mm, across)
        return np.column_stack([x, y])

    def inside(self, layout: Layout) -> NDArray[np.bool_]:
        """Return which of them lie on lines of the map."""
        most = np.where(self.axis == 0, layout.columns, layout.rows)
        return np.asarray((self.line >= 0) & (self.line <= most))


def see_grid(picture: Picture, calibration: Calibration, layout: Layout, reach: float) -> GridSeen:
    """The lines found within ``reach`` (of a square) of where the calibration has them."""
    side = int(np.clip(round(calibration.px_per_mm(layout) * layout.square_mm), 14, 40))
    flat = _from_above(grey(picture), calibration, layout, side)
    parts = [_lines(flat, layout.columns, layout.rows, side, reach)]
    parts.append(_lines(np.ascontiguousarray(flat.T), layout.rows, layout.columns, side, reach))
    kept = max(([_pick(part, which) for part in parts] for which in (0, 1)), key=lambda one: _weight(one, layout))
    step = layout.square_mm / side
    axis = np.concatenate([np.full(len(one[0]), number) for number, one in enumerate(kept)])
    line, cell, off, strength = (np.concatenate([one[place] for one in kept]) for place in range(4))
    shares = []
    for number, (lines, cells) in enumerate([(layout.columns, layout.rows), (layout.rows, layout.columns)]):
        counts = {k: int(np.sum((axis == number) & (line == k))) for k in range(-_BEYOND, lines + _BEYOND + 1)}
        shares.append({k: count / cells for k, count in counts.items()})
    return GridSeen(axis, line, (cell + 0.5) * layout.square_mm, off * step, strength, (shares[0], shares[1]))


_Part = tuple[NDArray[np.int64], NDArray[np.int64], int, tuple[Floats, Floats]]
_Sides = tuple[NDArray[np.int64], NDArray[np.int64], Floats, Floats]


def _weight(both: list[_Sides], layout: Layout) -> float:
    """Return the evidence for dark lines, or for light ones, by the lines between squares: the map's edge has both."""
    inner = [(line > 0) & (line < most) for (line, *_), most in zip(both, (layout.columns, layout.rows), strict=True)]
    return float(sum(np.minimum(one[3][kept], 20.0).sum() for one, kept in zip(both, inner, strict=True)))


def _from_above(picture: Picture, calibration: Calibration, layout: Layout, side: int) -> NDArray[np.float32]:
    step = layout.square_mm / side
    x_mm = (np.arange((layout.columns + 2 * _MARGIN) * side + 1) - _MARGIN * side) * step
    y_mm = (np.arange((layout.rows + 2 * _MARGIN) * side + 1) - _MARGIN * side) * step
    (x_nodes, x_between), (y_nodes, y_between) = _nodes(len(x_mm)), _nodes(len(y_mm))
    nodes = np.stack(np.meshgrid(x_mm[x_nodes], y_mm[y_nodes]), axis=-1)
    there = calibration.to_px(nodes.reshape(-1, 2)).reshape(nodes.shape)  # the lens bends little between two nodes
    where = np.stack([y_between @ there[..., part] @ x_between.T for part in (0, 1)], axis=-1).astype(np.float32)
    flat = cv2.remap(picture, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, dtype=np.float32)


def _nodes(count: int, step: int = 8) -> tuple[NDArray[np.int64], Floats]:
    """Every eighth place and the last one, and the matrix that fills in what is between them."""
    nodes = np.unique(np.append(np.arange(0, count, step), count - 1))
    between = np.zeros((count, len(nodes)))
    places = np.arange(count)
    left = np.clip(np.searchsorted(nodes, places, side="right") - 1, 0, len(nodes) - 2)
    share = (places - nodes[left]) / (nodes[left + 1] - nodes[left])
    between[places, left], between[places, left + 1] = 1.0 - share, share
    return nodes, between


def _lines(flat: NDArray[np.float32], lines: int, cells: int, side: int, reach: float) -> _Part:
    """Every side of every square on the upright lines: line, cell, then per side the ridges dark and light."""
    first, last = round(0.15 * side), round(0.85 * side)  # not the crossings
    strips = np.stack(
        [
            np.median(flat[(cell + _MARGIN) * side + first : (cell + _MARGIN) * side + last], axis=0)
            for cell in range(cells)
        ]
    )
    strips = cv2.GaussianBlur(np.asarray(strips, dtype=np.float32), (3, 1), 0.6)
    gap = max(2, round(0.11 * side))
    before, after = np.roll(strips, gap, axis=1), np.roll(strips, -gap, axis=1)
    dark, light = np.minimum(before, after) - strips, strips - np.maximum(before, after)
    span = max(2, min(round(reach * side), side - 2 * gap))
    windows = [(k, (k + _MARGIN) * side) for k in range(-_BEYOND, lines + _BEYOND + 1)]
    line = np.repeat([k for k, _ in windows], cells)
    cell = np.tile(np.arange(cells), len(windows))
    cut = [np.concatenate([one[:, at - span - 1 : at + span + 2] for _, at in windows]) for one in (dark, light)]
    return line, cell, span, (np.asarray(cut[0], np.float64), np.asarray(cut[1], np.float64))


def _pick(part: _Part, which: int) -> _Sides:
    """The sides with one clear ridge, dark (0) or light (1): line, cell, offset in px from its place, strength."""
    line, cell, span, both = part
    ridge = both[which]
    inner = ridge[:, 1:-1]
    best = inner.argmax(axis=1)
    rows = np.arange(len(ridge))
    here, left, right = inner[rows, best], ridge[rows, best], ridge[rows, best + 2]
    bow = left - 2 * here + right
    shift = np.clip(np.where(bow < -1e-6, 0.5 * (left - right) / np.where(bow < -1e-6, bow, -1.0), 0.0), -0.5, 0.5)
    away = np.abs(np.arange(inner.shape[1])[None, :] - best[:, None]) > 3
    rival = np.where(away, inner, 0.0).max(axis=1)
    on_rim = (best == 0) | (best == inner.shape[1] - 1)
    kept = (here >= _LEAST_LEVEL) & (rival < _RIVAL * here) & ~on_rim
    off = best + shift - span
    return line[kept], cell[kept], np.asarray(off[kept]), np.asarray(here[kept])
