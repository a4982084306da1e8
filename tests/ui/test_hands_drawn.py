"""Cards of a hand are drawn as cards: what they give stands on them whole, and a side is the button that it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.games.gotham import sample as gotham
from companion.games.guardians import sample as guardians
from companion.games.guardians.content.content import default_content
from companion.games.guardians.face.cards import card_words
from companion.games.guardians.face.words import said
from companion.games.heroquest import sample as heroquest
from companion.painting.card import card_svg
from companion.system import DiceGenerator
from companion.text.wording import Wording, told
from ui.presenters.models import CardModel, CardSide, HandCard
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig


def first_hand(setup: Any, *presses: str) -> Iterator[CardModel]:
    """The first card of the table with a hand on it, and what a tap on one of its sides makes of it."""
    table = open_table(TableConfig(lang="en"), setup)
    session, dice, presenter = table.session, DiceGenerator(1), table.presenter
    for does in presses:
        presenter.press(does)
    while not ((card := presenter.model().card) is not None and card.hand):
        rolls = [one for one in session.state.flow.open if isinstance(one, DiceRequest)]
        if rolls:
            session.submit(ReportDice(rolls[0].roller, dice.roll(rolls[0], session.system.dice_of(session.state))))
        else:
            assert card is not None
            presenter.press(card.buttons[0][0])
    yield card
    presenter.press(card.hand[0].sides[-1].does)
    after = presenter.model().card
    assert after is not None
    yield after
    table.close()


def test_a_hand_of_power_cards_has_two_sides() -> None:
    card, after = first_hand(guardians.sample_setup())
    hand = {one.title: one for one in card.hand}
    assert [(side.heading, side.words) for side in hand["Shutter"].sides] == [
        ("left: power", "always: Defense +1 against an attack"),
        ("right: technique", "Speed -1, Defense +2"),
    ]
    assert len(hand["Burnt Out"].sides) == 1, "a weakness lies left"
    assert card.plain == () and len(card.buttons) == sum(len(one.sides) for one in card.hand)
    assert [side.is_picked for side in after.hand[0].sides] == [False, True]
    assert after.plain == (("chosen", "Confirm"),)


def test_a_potion_tells_what_it_gives() -> None:
    card, _ = first_hand(heroquest.sample_setup(), "do:0", "do:0")
    assert [(one.title, [side.words for side in one.sides]) for one in card.hand] == [
        ("Drink potion of healing", ["Body +4"])
    ]
    assert any(label.startswith("Move") for _, label in card.plain)


def test_a_card_that_is_spent_is_confirmed_first() -> None:
    """It lies where a moment before another button was: one tap too many drinks no potion."""
    _, after = first_hand(heroquest.sample_setup(), "do:0", "do:0")
    assert after.kind == "proposal" and after.buttons[0][0] == "confirm"


def test_a_tile_tells_the_skills_of_whom_it_drives() -> None:
    card, _ = first_hand(gotham.sample_setup())
    assert [one.title for one in card.hand] == ["Warden"]
    assert card.hand[0].sides[0].words


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_card_says_more_than_it_has_room_for(lang: str) -> None:
    content, wording = default_content(), Wording(lang)
    for key, card in content.cards.items():
        lines = [told(card_words(content, key, side), wording) for side in ("left", "right")]
        sides = tuple(CardSide("", "-", words, False) for words in lines if words)
        drawn = card_svg(HandCard(said(card.name, lang), sides, ""))
        assert "…" not in drawn, key
