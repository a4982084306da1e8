"""The device on the bench, as every examination needs it: is it still there, make it say something, take its events."""

from __future__ import annotations

import time
from collections.abc import Callable

from firmware_bridge import formats
from firmware_bridge.link import Link
from firmware_bridge.protocol import Message
from hardware.conformance.talk import NO_SESSION, NoAnswer, Talk

STATUS = {name: shape.number for name, shape in formats.KINDS["status"].items()}
LIGHTS = {"tower": "RING", "mat": "LIGHT", "panel": "LIGHT"}
WINDOW = 16
PATIENCE_S = 60.0  # for a person's hands
SOON_S = 8.0  # for what a device does by itself, on a busy machine
PULL, PRESS = "pull", "press"

Ask = Callable[[str, int], None]  # what a person is to do, and how often


class _Ear(Talk):
    """A talk that also keeps the bytes as they came."""

    def __init__(self, link: Link, patience: float) -> None:
        super().__init__(link, patience)
        self.raw = bytearray()

    def listen(self) -> None:
        self.link.wait(0.05)
        data = self.link.read()
        self.raw += data
        self.take(data)


class DeviceUnderTest:
    """One device under examination; ``hello`` is how it greeted first. ``is_cable``: may a key travel here?"""

    def __init__(self, link: Link, ask: Ask, *, is_cable: bool = True, patience: float = 1.0) -> None:
        self.talk = _Ear(link, patience)
        self.ask, self.is_cable = ask, is_cable
        self._asked = time.monotonic_ns() // 1000
        self.hello = self.talk.greet()
        self.talk.accepted = max(0, self.hello.number("oldest") - 1)  # somebody took what is older
        self.kind = self.hello.text("node").partition("-")[0]
        self.seconds: list[float] = []  # of every question and order that was timed

    @property
    def mark(self) -> int:
        """A place in what was heard, to look behind it later."""
        return len(self.talk.heard)

    def since(self, mark: int, name: str) -> list[Message]:
        """The messages of that name behind a mark."""
        return [one for one in self.talk.heard[mark:] if one.name == name]

    def question(self, t1: int | None = None, within_s: float = 5.0) -> Message:
        """The answer to a question of time. What the device wrote before it was heard by then, in order."""
        self._asked += 1
        number, start_s = self._asked if t1 is None else t1, time.monotonic()
        self.talk.say("TIME_Q", t1=number)
        answer = self.talk.until(lambda one: one.name == "TIME_A" and one.number("t1") == number, "TIME_Q", within_s)
        self.seconds.append(time.monotonic() - start_s)
        return answer

    def listen(self, seconds: float) -> None:
        """Only hear, for so long; nothing is said."""
        end_s = time.monotonic() + seconds * max(1.0, self.talk.patience)
        while time.monotonic() < end_s:
            self.talk.listen()

    def wait(self, done: Callable[[], bool], within_s: float = SOON_S) -> bool:
        """Whether it became true in time."""
        end_s = time.monotonic() + within_s * self.talk.patience
        while not done():
            if time.monotonic() > end_s:
                return False
            self.talk.listen()
        return True

    def part(self) -> Message:
        """The HELLO that follows the end of the session."""
        mark = self.mark
        self.talk.say("ERR", code=NO_SESSION, detail=b"who are you?")
        if not self.wait(lambda: bool(self.since(mark, "HELLO"))):
            raise NoAnswer("ERR 1")
        return self.since(mark, "HELLO")[0]

    def events(self, mark: int) -> dict[int, list[Message]]:
        """Every copy of every event behind a mark, by number."""
        found: dict[int, list[Message]] = {}
        for one in self.since(mark, "EVENT"):
            found.setdefault(one.number("seq"), []).append(one)
        return found

    def ack(self, upto: int, *, held: int = 0, epoch: int | None = None) -> None:
        """Tell it what is on our disk."""
        self.talk.say("ACK", epoch=self.hello.number("epoch") if epoch is None else epoch, upto=upto, map=held)

    def drain(self) -> dict[int, list[Message]]:
        """Take everything that waits, acknowledged as it comes; gives up when it no longer gets less.

        From then on every WELCOME says that we hold it, as a host's does.
        """
        start, upto, since_s = self.mark, 0, time.monotonic()
        before = -1
        while waiting := self.talk.telemetry().number("waiting"):
            if waiting != before:
                before, since_s = waiting, time.monotonic()
            elif time.monotonic() > since_s + SOON_S * self.talk.patience:
                break
            mark = self.mark
            self.wait(lambda mark=mark: bool(self.since(mark, "EVENT")), 1.0)  # type: ignore[misc]
            taken = self.events(start)
            upto = upto or min(taken, default=0)
            while upto + 1 in taken:
                upto += 1
            self.ack(upto)
            self.talk.accepted = max(self.talk.accepted, upto)
        return self.events(start)

    def make(self, count: int) -> None:
        """Make it write so many events or more, by orders or by hands."""
        if self.kind == "tower":
            for number in range(count):
                self.talk.order("ARM", dice=number % 2)
        elif self.kind == "mat":
            for _ in range(count):
                self.talk.order("RESCAN")
                self.listen(0.15)
        else:
            self._hands(count // 2)

    def _hands(self, presses: int) -> None:
        mark, end_s = self.mark, time.monotonic() + PATIENCE_S
        self.ask(PRESS, presses)
        while len(self.events(mark)) < min(2 * presses, WINDOW) and time.monotonic() < end_s:
            self.question()  # a device that hears nothing for ten seconds takes the host for gone
            self.talk.listen()


def content(event: Message) -> tuple[int, int, int, bytes]:
    """What an event says, without its number: the same in every copy."""
    return event.number("t_ms"), event.number("boot"), event.number("kind"), event.raw("body")
