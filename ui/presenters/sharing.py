"""Pages by which others come to a table, and its papers to a phone: the way in, as letters and as a QR code.

home ──> every table that is opened is shared, or not        over a table ──> shared from now on; its QR code
report, record ──> opened here · a QR code for a phone · copied to a folder
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from companion.text.wording import Wording
from ui.library import Library
from ui.presenters.open_table import Door
from ui.presenters.pages import Field, Go, Page, Tile, Turn, Untyped


class ShareDesk(Untyped):
    """The way in for others; ``door`` is that of the table that is open, ``open_door`` shares it."""

    def __init__(
        self,
        library: Library,
        door: Callable[[], Door | None] = lambda: None,
        open_door: Callable[[], None] | None = None,
    ) -> None:
        self._library, self._door, self._open_door = library, door, open_door

    def page(self, wording: Wording) -> Page:
        """The QR code and who came in, where a table is shared; else what shares it, or every table from now on."""
        title, door = wording.say("evening.invite"), self._door()
        if door is not None:
            code = wording.say("share.code", code=door.code)
            judge = wording.say("share.judge", code=door.judge)
            told = "\n".join((door.said, door.url, code, door.wall, judge))
            return Page(title, told, tiles=door.people, picture=door.qr, is_waiting=True)  # others come in meanwhile
        if self._open_door is not None:
            now = wording.say("share.now")
            first, *steps = (wording.say(f"share.will_{step}", now=now) for step in ("first", "then", "stays"))
            return Page(title, first, tiles=tuple(Tile("", step) for step in steps), buttons=(("open", now),))
        is_on = self._library.settings().share
        badge = wording.say("evening.yes" if is_on else "evening.no")
        return Page(
            title, wording.say("evening.invite_text"), tiles=(Tile("every", wording.say("share.every"), badge=badge),)
        )

    def press(self, action: str) -> Turn:
        """Share the table that is open; or every one from now on, or none."""
        if action == "open" and self._open_door is not None:
            self._open_door()
        settings = self._library.settings()
        self._library.keep_settings(replace(settings, share=True if action == "open" else not settings.share))
        return None


class Outlets(Protocol):
    """The ways of a paper out of this machine."""

    def open(self, file: Path) -> bool:
        """Whether another program of this machine shows it."""

    def to_phone(self, file: Path) -> Door | None:
        """Return the address of the paper, as letters and as a QR code; ``None`` while the table is not shared."""

    def copy(self, files: Sequence[Path], folder: Path) -> None:
        """Write copies there; raises ``InputError``."""


class PaperDesk(Untyped):
    """One paper on a phone: its address, and the QR code of it."""

    def __init__(self, door: Door) -> None:
        self._door = door

    def page(self, wording: Wording) -> Page:
        """The code to be photographed by the phone."""
        return Page(wording.say("share.phone"), self._door.url, picture=self._door.qr)

    def press(self, action: str) -> Turn:
        """Stay: only the way back can be tapped."""
        return None


class WaysOut:
    """The papers that are written, with the ways out of this machine."""

    def __init__(self, outlets: Outlets) -> None:
        self._outlets, self._folder, self._said = outlets, "", ""

    def page(self, page: Page, files: Sequence[Path], wording: Wording) -> Page:
        """The page with a tile for each file, and a field for the folder they are copied to."""
        phone = ((f"phone:{number}", wording.say("share.phone")) for number in range(len(files)))
        tiles = tuple(
            Tile(
                f"open:{number}",
                wording.word("paper", file.name),
                wording.word("kept_file", file.name),
                extra=(next(phone),),
            )
            for number, file in enumerate(files)
        )
        field = Field("folder", wording.say("share.folder"), self._folder)
        buttons = (("copy", wording.say("share.copy")),) if self._folder.strip() else ()
        shown = replace(page, tiles=tiles, fields=(field,), buttons=buttons)
        return shown.with_notes(wording.say(self._said)) if self._said else shown

    def press(self, action: str, files: Sequence[Path]) -> Turn:
        """Open the file here, show its code for a phone, or copy all of them."""
        what, _, number = action.partition(":")
        self._said = ""
        match what:
            case "open" if not self._outlets.open(files[int(number)]):
                self._said = "share.cannot_open"
            case "phone":
                door = self._outlets.to_phone(files[int(number)])
                if door is not None:
                    return Go(PaperDesk(door))
                self._said = "share.first"
            case "copy":
                self._outlets.copy(files, Path(self._folder.strip()).expanduser())
                self._said = "share.copied"
        return None

    def enter(self, text: str) -> None:
        """Take the folder that was typed."""
        self._folder, self._said = text, ""
