"""A new quest by touch: which quest, how strong the heroes are, what they are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from companion.errors import InputError
from companion.games.heroquest.face.setup import LEVELS, NAMES, SetUp, about, quests, setup_of, title_of
from companion.text.faults import fault_words
from companion.text.wording import Wording
from ui.library import Library
from ui.presenters.pages import Field, Go, Page, PickDesk, Play, Tile, Turn
from ui.presenters.players import drafted, drafting, players_tile

GAME = "heroquest"


class OpeningDesk:
    """Everything a quest needs, as rows."""

    def __init__(self, library: Library) -> None:
        self._library = library
        kept = {key: value for key, value in library.draft(GAME).items() if isinstance(value, str)}
        names = {f"name:{hero}": name for hero, name in NAMES.items()}
        first = {"quest": str(self._quests()[0]), "level": LEVELS[-1]} | names
        self._chosen: dict[str, str] = {**first, **kept}

    def page(self, wording: Wording) -> Page:
        """The rows, a field for each hero's name, and what stands against beginning."""
        tiles = (
            Tile("pick:quest", wording.say("evening.quest"), title_of(Path(self._chosen["quest"]), wording.lang)),
            Tile("pick:level", wording.say("evening.level"), self._chosen["level"]),
        )
        fields = tuple(
            Field(f"name:{hero}", wording.word("hero", hero), self._chosen[f"name:{hero}"]) for hero in NAMES
        )
        page = Page(wording.say(f"game.{GAME}"), fields=fields, tiles=tiles)
        try:
            players = players_tile(self._setup().seats, drafted(self._library, GAME), wording, self._names)
        except InputError as wrong:
            return page.with_notes(fault_words(wrong, wording))
        page = replace(page, tiles=(*tiles, players))
        return replace(page, buttons=(("begin", wording.say("evening.begin")),))

    def press(self, action: str) -> Turn:
        """Change a row, or begin."""
        if action == "begin":
            return Play(self._setup(), players=drafted(self._library, GAME))
        if action == "players":
            return Go(drafting(self._library, GAME, lambda: self._setup().seats, self._names))
        row = action.partition(":")[2]
        lists: Mapping[str, Callable[[Wording], Sequence[Tile]]] = {
            "quest": lambda words: [
                Tile(str(path), title_of(path, words.lang), about(path, words.lang)) for path in self._quests()
            ],
            "level": lambda words: [Tile(level, level) for level in LEVELS],
        }
        return Go(PickDesk(f"evening.{row}", lists[row], self._keep(row)))

    def enter(self, field: str, text: str) -> None:
        """Name a hero."""
        self._keep(field)(text)

    def _keep(self, row: str) -> Callable[[str], None]:
        def keep(value: str) -> None:
            self._chosen[row] = value
            self._library.keep_draft(GAME, dict(self._chosen))

        return keep

    def _quests(self) -> list[Path]:
        """The shipped quests, then those of this machine's own."""
        return quests(self._library.folder / "quests")

    def _names(self, lang: str) -> dict[str, str]:
        return {hero: self._chosen[f"name:{hero}"].strip() or name for hero, name in NAMES.items()}

    def _setup(self) -> SetUp:
        return setup_of(self._chosen["quest"], int(self._chosen["level"]), self._names(""))
