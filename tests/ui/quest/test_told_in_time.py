"""A quest says what lies there and no more: no verdict before the shields, no door or room that nobody has seen."""

from __future__ import annotations

import re

import pytest

from companion.text.wording import Wording
from tests.ui.quest.players import Player, quest_session


@pytest.mark.rule("HQ-ATK-05", "HQ-ATK-07")
def test_skulls_are_no_verdict_before_the_shields_lie() -> None:
    heroes = Player(quest_session(), "heroes")
    for words in ("Begin the quest", "Play Silvane", "Attack Brakka"):
        heroes.button(words)
    heroes.dice("skull", "skull", "white", "white", "10")
    result = heroes.model.result
    assert result is not None and heroes.model.dice is not None
    assert (result.title, result.tone, result.against) == ("", "", "skulls: 2")
    heroes.dice(*["white"] * len(heroes.model.dice.dice))
    result = heroes.model.result
    assert result is not None and (result.title, result.tone) == ("BLOCKED", "miss")


@pytest.mark.rule("HQ-HERO-ENCH-03")
def test_an_enchanter_feels_at_doors_that_were_seen_and_no_id_is_said() -> None:
    heroes = Player(quest_session(), "heroes")
    for words in ("Begin the quest", "Play Wend"):
        heroes.button(words)
    card = heroes.model.card
    assert card is not None
    doors = [label for _, label in card.buttons if re.search("spellcaster", label)]
    assert len(doors) == 1 and re.search(r"[A-Z]\d+\|[A-Z]\d+", doors[0]), doors
    heroes.button(doors[0])
    assert heroes.model.log[-1].text == "Wend senses no spellcaster in a place nobody has seen."


def test_every_die_of_a_quest_has_its_name() -> None:
    session = quest_session()
    for lang in ("en", "fr"):
        kinds, wording = session.system.dice_of(session.state), Wording(lang)
        assert [die for die in kinds if not wording.has(f"die.{die}")] == []
