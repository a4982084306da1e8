"""What the demonstration notes beside the record: pictures, questions, failures, lights."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Diary", "Note"]


@dataclass(frozen=True, slots=True)
class Note:
    """One thing beside the record, noted at a version of it."""

    version: int
    kind: str  # photo, dice, question, reading, answer, errand, device, lights
    words: str = ""
    picture: str | None = None
    ring: tuple[tuple[int, int, int], ...] = ()


@dataclass
class Diary:
    """The notes of one demonstration, and what was counted."""

    notes: list[Note] = field(default_factory=list)
    read: int = 0  # moves and set-ups the camera read
    rolled: int = 0  # throws the camera read
    asked: int = 0  # times a person was asked
    corrected: int = 0  # readings a person had to put right
    died: list[str] = field(default_factory=list)  # devices that went away
    left_out: list[str] = field(default_factory=list)  # devices that were never there, and why

    def note(self, version: int, kind: str, words: str = "", picture: str | None = None) -> None:
        """Nothing: keeps a note."""
        self.notes.append(Note(version, kind, words, picture))

    def lights(self, version: int, words: str, ring: tuple[tuple[int, int, int], ...]) -> None:
        """Nothing: keeps what the LEDs showed."""
        self.notes.append(Note(version, "lights", words, None, ring))
