"""Forces on the pages: pasted, refused with the line or the rule, kept, locked; a judge reads them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.ui.venue.serving import Served
from tests.ui.venue.test_day import links_of, paired, person, press, visit
from tests.ui.web.browser import faults_of


@pytest.mark.slow
def test_a_force_is_handed_in_checked_and_locked(chromium: Browser, served: Served) -> None:
    organiser = person(chromium, served, "Organiser")
    organiser.fill("textarea", "Ada\nBen")
    press(organiser, "Add")
    links = links_of(organiser)
    ada = person(chromium, served, wide=390)
    visit(ada, served.url + links["Ada"])
    ada.fill("[name=text]", "lq001\nSomebody Unknown")
    press(ada, "Hand in")
    assert "line 2" in ada.locator("[role=alert]").inner_text()
    ada.fill("[name=text]", "lq002 Breakwater\nlq001")
    press(ada, "Hand in")
    ada.select_option("[name=means0]", "lq003 Breakwater (65)")
    press(ada, "Hand in")
    assert "Breakwater (lq003)" in ada.content(), "it was asked which of them, and is handed in"
    ada.fill("[name=text]", "lq001\n5 zzz001 Somebody of next year")
    press(ada, "Hand in")
    assert "for the judge" in ada.content(), "a piece that nobody knows refuses no force"
    ada.fill("[name=text]", "9x lq001")
    press(ada, "Hand in")
    told = ada.locator("[role=alert]").inner_text()
    assert "HC-TEAM-01" in told
    assert "300" in told, "and what that rule says of it"
    chosen = served.event.with_name("night.txt")
    chosen.write_text("lq001\nlq002\n", encoding="utf-8")
    ada.set_input_files("input[type=file]", chosen)
    ada.wait_for_function("() => document.querySelector('[name=text]').value.includes('lq002')")
    press(ada, "Hand in")
    assert "The rules allow this force." in ada.content()
    assert faults_of(ada) == []
    judge = person(chromium, served, "Judge")
    visit(judge, f"{served.url}/forces")
    assert "No force yet: Ben" in judge.content()
    assert "lq002" in judge.locator("section.force").inner_text()
    judge.select_option("[name=player]", "Ben")
    judge.fill("[name=text]", "9x lq001")
    press(judge, "Hand in")
    assert "HC-TEAM-01" in judge.locator("section.force", has_text="Ben").inner_text(), "a judge may, and sees it"
    assert faults_of(judge) == []
    visit(organiser, f"{served.url}/organiser")
    paired(organiser)
    visit(ada, served.url + links["Ada"])
    assert "It is locked" in ada.content()
    assert "lq002" not in person(chromium, served).content()
    visit(judge, f"{served.url}/papers/forces.html")
    collapsed = judge.locator("table").first.evaluate("node => getComputedStyle(node).borderCollapse")
    assert collapsed == "collapse", "the sheet has its style, under the pages' policy too"
    assert judge.request.get(f"{served.url}/papers/sheets.pdf").body().startswith(b"%PDF")
    width = ada.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, "nothing is too wide for a phone"
    ben = person(chromium, served)
    visit(ben, served.url + links["Ben"])
    assert "lq002" not in ben.content()
