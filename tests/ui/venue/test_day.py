"""A whole event in real browsers: organiser, judge, players, the wall; and what happens when the host is killed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, Response, Route

from tests.patience import PATIENCE_MS, PATIENCE_S
from tests.ui.venue.serving import Served

pytestmark = pytest.mark.slow

NAMES = ("Ada", "Ben <b>", "Cléo", "Dan & Co", "Eve")


def person(chromium: Browser, served: Served, role: str = "", *, lang: str = "en", wide: int = 1280) -> Page:
    """A page of its own; a member of the staff comes in by PIN."""
    context = chromium.new_context(viewport={"width": wide, "height": 900}, locale=lang)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.on("pageerror", lambda fault: pytest.fail(str(fault)))
    visit(page, f"{served.url}/enter" if role else served.url)
    if role:
        page.select_option("[name=role]", label=role)
        page.fill("[name=pin]", served.pins[role])
        with form_sent(page):
            page.click("main button")
    return page


def visit(page: Page, url: str) -> None:
    """Go there; a page that comes again by itself just then stands in nobody's way, also where the browser then never
    says that it has arrived."""
    until_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            page.goto(url, timeout=PATIENCE_MS / 9)
        except Error as wrong:
            is_again = "interrupted by another navigation" in wrong.message or "Timeout" in wrong.message
            if not is_again or time.monotonic() > until_s:
                raise
        else:
            return


@contextmanager
def form_sent(page: Page) -> Iterator[None]:
    """A form is sent, and the page that answers it comes; one that comes again by itself just then is another."""
    here = page.url.partition("#")[0]

    def answers(response: Response) -> bool:
        asked = [response.request]
        while asked[-1].redirected_from:
            asked.append(asked[-1].redirected_from)
        is_last = not 300 <= response.status < 400
        is_another = asked[-1].method == "POST" or asked[-1].url != here
        return is_last and is_another and response.request.is_navigation_request()

    with page.expect_response(answers) as answer:
        yield
    answer.value.finished()
    page.wait_for_load_state()


def press(page: Page, label: str, within: Locator | None = None) -> None:
    """The button of a form is pressed."""
    with form_sent(page):
        (within or page.locator("body")).get_by_role("button", name=label, exact=True).first.click()


def links_of(organiser: Page) -> dict[str, str]:
    """Every player's personal link."""
    rows = organiser.locator("table tbody tr:has(a)")
    found = {}
    for row in rows.all():
        cells = row.locator("td").all_inner_texts()
        found[cells[1]] = str(row.locator("a").last.get_attribute("href"))
    return found


def paired(organiser: Page) -> None:
    press(organiser, "Pair the next round")
    assert "nobody sees it yet" in organiser.content()
    press(organiser, "Publish")


def test_a_day_of_five_players(chromium: Browser, served: Served) -> None:
    organiser = person(chromium, served, "Organiser")
    organiser.fill("textarea", "\n".join(NAMES))
    press(organiser, "Add")
    assert organiser.locator("h2", has_text="Players (5)").count() == 1
    assert "Ben <b>" in organiser.locator("tbody").last.inner_text(), "a name is text, whatever is in it"
    everybody = person(chromium, served, lang="fr")
    assert "Aucune ronde" in everybody.content()
    paired(organiser)
    everybody.wait_for_selector("caption:has-text('Appariements')")  # it comes by itself
    assert everybody.locator("caption", has_text="Appariements").count() == 1
    assert "exempt" in everybody.content() or "bye" in everybody.content().lower()

    links = links_of(organiser)
    now = {row[0]: row[1:3] for row in rows(everybody)}
    first, second = now["1"]
    one, other = (person(chromium, served) for _ in range(2))
    for page, name in ((one, first), (other, second)):
        visit(page, served.url + links[name])
        assert "Your table: 1" in page.content()
        page.select_option("[name=outcome]", "first")
        page.fill("[name=first]", "210")
        page.fill("[name=second]", "95" if page is one else "90")
        press(page, "Report")
    judge = person(chromium, served, "Judge")
    assert "Two results" in judge.content(), "two words that differ bring a judge"
    other.fill("[name=first]", "210")
    other.fill("[name=second]", "95")
    press(other, "Report")
    assert "(210 : 95)" in other.content()
    visit(judge, f"{served.url}/judge")
    noted = [judge.locator(f"input[name={name}]").first.input_value() for name in ("first", "second")]
    assert noted == ["210", "95"], "sent again by mistake, a result stays what it was"

    other.select_option("[name=kind]", "line of sight")
    other.fill("[name=text]", "C4 to F9")
    press(other, "Call a judge")
    visit(judge, f"{served.url}/judge?rule=move")
    assert judge.locator("dt").count() > 2
    call = judge.locator("li.open", has_text="Line of sight")
    call.locator("[name=judge]").fill("Maria")
    press(judge, "Go there", call)
    call = judge.locator("li.open", has_text="Line of sight")
    assert "Maria" in call.inner_text()
    call.locator("[name=ruling]").fill("hindered")
    call.locator("[name=minutes]").fill("4")
    call.locator("[name=penalty]").select_option("caution")
    call.locator("[name=player]").select_option(first)
    press(judge, "Close the call", call)
    assert "+4 min" in person(chromium, served).content()
    press(judge, "Appeal", judge.locator("li.over", has_text="Line of sight"))
    head = person(chromium, served, "Head judge")
    assert "appeal" in head.locator("li.open", has_text="Line of sight").inner_text()

    press(organiser, "Start the timer")
    wall = person(chromium, served, wide=1920)
    visit(wall, f"{served.url}/screen")
    assert "until" in wall.inner_text(".clock small")
    height = wall.locator("time").evaluate("node => node.getBoundingClientRect().height")
    assert height > 200, "read across a hall"

    served.kill()  # in the middle of the round
    served.start()
    visit(wall, f"{served.url}/screen")
    assert "until" in wall.inner_text(".clock small")
    left = wall.locator("time").inner_text()
    assert re.match("4[0-9]:", left), left  # it goes on
    visit(organiser, f"{served.url}/organiser")  # still inside, by the same cookie
    form = organiser.locator("ul.tables li", has_text=now["2"][0])
    form.locator("[name=outcome]").select_option("draw")
    press(organiser, "Report", form)
    paired(organiser)
    press(organiser, "Undo the last order")  # the publishing
    assert "nobody sees it yet" in organiser.content()
    press(organiser, "Publish")
    met = {frozenset(now["1"]), frozenset(now["2"])}
    again = {frozenset(row[1:3]) for row in rows(person(chromium, served))}
    assert not met & again, "no rematch"
    served.stop()
    command = [sys.executable, "-m", "companion", "event", "verify", str(served.event)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def rows(page: Page) -> list[list[str]]:
    """The pairings as a page shows them."""
    body = page.locator("table").first.locator("tbody tr")
    return [row.locator("td").all_inner_texts() for row in body.all()]


def test_a_form_on_its_way_is_not_called_back_by_news(chromium: Browser, served: Served) -> None:
    one, other = (person(chromium, served, "Organiser") for _ in range(2))
    one.fill("textarea", "Ada\nBen")
    press(one, "Add")

    def slowly(route: Route) -> None:
        if route.request.method == "POST":
            time.sleep(5)  # longer than a page waits between two looks for news
        route.continue_()

    one.route("**/organiser*", slowly)
    other.fill("textarea", "Cléo\nDan")
    press(other, "Add")
    press(one, "Pair the next round")
    assert "nobody sees it yet" in one.content()


def test_a_player_enters_by_the_code_on_the_wall_and_drops(chromium: Browser, served: Served) -> None:
    player = person(chromium, served, wide=390)
    visit(player, f"{served.url}/register")
    assert "Registration is closed" in player.content()
    organiser = person(chromium, served, "Organiser")
    press(organiser, "Open registration by QR code")
    wall = person(chromium, served)
    visit(wall, f"{served.url}/screen")
    assert wall.locator("figure svg").count() == 1
    visit(player, f"{served.url}/register")
    player.fill("[name=name]", "Zoë")
    press(player, "Take part")
    assert "/me/1-" in player.url
    assert "Zoë" in player.content()
    late = person(chromium, served)
    visit(late, f"{served.url}/register")
    late.fill("[name=name]", "zoë")
    press(late, "Take part")
    assert "Names tell players apart" in late.content()
    player.click("summary:has-text('I drop out')")  # not by one tap
    press(player, "Yes, I play no more rounds")
    assert "You have dropped out" in player.content()
    assert player.get_by_role("button", name="Yes, I play no more rounds").count() == 0


def post(url: str, form: dict[str, str], **headers: str) -> tuple[int, str]:
    data = urllib.parse.urlencode(form).encode()
    request = urllib.request.Request(url, data, {name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as wrong:
        return wrong.code, wrong.read().decode()


def health(served: Served) -> dict[str, Any]:
    with urllib.request.urlopen(f"{served.url}/health", timeout=PATIENCE_S) as answer:
        found: dict[str, Any] = json.loads(answer.read())
    return found


def test_a_pin_is_not_guessed_and_another_site_orders_nothing(served: Served) -> None:
    statuses = [post(f"{served.url}/enter", {"role": "organiser", "pin": f"{n:06}"})[0] for n in range(8)]
    assert statuses == [403] * 5 + [429] * 3
    page = post(f"{served.url}/organiser", {"do": "register", "names": "Mallory"})[1]
    assert "PIN" in page, "without a cookie only the door is shown"
    assert post(f"{served.url}/enter", {"role": "judge", "pin": "1"}, Origin="http://evil.example")[0] == 403
    assert post(f"{served.url}/me/1-0000", {"do": "drop", "player": "Ada"})[0] == 404
    assert health(served)["players"] == 0
    kept = served.event.with_name("friday.event.doors")
    assert kept.stat().st_mode & 0o077 == 0
    text = kept.read_text(encoding="utf-8")
    assert not any(pin in text for pin in served.pins.values())
    assert not any(pin in served.event.read_text(encoding="utf-8") for pin in served.pins.values())


def test_a_damaged_event_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "torn.event").write_text("not a record\n", encoding="utf-8")
    command = [sys.executable, "-m", "companion", "venue", "--event", str(tmp_path / "torn.event")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "torn.event" in done.stderr


def test_the_organiser_settles_how_it_is_played_until_somebody_plays(chromium: Browser, served: Served) -> None:
    organiser = person(chromium, served, "Organiser")
    organiser.click("#players summary")
    organiser.select_option("[name=way]", "round-robin")
    organiser.select_option("[name=side]", "2")
    organiser.select_option("[name=tiebreak1]", "victory_points")
    organiser.select_option("[name=tiebreak3]", "")
    organiser.select_option("[name=tiebreak4]", "")
    press(organiser, "Settle")
    organiser.fill("textarea", "Ada")
    press(organiser, "Add")
    assert "A side is 2 players here" in organiser.locator("[role=alert]").inner_text()
    organiser.fill("textarea", "Ada + Ben\nCleo + Dan\nEve + Finn")
    press(organiser, "Add")
    organiser.click("#players summary")
    organiser.select_option("[name=tiebreak1]", "lot")
    organiser.select_option("[name=tiebreak2]", "lot")
    press(organiser, "Settle")
    assert "each once" in organiser.locator("[role=alert]").inner_text()
    visit(organiser, f"{served.url}/organiser")
    paired(organiser)
    assert organiser.locator("#players summary").count() == 0
    heads = organiser.locator("table", has_text="match points").locator("th").all_inner_texts()
    assert heads[3:5] == ["victory points", "opponents' match win"]
