"""What was worked out about a state is dropped when the game has gone on, and worked out again for who asks."""

from __future__ import annotations

from companion.core.rules import ASKED, History
from companion.games.heroclix.state.state import State
from tests.ui.web.tables import fight


def test_an_old_state_forgets_what_it_kept_and_says_the_same_again() -> None:
    session = fight().session
    events = [record.event for record in session.records]
    history = History(session.system, events[0])
    kept: list[tuple[State, object]] = []
    for event in events[1:]:
        state = history.fold(event)
        kept.append((state, [state.hand(piece) for piece in state.pieces]))
        state.kept["asked"] = state.occupancy()
    assert len(kept) > ASKED + 3
    for state, _ in kept[:-ASKED]:
        assert "asked" not in state.kept
        assert not state._hands
    assert all("asked" in state.kept for state, _ in kept[-ASKED:])
    assert all([state.hand(piece) for piece in state.pieces] == hands for state, hands in kept)
