"""The tray of one camera, kept between evenings: read with what is known of it, learnt from every rest, saved.

file ──read──> learner ──every rest that taught something──> file (written whole, or not at all)
  └─ damaged, or of another camera: said once, and learnt anew
players tell a throw ──> kept as an example, where they allow it ──> a reading they corrected is proposed no more
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
from platformdirs import user_data_path

from companion.errors import InputError
from companion.files import write_file
from companion.table.observation import DiceSeen, ReadVerdict
from vision.arrays import Picture
from vision.trays.examples import FACES, Examples
from vision.trays.learning import TrayLearner
from vision.trays.memory import TrayMemory, format_memory, read_memory
from vision.trays.reading import TrayReading

_ALIKE_LEVEL = (
    24  # of a look's pixels: the same throw still, noise and flicker apart; a die that is turned differs more
)
CORRECTED = "the players told these dice otherwise"
_SECRET = re.compile(r"//[^/@]*@")  # name and password of a camera on the network


def camera_name(source: str) -> str:
    """Return the name a camera is remembered by: its source, without user and password."""
    return _SECRET.sub("//", source)


def tray_path(camera: str) -> Path:
    """The file of a camera's tray in the data folder (it may not exist yet)."""
    name = camera_name(camera)
    word = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:40]
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    return user_data_path("tablewright") / "trays" / f"{word}-{digest}.json"


def examples_of(path: Path) -> Examples:
    """The throws kept beside the file of a tray."""
    return Examples(path.with_suffix(""))


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
        self._rest: tuple[Picture, DiceSeen] | None = None  # the throw told last
        self._corrected: Picture | None = None  # a throw whose reading the players corrected
        self._lock = threading.Lock()  # players tell from another thread than the camera's
        self.trouble = ""
        memory = None
        if self._path.exists():
            try:
                memory = read_kept(self._path, self._camera)
            except InputError as wrong:
                self.trouble = f"tray-damaged: {wrong}"
        self.learner = TrayLearner(self._camera, memory)

    def read(self, picture: Picture, count: int | None) -> DiceSeen:
        """Read the picture; ``count`` dice were thrown, when that is known."""
        reading = self.learner.read(picture, count)
        self._last = picture, reading, count
        with self._lock:
            corrected = self._corrected
        if reading.seen.dice and corrected is not None and _is_same(corrected, picture):
            doubtful = tuple(replace(die, face=None) for die in reading.seen.dice)
            return replace(reading.seen, verdict=ReadVerdict.ASK, dice=doubtful, why=CORRECTED)
        return reading.seen

    def rested(self) -> None:
        """Learn from the picture read last, whose reading was told; what cannot be saved is told as trouble."""
        if self._last is None:
            return
        (picture, reading, count), self._last = self._last, None
        with self._lock:
            self._rest = (picture, reading.seen) if reading.seen.dice else None
        self.trouble = "" if reading.fits else "tray-other: the tray or the camera was moved, or it is another tray"
        if not self.learner.learn(picture, reading, count):
            return
        self.trouble = ""
        try:
            if self.learner.memory is not None:
                keep(self.learner.memory, self._path)
        except InputError as wrong:
            self.trouble = f"tray-not-kept: {wrong}"

    def took(self, seen: DiceSeen) -> None:
        """Take in what a second look made of the throw told last: players confirm or correct that."""
        with self._lock:
            self._rest = (self._rest[0], seen) if self._rest is not None else None

    def begin(self) -> None:
        """A throw is asked for: what lies there now is not yet it."""
        with self._lock:
            self._rest = None

    def told(self, faces: Sequence[str]) -> None:
        """Take in what the players say the throw at rest shows; may be called from any thread."""
        with self._lock:
            rest, self._rest = self._rest, None
        if rest is None or not faces or not set(faces) <= FACES:
            return
        picture, seen = rest
        read = tuple(die.face or "" for die in seen.dice) if seen.verdict is ReadVerdict.READ else None
        if read is not None and sorted(read) != sorted(faces):
            with self._lock:
                self._corrected = picture
        try:
            examples_of(self._path).keep(picture, faces, read)
        except InputError as wrong:
            self.trouble = f"tray-not-kept: {wrong}"


def _is_same(one: Picture, two: Picture) -> bool:
    """Whether two pictures show one throw: nothing of a die's size differs."""
    if one.shape != two.shape:
        return False
    small = [cv2.GaussianBlur(cv2.resize(picture, (160, 120)), (0, 0), 1.0) for picture in (one, two)]
    return int(cv2.absdiff(small[0], small[1]).max()) <= _ALIKE_LEVEL
