"""Throws that players confirmed or corrected, kept on this machine where they allow it: examples to tune a tray on.

trays/CAMERA/            there only while the players allow it; off by default
  000001.jpg             the picture as the camera gave it
  000001.json            {"format": "tablewright/throw@1", "faces": ["2", "5"], "read": null}

At most ``MOST`` throws and ``MOST_BYTES``: the oldest go. Nothing leaves this machine.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.documents import load_document
from companion.errors import InputError
from companion.files import write_file
from vision.arrays import Picture

FORMAT = "tablewright/throw@1"
MOST, MOST_BYTES = 200, 60_000_000  # of one camera; the oldest go first
_QUALITY = 95  # of JPEG
FACES = frozenset("123456")
_MOST_DICE = 60  # of one throw


@dataclass(frozen=True, slots=True)
class Example:
    """A throw: its picture, the faces the players told, and those that had been read (``None``: asked about)."""

    picture: Path
    faces: tuple[str, ...]
    read: tuple[str, ...] | None


class Examples:
    """The throws of one camera, in their order; ``folder`` may not exist: then nothing may be kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def is_allowed(self) -> bool:
        """Whether throws may be kept."""
        return self.folder.is_dir()

    def allow(self) -> None:
        """Keep throws from now on; raises ``InputError`` where that is impossible."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            raise InputError(str(self.folder), "", wrong.strerror or "a fault", "a folder for throws") from None

    def forget(self) -> int:
        """Take away every throw, and the leave to keep any; how many there were."""
        count = len(self._files())
        shutil.rmtree(self.folder, ignore_errors=True)
        return count

    def keep(self, picture: Picture, faces: Sequence[str], read: Sequence[str] | None) -> None:
        """Keep a throw where the players allow it; raises ``InputError`` where it cannot be written."""
        if not self.is_allowed:
            return
        files = self._files()
        number = int(files[-1].stem) + 1 if files else 1
        document = {"format": FORMAT, "faces": sorted(faces), "read": None if read is None else sorted(read)}
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1]
        write_file(self.folder / f"{number:06}.jpg", packed.tobytes())
        write_file(self.folder / f"{number:06}.json", (json.dumps(document) + "\n").encode())  # last: it makes it whole
        self._bound()

    def read_all(self) -> list[Example]:
        """Every throw; raises ``InputError`` with the place where one is damaged."""
        return [_read(file) for file in self._files()]

    def _files(self) -> list[Path]:
        found = sorted(self.folder.glob("*.json")) if self.is_allowed else []
        return [file for file in found if file.stem.isdecimal()]

    def _bound(self) -> None:
        files = self._files()
        sizes = [file.with_suffix(".jpg").stat().st_size for file in files if file.with_suffix(".jpg").exists()]
        while files and (len(files) > MOST or sum(sizes) > MOST_BYTES):
            oldest = files.pop(0)
            sizes = sizes[1:]
            oldest.unlink(missing_ok=True)
            oldest.with_suffix(".jpg").unlink(missing_ok=True)


def _read(file: Path) -> Example:
    top = load_document(str(file)).of_format(FORMAT)
    top.table({"format", "faces", "read"})
    faces = tuple(node.word(FACES) for node in top["faces"].items())
    read = None if top["read"].value is None else tuple(node.word(FACES) for node in top["read"].items())
    if not 1 <= len(faces) <= _MOST_DICE:
        top["faces"].refuse(f"1 to {_MOST_DICE} faces", f"{len(faces)}")
    return Example(file.with_suffix(".jpg"), faces, read)
