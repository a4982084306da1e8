"""The end of the turn is the bright button where nothing else that may be done gains anything, menu or not."""

from __future__ import annotations

from tests.looks.__main__ import played
from ui.presenters.models import CardModel


def test_a_hero_who_can_only_turn_or_wait_ends_the_turn() -> None:
    """Wend has gone and lain in ambush: turning, another weapon, a potion for one lost point are all that is left."""
    table = played("heroquest", "en")
    shown = table.presenter.model()
    assert isinstance(shown.card, CardModel) and len(shown.card.buttons) >= 3
    assert shown.ends_next
    table.close()


def test_who_may_still_move_is_not_sent_on() -> None:
    """Briar has three actions."""
    table = played("guardians", "en")
    for action in ("hand_over", "uncover"):
        table.presenter.press(action)
    shown = table.presenter.model()
    assert shown.can_end_turn and not shown.ends_next
    table.close()
