"""A page to be laid over a video, and the same evening in a browser that runs no script."""

from __future__ import annotations

import io
import time

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from companion.storage.jsonl import sealed_line
from tests.patience import PATIENCE_MS
from tests.ui.venue.serving import NAMES, Served
from tests.ui.venue.test_day import links_of, person, post, press, rows, visit
from tests.ui.venue.test_reporting import LINES, link_of, report, served

__all__ = ["served"]


def ground(page: Page) -> tuple[int, ...]:
    """The colour of the picture's upper corner, and whether anything is there at all."""
    picture = Image.open(io.BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
    found = picture.getpixel((3, 3))
    assert isinstance(found, tuple)
    return found


@pytest.mark.slow
def test_a_video_shows_the_table_the_organiser_chose(chromium: Browser, served: Served) -> None:
    organiser = person(chromium, served, "Organiser")
    links = links_of(organiser)
    stream = person(chromium, served, wide=1920)
    visit(stream, f"{served.url}/stream")
    tables = rows(person(chromium, served))
    assert stream.locator(".sides b").all_inner_texts() == tables[0][1:3], "the first table until one is chosen"
    post(served.url + links[tables[1][1]], {"do": "force", "text": "lq001\nlq002"})
    organiser.select_option("#round_now [name=table]", "2")
    press(organiser, "Show this table")
    stream.wait_for_selector(".at:has-text('Table 2')")  # it comes by itself
    assert stream.locator(".sides b").all_inner_texts() == tables[1][1:3]
    report(link_of(served, 2), list(map(sealed_line, LINES)))
    stream.wait_for_function("() => document.querySelector('.sides .score').textContent !== ''")
    assert stream.locator(".score").all_inner_texts() == ["0", "100"], "both of red's figures, 50 points each"
    press(organiser, "Start the timer")
    stream.wait_for_function("() => document.querySelector('time').dataset.runs === '1'")
    assert stream.locator("time").inner_text()[:3] in ("49:", "50:")
    assert ground(stream)[3] == 0, "the mixer's own picture is seen through it"
    visit(stream, f"{served.url}/stream?ground=chroma")
    assert ground(stream) == (0, 177, 64, 255)
    assert "lq00" not in stream.content(), "a force is nobody's but its player's and the judges'"
    for name in tables[1][1:3]:
        post(served.url + links[name], {"do": "report", "outcome": "second", "first": "120", "second": "200"})
    stream.reload()
    assert stream.locator(".score").all_inner_texts() == ["120", "200"]
    assert "match points: 1" in stream.locator(".sides li").nth(1).inner_text()


@pytest.mark.slow
def test_without_a_script_everything_is_read_and_ordered(chromium: Browser, served: Served) -> None:
    organiser = person(chromium, served, "Organiser")
    links = links_of(organiser)
    press(organiser, "Start the timer")
    ends = [time.strftime("%H:%M", time.localtime(time.time() + 50 * 60 + late)) for late in (-5, 0)]
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844}, locale="fr")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    for path in ("/", "/screen", links["Ada"]):
        visit(page, served.url + path)
        assert page.locator("time").inner_text()[:3] in ("49:", "50:"), "the time when it was loaded"
        assert any(f"jusqu'à {hour}" in page.inner_text(".clock small") for hour in ends), "the hour when it is up"
        assert page.locator(".news").is_hidden()
    visit(page, served.url)
    first, second = rows(page)[0][1:3]
    assert {first, second} < set(NAMES)
    assert page.locator("#standings tbody tr").count() == 4
    assert page.locator("meta[http-equiv=refresh]").get_attribute("content") == "15", "it comes again by itself"
    for name in (first, second):
        visit(page, served.url + links[name])
        page.select_option("[name=outcome]", "first")
        page.fill("[name=first]", "80")
        page.fill("[name=second]", "15")
        press(page, "Annoncer")
    visit(page, served.url)
    assert rows(page)[0][3] == "1 : 0 (80 : 15)"
    assert page.locator("#standings tbody tr").first.inner_text().split("\t")[:3] == ["1", first, "1"]
    context.close()
