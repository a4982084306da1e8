"""A projector above the table: a page that shows dots until its place is found, then what a screen shows of the board.

    page ──beam:1280x720──> Seeker <──frames── camera        page <──dots to show, or a matrix─── Beam.part
    page ──up:7 (that is shown now)──> Seeker
    the screen of whoever has the turn ──chosen, reach, targets, line──> lit(…) ──> the projector's board

On the table everybody sees it: of another's screen nothing is lit that onlookers' own board does not show.
"""

from __future__ import annotations

import re
import time
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from companion.board.picture import BoardPicture, GridDrawing
from companion.painting import CELL, EDGE
from companion.text.wording import Wording
from ui.presenters.models import TableModel
from ui.presenters.table import TablePresenter

Plane = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
_SAID = re.compile(r"(?:(\d{3,5})x(\d{3,5})|(\d{1,9})|again)")


class Dot(Protocol):
    """A disc of light, in pixels of the projector."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def radius(self) -> float: ...


class Aimed(Protocol):
    """The aim of a projector."""

    def from_drawing(self, to_mm: Plane) -> Sequence[Sequence[float]]:
        """Map a drawing's plane to the projector's pixels; ``to_mm`` leads from the drawing to the map."""


class Showing(Protocol):
    """The state of a projector: it shows dots, or (``aimed``) the game, or ``why`` neither, with its ``code``."""

    @property
    def number(self) -> int: ...
    @property
    def dots(self) -> Sequence[Dot]: ...
    @property
    def aimed(self) -> Aimed | None: ...
    @property
    def why(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def done(self) -> float: ...


class Seeker(Protocol):
    """A seeker of a projector's place in a camera's frames; times are monotonic seconds."""

    @property
    def showing(self) -> Showing: ...
    def sized(self, size_px: tuple[int, int], at_s: float) -> None: ...
    def is_up(self, number: int, at_s: float) -> None: ...
    def again(self, at_s: float) -> None: ...
    def gone(self) -> None: ...


class Beam:
    """The table's projector; ``drawing`` is how its board is drawn on every screen."""

    def __init__(self, seeker: Seeker, drawing: GridDrawing, square_mm: float) -> None:
        self._seeker, self._drawing, self._square_mm = seeker, drawing, square_mm

    def told(self, words: str) -> bool:
        """Whether the page said something that has a meaning: its size, which picture is up, or to look again."""
        said = _SAID.fullmatch(words)
        if said is None:
            return False
        wide, high, number = said.groups()
        now = time.monotonic()
        if wide:
            self._seeker.sized((int(wide), int(high)), now)
        elif number:
            self._seeker.is_up(int(number), now)
        else:
            self._seeker.again(now)
        return True

    def gone(self) -> None:
        """Note that no projector shows anything any more."""
        self._seeker.gone()

    @property
    def number(self) -> int:
        """The number of what is to be shown now."""
        return self._seeker.showing.number

    def part(self, wording: Wording) -> dict[str, object]:
        """Return the page's part: ``dots`` (x, y, radius), or the CSS ``matrix`` of the board; or ``why`` neither."""
        showing = self._seeker.showing
        matrix = None
        if showing.aimed is not None:
            a, b, c = showing.aimed.from_drawing(self._to_mm())
            matrix = [a[0], b[0], 0, c[0], a[1], b[1], 0, c[1], 0, 0, 1, 0, a[2], b[2], 0, c[2]]
        return {
            "number": showing.number,
            "dots": [(round(dot.x, 2), round(dot.y, 2), round(dot.radius, 2)) for dot in showing.dots],
            "matrix": matrix,
            "why": _reason(showing.code, wording) if showing.why else "",
            "done": round(showing.done, 2),
        }

    def _to_mm(self) -> Plane:
        """Return the map from the board as drawn (SVG units) to mm, homogeneous."""
        mm = self._square_mm / CELL
        if not self._drawing.is_turned:
            return (mm, 0.0, -EDGE * mm), (0.0, mm, -EDGE * mm), (0.0, 0.0, 1.0)
        wide = self._drawing.board.columns * self._square_mm  # the map lies on its side: column A is drawn below
        return (0.0, -mm, wide + EDGE * mm), (mm, 0.0, -EDGE * mm), (0.0, 0.0, 1.0)


def _reason(code: str, wording: Wording) -> str:
    return wording.say(f"beam.{code}" if wording.has(f"beam.{code}") else "beam.markers")


def pointing(screens: Iterable[TablePresenter]) -> TablePresenter | None:
    """The screen whose choice is lit: the first where somebody who has the turn has chosen a figure."""
    for screen in screens:
        if not screen.holder.is_covered and screen.chosen is not None and screen.game.turn(screen.look) in screen.seats:
            return screen
    return None


def choice_of(screen: TablePresenter | None) -> Hashable:
    """Return the choices at that screen; equal as long as the same is lit."""
    if screen is None:
        return None
    hand = screen.hand.model()
    return id(screen), screen.chosen, screen.aimed, screen.picked, screen.overlay, id(screen.pending), hand


def lit(own: BoardPicture, theirs: TableModel | None) -> BoardPicture:
    """Onlookers' board with what another screen lights on it: reach, targets, a line; nothing only that one knows."""
    bare = replace(own, line=None, field=None, tiles=tuple(replace(tile, reach=None) for tile in own.tiles))
    if theirs is None:
        return bare
    board, known = theirs.board, {tile.space for tile in own.tiles}
    marks = {token.piece: token for token in board.tokens}
    chosen = next((token.piece for token in board.tokens if token.chosen), None)
    if chosen not in {token.piece for token in own.tokens}:
        return bare
    reach = {tile.space: tile.reach for tile in board.tiles if tile.space in known}
    places = {(tile.column, tile.row) for tile in own.tiles}
    line, field = (theirs.hand.line, theirs.hand.field) if theirs.hand else (board.line, board.field)
    return replace(
        bare,
        tiles=tuple(replace(tile, reach=reach.get(tile.space)) for tile in own.tiles),
        tokens=tuple(
            replace(token, chosen=token.piece == chosen, target=token.piece in marks and marks[token.piece].target)
            for token in own.tokens
        ),
        line=line if line is not None and places.issuperset(line.crossed) else None,
        field=tuple(square for square in field if square[:2] in places) if field else None,
    )
