"""The rules on a phone: a rule that a refusal cites leads to its words, a question is answered."""

from __future__ import annotations

from functools import partial

import pytest

from companion.games import rulebook
from tests.ui.led import GAMES
from tests.ui.web.browser import Come, faults_of
from tests.ui.web.hosting import Served, served
from tests.ui.web.test_led_page import led

pytestmark = pytest.mark.slow


def test_a_rule_that_is_cited_leads_to_its_words(table: Served, come: Come) -> None:
    active = str(table.ask(lambda: table.host.table.session.state.active_seat))
    mover = come(table).come_in(active)
    mover.page.locator(".hits .may_be_lifted").first.click()
    mover.touch(0, 0)  # too far for anybody
    link = mover.page.locator(".card.refusal a.rule").first
    assert link.get_attribute("title") == "Read the rule"
    rule = str(link.get_attribute("href")).partition("ask=")[2]
    with mover.page.context.expect_page() as opened:
        link.click()
    rules = opened.value
    assert rules.locator("dt small").first.inner_text() == rule
    assert len(rules.locator("dd").first.inner_text()) > 20
    assert rules.locator("dt").count() > 3, "the rules beside it stand there too"
    assert faults_of(rules) == []
    assert mover.page.locator("body[data-link=on]").count() == 1, "the table is still there"


def test_a_line_of_a_sheet_leads_to_its_words(table: Served, come: Come) -> None:
    active = str(table.ask(lambda: table.host.table.session.state.active_seat))
    person = come(table).come_in(active)
    person.page.locator(".hits .may_be_lifted").first.click()
    person.page.locator(".sheet .asked").first.click()
    assert person.page.locator(".card.about a.rule").get_attribute("href") == "/rules?ask=HC-DIAL-07"
    assert faults_of(person.page) == []


@pytest.mark.parametrize(
    ("lang", "question", "title"),
    [("en", "can I shoot past my frend", "Somebody in between"), ("fr", "tirer à travers un ami", "Quelqu'un entre")],
)
def test_a_question_is_answered(lang: str, question: str, title: str, table: Served, come: Come) -> None:
    person = come(table, lang=lang).come_in("spectator")
    person.page.goto(f"{table.host.url}/rules")
    shelves = person.page.locator(".shelf")
    assert shelves.count() == 3, "without a question this game's words, its rules, and last its screens"
    assert shelves.nth(0).locator("dt:visible").count() > 2 and shelves.nth(1).locator("dt:visible").count() == 0
    assert shelves.nth(2).locator("dt").count() == 9
    person.page.fill("[name=ask]", question)
    person.page.keyboard.press("Enter")
    person.page.wait_for_url("**/rules?ask=**")
    assert person.page.locator("dt").first.inner_text().startswith(title)
    assert faults_of(person.page) == []
    person.page.fill("[name=ask]", "qwzx")
    person.page.keyboard.press("Enter")
    person.page.wait_for_selector(".wrong")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_the_game_that_is_played_come_first(come: Come, game: str, lang: str) -> None:
    """Terms on its sheets are read at once, and none that only a master may know."""
    with served(partial(led, game)) as table:
        person = come(table, lang=lang).come_in("spectator")
        person.page.goto(f"{table.host.url}/rules")
        assert person.page.locator(".shelf").first.get_attribute("class") == "shelf in_play"
        ids = person.page.locator(".in_play dt small").all_inner_texts()
        assert ids and person.page.locator("dt:visible").count() > 5
        entries = [rulebook(game).entry(one) for one in ids]
        assert all(entry is not None and not entry.is_secret for entry in entries)
        assert person.page.locator(".program dt:visible").count() == 0
        assert faults_of(person.page) == []
