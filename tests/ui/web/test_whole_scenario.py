"""Scenarios of two sides, and of one alone, played on phones by nothing but what the pages offer, to the front pages.

Who is asked answers; whoever acts attacks, tests, goes or ends, as a seeded hand likes it. The host's screen is not
touched, and each side's record plays again afterwards.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as Late

from companion.core.ledger import Ledger
from companion.core.telling import heard_records
from companion.games.guardians.sample import sample_setup
from companion.games.guardians.setup import GuardiansSetUp
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import JsonlRecorder
from companion.system import DiceGenerator
from tests.cli.command_line import companion
from tests.patience import PATIENCE_S, wait_until
from tests.ui.web.browser import Come, Person
from tests.ui.web.hosting import Served, served
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig

LOOK = """() => {
  const shown = (part) => [...document.querySelectorAll(part)].filter((element) => !element.closest("[hidden]"));
  const buttons = (part) => shown(part).map((button) => button.dataset.does);
  return {
    title: document.querySelector(".bar .now").innerText.replaceAll("\xa0", " "), card: buttons(".side > .card button"),
    roll: buttons(".dice-row [data-does=roll]"), end: buttons(".tools [data-does=end_turn]"),
    goals: shown(".goals-list button").map((button) => button.dataset.at), all: document.body.textContent,
    below: document.body.textContent.replace(document.querySelector(".bar").textContent, ""),
  };
}"""
BOLDNESS = 0.7  # how often whoever may do something does not walk on


@dataclass
class Hand:
    """Somebody's finger, and what it is inclined to."""

    person: Person
    rng: random.Random
    taps: int = 0

    def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.person.page.evaluate(LOOK)
        return seen

    def acts(self) -> bool:
        """Whether there was anything to do: one tap, and what comes of it."""
        seen = self.look()
        tap = self._tap(seen)
        if tap is None:
            return False
        try:
            tap()
            self.person.page.wait_for_function(
                "(all) => document.body.textContent !== all", arg=seen["all"], timeout=10_000
            )
        except Late:
            return False  # the table had moved on meanwhile: then it looks again
        self.taps += 1
        return True

    def _tap(self, seen: Mapping[str, Any]) -> Callable[[], None] | None:
        buttons = [does for does in seen["card"] if does.partition(":")[0] not in ("page", "leave", "pick")]
        if seen["roll"]:
            return self._press("roll")
        if "confirm" in buttons:
            return self._press("confirm")
        if "chosen" in buttons and self.rng.random() < BOLDNESS:
            return self._press("chosen")
        if any(does.startswith("do:") for does in buttons) and self.rng.random() > BOLDNESS:
            buttons = []
        if buttons:
            return self._press(self.rng.choice(buttons))
        if seen["goals"]:
            column, row = map(int, self.rng.choice(seen["goals"]).split(","))
            return lambda: self._touch(column, row)
        return self._press("end_turn") if seen["end"] else None

    def _touch(self, column: int, row: int) -> None:
        self.person.touch(column, row)

    def _press(self, does: str) -> Callable[[], None]:
        return lambda: self.person.page.locator(f'[data-does="{does}"]').first.click(timeout=10_000)


def play(hands: Sequence[Hand], until: str) -> None:
    """Everybody in turn, until it stands in a title."""
    idle_since = time.monotonic()
    while time.monotonic() < idle_since + PATIENCE_S:
        if any(hand.acts() for hand in hands):
            idle_since = time.monotonic()
        if until in str(hands[0].look()["title"]):
            return
    pytest.fail(f"nobody knows how to go on: {[hand.look() for hand in hands]}")


def opened(setup: GuardiansSetUp, store: Path, seed: int) -> Callable[[], Table]:
    config = TableConfig(str(store), lang="en")
    return lambda: open_table(config, setup, roller=DiceGenerator(seed))


def open_session(table: Served, come: Come, setup: GuardiansSetUp, seed: int) -> list[Hand]:
    """A phone a seat, every second one in French."""
    rng = random.Random(seed)
    langs = ("en", "fr") * len(setup.seats)
    return [
        Hand(come(table, lang=lang).come_in(str(seat)), rng) for seat, lang in zip(setup.seats, langs, strict=False)
    ]


@pytest.mark.slow
@pytest.mark.rule("GC-TURN-05", "GC-CARD-28")
def test_a_turn_on_two_phones(tmp_path: Path, come: Come) -> None:
    """Until both sides have planned, the other's page says nothing of it, but that it is not ready yet."""
    setup = sample_setup(team_up=True)
    with served(opened(setup, tmp_path / "evening.db", 1)) as table:
        hands = open_session(table, come, setup, 1)
        dawn, dusk = hands
        play(hands, "Turn 1 · Strategy")
        before = dusk.look()["below"]
        wait_until(lambda: not any(does.startswith("choose:") for does in dawn.look()["card"]), dawn.acts)
        assert dusk.look()["below"] == before
        play(hands, "Turn 2")
        dusk.person.sees("Tour 2", within=".bar")


@pytest.mark.long
@pytest.mark.rule("GC-PRESS-11", "GC-TURN-12")
@pytest.mark.parametrize("kind", ["two sides", "alone"])
def test_a_whole_scenario(kind: str, tmp_path: Path, come: Come) -> None:
    """To the front pages, which everybody sees; what each side heard plays again."""
    setup = sample_setup(team_up=True) if kind == "two sides" else sample_setup("night-ferry", players=1)
    store = tmp_path / "evening.db"
    with served(opened(setup, store, 2), store) as table:
        hands = open_session(table, come, setup, 2)
        play(hands, "The game is over")
        for hand in hands:
            hand.person.until("(count) => document.querySelectorAll('.prints svg').length === count", len(setup.sides))
        session = table.ask(lambda: table.host.table.session)
        for side, seats in setup.sides:
            codec = JsonCodec(session.system.event_types)
            heard = JsonlRecorder(tmp_path / f"{side}.record")
            Ledger(heard, codec).append(list(heard_records(session.system, session.records, seats[0])))
            heard.close()
    for record in (store, *(tmp_path / f"{side}.record" for side, _ in setup.sides)):
        assert companion("replay", str(record), "--verify").status == 0
