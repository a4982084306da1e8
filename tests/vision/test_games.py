"""A rendered game, seen by the real pipeline: no error is silent, and questions are rare."""

from __future__ import annotations

import pytest

from vision.lab.judging.games import play_game

pytestmark = pytest.mark.slow


@pytest.mark.long
def test_a_game_of_ten_moves_has_no_silent_error() -> None:
    score = play_game(10, 1)
    assert score.silent == []
    assert score.spared() <= 1, score.asked


@pytest.mark.long
def test_unusual_events_have_no_silent_error() -> None:
    kinds = (("two", 1), ("quick", 1), ("bump", 1), ("lamp", 1), ("swap", 1), ("fall", 0.5), ("drop", 0.5))
    score = play_game(10, 5, kinds=kinds)
    assert score.silent == [], score.silent
    assert score.bumps_noticed == score.kinds["bump"]


@pytest.mark.long
@pytest.mark.parametrize(("seed", "collars"), [(1, False), (2, True)])
def test_a_game_of_five_hundred_moves_has_no_silent_error(seed: int, collars: bool) -> None:
    score = play_game(500, seed, collars=collars)
    assert score.silent == [], score.silent
    assert score.spared() <= 500 / 30, score.asked
