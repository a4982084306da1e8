"""Every page of an event, in both languages and three sizes: nobody is shut out, nothing is too wide, no key for words.

A route that is added is in one of the two lists here, or ``test_every_route_is_looked_at`` fails.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page
from starlette.applications import Starlette
from starlette.routing import Mount, Route

from companion.storage.photographs import PhotoStore
from companion.storage.reported import ReportStore
from companion.storage.sql import file_of
from tests.patience import PATIENCE_MS
from tests.tournament.events import opened
from tests.ui.venue.serving import Served
from tests.ui.venue.test_day import links_of, person, post, press, visit
from tests.ui.venue.test_photographs import layout, served
from tests.ui.web.browser import faults_of
from ui.library import Library
from ui.presenters.games import read_sheet
from ui.venue.doors import SafeFile, open_doors
from ui.venue.hall import Hall
from ui.venue.photographs import Photographs
from ui.venue.server import Venue
from vision.pictures import write_picture

__all__ = ["layout", "served"]

SIZES = (390, 844), (1280, 800), (1920, 1080)
LANGUAGES = ("en", "fr")
# a route, and the addresses at which it is looked at; {me} is a player's own
PAGES = {
    "/": ("/",),
    "/season": ("/season",),
    "/screen": ("/screen",),
    "/stream": ("/stream", "/stream?ground=chroma"),
    "/enter": ("/enter",),
    "/register": ("/register",),
    "/organiser": ("/organiser",),
    "/log": ("/log", "/log?find=takes+part"),
    "/player": ("/player?number=1",),
    "/links": ("/links",),
    "/judge": ("/judge?rule=line",),
    "/judge/table/{number:int}": (
        "/judge/table/1?from=A1&to=H8",
        "/judge/table/1?piece=r1",
        "/judge/table/1?ground=photo&from=A1&to=H8",
        "/judge/table/2",
    ),
    "/me/{key}": ("{me}",),
    "/forces": ("/forces",),
    "/tables": ("/tables",),
    "/papers/{name}": ("/papers/sheets.html", "/papers/slips.html", "/papers/forces.html"),
}
NO_PAGES = {
    "/table/{key}",
    "/health",
    "/news",
    "/me/{key}/news",
    "/leave",
    "/clock.json",
    "/design.css",
    "/letters",
    "/judge/table/{number:int}/version",
    "/judge/table/{number:int}/photo",
    "/judge/case/{call:int}",
    "/static",
}
AT_THE_DOOR = {"/enter"}  # staff who are inside are shown their own page there


def test_every_route_is_looked_at(tmp_path: Path) -> None:
    database = file_of(tmp_path / "tables")
    doors, _ = open_doors(SafeFile(tmp_path / "an.event"))
    hall = Hall(opened(), lambda: 0, lambda text, points, words: read_sheet(Library(), text, points, words))
    photographs = Photographs(PhotoStore(database), None)
    app = Venue(hall, doors, ReportStore(database), "http://here", lambda: 0.0, photographs).app()._app  # type: ignore[attr-defined]
    assert isinstance(app, Starlette)
    routes = {route.path for route in app.routes if isinstance(route, Route | Mount)}
    database.close()
    assert routes == PAGES.keys() | NO_PAGES


@pytest.mark.slow
def test_no_page_shuts_anybody_out(chromium: Browser, served: Served, tmp_path: Path) -> None:
    organiser = person(chromium, served, "Organiser")
    links = links_of(organiser)
    post(served.url + links["Ada"], {"do": "force", "text": "lq001\nlq002"})
    for kind in ("line of sight", "dice"):
        called = {"do": "call", "table": "1", "kind": kind}
        assert 200 in {post(served.url + link, called)[0] for link in links.values()}
    judge = person(chromium, served, "Judge")
    call = judge.locator("li.open").first
    call.locator("[name=penalty]").select_option("warning")
    press(judge, "Close the call", call)
    visit(judge, f"{served.url}/judge/table/1?piece=r1")
    for of in ("r1", ""):
        write_picture(tmp_path / "seen.png", np.full((600, 800, 3), 90, dtype=np.uint8))
        judge.request.post(f"{served.url}/judge/table/1/photo?of={of}", data=(tmp_path / "seen.png").read_bytes())
    press(organiser, "Open registration by QR code")
    found = looked_at(chromium, served, organiser, links["Ada"])
    for link in links.values():
        assert post(served.url + link, {"do": "report", "outcome": "draw"})[0] == 200
    visit(organiser, f"{served.url}/organiser")
    press(organiser, "Pair the next round")
    assert "nobody sees it yet" in organiser.content()
    found |= looked_at(chromium, served, organiser, links["Ada"], "/organiser")
    assert found == {}


def looked_at(chromium: Browser, served: Served, staff: Page, own: str, only: str = "") -> dict[str, list[str]]:
    """What somebody stumbles over, by the page in its language; nothing is wider than the screen it is on."""
    found: dict[str, list[str]] = {}
    for lang in LANGUAGES:
        inside = chromium.new_context(locale=lang)
        inside.add_cookies([one for one in staff.context.cookies() if one["name"] != "lang"])  # type: ignore[misc]
        outside = chromium.new_context(locale=lang)
        for context in (inside, outside):
            context.set_default_timeout(PATIENCE_MS)
        pages = {True: inside.new_page(), False: outside.new_page()}
        every = [(route, address) for route, addresses in PAGES.items() for address in addresses]
        for number, (route, address) in enumerate(every):
            if not only or only == route:
                page = pages[route not in AT_THE_DOOR]
                page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
                answer = page.goto(served.url + address.format(me=own))
                assert answer is not None and answer.status in (200, 404), address
                assert page.locator("html").get_attribute("lang") == lang
                words = page.locator("body").inner_text()
                assert re.search(r"\b(venue|event)\.\w|· [:·]", words) is None, address
                if lang == LANGUAGES[number % len(LANGUAGES)]:  # the same page in other words
                    found[f"{lang} {address}"] = faults_of(page)
                for width, height in SIZES if not address.startswith("/papers") else ():
                    page.set_viewport_size({"width": width, "height": height})
                    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                    assert over <= 0, f"{address} is {over} pixels too wide for {width}"
        inside.close()
        outside.close()
    return {at: faults for at, faults in found.items() if faults}
