"""A conversation with one device at the bench: questions, answers, and how long they took. Any ``Link`` will do.

It keeps nothing: it is for a builder's bench, not for a game. Close whatever else holds the port first.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from firmware_bridge import formats
from firmware_bridge.link import Link
from firmware_bridge.protocol import Decoder, Message, encode

SILENT_S = 5.0  # a device that hears nothing for ten seconds takes the host for gone, and greets
RESTART = formats.KINDS["command"]["RESTART"].number
NO_SESSION = formats.KINDS["error"]["NO_SESSION"].number


class NoAnswer(Exception):
    """The device did not answer in time; the words say what was asked."""


class Talk:
    """``heard`` collects everything the device says; ``accepted`` is what WELCOME says that we hold.

    ``patience`` stretches every time-out, for slow emulators.
    """

    def __init__(self, link: Link, patience: float = 1.0) -> None:
        self.link, self.decoder, self.patience = link, Decoder(), patience
        self.heard: list[Message] = []
        self.accepted = 0
        self.hello: Message | None = None  # of the last greeting
        self._at = 0
        self._proto, self._session = formats.PROTO, 0
        self.strays = 0  # greetings of a device in the midst of a session
        self._is_in, self._said_s = False, time.monotonic()
        self._order = int(time.monotonic() * 1000) & 0xFFFFFFF

    def listen(self) -> None:
        """Take what is there, and wait 50 ms at most."""
        self.link.wait(0.05)
        self.take(self.link.read())

    def take(self, data: bytes) -> None:
        """Take in what came; a greeting that nothing of ours explains is counted."""
        for message in self.decoder.feed(data):
            self.heard.append(message)
            if message.name == "HELLO" and self._is_in:
                self.strays += time.monotonic() - self._said_s < SILENT_S

    def leave(self) -> None:
        """Expect a greeting: the session ends, or the device starts again."""
        self._is_in = False

    def until(self, found: Callable[[Message], bool], what: str, within_s: float = 5.0) -> Message:
        """The first message behind the last one found of which ``found`` holds; ``NoAnswer`` if none comes."""
        end_s = time.monotonic() + within_s * self.patience
        while True:
            while self._at < len(self.heard):
                self._at += 1
                if found(self.heard[self._at - 1]):
                    return self.heard[self._at - 1]
            if time.monotonic() > end_s:
                raise NoAnswer(what)
            self.listen()

    def say(self, name: str, **fields: formats.Value) -> None:
        """Send a message."""
        self._said_s = time.monotonic()
        if name in ("ERR", "WELCOME"):
            self.leave()
        self.link.write(encode(Message(name, fields)))

    def greet(self, within_s: float = 15.0) -> Message:
        """The device's HELLO; the session is open afterwards, with nothing acknowledged but what we hold."""
        end_s = time.monotonic() + within_s
        while True:
            self.link.write(b"\0")
            self.say("ERR", code=NO_SESSION, detail=b"who are you?")
            try:
                hello = self.until(lambda one: one.name == "HELLO", "who are you?", 1.0)
                break
            except NoAnswer:
                if time.monotonic() > end_s:
                    raise
        self.hello = hello
        self._proto = min(formats.PROTO, hello.number("max"))
        self._session = int(time.time()) & 0xFFFFFFFF
        self.telemetry()
        return hello

    def telemetry(self) -> Message:
        """The device's telemetry of now: it comes with every WELCOME, also of the session it is in."""
        now_ms = time.time_ns() // 1_000_000
        at = self._at = len(self.heard)
        self.say("WELCOME", proto=self._proto, session=self._session, accepted=self.accepted, unix_ms=now_ms, config=0)
        found = self.until(lambda one: one.name == "TELE", "WELCOME")
        self._at = at  # what came before it may still be waited for
        self._is_in = True
        return found

    def command(self, kind: int, body: bytes) -> tuple[int, float]:
        """(status, seconds) of an order; said again under the same number when it or its answer was lost on the way."""
        self._order = (self._order + 1) & 0xFFFFFFFF
        number, start_s = self._order, time.monotonic()
        if kind == RESTART:
            self.leave()
        for within_s in (1.0, 1.0, 3.0):
            self.say("CMD", id=number, ttl_ms=3000, kind=kind, body=body)
            try:
                answer = self.until(lambda one: one.name == "CMD_ACK" and one.number("id") == number, "", within_s)
            except NoAnswer:
                continue
            return answer.number("status"), time.monotonic() - start_s
        raise NoAnswer(f"order of kind {kind}")

    def order(self, name: str, **fields: formats.Value) -> tuple[int, float]:
        """(status, seconds) of an order of the schema."""
        return self.command(formats.KINDS["command"][name].number, formats.pack("command", name, fields))
