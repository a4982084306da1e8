"""A real browser before real pages: Debian's Chromium, without a screen; a page is a person."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.missing import absent
from tests.patience import PATIENCE_MS
from tests.ui.web.hosting import Served

NAMES = ("chromium-headless-shell", "chromium")
_LED = """() => [...document.querySelectorAll(".hint, .side")].map((one) => one.innerText).join("\\n")"""
_HUNG_UP = re.compile("WebSocket connection to .* failed|net::ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET)")
PHONE, TABLET, DESK = (390, 844), (820, 1180), (1920, 1080)


@contextmanager
def browser() -> Iterator[Browser]:
    """The browser; missing, the test says so, and in CI it fails."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        words = f"a browser is missing: install the package {NAMES[0]}"
        absent(words)
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=program, headless=True, args=["--no-sandbox"])
        yield made
        made.close()


def middle(page: Page, column: int, row: int) -> tuple[float, float]:
    """Where a square of the board as drawn is on the glass, in pixels."""
    place: list[float] = page.evaluate(
        """([column, row]) => {
          const hits = document.querySelector(".hits"), box = hits.getBoundingClientRect();
          const [left, top, wide, high] = hits.getAttribute("viewBox").split(" ").map(Number);
          const x = 40 + (column + 0.5) * 56 - left, y = 40 + (row + 0.5) * 56 - top;
          return [box.left + (x / wide) * box.width, box.top + (y / high) * box.height];
        }""",
        [column, row],
    )
    return place[0], place[1]


_IN_THE_STAGE = """([x, y]) => {
  const stage = document.querySelector(".stage"), { left, right, top, bottom } = stage.getBoundingClientRect();
  if (x < left || x > right || y < top || y > bottom) stage.scrollBy(x - (left + right) / 2, y - (top + bottom) / 2);
}"""


# the next frame, and what it does in its wake
SETTLED = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(done))))"""


def touch(page: Page, column: int, row: int) -> None:
    """A finger on a square of the board as drawn, once it is in sight and nothing new moves it any more."""
    at = (-1.0, -1.0)
    for _ in range(100):
        if (there := middle(page, column, row)) == at:
            break
        page.evaluate(SETTLED)
        page.evaluate(_IN_THE_STAGE, there)
        page.evaluate(
            """([, y]) => y > document.querySelector(".bar").getBoundingClientRect().bottom && y < innerHeight
              || scrollBy(0, y - innerHeight / 2)""",
            middle(page, column, row),
        )
        at = there
    page.mouse.click(*at)


_FAULTS = """async () => {
  const told = await axe.run({ resultTypes: ["violations"], preload: false });
  const found = told.violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160))}`);
}"""


def faults_of(page: Page) -> list[str]:
    """What a person who does not see or use a mouse would stumble over (axe, serious and worse)."""
    page.evaluate(Axe().axe_script)
    found: list[str] = page.evaluate(_FAULTS)
    return found


class Person:
    """Somebody at a page: complaints of the browser are faults of ours."""

    def __init__(
        self,
        made: Browser,
        served: Served,
        size: tuple[int, int] = PHONE,
        lang: str = "en",
        *,
        any_host: bool = False,
        scripts: bool = True,
    ) -> None:
        self.served, self.lang = served, lang
        self._context = made.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale={"en": "en-GB", "fr": "fr-FR"}[lang],
            has_touch=size == PHONE,
            reduced_motion="reduce",
            bypass_csp=any_host,
            java_script_enabled=scripts,
        )
        self._context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self._context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("console", self._said)

    def _said(self, line: ConsoleMessage) -> None:
        """Note what the browser complains of; that a host that goes hangs up is no fault."""
        if line.type == "error" and not (self.served.is_closing and _HUNG_UP.search(line.text)):
            self.faults.append(line.text)

    def door(self, code: str | None = None) -> None:
        """Stands at the door, as the QR code leads there."""
        self.page.goto(f"{self.served.host.url}/?code={code or self.served.host.code}")

    def come_in(self, wanted: str, name: str = "") -> Person:
        """Sits down, and sees the table."""
        self.door(self.served.host.judge_code if wanted == "judge" else None)
        self.page.fill("[name=name]", name or wanted)
        self.page.select_option("[name=as]", wanted)
        self.page.click("form button")
        self.sees_table()
        return self

    def sees_table(self) -> None:
        self.page.wait_for_selector("body[data-link=on] .bar h1")

    def press(self, label: str, *, within: str = "body", exact: bool = True) -> None:
        """Presses the button that is called so."""
        self.page.locator(within).get_by_role("button", name=label, exact=exact).first.click()

    def sees(self, text: str, *, within: str = "body") -> None:
        """It stands there, or comes."""
        self.page.locator(within).get_by_text(text).first.wait_for()

    def until(self, condition: str, argument: Any = None) -> None:
        """Waits until the function of the page says yes."""
        self.page.wait_for_function(condition, arg=argument)

    def led(self) -> str:
        """What the person is told and asked, without the board, whose list comes and goes as it is opened."""
        return str(self.page.evaluate(_LED))

    def led_on(self, before: str) -> None:
        """Waits until the person is told or asked something else."""
        self.until(f"(before) => ({_LED})() !== before", before)

    def touch(self, column: int, row: int) -> None:
        touch(self.page, column, row)

    def middle(self, column: int, row: int) -> tuple[float, float]:
        """Where a square is on the glass."""
        return middle(self.page, column, row)

    def offline(self, *, cut: bool) -> None:
        """The network is gone, or back."""
        self._context.set_offline(cut)

    def photograph(self, file: Path) -> None:
        self.page.screenshot(path=str(file))

    def close(self) -> None:
        self._context.close()


Come = Callable[..., Person]
