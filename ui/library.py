"""The library of this machine: games, forces, maps, figures, settings. Files in the user's folders.

games/2026-11-22-193000.db   forces/<name>.json   maps/*.json   figures/*.json   drafts/<game>.json   settings.json
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from platformdirs import user_data_path, user_documents_path, user_downloads_path, user_pictures_path

from companion.documents import Node, load_document
from companion.errors import InputError, MissingPart
from companion.files import make_folder, write_file

THEMES = ("dark", "light", "contrast")
LAST_DEVICES = "devices.json"
PHOTOGRAPHS = (".png", ".jpg", ".jpeg", ".webp", ".heic", ".heif")  # HEIC is listed to be told what to do
MOST_LISTED = 60  # photographs, the newest; more make the page slow
SIZES = (1.0, 1.3, 1.6, 2.0)  # of the text
Document = dict[str, Any]  # of JSON


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of this machine."""

    lang: str = ""  # empty until somebody chose
    text: float = 1.0
    machine_dice: bool = True  # offer to throw for players without dice
    advice: bool = True  # offer to count what each attack would do
    share: bool = False  # let everybody's own screen in, in this network
    theme: str = "dark"  # or light, contrast
    sound: bool = True
    motion: bool = True  # pieces glide, dials turn
    vibration: bool = True  # where the machine has it
    hands: bool = True  # say what the hands have still to do on the table
    left_hand: bool = False  # the column with the buttons on the left
    clock: bool = False  # show the time in the header
    evening_minutes: int = 0  # when time is called; 0: never
    seat_minutes: int = 0  # each seat's own; 0: none
    radio: bool = False  # let devices in that come by radio


class Library:
    """The folders of one machine; made when they are first written to."""

    def __init__(self, folder: Path | None = None, read_code: Callable[[Path], str] | None = None) -> None:
        self.folder = folder or user_data_path("tablewright")
        self._is_elsewhere = folder is not None
        self._read_code = read_code  # of a QR code on a photograph: the camera's part, where it is installed
        self.papers = folder / "papers" if folder else user_documents_path() / "Tablewright"  # what players take along

    @property
    def vibrates(self) -> bool:
        """Whether this machine may have a vibrator: one with Android, whose bridge is there."""
        return find_spec("jnius") is not None

    @property
    def pictures(self) -> tuple[Path, ...]:
        """The folders in which photographs are looked for: the papers', and the user's own."""
        own = () if self._is_elsewhere else (user_pictures_path(), user_downloads_path())
        return (self.papers, *own)

    def photographs(self) -> list[Path]:
        """The photographs there, the newest first."""
        return photographs_in(self.pictures)

    def code_text(self, photograph: Path) -> str:
        """The text of the QR code on a photograph; raises ``InputError`` or ``MissingPart``."""
        if self._read_code is None:
            raise MissingPart("the package cv2", "install tablewright[camera]")
        return self._read_code(photograph)

    @property
    def figures(self) -> Path | None:
        """The folder of imported figures; ``None`` where nothing was imported."""
        folder = self.folder / "figures"
        return folder if any(_files(folder, ".json")) else None

    def new_store(self) -> Path:
        """A file for a new game, named after the moment it begins."""
        folder = self._made("games")
        name = f"{datetime.now():%Y-%m-%d-%H%M%S}"
        taken = {path.stem for path in _files(folder, ".db")}
        number = next(number for number in range(1, len(taken) + 2) if _numbered(name, number) not in taken)
        return folder / f"{_numbered(name, number)}.db"

    def stores(self) -> list[Path]:
        """The games that are kept here, the newest first."""
        return sorted(_files(self.folder / "games", ".db"), reverse=True)

    def players(self, store: Path) -> dict[str, str]:
        """Return the players' names of that game, by seat."""
        return players_of(store)

    def keep_players(self, store: Path, names: Mapping[str, str]) -> None:
        """Keep what they are called, beside the game's store."""
        write_file(store.with_suffix(".players"), json.dumps(dict(names), ensure_ascii=False).encode())

    def devices(self, store: Path) -> Document:
        """Return the devices of that game's table."""
        return _document(store.with_suffix(".devices"))

    def keep_devices(self, store: Path, chosen: Document) -> None:
        """Keep what it is watched with, beside the game's store, and for the next new game."""
        for path in (store.with_suffix(".devices"), self.folder / LAST_DEVICES):
            write_file(path, json.dumps(chosen).encode())

    def last_devices(self) -> Document:
        """Return the devices of the last table; empty for none."""
        return _document(self.folder / LAST_DEVICES)

    def maps(self) -> list[Path]:
        """The maps of this machine's own."""
        return sorted(_files(self.folder / "maps", ".json"))

    def forces(self) -> dict[str, Document]:
        """The forces that are kept here by name; one that cannot be read is left to ``force`` to refuse."""
        return {path.stem: _document(path) for path in sorted(_files(self.folder / "forces", ".json"))}

    def keep_force(self, name: str, document: Document) -> str:
        """Keep the force under that name, in place of one of the same name; the name as a file can have it."""
        kept = file_name(name)
        self._write("forces", kept, document)
        return kept

    def add_force(self, name: str, document: Document) -> str:
        """Keep a force that comes from elsewhere; another one of that name stays, and this one is numbered."""
        there = self.forces()
        names = (_numbered(file_name(name), number) for number in range(1, len(there) + 2))
        return self.keep_force(next(free for free in names if there.get(free, document) == document), document)

    def drop_force(self, name: str) -> None:
        """Forget the force of that name."""
        (self.folder / "forces" / f"{file_name(name)}.json").unlink(missing_ok=True)

    def keep_paper(self, name: str, data: bytes) -> Path:
        """Write something to take along, whole; where it is."""
        path = make_folder(self.papers) / name
        write_file(path, data)
        return path

    def draft(self, game: str) -> Document:
        """Return the last choices for a new game of that kind; empty when there are none, or they cannot be read."""
        return _document(self.folder / "drafts" / f"{game}.json")

    def keep_draft(self, game: str, draft: Document) -> None:
        """Keep what is chosen for a new game, so that a power cut loses nothing."""
        self._write("drafts", game, draft)

    def settings(self) -> Settings:
        """The settings; one that cannot be read is as at the first start."""
        kept, first = _document(self.folder / "settings.json"), asdict(Settings())
        same = {name: value for name, value in kept.items() if name in first and type(value) is type(first[name])}
        return replace(Settings(), **same)

    def keep_settings(self, settings: Settings) -> None:
        self._made("")
        write_file(self.folder / "settings.json", json.dumps(asdict(settings)).encode())

    def _write(self, room: str, name: str, document: Document) -> None:
        text = json.dumps(document, ensure_ascii=False, indent=1)
        write_file(self._made(room) / f"{name}.json", text.encode())

    def _made(self, room: str) -> Path:
        return make_folder(self.folder / room)


def photographs_in(folders: Iterable[Path]) -> list[Path]:
    """The photographs in the folders, the newest first; a folder that is not there, or not ours to read, has none."""
    found: list[tuple[float, Path]] = []
    for folder in folders:
        with suppress(OSError):
            paths = [path for path in folder.iterdir() if path.suffix.lower() in PHOTOGRAPHS]
            found += [(path.stat().st_mtime, path) for path in paths]
    return [path for _, path in sorted(found, reverse=True)[:MOST_LISTED]]


def file_name(name: str) -> str:
    """The name with what no file system minds; ``force`` for one of nothing else."""
    return re.sub(r"[^\w' -]+", "-", name).strip(" .-")[:60] or "force"


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name}-{number}"


def _files(folder: Path, suffix: str) -> Iterator[Path]:
    return (path for path in folder.glob(f"*{suffix}") if path.is_file()) if folder.is_dir() else iter(())


def players_of(store: Path) -> dict[str, str]:
    """Return the players' names of the game in that store, by seat."""
    return {seat: name for seat, name in _document(store.with_suffix(".players")).items() if isinstance(name, str)}


def _document(path: Path) -> Document:
    """Read a file; empty for none, and for one that is damaged: it is a convenience, no record."""
    if not path.is_file():
        return {}
    try:
        node: Node = load_document(str(path))
    except InputError:
        return {}
    return node.value if isinstance(node.value, dict) else {}
