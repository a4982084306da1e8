"""A hall without a network: guests whose every frame is kept, taps that are given to it directly."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

from ui.table.bootstrap import Table
from ui.web.frames import Shown
from ui.web.guests import Guest, GuestFile
from ui.web.messages import Answer, Tap, answer_frame
from ui.web.shared_table import SharedTable


class Ear:
    """A guest and everything it is sent, byte for byte."""

    def __init__(self, hall: SharedTable, wanted: str, name: str | None = None) -> None:
        self.hall, self.frames, self.number = hall, list[bytes](), 0
        self.parts: dict[str, Any] = {}
        self.log: list[str] = []
        self._ids = itertools.count(1)
        token = hall.admit(wanted if name is None else name, wanted, "en")
        assert token is not None
        guest = hall.enter(self, token)
        assert guest is not None
        self.guest: Guest = guest
        hall.settle()

    def show(self, shown: Shown) -> None:
        """What a page would be sent."""
        if shown.number > self.number:
            self.frames.append(shown.update(self.number))
            self.number = shown.number
            frame = json.loads(self.frames[-1])
            self.parts |= frame["parts"]
            self.log += [line[1] for line in frame["log"]]

    def out(self, words: str) -> None:
        self.frames.append(words.encode())

    def closed(self, words: str) -> None:
        self.frames.append(words.encode())

    def tap(self, does: Any, what: str = "", at: tuple[int, int] | None = None) -> Answer:
        """The answer, which is a frame too."""
        answer = self.hall.tap(self.guest, Tap(next(self._ids), self.hall.epoch, self.number, does, what, at))
        self.frames.append(answer_frame(answer))
        self.hall.settle()
        return answer

    def button(self, label: str) -> Answer:
        """The button of the card that says so, on whichever page of it."""
        seen: list[str] = []
        for _ in range(9):
            buttons = self.parts["card"]["buttons"] if self.parts["card"] else []
            action = next((does for does, words in buttons if words == label), None)
            if action is not None:
                return self.tap("press", action)
            seen += [words for _, words in buttons]
            more = [does for does, _ in buttons if does.startswith("page:") and does != "page:0"]
            if not more:
                break
            self.tap("press", more[0])
        raise AssertionError(f"no button says {label!r}: {seen}")

    def faces(self, *faces: str) -> None:
        """Dice are entered."""
        for face in faces:
            assert self.tap("press", f"face:{face}").ok, face

    def go(self, *squares: str) -> None:
        """Taps squares by their names, and confirms the walks."""
        for square in squares:
            answer = self.tap("space", at=(ord(square[0]) - ord("A"), int(square[1:]) - 1))
            assert answer.ok, (square, answer)
            assert self.tap("press", "confirm").ok, square

    def end(self) -> None:
        assert self.tap("press", "end_turn").ok
        self.tap("press", "confirm")  # where somebody may still act


def hall_of(table: Table) -> SharedTable:
    """A hall that keeps nothing."""
    return SharedTable(table, GuestFile(None), "table")


Opened = Callable[[], Table]
