"""A quest says what lies there and no more: no verdict before the shields, no door or room that nobody has seen."""

from __future__ import annotations

import re

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, DiceResult, Source
from companion.core.ids import PieceId, SpaceId
from companion.core.rules import Rejected
from companion.games.heroquest import commands as cm
from companion.text.wording import LANGUAGES, Wording
from tests.casebook.casebooks import session_of
from tests.ui.quest.players import Player, quest_session
from ui.table.papers import report_of
from ui.table.preview import Moments, played_of


@pytest.mark.rule("HQ-ATK-05", "HQ-ATK-07")
def test_skulls_are_no_verdict_before_the_shields_lie() -> None:
    heroes = Player(quest_session(), "heroes")
    for words in ("Begin the quest", "Play Silvane", "Strike at a friend …", "Attack Brakka"):
        heroes.button(words)
    heroes.dice("skull", "skull", "white", "white", "10")
    result = heroes.model.result
    assert result is not None and heroes.model.dice is not None
    assert (result.title, result.tone, result.against) == ("", "", "skulls: 2")
    heroes.dice(*["white"] * len(heroes.model.dice.dice))
    result = heroes.model.result
    assert result is not None and (result.title, result.tone) == ("BLOCKED", "spared")


@pytest.mark.rule("HQ-HERO-ENCH-03")
def test_an_enchanter_feels_at_doors_that_were_seen_and_no_id_is_said() -> None:
    heroes = Player(quest_session(), "heroes")
    for words in ("Begin the quest", "Play Wend"):
        heroes.button(words)
    card = heroes.model.card
    assert card is not None
    doors = [label for _, label in card.buttons if re.search("spellcaster", label)]
    assert len(doors) == 1 and re.search(r"[A-Z]\d+–[A-Z]\d+", doors[0]), doors
    heroes.button(doors[0])
    assert heroes.model.log[-1].text == "Wend senses no spellcaster in a place nobody has seen."


def test_a_story_tells_where_a_way_led_what_was_asked_on_it_and_that_it_is_not_over() -> None:
    """Not “Odrun chooses: Yes.”, and no line for each square."""
    session = quest_session()
    heroes = Player(session, "heroes")
    for words in ("Begin the quest", "Play Wend", "Move: throw the dice"):
        heroes.button(words)
    heroes.dice("6", "5")
    for square in ("B4", "A4", "A3"):
        heroes.screen.tap_space(SpaceId(square))
        heroes.screen.press("confirm")
        while (card := heroes.model.card) is not None and card.kind == "choice":
            heroes.screen.press(card.buttons[0][0])
    heroes.screen.tap_space(SpaceId("B4"))
    heroes.screen.press("confirm")
    report = report_of(Moments(played_of(session), "heroes"), Wording("en"))
    told = [line.words for chapter in report.chapters for line in chapter.lines]
    assert sum(line.startswith("Wend goes to") for line in told) == 1, told
    assert report.sheet[0].startswith("The evening stopped here, nobody has won yet: ")


def test_an_answer_is_told_with_what_it_is_about() -> None:
    session = quest_session()
    heroes = Player(session, "heroes")
    for words in ("Begin the quest", "Play Wend", "Move: throw the dice"):
        heroes.button(words)
    heroes.dice("6", "5")
    through = (SpaceId("A2"), SpaceId("A3"))  # where Silvane stands; a tap on A3 goes round her
    session.submit(cm.Walk(session.state.who(PieceId("enchanter")).seat, PieceId("enchanter"), through))
    heroes.button("No")
    told = r"(Silvane|Odrun) does not let Wend pass\."
    assert any(re.fullmatch(told, line.text) for line in heroes.model.log)


def test_every_die_of_a_quest_has_its_name() -> None:
    session = quest_session()
    for lang in ("en", "fr"):
        kinds, wording = session.system.dice_of(session.state), Wording(lang)
        assert [die for die in kinds if not wording.has(f"die.{die}")] == []


@pytest.mark.rule("HQ-ACT-01")
def test_an_order_out_of_turn_names_who_gave_it() -> None:
    """The master is a seat, and no piece: the refusal says who it is, and marks nothing on the board."""
    session = quest_session()
    session.submit(cm.BeginQuest(session.seats[0]))
    decision = session.submit(cm.EndPhase(session.state.table.gm))
    assert isinstance(decision, Rejected)
    assert [(broken.rule, broken.at) for broken in decision.violations] == [("HQ-ACT-01", None)]
    assert Wording("fr").violation(decision.violations[0]).startswith("Ce n'est pas le tour du maître")


PASSING = """
system = "heroquest"
[[case]]
id = "x"
title = "x"
rules = ["HQ-COMBAT-OPP-04"]
expect.over = false
setup.squares = ["....", "...."]
setup.turn = "Valek"
setup.pieces.Valek = { hero = "warrior_4", at = "C1", facing = "E", rolled = 6, items = [], defense = 2 }
setup.pieces.f = { monster = "fimir", at = "B2", facing = "N" }
"""


@pytest.mark.rule("HQ-COMBAT-OPP-04")
def test_a_strike_in_passing_that_was_agreed_to_is_asked_as_a_throw_with_whom_it_is_at() -> None:
    session = session_of(PASSING)
    heroes, master = Player(session, "heroes"), Player(session, "master")
    heroes.screen.tap_space(SpaceId("D1"))
    heroes.screen.press("confirm")
    assert "may strike whoever goes past" in heroes.model.now.more, "what is waited for is said"
    master.button("Yes")
    dice = master.model.dice
    assert dice is not None
    assert "?" not in dice.question and "strikes whoever goes past" in dice.question
    assert dice.decides[0].startswith("→ Valek") and any("black shield" in line for line in dice.decides), dice
    struck = next(one for one in session.state.flow.open if isinstance(one, DiceRequest))
    for lang in LANGUAGES:
        alone = Wording(lang, {str(struck.roller): "Odrun", str(struck.piece): "Odrun"})
        assert alone.question(struck).count("Odrun") == 1
    session.submit(ReportDice(struck.roller, DiceResult(struck.id, ("black",) * len(struck.dice), Source.MACHINE)))
    result = heroes.model.result
    assert result is not None and "attack" in result.deed and "back" not in result.deed, "Valek had not struck"
