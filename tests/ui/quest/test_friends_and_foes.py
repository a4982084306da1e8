"""A spell that helps is offered where it helps, one that hurts at foes; at friends only under a button of its own."""

from __future__ import annotations

import pytest

from companion.core.ids import PieceId
from tests.casebook.casebooks import session_of
from tests.ui.quest.players import Player

CASE = """
system = "heroquest"
[[case]]
id = "x"
title = "x"
rules = ["HQ-ATK-09"]
expect.over = false
setup.squares = ["....", "...."]
setup.turn = "E"
setup.pieces.E = { hero = "elf_4", at = "A1", facing = "E" }
setup.pieces.W = { hero = "warrior_4", at = "B1", facing = "E", body = 8 }
setup.pieces.D = { hero = "dwarf_4", at = "A2", facing = "E" }
setup.pieces.m-1 = { monster = "orc", at = "D1", facing = "W" }
"""


def labels(player: Player) -> list[str]:
    """Return every button and side of a card that the menu shows."""
    card = player.model.card
    assert card is not None
    sides = [f"{one.title} {side.heading} {side.words}".strip() for one in card.hand for side in one.sides]
    return [*(label for _, label in card.buttons), *sides]


@pytest.mark.rule("HQ-ATK-09", "HQ-HERO-ELF-01")
def test_sparks_at_friends_are_under_the_button_for_friends_and_mend_is_for_the_hurt() -> None:
    heroes = Player(session_of(CASE), "heroes")
    shown = labels(heroes)
    assert [one for one in shown if "spark" in one.lower() and (" W" in one or " D" in one)] == []
    assert "Cast spark → orc 1" in shown and "Strike at a friend …" in shown
    assert [one for one in shown if one.startswith("Cast mend")] == ["Cast mend → W"]
    heroes.button("Strike at a friend …")
    assert {"Attack W", "Cast spark → W", "Cast spark → D"} <= {*labels(heroes)}


@pytest.mark.rule("HQ-HERO-ELF-01")
def test_mend_says_what_it_heals_and_offers_no_blow_beside() -> None:
    """The warrior has 8 of 9: of the 2 that it heals 1 is missing."""
    heroes = Player(session_of(CASE), "heroes")
    heroes.screen.press(next(does for does, label in heroes.model.card.buttons if label == "Cast mend → W"))  # type: ignore[union-attr]
    card = heroes.model.card
    assert card is not None and card.kind == "proposal" and "W: Body Points 8 → 9 of 9." in card.text
    assert [label for _, label in card.buttons if "Attack" in label or "strike" in label] == []
    ringed = {token.piece: token.friend for token in heroes.model.board.tokens if token.target}
    assert ringed == {PieceId("W"): True, PieceId("m-1"): False}  # the dwarf is unhurt
