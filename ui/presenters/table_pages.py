"""Pages over a table that is open: the game so far, what is kept of it, its end; back leads to the table.

… ──> look back · report and record · settings · the game's ends ──> the card with them, on the table · home
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Protocol

from companion.text.faults import fault_words
from companion.text.wording import Wording
from ui.library import Library
from ui.presenters.home import HistoryDesk, Moments, SettingsDesk
from ui.presenters.pages import Desk, Go, Leave, Page, Tile, Turn, Untyped
from ui.presenters.rules import RuleDesk
from ui.presenters.sharing import Outlets, WaysOut
from ui.presenters.table import TablePresenter


class Keeping(Protocol):
    """Files that are being written."""

    @property
    def done(self) -> tuple[int, int]:
        """The chapters written, and all of them."""

    @property
    def files(self) -> Future[list[Path]]:
        """The files, once they are there."""


class AsideDesk(Untyped):
    """The pages about a game, not in it."""

    def __init__(
        self,
        presenter: TablePresenter,
        library: Library,
        moments: Callable[[], Moments],
        keep: Callable[[], Keeping],
        desks: Mapping[str, Desk],
        outlets: Outlets,
    ) -> None:
        self._presenter = presenter
        self._library = library
        self._moments = moments
        self._keep = keep
        self._desks = desks  # the word of each, and where it leads
        self._outlets = outlets

    def page(self, wording: Wording) -> Page:
        """One tile a way."""
        rows = [("rules", "evening.rules"), ("look", "evening.history"), ("keep", "evening.keepsakes")]
        rows += [(f"desk:{key}", key) for key in self._desks]
        rows += [("settings", "evening.settings")]
        if self._presenter.model().can_end_game:
            rows.append(("ends", "screen.end_game"))
        rows.append(("home", "evening.to_home"))
        tiles = [Tile(action, wording.say(key), _about(key, wording)) for action, key in rows]
        return Page(self._presenter.model().title, tiles=tuple(tiles), is_gallery=True)

    def press(self, action: str) -> Turn:
        """On to the page of that tile; the ends of a game are a card on the table."""
        what, _, key = action.partition(":")
        match what:
            case "rules":
                rules = self._presenter.session.system
                return Go(RuleDesk(rules.id, edition=str(rules.edition.id)))
            case "look":
                return Go(HistoryDesk(self._moments()))
            case "keep":
                return Go(KeepDesk(self._keep(), self._outlets))
            case "desk":
                return Go(self._desks[key])
            case "settings":
                return Go(SettingsDesk(self._library))
            case "ends":
                self._presenter.press("pick:ends")
                return Leave.TABLE
        return Leave.HOME


class KeepDesk:
    """The report and the record of a game, while they are written and then."""

    def __init__(self, keeping: Keeping, outlets: Outlets) -> None:
        self._keeping, self._ways = keeping, WaysOut(outlets)

    def page(self, wording: Wording) -> Page:
        """Return the page: the progress; then each file with what it is for, and the ways it may go."""
        files, (written, chapters) = self._keeping.files, self._keeping.done
        title = wording.say("evening.keepsakes")
        if not files.done():
            return Page(title, wording.say("evening.writing", done=written, of=chapters), is_waiting=True)
        if (wrong := files.exception()) is not None:
            return Page(title, notes=(fault_words(wrong, wording),))
        folder = str(next(iter(files.result())).parent)
        return self._ways.page(Page(title, wording.say("evening.kept_in", folder=folder)), files.result(), wording)

    def press(self, action: str) -> Turn:
        """Let a file go one of its ways."""
        return self._ways.press(action, self._keeping.files.result())

    def enter(self, field: str, text: str) -> None:
        """Take the folder that the files are copied to."""
        self._ways.enter(text)


def _about(key: str, wording: Wording) -> str:
    return wording.say(f"{key}_text") if wording.has(f"{key}_text") else ""
