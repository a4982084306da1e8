"""Cards to cut out: flat tags, brackets for the map's corners, strips for its sides, collars for round bases.

bracket (top left)   ┌────────────┐        collar   ██░─────░██
  cut along the L,   │  ┌──┐      │                 ░█ (   ) █░   cut along the square and the circle, or print
  lay its inner      │  └──┘  ┌───┘                 │  (   )  │   it and glue the base on it
  corner against     │        │ map                 ░█ (   ) █░
  the map's corner   └────────┘                     ██░─────░██
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fpdf import FPDF

from vision.plane.collars import COLLAR_CARD_MM, COLLAR_CELL_MM, COLLAR_DISC_MM, collar_cells
from vision.plane.layout import CornerMarker, Layout
from vision.plane.markers import FAMILIES, draw_tag
from vision.prints.paper import draw_cells

_ARM_MM = 40.0  # of a bracket, along the map's edge
_LIGHT, _DARK = 170, 90  # grey levels of pale and of dark lines


@dataclass(frozen=True, slots=True)
class Tag:
    """A marker of a family as it is drawn: its black square has sides of ``side_mm``."""

    number: int
    family: str
    side_mm: float

    @property
    def paper_mm(self) -> float:
        """The side with one cell of white all round."""
        return self.side_mm * (1.0 + 2.0 / FAMILIES[self.family])

    def draw(self, pdf: FPDF, x: float, y: float) -> None:
        """The marker with its middle at a place of the page, in mm."""
        across, half = FAMILIES[self.family], self.side_mm / 2
        cells = (draw_tag(self.number, across, self.family) < 128).tolist()
        draw_cells(pdf, cells, x - half, y - half, self.side_mm / across)


@dataclass(frozen=True, slots=True)
class TagCard:
    """A marker alone, with one cell of white around it."""

    tag: Tag
    label: Sequence[str]

    @property
    def size_mm(self) -> tuple[float, float]:
        return self.tag.paper_mm, self.tag.paper_mm

    def draw(self, pdf: FPDF, x: float, y: float) -> None:
        wide, high = self.size_mm
        _pen(pdf, _LIGHT, 0.1)
        pdf.rect(x, y, wide, high)
        self.tag.draw(pdf, x + wide / 2, y + high / 2)


@dataclass(frozen=True, slots=True)
class BracketCard:
    """An L round a corner of the map: laid against it, the marker is where the layout says."""

    tag: Tag
    away_mm: tuple[float, float]  # from the map's corner to the marker's middle: outward on both axes
    label: Sequence[str]

    @property
    def _out_mm(self) -> tuple[float, float]:
        half = self.tag.paper_mm / 2
        return abs(self.away_mm[0]) + half, abs(self.away_mm[1]) + half

    @property
    def size_mm(self) -> tuple[float, float]:
        return self._out_mm[0] + _ARM_MM, self._out_mm[1] + _ARM_MM

    def draw(self, pdf: FPDF, x: float, y: float) -> None:
        wide, high = self.size_mm
        out_x, out_y = self._out_mm
        left, top = self.away_mm[0] < 0, self.away_mm[1] < 0
        corner = (x + (out_x if left else _ARM_MM), y + (out_y if top else _ARM_MM))
        far = (x + (0.0 if left else wide), y + (0.0 if top else high))
        near = (x + (wide if left else 0.0), y + (high if top else 0.0))
        _pen(pdf, _DARK, 0.15)
        outline = [far, (near[0], far[1]), (near[0], corner[1]), corner, (corner[0], near[1]), (far[0], near[1])]
        pdf.polygon(outline)
        self.tag.draw(pdf, corner[0] + self.away_mm[0], corner[1] + self.away_mm[1])
        _arrow(pdf, corner, (-1.0 if left else 1.0, -1.0 if top else 1.0))


@dataclass(frozen=True, slots=True)
class StripCard:
    """A card against a side of the map; its notch goes to the told distance along that side."""

    tag: Tag
    side: str  # left, right, top, bottom
    away_mm: float  # from the map's edge to the marker's middle
    label: Sequence[str]

    @property
    def size_mm(self) -> tuple[float, float]:
        out, along = abs(self.away_mm) + self.tag.paper_mm / 2, self.tag.paper_mm + 10.0
        return (along, out) if self.side in ("top", "bottom") else (out, along)

    def draw(self, pdf: FPDF, x: float, y: float) -> None:
        wide, high = self.size_mm
        _pen(pdf, _DARK, 0.15)
        pdf.rect(x, y, wide, high)
        away = abs(self.away_mm)
        edge, out = {
            "top": ((x + wide / 2, y + high), (0.0, -1.0)),
            "bottom": ((x + wide / 2, y), (0.0, 1.0)),
            "left": ((x + wide, y + high / 2), (-1.0, 0.0)),
            "right": ((x, y + high / 2), (1.0, 0.0)),
        }[self.side]
        self.tag.draw(pdf, edge[0] + out[0] * away, edge[1] + out[1] * away)
        _arrow(pdf, edge, out)


@dataclass(frozen=True, slots=True)
class CollarCard:
    """A square card under a round base, with its identity in the four corners."""

    identity: int
    label: Sequence[str]

    @property
    def size_mm(self) -> tuple[float, float]:
        return COLLAR_CARD_MM, COLLAR_CARD_MM

    def draw(self, pdf: FPDF, x: float, y: float) -> None:
        far = COLLAR_CARD_MM - 2 * COLLAR_CELL_MM
        places = ((0.0, 0.0), (far, 0.0), (far, far), (0.0, far))
        for (right, down), cells in zip(places, collar_cells(self.identity).tolist(), strict=True):
            draw_cells(pdf, cells, x + right, y + down, COLLAR_CELL_MM)
        _pen(pdf, _LIGHT, 0.1)
        pdf.rect(x, y, COLLAR_CARD_MM, COLLAR_CARD_MM)
        pdf.set_dash_pattern(dash=1.0, gap=1.0)
        inset = (COLLAR_CARD_MM - COLLAR_DISC_MM) / 2
        pdf.ellipse(x + inset, y + inset, COLLAR_DISC_MM, COLLAR_DISC_MM)
        pdf.set_dash_pattern()


def corner_of(marker: CornerMarker, layout: Layout) -> tuple[float, float] | None:
    """Return the way from the map's corner to the marker's middle, for a marker
    diagonally outside one; else ``None``.
    """
    away = _outside(marker, layout)
    return away if away[0] and away[1] else None


def side_of(marker: CornerMarker, layout: Layout) -> tuple[str, float, float] | None:
    """The side a marker lies beside, how far out, and how far along from the map's left or top; else ``None``."""
    out_x, out_y = _outside(marker, layout)
    if bool(out_x) == bool(out_y):
        return None
    if out_y:
        return "top" if out_y < 0 else "bottom", out_y, marker.centre_mm[0]
    return "left" if out_x < 0 else "right", out_x, marker.centre_mm[1]


def _outside(marker: CornerMarker, layout: Layout) -> tuple[float, float]:
    """Return how far outside the map the marker's middle lies on each axis, when all of its card does; else 0."""
    half = Tag(marker.id, layout.family, marker.size_mm).paper_mm / 2
    sizes = (layout.columns * layout.square_mm, layout.rows * layout.square_mm)
    outs = [at if at < 0 else at - size if at > size else 0.0 for at, size in zip(marker.centre_mm, sizes, strict=True)]
    x, y = (out if abs(out) >= half - 0.01 else 0.0 for out in outs)
    return x, y


def _arrow(pdf: FPDF, tip: tuple[float, float], out: tuple[float, float]) -> None:
    """A short line that ends where the map must touch, drawn on the card's side."""
    _pen(pdf, 0, 0.3)
    pdf.line(tip[0], tip[1], tip[0] + 4.0 * out[0], tip[1] + 4.0 * out[1])


def _pen(pdf: FPDF, level: int, wide_mm: float) -> None:
    pdf.set_draw_color(level)
    pdf.set_line_width(wide_mm)
