"""The computed camera reads the layout that the app itself makes of every shipped map, at every size of print."""

from __future__ import annotations

import json
import time

import pytest

from companion.board.loading import parse_map
from companion.core.ids import PieceId
from companion.documents import Node
from companion.games.heroclix.face.setup import MAPS, map_file
from ui.presenters.equipment import SQUARES
from vision.plane.layout import build_layout
from vision.sources.opening import RenderedFrames, scene_of_layout
from vision.wizard.advice import advise

USUAL = (("harbour-market", SQUARES[0]), ("lantern-vault", SQUARES[-1]))  # the others are long


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "square"),
    [
        pytest.param(name, square, marks=() if (name, square) in USUAL else pytest.mark.long)
        for name in MAPS
        for square in SQUARES
    ],
)
def test_the_computed_camera_reads_every_shipped_map(name: str, square: str) -> None:
    board = parse_map(Node(name, "", json.loads(map_file(name).read_text(encoding="utf-8"))))
    tags = {10 + number: PieceId(f"piece-{number}") for number in range(8)}
    layout = build_layout(board.columns, board.rows, tags, square_mm=float(square))
    frames = RenderedFrames(scene_of_layout(layout), time.monotonic)
    frame = frames.read()
    assert frame is not None
    advice = advise([frame.picture], layout)
    assert (advice.is_good, advice.reasons) == (True, ())
