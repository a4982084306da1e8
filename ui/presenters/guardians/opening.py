"""A new game by touch: which scenario, how many heroes a side, in which rank, how hard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from companion.documents import load_document
from companion.errors import InputError
from companion.games.guardians.samples import SCENARIOS, scenario_setup
from companion.games.guardians.setup import DIFFICULTY, GuardiansSetUp
from companion.text.wording import Wording
from ui.presenters.pages import Go, Page, PickDesk, Play, Tile, Turn
from ui.shelf import Shelf

GAME = "guardians"
PLAYERS, RANKS = ("1", "2", "3"), ("rookie", "hero", "veteran")
ROWS = ("scenario", "players", "rank", "difficulty")


class OpeningDesk:
    """Everything a game needs, as rows."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        kept = {key: value for key, value in shelf.draft(GAME).items() if isinstance(value, str)}
        first = {"scenario": str(self._scenarios()[-1]), "players": "2", "rank": "hero", "difficulty": "none"}
        self._chosen: dict[str, str] = {**first, **kept}

    def page(self, wording: Wording) -> Page:
        """The rows, and what stands against beginning."""
        tiles = tuple(Tile(f"pick:{row}", wording.say(f"evening.{row}"), self._shown(row, wording)) for row in ROWS)
        page = Page(wording.say(f"game.{GAME}"), tiles=tiles)
        try:
            self._setup()
        except InputError as wrong:
            return page.with_notes(str(wrong))
        return replace(page, buttons=(("begin", wording.say("evening.begin")),))

    def press(self, action: str) -> Turn:
        """Change a row, or begin."""
        if action == "begin":
            return Play(self._setup())
        row = action.partition(":")[2]
        choices: Mapping[str, Sequence[str]] = {
            "scenario": [str(path) for path in self._scenarios()],
            "players": PLAYERS,
            "rank": RANKS,
            "difficulty": tuple(DIFFICULTY),
        }
        return Go(PickDesk(f"evening.{row}", lambda words: self._tiles(row, choices[row], words), self._keep(row)))

    def enter(self, field: str, text: str) -> None:
        """There is nothing to write."""

    def _tiles(self, row: str, choices: Sequence[str], wording: Wording) -> list[Tile]:
        return [Tile(choice, self._word(row, choice, wording)) for choice in choices]

    def _shown(self, row: str, wording: Wording) -> str:
        return self._word(row, self._chosen[row], wording)

    def _word(self, row: str, value: str, wording: Wording) -> str:
        return _title(Path(value), wording.lang) if row == "scenario" else wording.word(row, value)

    def _keep(self, row: str) -> Callable[[str], None]:
        def keep(value: str) -> None:
            self._chosen[row] = value
            self._shelf.keep_draft(GAME, dict(self._chosen))

        return keep

    def _scenarios(self) -> list[Path]:
        """The shipped scenarios, then those of this machine's own."""
        own = self._shelf.folder / "scenarios"
        return [*sorted(SCENARIOS.glob("*.toml")), *(sorted(own.glob("*.toml")) if own.is_dir() else ())]

    def _setup(self) -> GuardiansSetUp:
        chosen = self._chosen
        return scenario_setup(
            chosen["scenario"], players=int(chosen["players"]), rank=chosen["rank"], difficulty=chosen["difficulty"]
        )


def _title(path: Path, lang: str) -> str:
    """What the scenario is called; its file's name where it cannot be read."""
    try:
        name = load_document(str(path)).value.get("name", {})
    except InputError:
        return path.stem
    return str(name.get(lang) or path.stem) if isinstance(name, dict) else str(name)
