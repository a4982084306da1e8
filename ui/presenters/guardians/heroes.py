"""Heroes who take part, in the order of the taps, turn about from side to side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.guardians.face.setup import heroes
from companion.text.wording import Wording
from ui.presenters.pages import Leave, Page, Tile, Turn, Untyped


class HeroesDesk(Untyped):
    """Every hero a tile; the first ``count`` that are tapped take part."""

    def __init__(self, picked: Sequence[str], count: int, keep: Callable[[str], None]) -> None:
        self._picked, self._count, self._keep = list(picked[:count]), count, keep

    def page(self, wording: Wording) -> Page:
        """The heroes with their places; enough of them, and it may be kept."""
        names = heroes(wording.lang)
        tiles = tuple(Tile(hero, names[hero], badge=self._place(hero), chosen=hero in self._picked) for hero in names)
        text = wording.say("evening.heroes_about", count=self._count)
        is_full = len(self._picked) == self._count
        buttons = (("keep", wording.say("screen.confirm")),) if is_full else ()
        return Page(wording.say("evening.heroes"), text, tiles=tiles, buttons=buttons)

    def press(self, action: str) -> Turn:
        """Take a hero in or out, or keep them."""
        if action == "keep":
            self._keep(" ".join(self._picked))
            return Leave.BACK
        if action in self._picked:
            self._picked.remove(action)
        elif len(self._picked) < self._count:
            self._picked.append(action)
        return None

    def _place(self, hero: str) -> str:
        return str(1 + self._picked.index(hero)) if hero in self._picked else ""
