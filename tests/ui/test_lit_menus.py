"""Where the card of a figure has nothing but corrections, it says what the lit board is for."""

from __future__ import annotations

import pytest

from tests.ui.walks import SETUPS, walk

ORDERS = 60


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", SETUPS)
def test_a_card_of_corrections_alone_leads_to_what_is_lit(game: str, lang: str) -> None:
    said = 0
    for table in walk(game, lang, ORDERS, seed=3):
        made = table.presenter
        for one in made.game.roster(made.look) if not table.session.state.flow.open else ():
            made.chosen = one.piece
            shown = made.model()
            card, is_lit = shown.card, any(tile.reach for tile in shown.board.tiles)
            if card is not None and card.is_beside and is_lit:
                assert card.text, card
                said += 1
        made.chosen = None
    assert said or game != "guardians"
