"""The ways of a game's papers out of this machine: another program, a phone at the table, a folder."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote

from companion.files import make_folder, write_file
from ui.presenters.open_table import Door, OpenTable
from ui.qr import qr_of
from ui.web.kept import paper_at


class FileOutlets:
    """The ways out of the table that is open."""

    def __init__(self, table: Callable[[], OpenTable]) -> None:
        self._table = table

    def open(self, file: Path) -> bool:
        """Whether a browser of this machine shows it."""
        return webbrowser.open(file.as_uri())

    def to_phone(self, file: Path) -> Door | None:
        """Return the address of the paper, as letters and as a QR code; ``None`` while the table is not shared."""
        url, code = str(getattr(self._table(), "url", "")), str(getattr(self._table(), "code", ""))
        if not url:
            return None
        link = f"{url}{paper_at(file.parent.name, file.name)}?code={quote(code)}"  # its folder is named like its game
        return Door(link, code, qr_of(link))

    def copy(self, files: Sequence[Path], folder: Path) -> None:
        """Write copies there; raises ``InputError``."""
        make_folder(folder)
        for file in files:
            write_file(folder / file.name, file.read_bytes())
