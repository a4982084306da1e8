"""Figures and maps of other programs brought in: a folder is chosen, what is in it is read, and what is odd is told.

folder ──tap──> a folder in it, or up        "bring in" ──thread──> figures/, maps/ of this machine ──> what came of it
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from platformdirs import user_downloads_path

from companion.documents import load_document, read_text
from companion.errors import InputError
from companion.games.heroclix.face import forces as force_rules
from companion.interchange.importing import bring_figures, bring_maps, put_figures, told_apart
from companion.interchange.remarks import Remark
from companion.text.faults import fault_words, phrase_words
from companion.text.wording import Wording
from ui.library import Library
from ui.presenters.pages import Page, Tile, Turn, Untyped

KINDS = (".json", ".xml", ".txt")
FOLDERS, TOLD = 60, 40  # folders and remarks that are shown
HEAD = 4000  # letters at the beginning of a file, among which its format stands
FILES, DEEP = 4000, 4  # looked at under one folder, and how far below it


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an import, with remarks."""

    figures: int
    maps: int
    remarks: tuple[Remark, ...]
    forces: int = 0


class Bringing:
    """Files while a thread of its own reads them."""

    def __init__(self, files: list[str], library: Library) -> None:
        self._all, self._step, self._done = len(files), 0, 0
        thread = ThreadPoolExecutor(1)
        self.outcome: Future[Outcome] = thread.submit(self._bring, files, library)
        thread.shutdown(wait=False)

    @property
    def percent(self) -> int:
        """The share done, in per cent: the files are looked at, and then read."""
        return min(99, 50 * self._step + 50 * self._done // max(1, self._all))

    def _bring(self, files: list[str], library: Library) -> Outcome:
        forces = [file for file in files if _is_force(file)]
        for file in forces:
            library.add_force(*_force_in(file))
        figures, maps, neither = told_apart((file for file in files if file not in forces), self._each)
        self._step, self._done = 1, 0
        people, grounds = bring_figures(figures, each=self._each), bring_maps(maps, self._each)
        if people.documents:
            put_figures(people, library.folder / "figures")
        if grounds.documents:
            grounds.put(library.folder / "maps")
        said = (*neither, *people.remarks, *grounds.remarks)
        return Outcome(people.kept, grounds.kept, tuple(one for one in said if not one.is_note), len(forces))

    def _each(self, files: Iterable[str]) -> Iterator[str]:
        for file in files:
            yield file
            self._done += 1


class BringDesk(Untyped):
    """The folders of this machine; ``renew`` is called when something came in."""

    def __init__(self, library: Library, renew: Callable[[], None], start: Path | None = None) -> None:
        self._library, self._renew = library, renew
        self._folder = start or next(filter(Path.is_dir, (user_downloads_path(), Path.home())), Path("/"))
        self._bringing: Bringing | None = None
        self._seen: tuple[Path, tuple[list[str], list[str]]] | None = None

    def page(self, wording: Wording) -> Page:
        """Return the page: the folder; or the share read, and the result."""
        title = wording.say("evening.bring_in")
        if self._bringing is not None:
            outcome = self._bringing.outcome
            if not outcome.done():
                return Page(title, wording.say("evening.bringing", percent=self._bringing.percent), is_waiting=True)
            return self._came(outcome, title, wording)
        folders, files = self._inside()
        tiles = tuple(Tile(f"into:{name}", name) for name in folders[:FOLDERS])
        if len(files) > FILES:
            text = wording.say("evening.too_many_files", count=FILES)
        else:
            text = wording.say("evening.files_here", count=len(files))
        buttons = [("bring", wording.say("evening.bring_these", count=len(files)))] if 0 < len(files) <= FILES else []
        if self._folder.parent != self._folder:
            buttons.append(("up", wording.say("evening.folder_up")))
        return Page(title, f"{self._folder}\n{text}", tiles=tiles, buttons=tuple(buttons), likely="bring")

    def press(self, action: str) -> Turn:
        """Go into a folder, or up; bring in; look at another folder."""
        what, _, name = action.partition(":")
        match what:
            case "into":
                self._folder /= name
            case "up":
                self._folder = self._folder.parent
            case "bring":
                self._bringing = Bringing(self._inside()[1], self._library)
                self._bringing.outcome.add_done_callback(lambda _: self._renew())
            case "more":
                self._bringing = self._seen = None
        return None

    def _came(self, outcome: Future[Outcome], title: str, wording: Wording) -> Page:
        more = (("more", wording.say("evening.bring_more")),)
        if (wrong := outcome.exception()) is not None:
            return Page(title, notes=(fault_words(wrong, wording),), buttons=more)
        came = outcome.result()
        said: dict[tuple[str, str | None], Remark] = {}  # one of each entry: what was left out before what is odd
        for remark in sorted(came.remarks, key=lambda remark: not remark.is_skipped):
            said.setdefault((remark.file, remark.unit), remark)
        tiles = []
        for remark in list(said.values())[:TOLD]:
            where = " · ".join(part for part in (Path(remark.file).name, remark.unit, remark.where) if part)
            message = phrase_words(remark.message, wording)
            tiles.append(Tile("", where, message, tone="bad" if remark.is_skipped else ""))
        text = wording.say("evening.brought", figures=came.figures, maps=came.maps)
        if came.forces:
            text += " " + wording.say("evening.brought_forces", count=came.forces)
        left = sum(remark.is_skipped for remark in came.remarks)
        if left:
            text += " " + wording.say("evening.left_out", count=left)
        return Page(title, text, tiles=tuple(tiles), buttons=more)

    def _inside(self) -> tuple[list[str], list[str]]:
        """The folders here by name, and every file under here that might be read; at most ``FILES`` and one."""
        if self._seen is None or self._seen[0] != self._folder:
            self._seen = self._folder, self._look()
        return self._seen[1]

    def _look(self) -> tuple[list[str], list[str]]:
        try:
            entries = sorted(os.scandir(self._folder), key=lambda entry: entry.name.casefold())
        except OSError as wrong:
            self._folder = self._folder.parent
            raise InputError(wrong.filename, "", wrong.strerror or "no folder", "a folder that can be read") from wrong
        folders = [entry.name for entry in entries if entry.is_dir() and not entry.name.startswith(".")]
        return folders, list(islice(_files(self._folder), FILES + 1))


def _is_force(file: str) -> bool:
    """Whether it is a force as it was shared; what is odd in one is told where forces are picked."""
    with suppress(InputError):
        value = load_document(file).value if force_rules.FORMAT in read_text(file)[:HEAD] else None
        return isinstance(value, dict) and value.get("format") == force_rules.FORMAT
    return False


def _force_in(file: str) -> tuple[str, dict[str, Any]]:
    document: dict[str, Any] = load_document(file).value
    return str(document.get("name") or Path(file).stem), document


def _files(folder: Path) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        if len(Path(place).relative_to(folder).parts) >= DEEP:
            folders.clear()
        yield from (str(Path(place, name)) for name in sorted(names) if name.lower().endswith(KINDS))
