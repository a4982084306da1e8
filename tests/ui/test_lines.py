"""Two taps ask who sees whom: the game's own rule answers, with its id and words, as far as the side may know."""

from __future__ import annotations

import random
from dataclasses import fields
from itertools import product

import pytest

from companion.core.ids import SpaceId
from companion.core.session import Session
from companion.games.guardians.face.sight import line_between as spaces_line
from companion.games.guardians.play.attack import target_violations
from companion.games.heroclix.editions.lines import SIGHT
from companion.games.heroclix.position.lines import HIDDEN
from companion.games.heroquest.face.sight import line_between as squares_line
from companion.games.heroquest.reach import has_line
from companion.table.follow import Follower
from companion.text.wording import LANGUAGES, Wording
from tests.ui.quest.players import Player, quest_session
from tests.ui.test_guardians_screen import answered, begun
from ui.presenters.models import CardModel, TableModel
from ui.presenters.table import TablePresenter


def asked(table: TablePresenter, start: str, end: str) -> tuple[CardModel, TableModel]:
    table.press("line")
    for space in (start, end):
        table.tap_space(SpaceId(space))
    model = table.model()
    table.press("line")
    assert model.card is not None
    return model.card, model


def explored() -> tuple[Session, Player]:
    """The elf has opened the guardroom, as far as a quest's first turn goes."""
    session = quest_session()
    heroes = Player(session, "heroes")
    for words in ("Begin the quest", "Play Silvane", "Move: throw the dice"):
        heroes.button(words)
    heroes.dice("6", "5")
    heroes.tap("A4", "D4", "E4")
    heroes.button("Open the door E4–F4")
    heroes.tap("F4")
    return session, heroes


@pytest.mark.rule("HQ-GEN-10", "HQ-COMBAT-FRIENDLY-08")
@pytest.mark.parametrize(
    ("start", "end", "title", "text"),
    [
        ("A1", "E4", "A1 → E4 · clear · 7", "Crossed: "),
        ("F4", "A4", "F4 → A4 · clear · 5", "Crossed: "),
        ("E2", "F4", "E2 → F4 · blocked · 3", "A wall or a shut door: E3|F3 [HQ-GEN-10]"),
        ("F4", "H4", "Check a line of sight", "You have not seen all of that way yet."),
    ],
)
def test_a_shot_is_asked_for_by_two_taps(start: str, end: str, title: str, text: str) -> None:
    """From E2 to F4 the line leaves column E in row 3, where a wall stands beside the door of row 4."""
    _, heroes = explored()
    card, model = asked(heroes.screen, start, end)
    assert (card.title, card.text.startswith(text)) == (title, True), card
    assert (model.board.line is None) == (text.startswith("You"))


def test_the_heroes_hear_of_no_line_that_they_have_not_seen_and_else_what_the_rule_says() -> None:
    session, _ = explored()
    state = session.state
    for seat in (state.table.hero_seats[0], state.table.gm):
        view = session.system.view_for(state, seat)
        known = {space for place in view.places for space in place.squares}
        for start, end in product(sorted(known)[::3], state.dungeon.board.spaces):
            line = squares_line(state, view, start, end)
            if line is None:
                assert seat != state.table.gm or end not in known
            elif start != end:
                assert (line.verdict.value == "clear") == has_line(state, start, end)
                assert {*line.crossed, end} <= known


@pytest.mark.rule("GC-LOS-02", "GC-LOS-03", "GC-LOS-04")
def test_a_line_between_two_spaces_names_what_blocks_it() -> None:
    """In the shipped scenario a shut door parts the terrace house from its yard; its wall goes on beside it."""
    session = begun()
    answered(session, random.Random(1))
    table = TablePresenter(session, Follower(session, {}), lang="en")
    card, model = asked(table, "terrace-house.1", "terrace-yard.1")
    assert (card.title, card.text) == (
        "terrace, house 1 → terrace, yard 1 · blocked · 2",
        "A closed door: terrace, house | terrace, yard [GC-LOS-03]",
    )
    assert model.board.line is not None
    assert asked(table, "terrace-house.1", "terrace-yard.3")[0].text == "A wall is in the way. [GC-LOS-02]"
    assert "An enemy in the way: The Horologe [GC-LOS-04]" in asked(table, "terrace-street.1", "museum-hall.3")[0].text
    assert asked(table, "terrace-house.1", "terrace-walk.2")[0].title.endswith("clear · 2")


def test_between_figures_the_answer_is_the_one_an_attack_gets() -> None:
    session = begun()
    answered(session, random.Random(1))
    state = session.state
    for one, other in product(state.in_play(), repeat=2):
        if state.are_enemies(one.side, other.side):
            broken = target_violations(state, one, other, "ranged", at_range=True)
            rules = {violation.rule for violation in broken if violation.rule.startswith("GC-LOS")}
            assert {cause.rule for cause in spaces_line(state, one.at, other.at).causes} == rules


def test_furniture_that_is_seen_says_what_it_is() -> None:
    """Beside the table of the guardroom nobody stands: a tap on it says what it is, and costs the hero nothing."""
    session, heroes = explored()
    heroes.button("Open the door F4–G4")
    version, table = session.version, heroes.screen
    table.tap_space(SpaceId("H2"))
    dial = heroes.model.dial
    assert dial is not None and (dial.name, dial.click) == ("table", "Furniture")
    assert heroes.model.card is not None and heroes.model.card.title == "What does Silvane do?"
    table.tap_space(SpaceId("H2"))
    dial = heroes.model.dial
    assert dial is not None and dial.name == "Silvane"
    assert session.version == version


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_of_a_line_of_heroclix_has_its_words(lang: str) -> None:
    causes = {getattr(rules, field.name) for rules in SIGHT.values() for field in fields(rules)} - {True, False}
    assert len(causes) > 12
    assert [cause for cause in (*causes, HIDDEN) if not Wording(lang).has(f"line.{cause}")] == []
