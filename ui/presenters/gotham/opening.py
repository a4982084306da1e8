"""A new mission by touch: which scenario."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.documents import load_document
from companion.errors import InputError
from companion.games.gotham.content.names import called, parse_names
from companion.games.gotham.opening import SCENARIOS, scenario_setup
from companion.text.wording import Wording
from ui.presenters.pages import Go, Page, PickDesk, Play, Tile, Turn
from ui.shelf import Shelf

GAME = "gotham"


class OpeningDesk:
    """The scenarios there are, and the one that is taken."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        kept = shelf.draft(GAME).get("scenario")
        self._chosen = kept if isinstance(kept, str) else str(self._scenarios()[0])

    def page(self, wording: Wording) -> Page:
        """The scenario, and what stands against beginning."""
        tiles = (Tile("pick:scenario", wording.say("evening.scenario"), _title(Path(self._chosen), wording.lang)),)
        page = Page(wording.say(f"game.{GAME}"), tiles=tiles)
        try:
            scenario_setup(self._chosen)
        except InputError as wrong:
            return page.with_notes(str(wrong))
        return replace(page, buttons=(("begin", wording.say("evening.begin")),))

    def press(self, action: str) -> Turn:
        """Take another scenario, or begin."""
        if action == "begin":
            return Play(scenario_setup(self._chosen))
        return Go(PickDesk("evening.scenario", self._tiles, self._keep()))

    def enter(self, field: str, text: str) -> None:
        """There is nothing to write."""

    def _tiles(self, wording: Wording) -> list[Tile]:
        return [Tile(str(path), _title(path, wording.lang)) for path in self._scenarios()]

    def _keep(self) -> Callable[[str], None]:
        def keep(value: str) -> None:
            self._chosen = value
            self._shelf.keep_draft(GAME, {"scenario": value})

        return keep

    def _scenarios(self) -> list[Path]:
        """The shipped scenarios, then those of this machine's own."""
        own = self._shelf.folder / "scenarios"
        return [*sorted(SCENARIOS.glob("*.json")), *(sorted(own.glob("*.json")) if own.is_dir() else ())]


def _title(path: Path, lang: str) -> str:
    """What the scenario is called; its file's name where it cannot be read."""
    try:
        return called(parse_names(load_document(str(path))), lang, path.stem)
    except InputError:
        return path.stem
