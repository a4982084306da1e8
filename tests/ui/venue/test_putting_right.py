"""Organisers put things right on their pages: orders taken back alone, people, pairs, lists of other programs."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Page

from tests.patience import wait_until
from tests.ui.venue.serving import FOUR, Served
from tests.ui.venue.test_day import links_of, person, post, press, rows, visit

pytestmark = pytest.mark.slow


@pytest.fixture
def served(tmp_path: Path):  # type: ignore[no-untyped-def]
    made = Served(tmp_path, orders=FOUR)
    yield made
    made.stop()


def test_a_tap_takes_one_order_back_and_asks_where_others_go_along(chromium: Browser, served: Served) -> None:
    organiser = person(chromium, served, "Organiser")
    links = links_of(organiser)
    press(organiser, "Start the timer")
    for link in links.values():
        assert post(served.url + link, {"do": "report", "outcome": "first", "first": "200", "second": "90"})[0] == 200
    organiser.wait_for_selector("h2:has-text('2 of 2')")  # it comes by itself
    assert "The timer of round 1 was started" in organiser.inner_text(".orders")
    press(organiser, "Undo the last order")
    assert "2 of 2" in organiser.inner_text("#results"), "nobody's result is lost"
    assert "stopped" in organiser.inner_text(".clock")
    press(organiser, "Undo the last order")  # the publishing, on which the results were built
    asked = organiser.inner_text("main")
    assert "Round 1 is published" in asked and asked.count("says of table") == 4
    organiser.click("text=No, leave it all as it is")
    assert "2 of 2" in organiser.inner_text("#results")
    press(organiser, "Undo the last order")
    press(organiser, "Yes, with 4 later orders")
    assert organiser.locator("#results").count() == 0
    press(organiser, "Redo what was undone")
    assert "2 of 2" in organiser.inner_text("#results")

    visit(organiser, f"{served.url}/log")
    body = organiser.inner_text("table.log")
    assert "console" in body and "computer-" in body and "redone" in body
    organiser.fill("[name=find]", "ada says")
    press_get(organiser, "Find")
    found = organiser.locator("table.log tbody tr", has=organiser.get_by_role("button"))
    told = [words for words in found.all_inner_texts() if "Ada" in words]  # a device's mark may hold the letters too
    assert 0 < len(told) < 3, told
    press(organiser, "Undo", found.filter(has_text="Ada says of").first)
    press(organiser, "Yes, with 1 later order")
    visit(organiser, f"{served.url}/organiser")
    assert "1 of 2" in organiser.inner_text("#results")


def chosen_list(organiser: Page, data: bytes) -> str:
    """Choose a file as the list of players; return what the page says of it."""
    chosen: FilePayload = {"name": "list.csv", "mimeType": "text/csv", "buffer": data}
    organiser.set_input_files("input[data-into=names]", files=[chosen])
    return str(organiser.eval_on_selector("input[data-into=names]", "field => field.validationMessage"))


def press_get(page, label: str) -> None:  # type: ignore[no-untyped-def]
    with page.expect_navigation():
        page.get_by_role("button", name=label, exact=True).first.click()


def test_people_and_pairs_are_put_right(chromium: Browser, served: Served) -> None:
    organiser = person(chromium, served, "Organiser")
    with organiser.expect_navigation():
        organiser.get_by_role("link", name="Ben", exact=True).click()
    organiser.fill("[name=name]", "Benjamin")
    press(organiser, "Correct the name")
    assert "Benjamin" in organiser.inner_text("h2")
    organiser.fill("[name=text]", "plays slowly")
    press(organiser, "Note it")
    assert "plays slowly" in organiser.inner_text(".noted")
    visit(organiser, f"{served.url}/organiser")
    pairs = [row[1:3] for row in rows(person(chromium, served))]
    organiser.click("summary:has-text('Put pairs right by hand')")
    form = organiser.locator("form:has([value=assign])")
    form.locator("[name=player]").select_option(pairs[0][0])
    form.locator("[name=other]").select_option(pairs[1][1])
    form.locator("[name=reason]").fill("they are brothers")
    press(organiser, "Let these two play", form)
    now = [set(row[1:3]) for row in rows(person(chromium, served))]
    assert {pairs[0][0], pairs[1][1]} in now
    picture, many = b"\x89PNG\r\n\x1a\n\x00", b"Ada\n" * 50_000
    wait_until(lambda: "no list of names" in chosen_list(organiser, picture))
    wait_until(lambda: "too long" in chosen_list(organiser, many))
    assert organiser.input_value("textarea") == ""
    organiser.set_input_files("input[data-into=names]", files=[])
    organiser.fill("textarea", "Licence,Joueur n°,Ville\n12,Zoé Petit,Lyon\n13,Marc Roy,Brest\n")
    press(organiser, "Add")
    organiser.select_option("[name=column_name]", "Joueur n°")
    press(organiser, "Add")
    assert {"Zoé Petit", "Marc Roy", "Benjamin"} <= set(links_of(organiser))
    visit(organiser, f"{served.url}/links")
    assert organiser.locator("ul.slips svg").count() == 6


def test_a_game_loss_proposes_its_result_and_the_staffs_word_stands(chromium: Browser, served: Served) -> None:
    judge, organiser = person(chromium, served, "Judge"), person(chromium, served, "Organiser")
    links = links_of(organiser)
    first, second = rows(person(chromium, served))[0][1:3]
    post(served.url + links[second], {"do": "call", "table": "1", "kind": "conduct"})
    visit(judge, f"{served.url}/judge")
    call = judge.locator("li.open").first
    call.locator("[name=penalty]").select_option("game_loss")
    call.locator("[name=player]").select_option(first)
    call.locator("[name=rule]").fill("XX-99")
    press(judge, "Close the call", call)
    assert "XX-99" in judge.inner_text("[role=alert]")
    call = judge.locator("li.open").first
    assert call.locator("[name=player]").input_value() == first, "what was written is still there"
    call.locator("[name=rule]").fill("")
    press(judge, "Close the call", call)
    press(judge, "Note this result")
    everybody = person(chromium, served)
    assert "game loss by a ruling" in rows(everybody)[0][3]
    for name in (first, second):
        post(served.url + links[name], {"do": "report", "outcome": "first", "first": "10", "second": "0"})
    visit(everybody, served.url)
    assert "game loss by a ruling" in rows(everybody)[0][3], "two who agree change nothing"
    judge.wait_for_selector("li.open:has-text('Two results')")  # it comes by itself
    assert f"{first} says: {first} wins 10 : 0" in judge.inner_text("#results")
