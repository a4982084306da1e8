"""Whole random games: no law broken at any moment, and the record replays to the same end."""

from __future__ import annotations

import pytest

from companion.core.rules import History
from companion.core.session import Session
from companion.games.guardians.play.goals import score
from companion.storage.codec import digest_of
from tests.games.guardians.walks import KINDS, SYSTEM, laws, played
from tests.thinned import thinned


def checked(seed: int) -> Session:
    """A whole game of that seed, in which no law was broken."""
    session = played(seed)
    history = History(SYSTEM, session.records[0].event)
    for record in session.records[1:]:
        history.fold(record.event)
        laws(history.state)
    assert digest_of(history.state) == digest_of(session.state)
    outcome = session.state.flow.outcome
    assert outcome is not None
    points = dict(outcome.scores)
    for camp, seats in session.state.table.camps:
        assert {points[seat] for seat in seats} == {score(session.state, camp)}
    if not session.state.table.is_solo and outcome.winners:
        assert {points[seat] for seat in outcome.winners} == {max(points.values())}
    return session


@pytest.mark.slow
@pytest.mark.rule("GC-TURN-12", "GC-PRESS-10", "GC-SETUP-02")
@pytest.mark.parametrize("seed", thinned(range(len(KINDS)), 2), ids=list(KINDS))
def test_a_whole_game_breaks_no_law(seed: int) -> None:
    """Figures that come into play are no more than the box holds (GC-SETUP-02)."""
    checked(seed)


@pytest.mark.long
@pytest.mark.parametrize("lot", range(10))
def test_a_thousand_games_break_no_law(lot: int) -> None:
    for seed in range(100 * lot, 100 * (lot + 1)):
        checked(seed)
