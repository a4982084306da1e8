"""Real photographs of a chess game: figures without tags on squares, and every move between neighbours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.thinned import thinned
from vision.arrays import Picture
from vision.lab.judging.board import BoardScore, judge_board
from vision.pictures import read_picture

pytestmark = pytest.mark.slow


def called_empty(score: BoardScore) -> list[str]:
    return [line for line in score.wrong if ": empty" in line]


def test_no_square_is_wrong_and_every_move_is_found(shared: Path) -> None:
    score = judge_board(shared / "vision" / "board_dev")
    assert score.squares == 32 * 64
    assert score.wrong == []
    assert len(score.unsure) <= 12, (
        score.unsure
    )  # nine are measured: white pieces on white squares, tall ones of the last row
    assert score.moves == 29  # two of the 33 plies have no photograph, so four transitions are missing
    assert score.missed == []


@pytest.mark.parametrize("left", thinned([0.25, 0.5], 2))
def test_in_little_light_black_pieces_on_black_squares_are_not_called_empty(shared: Path, left: float) -> None:
    noise = np.random.default_rng(3)

    def darkened(name: Path) -> Picture:
        dark = read_picture(name).astype(np.float32) * left
        return np.clip(dark + noise.normal(0, 1.5, dark.shape), 0, 255).astype(np.uint8)

    score = judge_board(shared / "vision" / "board_dev", read=darkened)
    assert called_empty(score) == []
    assert len(score.unsure) <= 0.03 * score.squares


def test_with_deep_shadows_nothing_is_called_empty(shared: Path) -> None:
    curve = (255.0 * (np.arange(256) / 255.0) ** 2.2).astype(np.uint8)

    def deepened(name: Path) -> Picture:
        return curve[read_picture(name)]

    score = judge_board(shared / "vision" / "board_dev", read=deepened)
    assert called_empty(score) == []
    assert len(score.unsure) <= 0.03 * score.squares
