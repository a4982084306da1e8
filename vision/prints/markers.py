"""Everything that is printed for a table, as one PDF in true size: A4 or Letter, in the reader's language.

corners   brackets and strips that put the layout's corner markers in their places
tags      the layout's flat tags          collars   cards with a corner code for round bases
charuco   a board to measure the lens     ruler     to measure what the printer did

A ChArUco board in true size: to be photographed from several sides, so that the lens can be measured.

A page of rulers: millimetres and inches, across and down, to measure after printing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from companion.errors import InputError
from vision.plane.collars import COLLAR_CARD_MM, COLLAR_IDS, COLLAR_TAG
from vision.plane.intrinsics import Board, make_board
from vision.plane.layout import Layout
from vision.prints.cards import BracketCard, CollarCard, StripCard, Tag, TagCard, corner_of, side_of
from vision.prints.paper import EDGE_MM, Card, Paper, Say, draw_cells


def draw_board(paper: Paper, board: Board, say: Say) -> tuple[float, float]:
    """Draw the board on a page of its own; return its top left corner there, mm."""
    wide, high = board.columns * board.square_mm, board.rows * board.square_mm
    note = say("print.charuco.note", columns=board.columns, rows=board.rows, square=f"{board.square_mm:g}")
    _, y = paper.new_page(note)
    x = (paper.size_mm[0] - wide) / 2
    y += max(0.0, (paper.size_mm[1] - EDGE_MM - y - high) / 2)
    made: Any = make_board(board)
    middles = np.array([np.asarray(quad).reshape(-1, 3)[:, :2].mean(axis=0) for quad in made.getObjPoints()])
    with_marker = {(int(c // board.square_mm), int(r // board.square_mm)) for c, r in middles}
    paper.pdf.set_fill_color(0)
    for column in range(board.columns):
        for row in range(board.rows):
            if (column, row) not in with_marker:
                side = board.square_mm
                paper.pdf.rect(x + column * side, y + row * side, side, side, style="F")
    dictionary = made.getDictionary()
    cells = int(dictionary.markerSize) + 2
    for number, middle in zip(np.asarray(made.getIds()).reshape(-1), middles, strict=True):
        bits = np.asarray(dictionary.generateImageMarker(int(number), cells, borderBits=1)).reshape(cells, cells) < 128
        left, top = x + middle[0] - board.marker_mm / 2, y + middle[1] - board.marker_mm / 2
        draw_cells(paper.pdf, bits.tolist(), float(left), float(top), board.marker_mm / cells)
    return x, y


_INCH_MM = 25.4


def draw_rulers(paper: Paper, say: Say) -> int:
    """Draw a page of rulers; return the number of pages added."""
    x, y = paper.new_page(say("print.ruler.note"))
    wide, high = paper.room_mm
    tens, inches = int(wide // 10) - 1, int(wide // _INCH_MM)
    _across(paper, x, y + 12.0, 10.0, tens, 10, (5,))
    paper.text(x, y + 20.0, say("print.ruler.across", length=tens * 10, unit="mm"))
    _across(paper, x, y + 42.0, _INCH_MM, inches, 16, (8, 4))
    paper.text(x, y + 50.0, say("print.ruler.across", length=inches, unit="in"))
    top, down = y + 62.0, int((high - 72.0) // 10)
    pdf = paper.pdf
    pdf.line(x, top, x, top + down * 10.0)
    for mark in range(down * 10 + 1):
        long_mm = 7.0 if mark % 10 == 0 else 5.0 if mark % 5 == 0 else 3.0
        pdf.line(x, top + mark, x + long_mm, top + mark)
        if mark % 10 == 0:
            paper.text(x + 8.0, top + mark + 1.0, str(mark), 7.0)
    for number, line in enumerate(say("print.ruler.steps").split("|")):
        paper.text(x + 24.0, top + 8.0 + number * 7.0, line, 10.0)
    return 1


def _across(paper: Paper, x: float, y: float, unit_mm: float, units: int, parts: int, longer: tuple[int, ...]) -> None:
    pdf = paper.pdf
    pdf.set_draw_color(0)
    pdf.set_line_width(0.15)
    pdf.line(x, y, x + units * unit_mm, y)
    for mark in range(units * parts + 1):
        step = mark % parts
        long_mm = 7.0 if step == 0 else 3.0 + next((2.0 - i for i, one in enumerate(longer) if step % one == 0), 0.0)
        at = x + mark * unit_mm / parts
        pdf.line(at, y - long_mm, at, y)
        if step == 0:
            paper.text(at - 1.0, y + 3.4, str(mark // parts * (10 if unit_mm == 10.0 else 1)), 7.0)


KINDS = ("corners", "tags", "collars", "charuco", "ruler")
_COLLARS = 12  # a sheet; two forces rarely have more


@dataclass
class Printed:
    """The result of printing: cards by kind, pages, and what was left out with its reason (a wording's key)."""

    counts: dict[str, int] = field(default_factory=dict)
    pages: int = 0
    pdf: bytes = b""
    left_out: list[tuple[str, str]] = field(default_factory=list)


def print_markers(
    layout: Layout,
    say: Say,
    *,
    kinds: Sequence[str] = ("corners", "tags"),
    paper: str = "a4",
    collars: int | None = None,
    file: str = "layout",
) -> Printed:
    """Print the markers as a PDF; raises ``InputError`` under ``file`` for a card larger than a page."""
    sheet, done = Paper(paper, say("print.title"), say), Printed()
    makers: dict[str, Callable[[], int]] = {
        "corners": lambda: sheet.flow(_corners(layout, say), say("print.corners.note"), file),
        "tags": lambda: sheet.flow(_tags(layout, say), say("print.tags.note"), file),
        "collars": lambda: sheet.flow(_collars(layout, collars, say), say("print.collars.note"), file),
        "charuco": lambda: len([draw_board(sheet, Board(), say)]),
        "ruler": lambda: draw_rulers(sheet, say),
    }
    for kind in kinds:
        if kind == "collars" and layout.square_mm < COLLAR_CARD_MM - 0.05:
            if len(kinds) == 1:
                wanted = f"squares of {COLLAR_CARD_MM:g} mm: a collar is as large; use tags or no tag at all"
                raise InputError(file, "map.square_mm", f"{layout.square_mm:g}", wanted)
            done.left_out.append((kind, "print.collars.do-not-fit"))
            continue
        count = makers[kind]()
        if count:
            done.counts[kind] = count
        else:
            done.left_out.append((kind, f"print.{kind}.none"))
    done.pages = sheet.pages
    if not done.pages:
        raise InputError(file, "base_tags", "nothing to print", "a layout with tags")
    done.pdf = bytes(sheet.pdf.output())
    return done


def _corners(layout: Layout, say: Say) -> Iterator[Card]:
    for corner in layout.corners:
        tag = Tag(corner.id, layout.family, corner.size_mm)
        head = say("print.corner", id=corner.id, size=f"{corner.size_mm:g}")
        away, beside = corner_of(corner, layout), side_of(corner, layout)
        if away is not None:
            place = ("top" if away[1] < 0 else "bottom") + "-" + ("left" if away[0] < 0 else "right")
            yield BracketCard(tag, away, (head, say(f"print.place.{place}")))
        elif beside is not None:
            side, out_mm, along_mm = beside
            where = say(f"print.place.{side}", along=f"{along_mm:g}")
            yield StripCard(tag, side, out_mm, (head, where))
        else:
            where = say("print.place.at", x=f"{corner.centre_mm[0]:g}", y=f"{corner.centre_mm[1]:g}")
            yield TagCard(tag, (head, where))


def _tags(layout: Layout, say: Say) -> Iterator[Card]:
    for base in layout.bases:
        if base.tag < COLLAR_TAG:
            label = say("print.base", piece=base.piece, tag=base.tag, size=f"{base.size_mm:g}")
            yield TagCard(Tag(base.tag, layout.family, base.size_mm), (label,))


def _collars(layout: Layout, count: int | None, say: Say) -> Iterator[Card]:
    named = {base.tag - COLLAR_TAG: base.piece for base in layout.bases if base.tag >= COLLAR_TAG}
    wanted = sorted(named) if named and count is None else range(min(count or _COLLARS, COLLAR_IDS))
    for identity in wanted:
        label = say("print.collar", id=identity, tag=COLLAR_TAG + identity)
        yield CollarCard(identity, (label, str(named[identity])) if identity in named else (label,))
