"""A whole turn of every game by keyboard and accessible names alone: Tab, Enter, and what a screen reader says."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError as Late

from tests.patience import PATIENCE_S
from tests.ui.web.browser import DESK, Come, Person
from tests.ui.web.hosting import served
from ui.cli.records import open_record
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig

RECORDS = Path(__file__).parents[2] / "records"
END = "^End (turn|the turn: .+|the activation)$"
STEP = r"\((\d+) squares?\)"
# What is pressed, by its accessible name, what stands first first, and how often each hand presses it.
PLANS: dict[str, tuple[tuple[str, int], ...]] = {
    "heroclix-core": (
        ("^Begin$", 1),
        ("^Roll for me$", 9),
        ("^area 1, ", 1),
        (r"^[AB]\d+$", 4),
        ("^Confirm$", 9),
        ("may move", 1),
        (STEP, 1),
        (END, 1),
    ),
    "heroquest-nextlevel": (
        ("^Begin the quest$", 1),
        ("^Play Brakka$", 1),
        ("^Move: throw the dice$", 1),
        ("^Roll for me$", 9),
        ("^Yes$", 9),
        (STEP, 2),
        (END, 1),
    ),
    "guardians-clash": (
        ("^Begin$", 1),
        ("^Roll for me$", 9),
        ("^Confirm$", 99),
        ("^◀", 99),
        ("^(Night Lantern|Mistral|Anvil|Briar)$", 4),
        (STEP, 2),
        (END, 1),
    ),
    "gotham-chronicles": (
        ("^Begin the mission$", 1),
        ("^Warden$", 1),
        (" acts this round", 9),
        (r"^Lamplight \(", 1),
        (r"^Move \(", 1),
        (END, 1),
    ),
}

# The buttons of the page in the order of Tab: what each does, its accessible name, and where it stands.
BUTTONS = """() => [...document.querySelectorAll("button, summary, input")]
  .filter((one) => one.checkVisibility() && !one.disabled)
  .map((one) => ({ does: one.dataset.does ?? "", name: one.ariaLabel || one.textContent || "",
    part: one.closest("section, header, details")?.className ?? "" }))"""

# What has the focus; null when the button that is looked for is there no more.
FOCUSED = """(does) => [...document.querySelectorAll("[data-does]")].some((one) => one.dataset.does === does)
  ? document.activeElement?.dataset?.does ?? "" : null"""


@dataclass
class Hand:
    """Somebody who sees nothing: reads the names of buttons, goes to one with Tab, presses Enter."""

    person: Person
    plan: Sequence[tuple[str, int]]
    pressed: list[str] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)
    told: str = ""  # the log before what it pressed last

    def acts(self) -> bool:
        """Whether there was anything to press."""
        buttons: list[dict[str, str]] = self.person.page.evaluate(BUTTONS)
        assert all(button["name"].strip() for button in buttons), "a button without a name"
        deed = self.plan[-2][0]  # without it, no turn is ended
        is_turn = any(button["does"] == "end_turn" for button in buttons)  # then a figure may be chosen
        found = (
            (want, button)
            for want, most in self.plan
            if self.used[want] < most and (want != END or self.used[deed])
            for button in buttons
            if re.search(want, button["name"].strip()) and (is_turn or not button["does"].startswith("piece:"))
        )
        want, button = next(found, ("", None))
        if button is None:
            return False
        told, self.told = self.person.page.inner_text("body"), self.person.page.inner_text(".log")
        if not self.reach(button["does"]):
            return False  # it is gone meanwhile
        self.used[want] += 1
        self.pressed.append(button["name"])
        with suppress(Late):
            self.person.page.wait_for_function("(told) => document.body.innerText !== told", arg=told, timeout=10_000)
        self.person.page.wait_for_timeout(100)  # what comes of it may come in two parts
        return True

    def reach(self, does: str) -> bool:
        """Whether the way to that button by Tab was found; then it is pressed."""
        page = self.person.page
        for _ in range(400):
            focused = page.evaluate(FOCUSED, does)
            if focused == does:
                page.keyboard.press("Enter")
                return True
            if focused is None:
                return False
            page.keyboard.press("Tab")
        pytest.fail(f"no way to {does!r} by keyboard")


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANS)
def test_a_turn_of_every_game(name: str, come: Come) -> None:
    setup = open_record(RECORDS / f"{name}.record").records[0].event
    with served(lambda: open_table(TableConfig(lang="en"), setup)) as table:
        hands = []
        for seats in table.host.presenter.game.sides.values():  # a page a side, which holds all its seats
            hand = Hand(come(table, size=DESK).come_in(str(seats[0])), PLANS[name])
            for seat in seats[1:]:
                assert hand.reach(f"sit:{seat}")
                hand.person.until("(does) => document.querySelector(`[data-does='${does}']`)", f"rise:{seat}")
            hand.person.page.locator("summary").first.focus()
            hand.person.page.keyboard.press("Enter")
            hands.append(hand)
        acted = time.monotonic()
        while not any(hand.used[END] for hand in hands):
            if any(hand.acts() for hand in hands):
                acted = time.monotonic()
            assert time.monotonic() < acted + PATIENCE_S, [hand.pressed for hand in hands]
        deed = PLANS[name][-2][0]
        assert any(hand.used[deed] for hand in hands), [hand.pressed for hand in hands]
        ended = next(hand for hand in hands if hand.used[END])
        went_on = "document.querySelector('.log').innerText !== told"
        ended.person.until(f"(told) => document.querySelector('[data-does=confirm]') || {went_on}", ended.told)
        if ended.person.page.locator("[data-does=confirm]").count():  # what is left undone is asked about
            assert ended.reach("confirm")
        ended.person.until(f"(told) => {went_on}", ended.told)
