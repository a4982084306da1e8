"""A quest from beginning to end on three pages, by nothing but what they offer; the host's screen is not touched.

Eva is the master; Anna plays Silvane and Brakka, Bert plays Odrun and Wend. Everybody looks at the own page alone:
enters the dice it asks for, presses the first button of the plan that stands there, else goes on along the way
or ends.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as Late

from tests.cli.command_line import companion
from tests.patience import PATIENCE_S
from tests.ui.web.browser import PHONE, TABLET, Come, Person
from tests.ui.web.hosting import served
from tests.ui.web.tables import quest

pytestmark = pytest.mark.long

LOOK = """() => {
  const shown = (part) => [...document.querySelectorAll(part)].filter((element) => !element.closest("[hidden]"));
  const texts = (part) => shown(part).map((element) => element.textContent);
  return {
    title: document.querySelector(".bar .now").innerText,
    card: texts(".side > .card button"), faces: texts(".dice-row .face"),
    end: texts(".tools [data-does=end_turn]"), goals: texts(".goals-list button"),
    all: document.body.textContent,
  };
}"""


@dataclass
class Player:
    """Somebody with a plan: which buttons to press, which faces the dice show, where to go."""

    person: Person
    presses: Sequence[str]
    faces: Sequence[str]
    way: Sequence[str] = ()
    gone: int | None = None  # how far along the way in this turn: its last place comes first
    before: Mapping[str, Callable[[], None]] = field(default_factory=dict)  # what is done before a button is pressed

    def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.person.page.evaluate(LOOK)
        return seen

    def acts(self) -> bool:
        """Whether there was anything to do: one tap, and what comes of it."""
        seen = self.look()
        for press in (self._dice, self._card, self._go, self._end):
            if press(seen):
                self.person.until("(all) => document.body.textContent !== all", seen["all"])
                return True
        return False

    def _dice(self, seen: Mapping[str, Any]) -> bool:
        face = next((face for face in self.faces if face in seen["faces"]), next(iter(seen["faces"]), None))
        if face is not None:
            self._press(face, ".dice-row")
        return face is not None

    def _card(self, seen: Mapping[str, Any]) -> bool:
        labels = ((plan, label) for plan in self.presses for label in seen["card"] if re.search(plan, label))
        plan, label = next(labels, ("", None))
        if label is not None:
            self.before.get(plan, lambda: None)()
            self._press(label, ".side > .card")
        return label is not None

    def _go(self, seen: Mapping[str, Any]) -> bool:
        goals = {goal.partition(" ")[0] for goal in seen["goals"]}
        place = next((place for place in self.way[: self.gone] if place in goals), None)
        if place is not None:
            self.gone = self.way.index(place)
            self.person.touch(ord(place[0]) - ord("A"), int(place[1:]) - 1)
        return place is not None

    def _end(self, seen: Mapping[str, Any]) -> bool:
        self.gone = None
        for label in seen["end"]:
            self._press(label, ".tools")
        return bool(seen["end"])

    def _press(self, label: str, within: str) -> None:
        """Presses it, unless the table has moved on meanwhile: then it looks again."""
        with suppress(Late):
            self.person.page.locator(within).get_by_role("button", name=label, exact=True).first.click(timeout=10_000)


def play(players: Sequence[Player]) -> str:
    """The title with which the quest ended."""
    idle_since = time.monotonic()
    while time.monotonic() < idle_since + PATIENCE_S:
        for player in players:
            if player.acts():
                idle_since = time.monotonic()
                break
        title = str(players[0].look()["title"])
        if "over" in title:
            return title
    pytest.fail(f"nobody knows how to go on: {[player.look() for player in players]}")


def test_three_pages_finish_a_quest(tmp_path: Path, come: Come) -> None:
    store = tmp_path / "evening.db"
    with served(lambda: quest(store), store) as dungeon:
        eva = come(dungeon, size=TABLET).come_in("master", "Eva")
        anna, bert = come(dungeon, size=PHONE).come_in("elf", "Anna"), come(dungeon, lang="fr").come_in("dwarf", "Bert")
        for person, hero in ((anna, "Brakka"), (bert, "Wend")):
            person.page.locator(".room li", has_text=hero).get_by_role("button").first.click()
            person.until("() => document.querySelectorAll('.room [data-does^=rise]').length === 2")
        told: list[str] = []

        def asked_in_secret() -> None:
            """What the others' pages say meanwhile; the master's is loaded again in the middle of it."""
            if told:
                return  # she knows now that it works
            told.extend(person.page.inner_text("main") for person in (anna, bert))
            eva.page.reload()
            eva.sees_table()
            eva.sees("hear?", within=".card")

        players = (
            Player(
                anna,
                (
                    "^Confirm$",
                    "^Begin",
                    "^Attack",
                    "^Yes$",
                    "Silvane has",
                    "Brakka has",
                    "^Listen.*E4",
                    "^Open.*(E4|M8)",
                    "^Move: throw",
                    "^Play ",
                ),
                ("6", "5", "skull"),
                ("N8", "M8", "M7", "M6", "K6", "F6", "F4", "E4"),
            ),
            Player(bert, ("^Confirmer$", "^Oui$", "tour d", "^Jouer "), ()),
            Player(eva, ("^nothing$", "^Confirm$"), ("white shield", "1"), before={"^nothing$": asked_in_secret}),
        )
        assert play(players) == "The game is over. Brakka, Odrun, Silvane, Wend win."
        bert.sees("La quête est terminée.")
        assert len(told) == 2 and not any(re.search("a pinch|une pincée|a crowd", page) for page in told)
    assert "Brakka, Odrun, Silvane, Wend win." in companion("replay", str(store), "--verify").out
