"""From a tag on the picture to a space of the map: px -> mm (at the tag's height) -> base centre -> space.

    tag corners px ──camera pose, tag height──> mm ──tag's own directions──> centre of the base, mm ──> "D5", offset

A base whose centre is nearer to a line than the margin is not guessed: it becomes a ``Doubt``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from companion.table.observation import PieceSeen
from vision.arrays import Floats
from vision.plane.calibration import Calibration
from vision.plane.layout import BaseTag, Layout
from vision.plane.markers import Marker
from vision.settings import VisionSettings


@dataclass(frozen=True, slots=True)
class Doubt:
    """A tag that could not be placed, and why, in plain words."""

    tag: int
    why: str


def square_centre_mm(column: int, row: int, layout: Layout) -> tuple[float, float]:
    """The middle of a square in the map frame, mm."""
    return (column + 0.5) * layout.square_mm, (row + 0.5) * layout.square_mm


def place_tags(
    found: Sequence[Marker], calibration: Calibration, layout: Layout, settings: VisionSettings
) -> tuple[tuple[PieceSeen, ...], tuple[Doubt, ...]]:
    """The base tags that stand clearly on a space, sorted by tag, and the doubts about the others."""
    seen: defaultdict[int, list[_Flat]] = defaultdict(list)
    for tag in _laid_flat(found, calibration, layout):
        if _has_expected_size(tag, settings):
            seen[tag.base.tag].append(tag)
    pieces: list[PieceSeen] = []
    doubts: list[Doubt] = []
    for number, (tag, *twins) in sorted(seen.items()):
        if twins:
            doubts.append(Doubt(number, f"tag {number} ({tag.base.piece}) is seen {1 + len(twins)} times"))
            continue
        placed = _place(tag, layout, settings)
        if isinstance(placed, Doubt):
            doubts.append(placed)
        else:
            pieces.append(placed)
    return tuple(pieces), tuple(doubts)


@dataclass(frozen=True, eq=False)
class _Flat:
    """A base tag as it lies: the middle of its base (2,) and the tag's four sides (4,), mm."""

    base: BaseTag
    side_px: float
    centre_mm: Floats
    sides_mm: Floats


def _laid_flat(found: Sequence[Marker], calibration: Calibration, layout: Layout) -> Iterator[_Flat]:
    """Every base tag; those of one height are measured at once."""
    heights: defaultdict[float, list[Marker]] = defaultdict(list)
    for marker in found:
        if marker.id in layout.by_tag:
            heights[layout.by_tag[marker.id].height_mm].append(marker)
    for height_mm, markers in heights.items():
        corners_px = np.stack([marker.corners_px for marker in markers])
        corners_mm = calibration.to_mm(corners_px.reshape(-1, 2), height_mm).reshape(-1, 4, 2)
        bases = [layout.by_tag[marker.id] for marker in markers]
        sides_px, sides_mm = (np.linalg.norm(at - np.roll(at, 1, axis=1), axis=2) for at in (corners_px, corners_mm))
        across = (corners_mm[:, 1] - corners_mm[:, 0] + corners_mm[:, 2] - corners_mm[:, 3]) / 2.0
        along = across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9)
        down = np.column_stack([-along[:, 1], along[:, 0]])
        offset_mm = np.array([base.tag_offset_mm for base in bases])
        centre_mm = corners_mm.mean(axis=1) - offset_mm[:, :1] * along - offset_mm[:, 1:] * down
        for base, side_px, centre, sides in zip(bases, sides_px.mean(axis=1), centre_mm, sides_mm, strict=True):
            yield _Flat(base, float(side_px), centre, sides)


def _has_expected_size(tag: _Flat, settings: VisionSettings) -> bool:
    slack, side_mm = settings.markers.size_tolerance, tag.base.size_mm
    return all(abs(side / side_mm - 1.0) < slack for side in tag.sides_mm.tolist())


def _place(tag: _Flat, layout: Layout, settings: VisionSettings) -> PieceSeen | Doubt:
    base, (x_mm, y_mm) = tag.base, tag.centre_mm.tolist()
    name, spot = f"{base.tag} ({base.piece})", layout.places.spot((x_mm, y_mm))
    if spot is None:
        return Doubt(base.tag, f"tag {name} is off the map")
    if spot.margin_mm < settings.placing.boundary_margin_mm:
        if spot.beside:
            return Doubt(base.tag, f"tag {name} stands between {spot.space} and {spot.beside}")
        return Doubt(base.tag, f"tag {name} stands on the line of {spot.space}")
    offset = (round(x_mm - spot.middle_mm[0], 2), round(y_mm - spot.middle_mm[1], 2))
    evidence = {"margin_mm": round(spot.margin_mm, 2), "side_px": round(tag.side_px, 1)}
    if layout.board is not None:
        evidence["distance_mm"] = round(float(np.hypot(*offset)), 2)
    return PieceSeen(base.tag, spot.space, offset, evidence)
