"""The tray of one camera, kept between evenings: read with what is known of it, learnt from every rest, saved.

file ──read──> learner ──every rest that taught something──> file (written whole, or not at all)
  └─ damaged, or of another camera: said once, and learnt anew
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from platformdirs import user_data_path

from companion.errors import InputError
from companion.files import write_file
from companion.table.observation import DiceSeen
from vision.arrays import Picture
from vision.trays.learning import TrayLearner
from vision.trays.memory import TrayMemory, format_memory, read_memory
from vision.trays.reading import TrayReading

_SECRET = re.compile(r"//[^/@]*@")  # name and password of a camera on the network


def camera_name(source: str) -> str:
    """What a camera is remembered as: its source, without name and password."""
    return _SECRET.sub("//", source)


def tray_path(camera: str) -> Path:
    """The file of a camera's tray in the data folder (it may not exist yet)."""
    name = camera_name(camera)
    word = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:40]
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    return user_data_path("tablewright") / "trays" / f"{word}-{digest}.json"


def read_kept(path: Path, camera: str | None = None) -> TrayMemory:
    """The memory in the file; raises ``InputError`` where it is damaged or of another camera than ``camera``."""
    memory = read_memory(path)
    if camera is not None and memory.camera != camera_name(camera):
        raise InputError(str(path), "camera", f"the tray of {memory.camera!r}", f"the tray of {camera_name(camera)!r}")
    return memory


def keep(memory: TrayMemory, path: Path) -> None:
    """Write the memory; raises ``InputError`` where that cannot be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise InputError(str(path.parent), "", wrong.strerror or "a fault", "a folder for trays") from None
    write_file(path, format_memory(memory).encode())


class TrayKeeper:
    """Reads and learns the tray of one camera; ``trouble`` says in words why what was kept is not used."""

    def __init__(self, camera: str, path: Path | None = None) -> None:
        self._camera, self._path = camera_name(camera), path or tray_path(camera)
        self._last: tuple[Picture, TrayReading, int | None] | None = None
        self.trouble = ""
        memory = None
        if self._path.exists():
            try:
                memory = read_kept(self._path, self._camera)
            except InputError as wrong:
                self.trouble = f"tray-damaged: {wrong}"
        self.learner = TrayLearner(self._camera, memory)

    def read(self, picture: Picture, count: int | None) -> DiceSeen:
        """What the picture shows; ``count`` dice were thrown, when that is known."""
        reading = self.learner.read(picture, count)
        self._last = picture, reading, count
        return reading.seen

    def rested(self) -> None:
        """Learn from the picture read last, whose reading was told; what cannot be saved is told as trouble."""
        if self._last is None:
            return
        (picture, reading, count), self._last = self._last, None
        self.trouble = "" if reading.fits else "tray-other: the tray or the camera was moved, or it is another tray"
        if not self.learner.learn(picture, reading, count):
            return
        self.trouble = ""
        try:
            if self.learner.memory is not None:
                keep(self.learner.memory, self._path)
        except InputError as wrong:
            self.trouble = f"tray-not-kept: {wrong}"
