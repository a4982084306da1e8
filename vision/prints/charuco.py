"""A ChArUco board in true size: to be photographed from several sides, so that the lens can be measured."""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.plane.intrinsics import Board, make_board
from vision.prints.paper import EDGE_MM, Paper, Say, draw_cells


def draw_board(paper: Paper, board: Board, say: Say) -> tuple[float, float]:
    """Where the board's top left is on its page, mm: adds the page."""
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
