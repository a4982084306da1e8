"""A mission by people at pages: two phones with two heroes each, the villains at a third; only what the pages offer."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Locator

from companion.games.gotham.sample import sample_setup
from tests.patience import PATIENCE_S
from tests.ui.web.browser import PHONE, TABLET, Come, Person
from tests.ui.web.hosting import Served, served
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig

MOST = 4000  # looks at all pages
PATIENCE = 4
ACTIVE = re.compile("Active|Actif")
BESIDES = re.compile("by hand|à la main|Put the table|Corriger|Skills|Compétences")  # what no turn needs
SEATS = (("wren", "ferrier"), ("lamplight", "marshal"), ("villains",))
SAT = ".room li:has-text('{name}') button"


class Hand:
    """A person who taps what is offered: dice are thrown, questions answered, figures moved and told to strike."""

    def __init__(self, person: Person, seed: int) -> None:
        self.person, self._rng, self.kinds = person, random.Random(seed), Counter[str]()
        self._idle = 0  # looks at a page that offers nothing but the end of the turn

    def taps(self) -> bool:
        """Whether there was anything to tap."""
        page = self.person.page
        end = page.locator(".bar button.main")
        if self._button(page.locator(".dice-row:visible button.main"), "dice") or self._goes() or self._card():
            self._idle = 0
            return True
        self._idle += 1
        return self._idle > PATIENCE and self._button(end, "end_turn")

    def _goes(self) -> bool:
        """Into a zone, or a tile of the River, where one is offered; most of the time."""
        goals = self.person.page.locator(".goals-list button")
        count = goals.count()
        if not count or self._rng.random() < 0.4:
            return False
        return self._button(goals.nth(self._rng.randrange(count)), "goal")

    def _card(self) -> bool:
        buttons = self.person.page.locator("section.card:visible :is(.buttons, .cards) button").filter(
            has_not_text=BESIDES
        )
        count = buttons.count()
        if not count:
            return False
        if self._rng.random() < 0.05 and self.person.page.locator(".bar button.main").count():
            return self._button(self.person.page.locator(".bar button.main"), "end_turn")
        active = buttons.filter(has_text=ACTIVE)
        chosen = active.first if active.count() else buttons.nth(self._rng.randrange(count))
        return self._button(chosen, "card")

    def _button(self, button: Locator, kind: str) -> bool:
        if not button.count():
            return False
        try:
            button.first.dispatch_event("click", timeout=1000)
        except Error:  # somebody else's tap was first: it is no longer there
            return False
        self.kinds[kind] += 1
        return True


def mission(store: Path | None = None) -> Table:
    return open_table(TableConfig(str(store) if store else "", lang="en"), sample_setup())


def sat_down(served: Served, come: Come) -> list[Hand]:
    """Everybody at a seat; who has two heroes sits down at the second one as well."""
    people = [come(served, lang=lang, size=size) for lang, size in (("en", PHONE), ("fr", PHONE), ("en", TABLET))]
    names: Any = served.ask(lambda: served.host.table.presenter.game.names("table", "fr"))
    for person, seats in zip(people, SEATS, strict=True):
        person.come_in(seats[0])
        for seat in seats[1:]:
            name = names[seat] if person.lang == "fr" else sample_name(served, seat)
            person.page.locator(SAT.format(name=name)).first.click()
            person.until("() => document.querySelectorAll('[data-does^=rise]').length > 1")
    return [Hand(person, seed) for seed, person in enumerate(people)]


def sample_name(served: Served, seat: str) -> str:
    name: str = served.ask(lambda: served.host.table.presenter.game.names("table", "en")[seat])
    return name


def play(served: Served, hands: list[Hand], rounds: int) -> int:
    """Play until so many rounds are over, or the mission is; return how often something changed."""
    session = served.host.table.session
    taps, version, changed_s = 0, -1, time.monotonic()
    while taps < MOST:
        flow, now = served.ask(lambda: (session.state.flow, session.version))
        if now != version:  # a look at which nothing has changed is no tap
            taps, version, changed_s = taps + 1, now, time.monotonic()
        assert time.monotonic() < changed_s + PATIENCE_S, "nobody knows how to go on"
        if flow.outcome is not None or flow.round > rounds:
            return taps
        for hand in hands:
            if hand.taps():
                hand.person.page.wait_for_timeout(60)
        hands[0].person.page.wait_for_timeout(40)
    raise AssertionError(f"not over within {MOST} looks")


def kinds_of(hands: list[Hand]) -> Counter[str]:
    return sum((hand.kinds for hand in hands), Counter[str]())


@pytest.mark.long
def test_the_first_round_by_three_people(come: Come) -> None:
    with served(mission) as host:
        hands = sat_down(host, come)
        play(host, hands, 1)
        kinds = kinds_of(hands)
        assert {"dice", "goal", "card", "end_turn"} <= kinds.keys(), kinds
        for hand in hands:
            hand.person.close()


@pytest.mark.long
def test_the_whole_mission_and_its_record_for_each_of_them(come: Come, tmp_path: Path) -> None:
    store = tmp_path / "mission.db"
    with served(lambda: mission(store), store) as host:
        hands = sat_down(host, come)
        play(host, hands, 99)
        flow = host.ask(lambda: host.host.table.session.state.flow)
        assert flow.outcome is not None
        for hand in hands:
            hand.person.page.wait_for_selector(".card.over")
            hand.person.close()
    assert replayed(store, "--verify").returncode == 0
    for side in ([], ["--side", "table"]):  # onlookers, and everybody at the table: nothing is secret
        page = tmp_path / f"{len(side)}.html"
        told = replayed(store, "--theatre", str(page), *side)
        assert told.returncode == 0, told.stderr
        assert "The Wren" in page.read_text(encoding="utf-8")


def replayed(store: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """``companion replay`` of that game."""
    command = [sys.executable, "-m", "companion", "replay", str(store), "--lang", "en", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
