"""SVG, element by element: what is drawn first lies below. Words are fitted to their room by the widths of the font."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import cos, pi, sin
from typing import Protocol

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, width, height

TAB = 8  # units of a tab left and right of its words
FONT = "Lato, Roboto, sans-serif"  # the font of PNGs first
# widths in ems by letters, a little more than the font's own: words never leave their room
# of a letter in Lato, of the regular and the bold one the wider, in ems, rounded up; a test reads the font
_EMS = {
    0.2: " \u00a0",
    0.24: "',.’",
    0.28: "ijl:;îï·",
    0.3: "()[]{|}",
    0.32: "I`ÎÏ",
    0.36: "f-",
    0.38: "!",
    0.4: "t*/\\_“”",
    0.42: "r°",
    0.44: 's"?',
    0.46: "J",
    0.48: "czç",
    0.5: "«»",
    0.52: "gL",
    0.54: "aevxySàâäéèêëÿ",
    0.58: "0123456789bdhnopqukF#$+<=>^~ôöùûü–×−",
    0.6: "ETÉÈÊË",
    0.64: "PZ",
    0.66: "BRYŸ",
    0.7: "CKXÇ",
    0.74: "AVGU&ÀÂÄÙÛÜ",
    0.76: "DHN…",
    0.8: "wOQÔÖ",
    0.86: "m@%æ—",
    0.94: "M",
    1.06: "W",
}
_WIDTHS = {letter: ems for ems, letters in _EMS.items() for letter in letters}
_WIDEST = 1.1  # of any other letter


class Canvas(Protocol):
    """A surface that painters draw on, in units, y downward; ``SvgCanvas`` says what each method draws."""

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        *,
        opacity: float = 1,
        stroke: str = "",
        line: float = 1,
        radius: float = 0,
        dash: str = "",
    ) -> None: ...

    def rects(self, boxes: Sequence[Box], fill: str, *, opacity: float = 1) -> None: ...

    def lines(
        self,
        paths: Sequence[Sequence[Point]],
        stroke: str,
        line: float,
        *,
        opacity: float = 1,
        cap: str = "butt",
        dash: str = "",
    ) -> None: ...

    def polygon(
        self, path: Sequence[Point], fill: str, *, opacity: float = 1, stroke: str = "", line: float = 1
    ) -> None: ...

    def star(self, middle: Point, radius: float, corners: int, fill: str, *, stroke: str = "") -> None: ...

    def circle(
        self,
        middle: Point,
        radius: float,
        fill: str = "none",
        *,
        opacity: float = 1,
        stroke: str = "",
        line: float = 1,
        dash: str = "",
    ) -> None: ...

    def sector(self, middle: Point, radius: float, start: float, end: float, stroke: str, line: float) -> None: ...

    def words(
        self,
        at: Point,
        words: str,
        size: float,
        fill: str,
        *,
        anchor: str = "middle",
        halo: str = "",
        bold: bool = False,
    ) -> None: ...

    def tab(self, at: Point, words: str, size: float, fill: str, ink: str, room: float, short: str = "") -> None: ...

    def titled(self, title: str, kind: str = "", piece: str = "", at: Point | None = None) -> None: ...

    def close(self) -> None: ...


class SvgCanvas:
    """The elements of one drawing."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        *,
        opacity: float = 1,
        stroke: str = "",
        line: float = 1,
        radius: float = 0,
        dash: str = "",
    ) -> None:
        """A rectangle, its corners round by ``radius``."""
        rounded = f' rx="{radius:g}"' if radius else ""
        box = f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"{rounded}'
        self._parts.append(f"{box}{_paint(fill, opacity, stroke, line)}{_dashes(dash)}/>")

    def rects(self, boxes: Sequence[Box], fill: str, *, opacity: float = 1) -> None:
        """Rectangles (left, top, width, height), all alike."""
        if boxes:
            d = "".join(f"M{_n(x)} {_n(y)}h{_n(w)}v{_n(h)}h{_n(-w)}z" for x, y, w, h in boxes)
            self._parts.append(f'<path d="{d}"{_paint(fill, opacity, "", 1)}/>')

    def lines(
        self,
        paths: Sequence[Sequence[Point]],
        stroke: str,
        line: float,
        *,
        opacity: float = 1,
        cap: str = "butt",
        dash: str = "",
    ) -> None:
        """Open lines, all alike."""
        if paths:
            d = "".join(_path(path) for path in paths)
            more = (f' stroke-linecap="{cap}"' if cap != "butt" else "") + _dashes(dash)
            self._parts.append(f'<path d="{d}"{_paint("none", opacity, stroke, line)}{more} stroke-linejoin="round"/>')

    def polygon(
        self, path: Sequence[Point], fill: str, *, opacity: float = 1, stroke: str = "", line: float = 1
    ) -> None:
        """A closed outline."""
        self._parts.append(f'<path d="{_path(path)}Z"{_paint(fill, opacity, stroke, line)} stroke-linejoin="round"/>')

    def star(self, middle: Point, radius: float, corners: int, fill: str, *, stroke: str = "") -> None:
        """A regular polygon that stands on a side."""
        turns = [2 * pi * (number + 0.5) / corners + pi / 2 for number in range(corners)]
        path = [(middle[0] + radius * cos(turn), middle[1] + radius * sin(turn)) for turn in turns]
        self.polygon(path, fill, stroke=stroke)

    def circle(
        self,
        middle: Point,
        radius: float,
        fill: str = "none",
        *,
        opacity: float = 1,
        stroke: str = "",
        line: float = 1,
        dash: str = "",
    ) -> None:
        """A disc, or a ring."""
        at = f'cx="{_n(middle[0])}" cy="{_n(middle[1])}" r="{_n(radius)}"'
        self._parts.append(f"<circle {at}{_paint(fill, opacity, stroke, line)}{_dashes(dash)}/>")

    def arc(self, start: Point, end: Point, radius: float, stroke: str, line: float, *, sweep: bool = True) -> None:
        """A part of a ring from one point to another."""
        d = f"M{_n(start[0])} {_n(start[1])}A{_n(radius)} {_n(radius)} 0 0 {int(sweep)} {_n(end[0])} {_n(end[1])}"
        self._parts.append(f'<path d="{d}"{_paint("none", 1, stroke, line)}/>')

    def sector(self, middle: Point, radius: float, start: float, end: float, stroke: str, line: float) -> None:
        """A part of a ring, clockwise; angles in degrees from its top, no full turn apart."""
        ends = [(middle[0] + radius * sin(pi * a / 180), middle[1] - radius * cos(pi * a / 180)) for a in (start, end)]
        (x, y), (u, v) = ends
        d = f"M{_n(x)} {_n(y)}A{_n(radius)} {_n(radius)} 0 {int(end - start > 180)} 1 {_n(u)} {_n(v)}"
        self._parts.append(f'<path d="{d}"{_paint("none", 1, stroke, line)}/>')

    def words(
        self,
        at: Point,
        words: str,
        size: float,
        fill: str,
        *,
        anchor: str = "middle",
        halo: str = "",
        bold: bool = False,
    ) -> None:
        """Words around a middle line; ``halo`` is a rim that lifts them off what is below."""
        rim = f' stroke="{halo}" stroke-width="4" paint-order="stroke" stroke-linejoin="round"' if halo else ""
        weight = ' font-weight="700"' if bold else ""
        y = at[1] + size * 0.35  # letters stand on their foot
        self._parts.append(
            f'<text x="{_n(at[0])}" y="{_n(y)}" font-size="{size:g}" text-anchor="{anchor}" fill="{fill}"{weight}{rim}>'
            f"{escape(words, quote=False)}</text>"
        )

    def tab(self, at: Point, words: str, size: float, fill: str, ink: str, room: float, short: str = "") -> None:
        """Words on a tab whose upper left corner is there. A page may let it grow into its ``room``: so wide; or show
        the ``short`` words instead, which are not drawn until then.
        """
        for named, kind in ((words, "tab"), (short, "tab short")) if short else ((words, "tab"),):
            width, off = width_of(named, size) + TAB, ' display="none"' if named is not words else ""
            most = f' data-at="{_n(at[0])} {_n(at[1])}" data-size="{_n(size)}" data-most="{_n(max(1.0, room / width))}"'
            self._parts.append(f'<g class="{kind}"{most}{off}>')
            paint_tab(self, at, named, size, fill, ink, width)
            self._parts.append("</g>")

    def image(self, x: float, y: float, width: float, height: float, source: str) -> None:
        """A picture that is at this address, or is one."""
        box = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
        self._parts.append(f'<image {box} preserveAspectRatio="none" href="{escape(source)}"/>')

    def titled(self, title: str, kind: str = "", piece: str = "", at: Point | None = None) -> None:
        """Open a group that says its name when somebody points at it; ``close`` ends it.

        ``piece`` and ``at``, its middle, are for a page on which it moves.
        """
        name = f' class="{kind}"' if kind else ""
        if at is not None:
            name += f' data-piece="{escape(piece)}" data-at="{_n(at[0])} {_n(at[1])}"'
        self._parts.append(f"<g{name}>" + (f"<title>{escape(title, quote=False)}</title>" if title else ""))

    def close(self) -> None:
        """End the group."""
        self._parts.append("</g>")

    def svg(
        self,
        width: float,
        height: float,
        *,
        background: str = "",
        kind: str = "",
        label: str = "",
        corner: Point = (0.0, 0.0),
    ) -> str:
        """The drawing, so many units wide and high from its ``corner``; ``label``: what it shows, for who does not see
        it.
        """
        ground = f'<rect width="100%" height="100%" fill="{background}"/>' if background else ""
        name = f' class="{kind}"' if kind else ""
        name += f' aria-label="{escape(label)}"' if label else ""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(_n, (*corner, width, height)))}"'
        size = f' width="{_n(width)}" height="{_n(height)}"' if background else ""
        return f'{head}{size}{name} role="img" font-family="{FONT}">{ground}{"".join(self._parts)}</svg>'


def paint_tab(canvas: Canvas, at: Point, words: str, size: float, fill: str, ink: str, width: float) -> None:
    """Paint the words on their tab."""
    canvas.rect(*at, width, size + 3, fill, opacity=0.82, radius=3)
    canvas.words((at[0] + TAB / 2, at[1] + size / 2 + 1.5), words, size, ink, anchor="start")


def width_of(words: str, size: float) -> float:
    """Return the width of the words, at most."""
    return sum(_WIDTHS.get(letter, _WIDEST) for letter in words) * size


def rows_of(words: str, room: float, width: Callable[[str], float]) -> list[str]:
    """Break words at their spaces into rows, each as full as it can be; a word that is wider alone stands alone."""
    rows: list[str] = []
    for word in words.split():
        if rows and width(f"{rows[-1]} {word}") <= room:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return rows


def fitted(words: str, size: float, room: float, least: float) -> tuple[str, float]:
    """The words made smaller, then shorter, until they are no wider than the room."""
    while size > least and width_of(words, size) > room:
        size -= 1
    whole = words
    while whole and width_of(words, size) > room:
        whole = whole[:-1]
        words = whole.rstrip() + "…"
    return words, size


def _path(path: Sequence[Point]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in path)


def _paint(fill: str, opacity: float, stroke: str, line: float) -> str:
    rim = f' stroke="{stroke}" stroke-width="{line:g}"' if stroke else ""
    faint = ""
    if opacity < 1:  # of the paint, not of the element: that is drawn on a sheet of its own, at many times the cost
        faint = f' {"fill" if fill != "none" else "stroke"}-opacity="{opacity:g}"'
    return f' fill="{fill}"{rim}{faint}'


def _dashes(dash: str) -> str:
    return f' stroke-dasharray="{dash}"' if dash else ""


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
