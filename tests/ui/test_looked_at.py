"""Who acts is looked at: what was chosen in a turn is let go when the turn has gone on to others."""

from __future__ import annotations

import pytest

from tests.ui.walks import SETUPS, walk

ORDERS = 120


@pytest.mark.parametrize("game", SETUPS)
def test_a_figure_of_the_turn_before_is_not_looked_at_any_more(game: str) -> None:
    """On the one tablet: whoever is chosen, the next turn shows a figure of who acts then, or none."""
    changes, acting = 0, None
    for table in walk(game, "en", ORDERS):
        made = table.presenter
        shown, now = made.model(), [*made.game.acting(made.look)]
        looked_at = next((one for one in shown.roster if one.is_chosen), None)
        if acting is not None and now != acting and not made.state.flow.open and looked_at is not None:
            changes += 1
            assert looked_at.seat in now, (shown.now.words, looked_at.name)
        own = [one.piece for one in shown.roster if one.seat in now and not one.is_out]
        if own and made.pending is None and shown.dice is None:
            made.chosen = own[-1]
        acting = now
    assert changes or game == "heroclix", "of a side's figures there none is before one is chosen"
