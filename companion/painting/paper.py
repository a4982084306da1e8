"""Sheets of A4 or letter that fill from the top: headings, lines, pictures beside lines, strips. PDF by fpdf2."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from io import BytesIO
from unicodedata import normalize

from companion.errors import MissingPart
from companion.painting.canvas import rows_of
from companion.painting.font import lato, letters_lacking, needs_others, other_fonts
from companion.painting.png import png_of
from companion.text.letters import shown

PICTURE = 900  # pixels of a drawing on paper
BAR = 2.5  # mm
EDGE, COLUMN, GAP, LINE, TALLEST = 14.0, 88.0, 6.0, 4.6, 120.0  # mm: margin, column, between, a line, a drawing at most
ON_A_WALL = 1.6  # times the letters of a report: 14 points are read from two steps away
WIDE = 2 * COLUMN + GAP
SIZES = ("a4", "letter")  # both are wide enough for two columns


class Paper:
    """A document; raises ``MissingPart`` without the library that writes it. ``size``: ``a4`` or ``letter``."""

    def __init__(self, title: str, size: str = SIZES[0]) -> None:
        try:
            from fpdf import FPDF
        except ImportError as missing:
            raise MissingPart("the package fpdf2", "install it: pip install fpdf2") from missing
        self._y = EDGE
        self._pdf = FPDF(format=size, unit="mm")
        self._pdf.set_title(title)
        self._pdf.set_auto_page_break(False)
        for style, file in zip(("", "B"), lato(), strict=True):
            self._pdf.add_font("Lato", style, file)
        self._has_others = False
        self._new_page()

    def heading(self, text: str, size: int) -> None:
        """A line of its own, bold, so many points high."""
        self._pdf.set_font("Lato", "B", size)
        self._write(text, WIDE, size * 0.5)
        self._y += 2

    def line(self, text: str, width: float = WIDE) -> None:
        """A line of text, wrapped in so many mm."""
        self._pdf.set_font("Lato", "", 10)
        self._write(text, width, LINE)

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str]], most: float = 1.0) -> None:
        """Rows in columns as wide as their longest cell, or word of a head; columns with nothing in them are left out.

        What is too long for its column ends in dots. ``most``: how much larger than usual the letters may be, where
        there is room.
        """
        cells = [*zip(*(map(self._printable, row) for row in rows), strict=True)]
        named = zip((map(self._printable, heads) if heads else [""] * len(cells)), cells, strict=True)
        columns = [(head, column) for head, column in named if any(column)]
        self._pdf.set_font("Lato", "B", 9)
        widths = [max(map(self._pdf.get_string_width, (*head.split(), *column))) + 3 for head, column in columns]
        tops = [
            rows_of(head, width - 3 + 0.01, self._pdf.get_string_width)
            for (head, _), width in zip(columns, widths, strict=True)
        ]
        deep = max(map(len, tops), default=0)
        lines = [*zip(*([""] * (deep - len(top)) + top for top in tops), strict=True)]
        lines += zip(*(column for _, column in columns), strict=True)
        shrunk = min(most, WIDE / (sum(widths) or 1))
        high = LINE * max(1.0, shrunk)
        for number, line in enumerate(lines):
            self._room(high)
            self._pdf.set_font("Lato", "B" if number < deep else "", 9 * max(shrunk, 0.7))
            self._pdf.set_xy(EDGE, self._y)
            for cell, width in zip(line, widths, strict=True):
                self._pdf.cell(width * shrunk, high, self._fitted(cell, width * shrunk - 1))
            self._y += high
        self._y += high

    def together(self, lines: int) -> None:
        """Begin a new page unless so many lines still fit on this one: a heading never stands alone at its foot."""
        self._room(lines * LINE)

    def gap(self) -> None:
        """Leave half a line empty."""
        self._y += LINE / 2

    def chapter(self, title: str, lines: Iterable[str], drawing: str, colour: str = "") -> None:
        """A drawing (SVG) on the right, the lines beside it; both begin on one page, the colour as a bar."""
        picture, high = self._picture(drawing, COLUMN)
        self._room(high + 12)
        self._y += 3
        begun = self._y
        self.heading(title, 13)
        if colour:
            self._pdf.set_fill_color(*bytes.fromhex(colour.removeprefix("#")))
            self._pdf.rect(EDGE - BAR - 2, begun, BAR, self._y - begun - 2, "F")
        top, page = self._y, self._pdf.page
        self._pdf.image(picture, x=EDGE + COLUMN + GAP, y=top, h=high)
        for line in lines:
            self.line(line, COLUMN)
        if self._pdf.page == page:
            self._y = max(self._y, top + high + 3)

    def strip(self, title: str, drawing: str, width: float = WIDE) -> None:
        """A drawing (SVG) across the page with its title above it; neither stands without the other."""
        picture, high = self._picture(drawing, width)
        self._room(high + 9)
        if title:
            self.heading(title, 11)
        self._pdf.image(picture, x=EDGE, y=self._y, h=high)
        self._y += high + 4

    def pdf(self) -> bytes:
        """The file."""
        return bytes(self._pdf.output())

    def _picture(self, drawing: str, width: float) -> tuple[BytesIO, float]:
        """The drawing as a PNG, and how high it is when it is so wide."""
        from PIL import Image

        data = BytesIO(png_of(drawing, width=round(PICTURE * max(1, width / COLUMN))))
        with Image.open(data) as image:
            high = image.height / image.width * width
        data.seek(0)
        return data, min(high, TALLEST)

    def _fitted(self, text: str, width: float) -> str:
        if self._pdf.get_string_width(text) <= width:
            return text
        while text and self._pdf.get_string_width(f"{text}…") > width:
            text = text[:-1]
        return f"{text}…"

    def _room(self, high: float) -> None:
        if self._y + high > self._pdf.h - EDGE:
            self._new_page()

    def _printable(self, text: str) -> str:
        """The text as the fonts can show it, those for other scripts being added when they are first needed; a letter
        that none of them has is a question mark, never a gap."""
        if not needs_others(text):
            return text
        if not self._has_others:
            self._has_others = True
            for number, file in enumerate(other_fonts()):
                for style in ("", "B"):
                    self._pdf.add_font(f"other{number}", style, file)
            if find_spec("uharfbuzz"):  # joins Arabic letters, and turns the words that are read from the right
                self._pdf.set_text_shaping(True)
            self._pdf.set_fallback_fonts([f"other{number}" for number in range(len(other_fonts()))])
        text = normalize("NFC", text)
        lacking = letters_lacking(text)
        return "".join("?" if letter in lacking else letter for letter in text)

    def _write(self, text: str, width: float, high: float) -> None:
        text = self._printable(text)
        for row in self._pdf.multi_cell(width, high, text, dry_run=True, output="LINES", align="L"):
            self._room(high)
            self._pdf.set_xy(EDGE, self._y)
            self._pdf.cell(width, high, row)
            self._y += high

    def _new_page(self) -> None:
        self._pdf.add_page()
        self._y = EDGE


def tables_paper(
    title: str, tables: Iterable[tuple[str, Sequence[str], Iterable[Sequence[str]]]], size: str = SIZES[0]
) -> bytes:
    """Tables under their headings, as PDF for a wall: of each its heading, the heads of its columns, its rows."""
    paper = Paper(title, size)
    paper.heading(title, 20)
    for heading, heads, rows in tables:
        paper.together(4)
        paper.heading(heading, 16)
        paper.table([shown(head) for head in heads], [[shown(cell) for cell in row] for row in rows], ON_A_WALL)
    return paper.pdf()
