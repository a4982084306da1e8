"""Pages that are open in a real browser: what changed comes by itself; the clock is right when one wakes."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.text.wording import Wording
from tests.patience import PATIENCE_S, wait_until
from tests.tournament.events import opened
from tests.ui.venue.serving import FOUR, Served
from tests.ui.venue.test_day import person, visit
from tests.ui.venue.test_refusals import Desk
from ui.venue.hall import Hall
from ui.venue.news import _difference, _new_since, _new_to
from ui.venue.pages import Writer, tag_of
from ui.venue.public import everybody

STAYS = "() => { window.stays = true; }"
INSIDE = """() => [...document.querySelectorAll(".paged li:not([hidden])")].every((one) => {
  const place = one.getBoundingClientRect();
  return place.bottom <= innerHeight + 1 && place.right <= innerWidth;
})"""


def test_rows_that_changed_are_sent_and_no_others() -> None:
    head, rows = "<table><thead><tr><th>a</th></tr></thead><tbody>", [f"<tr><td>{n}</td></tr>" for n in range(40)]
    old = head + "".join(rows) + "</tbody></table><p>end</p>"
    new = head + "".join([*rows[:7], "<tr><td>x</td></tr>", *rows[8:]]) + "</tbody></table><p>end</p>"
    assert _difference(old, new) == {"rows": [(8, 9, "<tr><td>x</td></tr>")]}
    assert _difference(old, old.replace("end", "over")) == {"whole": old.replace("end", "over")}
    assert _new_since([old, "b"], [old, "c"]) == {"1": {"whole": "c"}}
    assert _new_since([old], [old, "c"]) is None
    running = '<p><time data-left="{}" data-runs="1">{}</time></p>'
    assert tag_of(running.format(9, "0:09")) == tag_of(running.format(8, "0:08")), "the clock is no news"
    assert _new_to([tag_of(old), tag_of("b")], [old, "c"]) == {"1": {"whole": "c"}}


def test_a_page_of_everybody_is_made_once_a_version_and_language() -> None:
    session = opened()
    hall = Hall(session, lambda: 0, lambda *_: None)  # type: ignore[arg-type]
    first, again, french = (Writer(hall, Wording(lang)) for lang in ("en", "en", "fr"))
    for writer in (first, again, french):
        everybody(writer)
    assert first.standings() is again.standings()
    assert first.parts[2] is again.parts[2]
    assert hall.rows() is hall.rows()


@pytest.mark.slow
def test_news_come_in_their_place_and_the_page_stays(chromium: Browser, tmp_path: Path) -> None:
    served = Served(tmp_path, orders=FOUR)
    desk = Desk(served)
    page, own = person(chromium, served, lang="fr"), person(chromium, served, wide=390)
    visit(own, served.url + desk.link("Cleo"))
    wall = person(chromium, served, wide=1920)
    visit(wall, f"{served.url}/screen")
    for one in (page, own, wall):
        one.evaluate(STAYS)
    desk.order("result", table="1", outcome="first", first="200", second="101")
    page.wait_for_selector("td:has-text('1 : 0 (200 : 101)')")
    own.wait_for_function("() => document.querySelector('#standings td')")
    wall.wait_for_selector("i:has-text('101')")
    assert own.locator("tr.own td").nth(1).inner_text() == "Cleo"
    desk.order("time", table="2", minutes="4")
    page.wait_for_selector("td:has-text('+4 min')")
    for one in (page, own, wall):
        assert one.evaluate("window.stays"), "no page came anew"
    served.kill()
    served.start()
    desk.order("result", table="2", outcome="draw", first="7", second="8")
    page.wait_for_selector("td:has-text('(7 : 8)')")
    served.stop()


@pytest.mark.slow
def test_the_clock_is_right_when_a_page_wakes(chromium: Browser, tmp_path: Path) -> None:
    """The page's own clock stands still while it sleeps: ten minutes go by at the host alone."""
    served = Served(tmp_path, orders=FOUR)
    desk = Desk(served)
    desk.order("start")
    page = person(chromium, served)
    page.wait_for_selector("time[data-runs='1']")
    page.evaluate("() => { const real = Date.now; Date.now = () => real() - 600000; }")  # as after a sleep: it lags
    desk.order("pause")
    wait_until(lambda: left_on(page) == left_at(served), told=lambda: (left_on(page), left_at(served)))
    page.evaluate("() => { Date.now = () => 0; }")
    desk.order("start")
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    wait_until(lambda: abs(left_on(page) - left_at(served)) <= 2, told=lambda: (left_on(page), left_at(served)))
    served.stop()


def left_on(page: Page) -> int:
    minutes, seconds = re.findall(r"(\d+):(\d\d)", page.locator("time").first.inner_text())[0]
    return 60 * int(minutes) + int(seconds)


def left_at(served: Served) -> int:
    with urllib.request.urlopen(f"{served.url}/clock.json", timeout=PATIENCE_S) as answer:
        return int(json.loads(answer.read())["left_ms"]) // 1000


@pytest.mark.slow
def test_the_wall_turns_its_pages_by_name(chromium: Browser, tmp_path: Path) -> None:
    names = [f"{letter}{vowel}n Player" for letter in "ABCDEFGHIJKLMNOPRST" for vowel in "aeo"]
    served = Served(tmp_path)
    desk = Desk(served)
    desk.order("register", names="\n".join(names))
    desk.order("pair")
    desk.order("publish")
    wall = person(chromium, served, wide=1920)
    wall.set_viewport_size({"width": 1920, "height": 1080})
    wall.clock.install()
    visit(wall, f"{served.url}/screen")
    wall.wait_for_function("() => document.querySelector('.range').textContent")
    height = wall.evaluate("parseFloat(getComputedStyle(document.querySelector('.paged li')).fontSize)")
    assert height * 0.7 * 934 / 1080 > 42, "capitals on a 75-inch screen, mm: read at 15 m with half the usual sight"
    seen: set[str] = set()
    while len(seen) < len(names):
        shown = wall.locator(".paged li:not([hidden]) span").all_inner_texts()
        assert shown == sorted(shown) and wall.locator(".range").inner_text().startswith(shown[0][:3])
        assert wall.evaluate(INSIDE), "all that is shown is on the screen"
        seen |= set(shown)
        now = wall.locator(".range").inner_text()
        wait_until(lambda: wall.locator(".range").inner_text() != now, lambda: wall.clock.run_for(1000))  # noqa: B023
    served.stop()
