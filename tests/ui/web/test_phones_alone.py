"""An evening on phones alone: nobody has a tablet, one seat is left free, one phone is switched off in the middle.

host (no window) ──pages──> Ann, Eva …    each takes what its page offers; the last one gives up; the report is a page
"""

from __future__ import annotations

import itertools
import os
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.core.opening import next_order
from companion.games.gotham.sample import sample_setup as gotham
from companion.games.guardians.sample import sample_setup as guardians
from companion.games.heroclix.face.opening import OPENING
from companion.games.heroclix.sample import sample_setup as heroclix
from companion.games.heroquest.sample import sample_setup as heroquest
from companion.system import DiceGenerator
from companion.text.wording import Wording
from tests.patience import PATIENCE_S, wait_until
from tests.ui.evening import Album, Phone, Player
from tests.ui.web.browser import PHONE, Person
from tests.ui.web.hosting import Served
from ui.table.bootstrap import Table, open_table
from ui.table.papers import PhonePapers
from ui.table.session import last_places
from ui.table.settings import TableConfig

GAMES: dict[str, tuple[Callable[[], Any], dict[str, str]]] = {  # who takes which seat; the others stay free
    "heroclix": (heroclix, {"red": "Ann", "blue": "Eva"}),
    "heroquest": (heroquest, {"elf": "Ann", "warrior": "Ben", "master": "Eva"}),
    "guardians": (guardians, {"dawn": "Ann", "dusk": "Eva"}),
    "gotham": (gotham, {"ferrier": "Ann", "marshal": "Ben", "villains": "Eva"}),
}
SHORT, LONG = 6, 150  # rounds around the table before somebody says that it is late
Room = Callable[[Callable[[], Table]], "Alone"]


class Alone:
    """A host without a window, and its phones, in the one thread of the test."""

    def __init__(self, made: Browser, opened: Callable[[], Table]) -> None:
        self._browser = made
        self.served = Served(opened, papers=lambda table: PhonePapers(table.session))
        kept = os.environ.get("EVENINGS")  # a folder for the pictures, where one is named
        self.tablet = SimpleNamespace(album=Album(Path(kept) if kept else None))  # what a phone asks of its room
        self.people: list[Phone] = []

    def do(self, job: Callable[[], Any]) -> Any:
        return job()

    def come(self, seat: str, name: str, lang: str) -> Phone:
        person = Person(self._browser, self.served, PHONE, lang)
        phone = Phone(self, person, name, lang)  # type: ignore[arg-type]
        person.come_in(seat, name)
        self.people.append(phone)
        return phone

    def state(self) -> Any:
        return self.served.ask(lambda: self.served.host.table.session.state)

    def close(self) -> None:
        for phone in self.people:
            phone.person.close()
        self.served.close()


@pytest.fixture
def room(chromium: Browser) -> Iterator[Room]:
    opened: list[Alone] = []

    def open_room(table: Callable[[], Table]) -> Alone:
        opened.append(Alone(chromium, table))
        return opened[-1]

    yield open_room
    for one in opened:
        one.close()


def play(people: Sequence[Player], until: Callable[[], bool]) -> None:
    """Everybody takes what is offered; where all wait, somebody must be able to go on."""
    idle_since = time.monotonic()
    while not until():
        acted = [player.acts() for player in people if not player.at.is_off]
        if any(acted):
            idle_since = time.monotonic()
        elif any(player.at.offers().over for player in people if not player.at.is_off):
            return
        elif time.monotonic() > idle_since + PATIENCE_S:
            pytest.fail(f"nobody knows how to go on: {[player.at.look() for player in people]}")


def evening(game: str, room: Room, rounds: int) -> str:
    """The report as it stands on a phone, after so many rounds around the table."""
    made, seats = GAMES[game]
    alone = room(partial(open_table, TableConfig(), made()))
    people = [
        alone.come(seat, name, lang) for (seat, name), lang in zip(seats.items(), ("fr", "en", "fr"), strict=False)
    ]
    hands, count = [Player(one, random.Random(f"{game} {one.who}")) for one in people], itertools.count(1)

    def late() -> bool:
        now = next(count)
        if now in (rounds // 3, 2 * rounds // 3):
            people[0].switch(off=now == rounds // 3)
        return now > rounds

    play(hands, late)
    last, words = people[-1], Wording(people[-1].lang)
    while not last.offers().over:  # it is late: somebody gives up, once what is asked is answered
        offers = last.offers()
        giving = [action for action, label in offers.card if words.say("screen.concede") in label]
        actions = [action for action, _ in offers.card]
        ends = last.person.page.locator('.tools [data-does="pick:ends"]:visible')
        if giving and "confirm" not in actions:
            last.act(giving[0])
        elif "confirm" in actions:
            last.act("confirm")
        elif ends.count():
            last.act("pick:ends")
        else:
            play(hands, iter((False, True)).__next__)
    wait_until(lambda: all(one.offers().over for one in people), lambda: None)
    for one in people:
        one.keep("over")
    with last.person.page.expect_popup() as opened:
        last.person.page.locator(".papers a").first.click()
    opened.value.wait_for_url("**ready**")  # it is being made until then
    return str(opened.value.inner_text("body"))


@pytest.mark.slow
def test_first_turns_without_a_tablet_and_the_report(room: Room) -> None:
    assert re.search("Ann|Ben|Eva", evening("heroquest", room, SHORT))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_an_evening_without_a_tablet(game: str, room: Room) -> None:
    assert re.search("Ann|Ben|Eva", evening(game, room, LONG))


@pytest.mark.slow
@pytest.mark.rule("HC-SETUP-11")
def test_a_phone_sets_up_as_last_time(room: Room, tmp_path: Path) -> None:
    """The same forces on the same map, as at the tablet: one tap for each player."""
    store = tmp_path / "evening.db"

    def opened(kept: Path) -> Table:
        table = open_table(TableConfig(str(kept)), heroclix())
        table.remember(last_places([store] if store != kept else [], table))
        session, dice = table.session, DiceGenerator(5)
        while session.state.flow.phase != "deployment":
            order = next_order(OPENING, session.system, session.state, session.seats, dice.roll)
            assert order is not None
            session.submit(order)
        return table

    stood: list[object] = []
    for kept, button in ((store, "line_up"), (tmp_path / "next.db", "as_before")):
        alone = room(partial(opened, kept))
        people = [alone.come(seat, seat, "en") for seat in ("red", "blue")]
        says, pressed = Wording("en").say(f"screen.{button}"), set[str]()
        while alone.state().flow.phase == "deployment":
            for one in people:
                wanted = [action for action, label in one.offers().card if label == says]
                if wanted:
                    one.act(wanted[0])
                    pressed.add(one.who)
        assert pressed == {"red", "blue"}
        stood.append({piece.id: piece.spaces for piece in alone.state().on_map()})
        alone.close()
    assert stood[0] == stood[1]
