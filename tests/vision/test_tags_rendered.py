"""Rendered tags: every settled event, and no identity that is not there."""

from __future__ import annotations

import pytest

from tests.thinned import thinned
from vision.lab.judging.tags import judge_events

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("preset", "share"), thinned([("good", 0.999), ("typical", 0.95), ("hard", 0.0)], 3))
def test_tags_of_24_px_are_placed_and_none_is_false(preset: str, share: float) -> None:
    score = judge_events(12, preset)
    assert score.false == []
    assert score.counts["event right"] >= share * score.counts["event tags"]


@pytest.mark.long
def test_a_whole_table_of_forty_tags_is_read() -> None:
    score = judge_events(2, "good", full=True)
    assert score.false == []
    assert score.counts["event right"] == score.counts["event tags"] == 80


@pytest.mark.long
def test_ten_thousand_frames_hold_no_false_identity() -> None:
    for preset, events in (("good", 800), ("typical", 800), ("hard", 400)):
        assert judge_events(events, preset).false == []
