"""A new mission by touch: which scenario, and which of its heroes come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from companion.errors import InputError
from companion.games.gotham.face.setup import SetUp, heroes, scenarios, setup_of, title_of
from companion.text.faults import fault_words
from companion.text.wording import Wording
from ui.library import Library
from ui.presenters.pages import Go, Page, PickDesk, Play, Tile, Turn
from ui.presenters.players import drafted, drafting, players_tile

GAME = "gotham"


class OpeningDesk:
    """The scenarios there are, and the one that is taken."""

    def __init__(self, library: Library) -> None:
        self._library = library
        kept = {key: value for key, value in library.draft(GAME).items() if isinstance(value, str)}
        self._chosen = kept.get("scenario") or str(self._scenarios()[0])
        self._absent = set(kept.get("absent", "").split())

    def page(self, wording: Wording) -> Page:
        """The scenario, its heroes, and what stands against beginning."""
        scenario = Tile("pick:scenario", wording.say("evening.scenario"), title_of(Path(self._chosen), wording.lang))
        page = Page(wording.say(f"game.{GAME}"), tiles=(scenario,))
        try:
            tiles = tuple(self._heroes(wording))
            page = replace(page, tiles=(scenario, *tiles))
            if not any(tile.chosen for tile in tiles):
                return page.with_notes(wording.say("evening.no_hero"))
            players = players_tile(self._setup().seats, drafted(self._library, GAME), wording, self._names)
            page = replace(page, tiles=(scenario, *tiles, players))
        except InputError as wrong:
            return page.with_notes(fault_words(wrong, wording))
        return replace(page, buttons=(("begin", wording.say("evening.begin")),))

    def press(self, action: str) -> Turn:
        """Take another scenario, leave a hero at home or bring it, or begin."""
        if action == "begin":
            return Play(self._setup(), players=drafted(self._library, GAME))
        if action == "players":
            return Go(drafting(self._library, GAME, lambda: self._setup().seats, self._names))
        row, _, hero = action.partition(":")
        if row == "hero":
            self._absent ^= {hero}
            self._note()
            return None
        return Go(PickDesk("evening.scenario", self._tiles, self._take))

    def enter(self, field: str, text: str) -> None:
        """There is nothing to write."""

    def _tiles(self, wording: Wording) -> list[Tile]:
        return [Tile(str(path), title_of(path, wording.lang)) for path in self._scenarios()]

    def _heroes(self, wording: Wording) -> Iterator[Tile]:
        """Every hero of the scenario, and whether it comes."""
        for hero, name in heroes(self._chosen, wording.lang).items():
            comes = hero not in self._absent
            text = wording.say("evening.hero_comes" if comes else "evening.hero_stays")
            yield Tile(f"hero:{hero}", name, text, chosen=comes)

    def _names(self, lang: str) -> dict[str, str]:
        return heroes(self._chosen, lang)

    def _setup(self) -> SetUp:
        return setup_of(self._chosen, self._absent)

    def _take(self, scenario: str) -> None:
        self._chosen, self._absent = scenario, set()
        self._note()

    def _note(self) -> None:
        self._library.keep_draft(GAME, {"scenario": self._chosen, "absent": " ".join(sorted(self._absent))})

    def _scenarios(self) -> list[Path]:
        """The shipped scenarios, then those of this machine's own."""
        return scenarios(self._library.folder / "scenarios")
