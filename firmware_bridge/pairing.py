"""Setting the key of a device over its own cable: the one moment at which a secret travels.

    host ── WELCOME, nothing acknowledged ──> device        its waiting events stay with it
         ── KEY, 32 bytes or none ──────────>               on its flash, replaced by rename
         <────── KEY_STATE, signs from 12 ───               the host keeps the key only after this

An answer that never came leaves it open whether the device took the key: then the same is tried again, and a key that
the device has already changes nothing. A device that was told to sign by a host that forgot it is used all the same,
unverified; one that must sign and does not is set aside with words. Either is mended by pairing again.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass

from firmware_bridge import formats
from firmware_bridge.link import Link
from firmware_bridge.protocol import Decoder, Message, encode, fault_in, protocol_for
from firmware_bridge.radio_link import RadioLink
from firmware_bridge.signing import check_of

NO_SESSION = formats.KINDS["error"]["NO_SESSION"].number
STATUS = {shape.number: name for name, shape in formats.KINDS["pairing"].items()}
ASK_S, WITHIN_S = 0.3, 6.0
_WHY = {"REFUSED": "key-refused", "NO_ROOM": "key-no-room"}


@dataclass(frozen=True, slots=True)
class KeySet:
    """What the device answered: it signs its events from ``first`` on, 0 for none; ``why`` when it did not work."""

    node: str = ""
    epoch: int = 0
    first: int = 0
    why: str = ""


def set_key(link: Link, node: str, key: bytes, *, within_s: float = WITHIN_S) -> KeySet:
    """What became of it; an empty key takes away the one there is. Nothing else of the device is touched.

    Only the device that calls itself ``node`` gets the key; another one on this cable is refused as ``name-taken``.
    """
    if isinstance(link, RadioLink):
        return KeySet(node, why="key-refused")  # a secret for the ears of one cable
    talk = _Talk(link, key)
    until_s = time.monotonic() + within_s
    while time.monotonic() < until_s:
        talk.step(node)
        if talk.answer is not None:
            return talk.answer
        link.wait(0.02)
    if not link.opened or not link.is_up:
        return KeySet(why=link.why or "cable")
    return KeySet(why="key-unanswered" if talk.node else "no-power")


class _Talk:
    """The conversation: who are you, welcome, your key."""

    def __init__(self, link: Link, key: bytes) -> None:
        self.node = ""
        self.answer: KeySet | None = None
        self._link, self._key, self._decoder = link, key, Decoder()
        self._session, self._asked_s = secrets.randbits(32), -ASK_S
        self._is_open = False

    def step(self, wanted: str) -> None:
        """Ask again what was not answered, and listen."""
        data, now_s = self._link.read(), time.monotonic()
        for message in self._decoder.feed(data):
            self._heard(message, wanted)
        if self._link.is_up and now_s - self._asked_s >= ASK_S:
            self._asked_s = now_s
            if self._is_open:
                self._say("KEY", key=self._key)
            else:
                self._link.write(b"\0")
                self._say("ERR", code=NO_SESSION, detail=b"who are you?")

    def _heard(self, message: Message, wanted: str) -> None:
        if message.name == "HELLO":
            self._greeted(message, wanted)
        elif message.name == "TELE" and self.node and not self._is_open:  # it took the WELCOME
            self._is_open, self._asked_s = True, -ASK_S
        elif message.name == "KEY_STATE" and self._is_open:
            self._judge(message)

    def _greeted(self, hello: Message, wanted: str) -> None:
        self._is_open, node = False, hello.text("node")
        if fault_in(hello) or not protocol_for(hello):
            self.answer = KeySet(why=fault_in(hello) or "wrong-firmware")
        elif node != wanted:
            self.answer = KeySet(node, why="name-taken")
        elif "safe" in hello.text("caps").split(","):
            self.answer = KeySet(node, why="key-safe")
        else:
            self.node = node
            unix_ms, accepted = time.time_ns() // 1_000_000, hello.number("oldest") - 1
            proto = protocol_for(hello)
            self._say("WELCOME", proto=proto, session=self._session, accepted=accepted, unix_ms=unix_ms, config=0)

    def _judge(self, state: Message) -> None:
        epoch, first = state.number("epoch"), state.number("signs")
        why = _WHY.get(STATUS.get(state.number("status"), ""), "")
        check = check_of(self._key, self.node, epoch, first) if self._key else ""
        if not why and (state.text("check") != check or bool(first) != bool(self._key)):
            why = "key-refused"  # it holds something else than what it was told
        self.answer = KeySet(self.node, epoch, 0 if why else first, why)

    def _say(self, name: str, **fields: formats.Value) -> None:
        self._link.write(encode(Message(name, fields)))
