"""The names of zones: whole, within their zones, and beside whatever stands there or may stand there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.board.picture import BoardPicture
from companion.games.gotham import sample as gotham
from companion.games.guardians import sample as guardians
from companion.painting import CELL, EDGE, board_svg
from companion.painting.canvas import Box, Point, SvgCanvas
from companion.painting.figures import paint_things, paint_token
from companion.painting.grid import Grid
from companion.painting.ground import paint_ground, paint_names
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig

GAMES: dict[str, Callable[[], Any]] = {"guardians": guardians.sample_setup, "gotham": gotham.sample_setup}


class Boxes(SvgCanvas):
    """A canvas that keeps the boxes of what is drawn on it, and the words."""

    def __init__(self) -> None:
        super().__init__()
        self.boxes: list[Box] = []
        self.said: list[str] = []

    def circle(self, middle: tuple[float, float], radius: float, *paint: object, **more: object) -> None:
        self.boxes.append((middle[0] - radius, middle[1] - radius, 2 * radius, 2 * radius))

    def rect(self, x: float, y: float, width: float, height: float, *paint: object, **more: object) -> None:
        self.boxes.append((x, y, width, height))

    def words(self, at: tuple[float, float], words: str, *style: object, **more: object) -> None:
        self.said.append(words)

    def tab(self, at: Point, words: str, size: float, fill: str, ink: str, room: float, short: str = "") -> None:
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
    paint_things(below, board, grid)
    for token in board.tokens:
        paint_token(below, token, grid, is_zoned=True)
    assert below.boxes
    met = [
        (words, box) for words, box in zip(names.said, names.boxes, strict=True) for it in below.boxes if _meet(box, it)
    ]
    assert not met


def test_a_board_without_letters_around_it_has_a_narrow_frame() -> None:
    framed = board_svg(_picture("guardians", "en"))
    assert f'viewBox="0 0 {11 * CELL + 2 * EDGE} ' not in framed
