"""From a tag on the picture to a space of the map: px -> mm (at the tag's height) -> base centre -> space.

    tag corners px ──camera pose, tag height──> mm ──tag's own directions──> centre of the base, mm ──> "D5", offset

A base whose centre is nearer to a line than the margin is not guessed: it becomes a ``Doubt``.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    sized = [marker for marker in found if _has_expected_size(marker, calibration, layout, settings)]
    pieces: list[PieceSeen] = []
    doubts: list[Doubt] = []
    for tag in sorted({marker.id for marker in sized}):
        seen = [marker for marker in sized if marker.id == tag]
        if len(seen) > 1:
            doubts.append(Doubt(tag, f"tag {tag} ({layout.by_tag[tag].piece}) is seen {len(seen)} times"))
            continue
        placed = _place(seen[0], layout.by_tag[tag], calibration, layout, settings)
        if isinstance(placed, Doubt):
            doubts.append(placed)
        else:
            pieces.append(placed)
    return tuple(pieces), tuple(doubts)


def _has_expected_size(marker: Marker, calibration: Calibration, layout: Layout, settings: VisionSettings) -> bool:
    base = layout.by_tag.get(marker.id)
    if base is None:
        return False
    corners = calibration.to_mm(marker.corners_px, base.height_mm)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    slack = settings.markers.size_tolerance
    return bool(np.all(np.abs(sides / base.size_mm - 1.0) < slack))


def _place(
    marker: Marker, base: BaseTag, calibration: Calibration, layout: Layout, settings: VisionSettings
) -> PieceSeen | Doubt:
    x_mm, y_mm = _base_centre_mm(marker, base, calibration)
    name, spot = f"tag {base.tag} ({base.piece})", layout.places.spot((x_mm, y_mm))
    if spot is None:
        return Doubt(base.tag, f"{name} is off the map")
    if spot.margin_mm < settings.placing.boundary_margin_mm:
        where = f"between {spot.space} and {spot.beside}" if spot.beside else f"on the line of {spot.space}"
        return Doubt(base.tag, f"{name} stands {where}")
    offset = (round(x_mm - spot.middle_mm[0], 2), round(y_mm - spot.middle_mm[1], 2))
    evidence = {"margin_mm": round(spot.margin_mm, 2), "side_px": round(marker.side_px, 1)}
    if layout.board is not None:
        evidence["distance_mm"] = round(float(np.hypot(*offset)), 2)
    return PieceSeen(base.tag, spot.space, offset, evidence)


def _base_centre_mm(marker: Marker, base: BaseTag, calibration: Calibration) -> tuple[float, float]:
    corners: Floats = calibration.to_mm(marker.corners_px, base.height_mm)
    across = (corners[1] - corners[0] + corners[2] - corners[3]) / 2.0
    along = across / max(float(np.linalg.norm(across)), 1e-9)
    down = np.array([-along[1], along[0]])
    centre = corners.mean(axis=0) - base.tag_offset_mm[0] * along - base.tag_offset_mm[1] * down
    return float(centre[0]), float(centre[1])
