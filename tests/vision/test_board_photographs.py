"""Real photographs of a chess game: figures without tags on squares, and every move between neighbours."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.evaluate.board import judge_board, thresholds

pytestmark = pytest.mark.slow


def test_no_square_is_wrong_and_every_move_is_found(shared: Path) -> None:
    score = judge_board(shared / "vision" / "board_dev")
    assert score.squares == 32 * 64
    assert score.wrong == []
    assert len(score.unsure) <= 4, score.unsure  # two are measured: tall pieces of the last row
    assert score.moves == 29  # two of the 33 plies have no photograph, so four transitions are missing
    assert score.missed == []
    assert [wrong for _, wrong, _ in thresholds(score)] == [0, 0]
