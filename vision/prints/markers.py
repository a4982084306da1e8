"""Everything that is printed for a table, as one PDF in true size: A4 or Letter, in the reader's language.

corners   brackets and strips that put the layout's corner markers in their places
tags      the layout's flat tags          collars   cards with a corner code for round bases
charuco   a board to measure the lens     ruler     to measure what the printer did
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from companion.errors import InputError
from vision.plane.collars import COLLAR_CARD_MM, COLLAR_IDS, COLLAR_TAG
from vision.plane.intrinsics import Board
from vision.plane.layout import Layout
from vision.prints.cards import BracketCard, CollarCard, StripCard, TagCard, corner_of, side_of
from vision.prints.charuco import draw_board
from vision.prints.paper import Card, Paper, Say
from vision.prints.rulers import draw_rulers

KINDS = ("corners", "tags", "collars", "charuco", "ruler")
_COLLARS = 12  # a sheet; two forces rarely have more


@dataclass
class Printed:
    """What went on paper: cards by kind, pages, and what was left out with its reason (a wording's key)."""

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
    """What was printed, with its PDF; raises ``InputError`` under ``file`` for a card larger than a page."""
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
    for one in layout.corners:
        head = say("print.corner", id=one.id, size=f"{one.size_mm:g}")
        away, beside = corner_of(one, layout), side_of(one, layout)
        if away is not None:
            place = ("top" if away[1] < 0 else "bottom") + "-" + ("left" if away[0] < 0 else "right")
            yield BracketCard(one.id, one.size_mm, away, (head, say(f"print.place.{place}")))
        elif beside is not None:
            side, out_mm, along_mm = beside
            where = say(f"print.place.{side}", along=f"{along_mm:g}")
            yield StripCard(one.id, one.size_mm, side, out_mm, (head, where))
        else:
            where = say("print.place.at", x=f"{one.centre_mm[0]:g}", y=f"{one.centre_mm[1]:g}")
            yield TagCard(one.id, one.size_mm, (head, where))


def _tags(layout: Layout, say: Say) -> Iterator[Card]:
    for base in layout.bases:
        if base.tag < COLLAR_TAG:
            label = say("print.base", piece=base.piece, tag=base.tag, size=f"{base.size_mm:g}")
            yield TagCard(base.tag, base.size_mm, (label,))


def _collars(layout: Layout, count: int | None, say: Say) -> Iterator[Card]:
    named = {base.tag - COLLAR_TAG: base.piece for base in layout.bases if base.tag >= COLLAR_TAG}
    wanted = sorted(named) if named and count is None else range(min(count or _COLLARS, COLLAR_IDS))
    for identity in wanted:
        label = say("print.collar", id=identity, tag=COLLAR_TAG + identity)
        yield CollarCard(identity, (label, str(named[identity])) if identity in named else (label,))
