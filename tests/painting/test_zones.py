"""The names of zones: whole, within their zones, and beside whatever stands there or may stand there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from companion.board.picture import BoardPicture
from companion.games.gotham import sample as gotham
from companion.games.guardians import sample as guardians
from companion.painting import CELL, EDGE, board_svg, png_of
from companion.painting.board import BARE
from companion.painting.canvas import Box, Point, SvgCanvas
from companion.painting.figures import paint_things, paint_token
from companion.painting.grid import Grid
from companion.painting.ground import paint_borders, paint_ground, paint_names
from companion.painting.palette import contrast
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig

GAMES: dict[str, Callable[[], Any]] = {"guardians": guardians.sample_setup, "gotham": gotham.sample_setup}


class Boxes(SvgCanvas):
    """A canvas that keeps the boxes of what is drawn on it, and the words."""

    def __init__(self) -> None:
        super().__init__()
        self.boxes: list[Box] = []
        self.said: list[str] = []
        self.sizes: set[float] = set()

    def circle(self, middle: tuple[float, float], radius: float, *paint: object, **more: object) -> None:
        self.boxes.append((middle[0] - radius, middle[1] - radius, 2 * radius, 2 * radius))

    def rect(self, x: float, y: float, width: float, height: float, *paint: object, **more: object) -> None:
        if paint:  # else it is the rim of the board
            self.boxes.append((x, y, width, height))

    def lines(self, paths: Sequence[Sequence[Point]], stroke: str, line: float, **more: object) -> None:
        self.boxes += [
            (min(x, u) - line / 2, min(y, v) - line / 2, abs(x - u) + line, abs(y - v) + line)
            for (x, y), (u, v) in (path for path in paths if len(path) == 2)
            if line > 3 and (x == u or y == v)  # walls and doors; what is strewn on the ground may lie below a name
        ]

    def words(self, at: tuple[float, float], words: str, *style: object, **more: object) -> None:
        self.said.append(words)

    def tab(self, at: Point, words: str, size: float, fill: str, ink: str, room: float, short: str = "") -> None:
        self.sizes.add(size)
        super().tab(at, words, size, fill, ink, room)  # what is seen where the drawing is as large as it is


def _picture(game: str, lang: str) -> BoardPicture:
    table = open_table(TableConfig(lang=lang), GAMES[game]())
    board: BoardPicture = table.presenter.model().board
    table.close()
    return board


def _meet(one: Box, other: Box) -> bool:
    (x, y, wide, high), (u, v, across, down) = one, other
    return x < u + across and u < x + wide and y < v + down and v < y + high


@pytest.mark.parametrize("lang", ("en", "fr"))
@pytest.mark.parametrize("game", GAMES)
def test_no_name_is_cut_or_lies_on_anything(game: str, lang: str) -> None:
    board, grid, names, below = _picture(game, lang), Grid(), Boxes(), Boxes()
    paint_names(names, board, grid)
    assert board.plates and len(names.said) == len(board.plates)
    assert not [words for words in names.said if words.endswith("…")]
    for plate, (x, _, wide, _) in zip(board.plates, names.boxes, strict=True):
        assert x >= plate.column * CELL and x + wide <= (plate.column + plate.width) * CELL, plate
    paint_ground(below, board, grid)
    paint_borders(below, board, grid)
    paint_things(below, board, grid)
    for token in board.tokens:
        paint_token(below, token, grid, is_zoned=True)
    assert below.boxes
    met = [
        (words, box) for words, box in zip(names.said, names.boxes, strict=True) for it in below.boxes if _meet(box, it)
    ]
    assert not met
    assert len(names.sizes) == 1, "all names of a board are as large"


@pytest.mark.parametrize("game", GAMES)
def test_the_sides_of_zones_are_seen(game: str) -> None:
    """An open way between two zones is told from the floor on both sides by 3 : 1 at least (WCAG 2.2)."""
    board = _picture(game, "en")
    board = replace(board, plates=tuple(replace(plate, words="") for plate in board.plates), tokens=())
    open_ways = [door.at for door in board.doors if door.now == "open"]
    with Image.open(BytesIO(png_of(board_svg(board)))) as drawn:
        pixels = drawn.convert("RGB")
    assert open_ways
    for (x0, y0), (x1, y1) in open_ways:
        across = int(y0 == y1)
        best = 0.0
        for step in range(6, CELL - 6):  # it is dotted: somewhere along the side
            at = (BARE + x0 * CELL + step * across, BARE + y0 * CELL + step * (1 - across))
            line, *beside = (
                "#" + bytes(pixels.getpixel((at[0] + off * (1 - across), at[1] + off * across))).hex()  # type: ignore[arg-type]
                for off in (0, -6, 6)
            )
            best = max(best, min(contrast(line, one) for one in beside))
        assert best >= 3, ((x0, y0), (x1, y1), best)


def test_a_board_without_letters_around_it_has_a_narrow_frame() -> None:
    framed = board_svg(_picture("guardians", "en"))
    assert f'viewBox="0 0 {11 * CELL + 2 * EDGE} ' not in framed
