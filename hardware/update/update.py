"""Sends an update to a device, by cable or radio: every hash is checked here before and there after, then it restarts.

    FW_BEGIN ─> FW_DATA … ─> FW_END ─> READY ─> RESTART ─> HELLO from the other folder ─> WELCOME: it stays
                   │ nobody answers: greet, ask from where it goes on                │ HELLO from the same folder
                   └──────── for so long: NoAnswer, what ran before runs             └──> FELL_BACK

By radio FW_BEGIN carries a tag made with the device's key. Never during a game: the device restarts, and a roll under
way is void. `companion devices update` is the way in.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from firmware_bridge import formats
from firmware_bridge.protocol import Message
from firmware_bridge.signing import tag_of_update
from hardware.conformance.talk import NoAnswer, Talk

PART, AHEAD = 200, 4  # bytes in a part, parts on the way: together less than the device's 1024 bytes of buffer
PART_S, TRIES = 5.0, 4  # for an answer, and how often it is asked for
CHECK_S = 8.0  # while every file is read back: under the ten seconds of silence that end the device's session
TRIAL_S = 90.0  # for the restart, and for the minute after which what does not prove itself gives way
STATUS = formats.NAMES["update"]


def head_of(whole: bytes) -> bytes:
    """The manifest at the front of an update; ``ValueError`` if it is none, or a file is not what the manifest says."""
    lines, at = whole.split(b"\n"), 1
    if not lines[0].startswith(b"tablewright-firmware 1 "):
        raise ValueError("no update: it does not begin with a manifest")
    rows: list[tuple[str, int, str]] = []
    while at < len(lines) and len(words := lines[at].split(b" ")) == 3 and len(words[0]) == 64 and words[1].isdigit():
        rows.append((words[0].decode(), int(words[1]), words[2].decode()))
        at += 1
    head = b"\n".join(lines[:at]) + b"\n"
    place = len(head)
    for sha256, size, path in rows:
        if hashlib.sha256(whole[place : place + size]).hexdigest() != sha256:
            raise ValueError(f"{path}: not what its manifest says")
        place += size
    if place != len(whole) or not rows:
        raise ValueError(f"no update: {len(whole)} bytes, its manifest speaks of {place}")
    return head


Progress = Callable[[int, int], None]


def _quietly(_done: int, _of: int) -> None:
    pass


class _Sending:
    """One update on its way to a device that was greeted."""

    def __init__(self, talk: Talk, whole: bytes, key: bytes) -> None:
        head = head_of(whole)
        self._talk, self._key = talk, key
        self.number, self._size, self._head = int(time.time()) & 0xFFFFFFFF, len(whole), len(head)
        self._sha256 = hashlib.sha256(head).hexdigest()
        self._slot = self._hello.text("slot")

    @property
    def _hello(self) -> Message:
        return self._talk.hello or self._talk.greet()

    def begin(self) -> tuple[int, str]:
        """(from where it goes on, status): a new update begins, and one that is under way is asked for."""
        return self._ask("FW_BEGIN", PART_S)

    def end(self) -> str:
        """The status after every file was read back."""
        return self._ask("FW_END", CHECK_S)[1]

    def answer(self, within_s: float, ended: bool = False) -> tuple[int, str]:
        """(from where, status) of the next answer; a late one to the last part is none to the end."""
        state = self._talk.until(
            lambda one: (
                one.name == "FW_STATE"
                and one.number("id") == self.number
                and not (ended and STATUS.get(one.number("status")) == "WANTED")
            ),
            "update",
            within_s,
        )
        return state.number("at"), STATUS.get(state.number("status"), "UNKNOWN")

    def _ask(self, name: str, within_s: float) -> tuple[int, str]:
        for _ in range(TRIES):  # the question or its answer may be lost on the way, or the way itself for a while
            fields: dict[str, formats.Value] = {"id": self.number}
            if name == "FW_BEGIN":
                fields |= {"size": self._size, "manifest": self._head, "sha256": self._sha256, "tag": self._tag()}
            self._talk.say(name, **fields)
            with suppress(NoAnswer):
                return self.answer(within_s, ended=name == "FW_END")
            with suppress(NoAnswer):
                if self._talk.greet(within_s).text("slot") != self._slot:
                    return self._size, "READY"  # it was ready, and its power was cut: it runs already
        raise NoAnswer("update")

    def _tag(self) -> str:
        if not self._key:
            return ""
        node, boot = self._hello.text("node"), self._hello.number("boot")
        return tag_of_update(self._key, node, boot, self.number, self._size, self._head, self._sha256)


def send(talk: Talk, whole: bytes, progress: Progress = _quietly, key: bytes = b"") -> str:
    """How it ended: ``READY``, or the reason of the schema's table ``update``. The device is welcome already."""
    sending = _Sending(talk, whole, key)
    at, status = sending.begin()
    while status == "WANTED" and at < len(whole):
        places = range(at, min(at + PART * AHEAD, len(whole)), PART)
        for place in places:
            talk.say("FW_DATA", id=sending.number, at=place, part=whole[place : place + PART])
        try:
            for _ in places:
                at, status = sending.answer(PART_S)
        except NoAnswer:  # a part or an answer was lost on the way: ask where we are
            at, status = sending.begin()
        progress(at, len(whole))
    if status == "WANTED":
        status = sending.end()
    if status == "READY":
        with suppress(NoAnswer):  # it may restart before its answer is out
            talk.order("RESTART", mode=0)
    return status


@dataclass(frozen=True, slots=True)
class Renewed:
    """How an update ended; what runs now, where it went well: ``slot`` is its folder, empty for the factory's."""

    status: str
    node: str = ""
    firmware: str = ""
    slot: str = ""


def renew(talk: Talk, whole: bytes, progress: Progress = _quietly, key: bytes = b"") -> Renewed:
    """Greet, send, and welcome what runs after the restart: unheard it would fall back. May raise ``NoAnswer``.

    ``FELL_BACK``: the update was started and did not prove itself. By radio ``key`` is the device's.
    """
    before = talk.greet()
    status = send(talk, whole, progress, key)
    if status != "READY":
        return Renewed(status)
    hello = talk.hello
    if hello is None or hello.text("slot") == before.text("slot"):  # else it was greeted again behind its restart
        boot = hello.number("boot") if hello else before.number("boot")
        hello = talk.until(lambda one: one.name == "HELLO" and one.number("boot") != boot, "restart", TRIAL_S)
        talk.greet()
    ended = "FELL_BACK" if hello.text("slot") == before.text("slot") else status
    return Renewed(ended, hello.text("node"), hello.text("fw"), hello.text("slot"))
