"""Everybody's own screen: from a tap on one page until all eight have drawn it, and how large an update is.

page 1 ──Confirm──> host ──> pages 1 to 8: the layer of figures is another one, and a frame was drawn
"""

from __future__ import annotations

import shutil
import threading
import time
import zlib
from collections.abc import Iterator
from statistics import median, quantiles
from typing import TYPE_CHECKING

from companion.errors import MissingPart
from ui.bench.rows import Row, capped, limited

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocket

    from companion.core.session import Session
    from ui.table.bootstrap import Table
    from ui.web.host import Host

PAGES, WARM_UP, ROUNDS, CUTS = 8, 3, 20, 5
DRAWN_MS, UPDATE_BYTES, BACK_S = 100.0, 4096.0, 1.0
BROWSERS = ("chromium-headless-shell", "chromium")

# Notes when the layer of figures was replaced and then drawn, by the machine's clock.
WATCH = """() => {
  window.drawn = [];
  new MutationObserver((changes) => {
    const isNew = changes.some((change) => [...change.addedNodes].some((node) => node.classList?.contains("figures")));
    if (isNew) requestAnimationFrame(() => window.drawn.push(performance.timeOrigin + performance.now()));
  }).observe(document.querySelector(".layers"), { childList: true });
}"""
PRESS = """(label) => {
  const button = [...document.querySelectorAll(".card button, .tools button")].find((one) => one.textContent === label);
  button.click();
  return performance.timeOrigin + performance.now();
}"""
GO = """() => {
  const goal = [...document.querySelectorAll(".goals-list button")].find((one) => one.textContent.includes("(3 "));
  goal.click();
}"""


def measure() -> Iterator[Row]:
    """Moves and take-backs on one page; a peer of nothing else is known, so limits, of this machine's speed."""
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError as missing:
        raise MissingPart("playwright", "pip install playwright (its own browsers are not needed)") from missing
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        raise MissingPart("a browser", f"install the package {BROWSERS[0]}")
    with sync_playwright() as playwright, _Served() as host:
        browser = playwright.chromium.launch(executable_path=program, headless=True, args=["--no-sandbox"])
        taken, sizes = _rounds(browser, host)
        back = [_seconds_until_back(browser, host) for _ in range(CUTS)]
        browser.close()
    yield limited("pages, tap on one to drawn on 8, p95", quantiles(taken, n=20)[-1], "ms", DRAWN_MS)
    yield capped("pages, an update as it is sent, median", median(sizes), "bytes", UPDATE_BYTES)
    yield capped("pages, from the network's return to the table, slowest", max(back), "s", BACK_S)


def _rounds(browser: Browser, host: Host) -> tuple[list[float], list[int]]:
    """Milliseconds until the last page has drawn, and the bytes of the updates."""
    first = str(host.table.session.state.active_seat)
    seats = [first, "blue" if first == "red" else "red", *["spectator"] * (PAGES - 2)]
    sizes: list[int] = []
    pages = [_page(browser, host, seat, sizes) for seat in seats]
    mover, taken = pages[0], list[float]()
    for page in pages:
        page.evaluate(WATCH)
    mover.locator(".hits .may_be_lifted").first.click()
    sizes.clear()  # what came before was the whole table
    for number in range(WARM_UP + ROUNDS):
        if number == WARM_UP:
            taken.clear()  # until then the browser was still translating the page's script
        mover.wait_for_function("() => document.querySelector('.goals-list')")
        mover.evaluate(GO)
        mover.get_by_role("button", name="Confirm").wait_for()
        for label in ("Confirm", "Undo"):
            mover.wait_for_timeout(150)
            taken.append(_until_drawn(pages, mover, label))
    return taken, sizes


def _until_drawn(pages: list[Page], mover: Page, label: str) -> float:
    for page in pages:
        page.evaluate("() => { window.drawn = []; }")
    pressed = float(mover.evaluate(PRESS, label))
    last = 0.0
    for page in pages:
        page.wait_for_function("() => window.drawn.length > 0", polling=10)
        last = max(last, float(page.evaluate("() => window.drawn[0]")))
    return last - pressed


def _seconds_until_back(browser: Browser, host: Host) -> float:
    """Return the seconds until a page is linked again after its network came back."""
    page = _page(browser, host, "spectator", [])
    page.context.set_offline(True)
    page.wait_for_selector("body[data-link=lost]")
    page.context.set_offline(False)
    before = time.perf_counter()
    page.wait_for_function("() => document.body.dataset.link === 'on'", polling=10)
    taken = time.perf_counter() - before
    page.context.close()
    return taken


def _page(browser: Browser, host: Host, seat: str, sizes: list[int]) -> Page:
    page = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB").new_page()

    def note(socket: WebSocket) -> None:
        deflate = zlib.compressobj(wbits=-12)  # as the connection compresses: one window for all its frames

        def size(frame: str | bytes) -> None:
            data = frame.encode() if isinstance(frame, str) else frame
            length = len(deflate.compress(data) + deflate.flush(zlib.Z_SYNC_FLUSH))
            if data.startswith(b'{"type":"model"'):
                sizes.append(length)

        socket.on("framereceived", size)

    page.on("websocket", note)
    page.goto(host.link)
    page.select_option("[name=as]", seat)
    page.click("form button")
    page.wait_for_selector("body[data-link=on] .bar h1")
    return page


class _Served:
    """The sample game at its first turn, hosted in a thread of its own."""

    def __enter__(self) -> Host:
        self._stop, self._ready = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        if not self._ready.wait(30):
            raise MissingPart("a host of pages", "it did not start within 30 s")
        return self._host

    def _run(self) -> None:
        from ui.web.address import Share
        from ui.web.host import Host

        self._host = Host(opened(), Share("127.0.0.1", 0), None)
        self._host.start()
        self._ready.set()
        self._host.run(self._stop.is_set)
        self._host.close()

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._host.awake.set()
        self._thread.join(20)


def opened() -> Table:
    """The sample game, at its first turn."""
    from companion.games.heroclix.sample import sample_setup
    from ui.table.bootstrap import open_table
    from ui.table.settings import TableConfig

    table = open_table(TableConfig(lang="en"), sample_setup("lantern-vault"))
    _play_opening(table.session)
    return table


def _play_opening(session: Session) -> None:
    """Play to the first turn by the first legal order there is."""
    from companion.core.commands import ReportDice
    from companion.core.dice import DiceRequest
    from companion.system import DiceGenerator

    generator = DiceGenerator(1)
    while session.state.flow.round == 0:
        rolls = [request for request in session.state.flow.open if isinstance(request, DiceRequest)]
        seats = session.seats
        legal = (order for seat in seats for order in session.system.legal_commands(session.state, seat))
        session.submit(ReportDice(rolls[0].roller, generator.roll(rolls[0])) if rolls else next(legal))
