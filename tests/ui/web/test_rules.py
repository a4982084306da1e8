"""The rules on a phone: a rule that a refusal cites leads to its words, a question is answered."""

from __future__ import annotations

import pytest

from tests.ui.web.browser import Come, faults_of
from tests.ui.web.hosting import Served

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
    assert person.page.locator("dt").count() == 8, "without a question, what is asked on a first evening"
    person.page.fill("[name=ask]", question)
    person.page.keyboard.press("Enter")
    person.page.wait_for_url("**/rules?ask=**")
    assert person.page.locator("dt").first.inner_text().startswith(title)
    assert faults_of(person.page) == []
    person.page.fill("[name=ask]", "qwzx")
    person.page.keyboard.press("Enter")
    person.page.wait_for_selector(".wrong")
