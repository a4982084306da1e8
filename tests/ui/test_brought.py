"""Arrivals and points that the end of a turn brings stand in the line of the result until the next order."""

from __future__ import annotations

import pytest

from tests.ui.walks import SETUPS, walk

ORDERS = 170
KINDS = {
    "heroclix": {"TokensCleared", "VictoryPointsScored"},
    "heroquest": {"MonsterPlaced"},
    "guardians": {"FigurePlaced", "StoryCounted", "MissionAchieved", "HeroArticlePlaced"},
    "gotham": {"TokensAged"},
}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", sorted({*SETUPS} - {"heroquest"}))  # there nobody arrives by itself in so few orders
def test_what_a_turns_end_brought_stands_in_a_line(game: str, lang: str) -> None:
    seen, told = 0, 0
    for made in walk(game, lang, ORDERS):
        session, presenter = made.session, made.presenter
        fresh = {one.version for one in session.records[seen + 1 :] if type(one.event).__name__ in KINDS[game]}
        seen, state = session.version, session.state
        if not fresh or not state.flow.round or state.flow.outcome is not None:
            continue
        lines = {line.text for line in presenter.log.lines(presenter.wording) if not line.heading}
        events = enumerate(presenter.log._events)
        words = {presenter.log._said(n, v, event, presenter.wording)[0] for n, (v, event) in events if v in fresh}
        result = presenter.model().result
        assert result is not None, words & lines
        assert all(one in result.line for one in words), (words, result.line)
        told += 1
        if not result.title and not result.faces:
            assert result.is_line, "it asks for nothing"
    assert told
