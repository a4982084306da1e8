"""Places on a map where figures stand, and how clearly: a square, a printed space, a printed zone.

Squares   A1 … of one size                          ┌────────┬─────┐   o  space: the nearest one of the zone
Printed   the zones and spaces of a printed board   │ o  x o │  o  │   x  half way between two: asked
          (tablewright/areas@1), so many mm a unit  └────────┴─────┘   zones hold several figures where that is so
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from companion.board.areas.map import AreaMap, zone_of
from companion.board.areas.outlines import is_inside
from companion.board.squares import format_square, parse_square
from companion.core.ids import SpaceId

Mm = tuple[float, float]
_FINE = 100  # parts of a unit in which a point is looked up in an outline


@dataclass(frozen=True, slots=True)
class Spot:
    """A place and its middle; how far, in mm, a figure may move before it stands elsewhere, and where it would then."""

    space: SpaceId
    middle_mm: Mm
    margin_mm: float
    beside: str = ""  # the place it would be on, where it has a name


class Places(Protocol):
    """The places of one map."""

    def spot(self, at_mm: Mm) -> Spot | None:
        """The place of a figure whose base has its middle there; ``None`` off the map."""

    def middle_mm(self, space: SpaceId) -> Mm:
        """The middle of that place."""


@dataclass(frozen=True, slots=True)
class Squares:
    """A map of squares."""

    columns: int
    rows: int
    square_mm: float

    def spot(self, at_mm: Mm) -> Spot | None:
        column, row = (int(way // self.square_mm) for way in at_mm)
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        middle = ((column + 0.5) * self.square_mm, (row + 0.5) * self.square_mm)
        margin = self.square_mm / 2.0 - max(abs(at_mm[0] - middle[0]), abs(at_mm[1] - middle[1]))
        return Spot(format_square(column, row), middle, margin)

    def middle_mm(self, space: SpaceId) -> Mm:
        column, row = parse_square(space)
        return (column + 0.5) * self.square_mm, (row + 0.5) * self.square_mm


@dataclass(frozen=True)
class Printed:
    """A printed board: its map of areas, the size of a unit; ``by_zone``: figures stand in zones, not on spaces."""

    areas: AreaMap
    unit_mm: float
    by_zone: bool = False

    @cached_property
    def _outlines(self) -> dict[str, tuple[tuple[int, int], ...]]:
        return {zone.name: tuple((_FINE * x, _FINE * y) for x, y in zone.outline) for zone in self.areas.zones}

    @cached_property
    def _sites(self) -> dict[str, list[tuple[SpaceId, Mm]]]:
        """Return the spaces of each zone with their middles, mm; the zone itself where figures stand in zones."""
        sites: dict[str, list[tuple[SpaceId, Mm]]] = {zone.name: [] for zone in self.areas.zones}
        for site in self.areas.sites:
            sites[zone_of(site.name)].append((site.name, (site.at[0] * self.unit_mm, site.at[1] * self.unit_mm)))
        if self.by_zone:
            middles = {zone: np.mean([at for _, at in spaces], axis=0) for zone, spaces in sites.items() if spaces}
            return {zone: [(SpaceId(zone), (float(at[0]), float(at[1])))] for zone, at in middles.items()}
        return sites

    def spot(self, at_mm: Mm) -> Spot | None:
        point = (round(at_mm[0] / self.unit_mm * _FINE), round(at_mm[1] / self.unit_mm * _FINE))
        zone = next((name for name, outline in self._outlines.items() if is_inside(point, outline)), None)
        if zone is None or not self._sites.get(zone):
            return None
        near = sorted(self._sites[zone], key=lambda site: np.hypot(site[1][0] - at_mm[0], site[1][1] - at_mm[1]))
        (space, middle), rim = near[0], self._rim(zone, at_mm)
        if len(near) == 1:
            return Spot(space, middle, rim)
        between, beside = min((_to_half_way(at_mm, middle, other), name) for name, other in near[1:])
        return Spot(space, middle, min(rim, between), beside if between < rim else "")

    def middle_mm(self, space: SpaceId) -> Mm:
        return next(at for sites in self._sites.values() for name, at in sites if name == space)

    def _rim(self, zone: str, at_mm: Mm) -> float:
        """Return the distance of the point from the zone's outline, mm."""
        corners = np.array(self._outlines[zone], dtype=np.float64) / _FINE * self.unit_mm
        ends = np.roll(corners, -1, axis=0)
        along = ends - corners
        share = np.clip(((at_mm - corners) * along).sum(axis=1) / (along**2).sum(axis=1), 0.0, 1.0)
        return float(np.linalg.norm(corners + share[:, None] * along - at_mm, axis=1).min())


def _to_half_way(at_mm: Mm, middle: Mm, other: Mm) -> float:
    """Return the distance to the line on which both middles are equally near, mm."""
    (x, y), (u, v) = middle, other
    along = (at_mm[0] - (x + u) / 2) * (u - x) + (at_mm[1] - (y + v) / 2) * (v - y)
    return float(abs(along) / np.hypot(u - x, v - y))
