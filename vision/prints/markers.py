"""Markers on paper: a PDF in true size, A4, with a ruler to check the printer and a label under every marker.

┌───────────────────────────────┐
│ Print at 100 %. |····|  100 mm│   each marker: black square in its true size, one cell of white around it,
│  [0]   [1]   [2]   [3]        │   a thin grey line to cut along, its label below
│ corner 0 …                    │
└───────────────────────────────┘
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from fpdf import FPDF

from companion.errors import InputError
from vision.plane.layout import Layout
from vision.plane.markers import draw_tag

__all__ = ["print_markers"]

_PAGE_MM, _EDGE_MM, _TOP_MM, _GAP_MM, _LABEL_MM = (210.0, 297.0), 15.0, 34.0, 6.0, 6.0
_CELLS = 6  # four by four bits in a border of one
_WORDS = {
    "head": 'Print at 100 % (no "fit to page"). The line must measure 100 mm:',
    "corner": "corner {id}, {size:g} mm",
    "base": "{piece} (tag {tag}), {size:g} mm",
    "up": "Keep every corner marker upright: its label side points away from row 1.",
}


@dataclass(frozen=True, slots=True)
class _Card:
    tag: int
    size_mm: float
    label: str

    @property
    def side_mm(self) -> float:
        return self.size_mm * (_CELLS + 2) / _CELLS


def print_markers(layout: Layout, out: Path, *, file: str = "layout") -> int:
    """How many pages were written: the PDF at ``out`` is whole or not there at all.

    Raises ``InputError``: under ``file`` for a marker larger than a page, under ``out`` when it cannot be written.
    """
    paper = FPDF(format="A4", unit="mm")
    paper.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # the same layout gives the same bytes
    paper.set_auto_page_break(False)
    paper.set_title("Markers")
    x, y, row_mm = _EDGE_MM, _PAGE_MM[1], 0.0
    for card in _cards(layout):
        if card.side_mm > _PAGE_MM[0] - 2 * _EDGE_MM:
            raise InputError(file, f"marker {card.tag}", f"{card.size_mm:g} mm", "a marker that fits on A4 (135 mm)")
        if x + card.side_mm > _PAGE_MM[0] - _EDGE_MM:
            x, y, row_mm = _EDGE_MM, y + row_mm, 0.0
        if y + card.side_mm + _LABEL_MM > _PAGE_MM[1] - _EDGE_MM:
            _new_page(paper)
            x, y, row_mm = _EDGE_MM, _TOP_MM, 0.0
        _draw(paper, card, x, y)
        x += max(card.side_mm, _label_mm(paper, card)) + _GAP_MM
        row_mm = max(row_mm, card.side_mm + _LABEL_MM + _GAP_MM)
    _write(bytes(paper.output()), out)
    return int(paper.page)


def _cards(layout: Layout) -> Iterator[_Card]:
    for corner in layout.corners:
        yield _Card(corner.id, corner.size_mm, _WORDS["corner"].format(id=corner.id, size=corner.size_mm))
    for base in layout.bases:
        yield _Card(base.tag, base.size_mm, _WORDS["base"].format(piece=base.piece, tag=base.tag, size=base.size_mm))


def _new_page(paper: FPDF) -> None:
    paper.add_page()
    paper.set_font("Helvetica", size=9)
    paper.set_text_color(40)
    paper.text(_EDGE_MM, 12.0, _WORDS["head"])
    paper.text(_EDGE_MM, 28.0, _WORDS["up"])
    paper.set_draw_color(0)
    paper.set_line_width(0.2)
    paper.line(_EDGE_MM, 18.0, _EDGE_MM + 100.0, 18.0)
    for mark in range(0, 101, 5):
        tall = 4.0 if mark % 10 == 0 else 2.0
        paper.line(_EDGE_MM + mark, 18.0 - tall, _EDGE_MM + mark, 18.0)
        if mark % 20 == 0:
            paper.text(_EDGE_MM + mark - 1.5, 22.0, str(mark))


def _draw(paper: FPDF, card: _Card, x: float, y: float) -> None:
    paper.set_draw_color(170)
    paper.set_line_width(0.1)
    paper.rect(x, y, card.side_mm, card.side_mm)
    bits = draw_tag(card.tag, _CELLS)
    cell = card.size_mm / _CELLS
    paper.set_fill_color(0)
    for row in range(_CELLS):
        column = 0
        while column < _CELLS:  # one rectangle per run of black cells: no hairlines between cells
            run = 0
            while column + run < _CELLS and bits[row, column + run] < 128:
                run += 1
            if run:
                below = 0.02 if row + 1 < _CELLS else 0.0
                paper.rect(x + (column + 1) * cell, y + (row + 1) * cell, run * cell, cell + below, style="F")
            column += max(run, 1)
    paper.text(x, y + card.side_mm + 4.0, _latin(card.label))


def _label_mm(paper: FPDF, card: _Card) -> float:
    return float(paper.get_string_width(_latin(card.label)))


def _latin(text: str) -> str:
    return text.encode("latin-1", "replace").decode("latin-1")  # the font every PDF reader has knows Latin-1


def _write(packed: bytes, out: Path) -> None:
    try:
        handle, draft = tempfile.mkstemp(dir=out.parent, prefix=f".{out.name}.")
    except OSError as wrong:
        raise InputError(str(out), "", wrong.strerror or "no folder", "a place where a file can be written") from wrong
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(packed)
        Path(draft).chmod(0o644)
        Path(draft).replace(out)
    except OSError as wrong:
        Path(draft).unlink(missing_ok=True)
        raise InputError(str(out), "", wrong.strerror or "a fault", "a place where a file can be written") from wrong
