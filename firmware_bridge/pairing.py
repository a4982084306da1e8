"""Setting the secrets of a device over its own cable: the one moment at which they travel.

    host ── WELCOME, nothing acknowledged ──> device        its waiting events stay with it
         ── KEY, 32 bytes or none ──────────>               on its flash, replaced by rename
         <────── KEY_STATE, signs from 12 ───               the host keeps the key only after this
         ── WIFI, network, broker, or none ─>               the same
         <────── WIFI_STATE, wifi-joining, …, nothing in the way

An answer that never came leaves it open whether the device took the key: then the same is tried again, and a key that
the device has already changes nothing. A device that was told to sign by a host that forgot it is used all the same,
unverified; one that must sign and does not is set aside with words. Either is mended by pairing again.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field

from firmware_bridge import formats
from firmware_bridge.link import Link
from firmware_bridge.protocol import NO_SESSION, Decoder, Message, encode, fault_in, protocol_for
from firmware_bridge.radio_link import RadioLink
from firmware_bridge.signing import check_of

STATUS = {shape.number: name for name, shape in formats.KINDS["pairing"].items()}
ASK_S, PING_S = 0.3, 2.0  # seconds between two questions, two pings; more: a lost one costs more time
WITHIN_S, JOINED_S = 6.0, 25.0  # seconds for a key, for a Wi-Fi (joining takes one to four); more: longer in vain
STAYS_S = 6.0  # seconds: a word that stays so long will not go away by itself
_WHY = {"REFUSED": "key-refused", "NO_ROOM": "key-no-room"}
_WIFI_WHY = {"REFUSED": "wifi-refused", "NO_ROOM": "wifi-no-room"}


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
    talk = _Talk(link, Message("KEY", {"key": key}), opens="TELE")
    until_s = time.monotonic() + within_s
    while time.monotonic() < until_s:
        talk.step(node)
        if talk.refused:
            return KeySet(talk.node, why=talk.refused)
        if talk.answers:
            return _judged(talk.answers[0], talk.node, key)
        link.wait(0.02)
    return KeySet(why=talk.silence("key-unanswered"))


def _judged(state: Message, node: str, key: bytes) -> KeySet:
    epoch, first = state.number("epoch"), state.number("signs")
    why = _WHY.get(STATUS.get(state.number("status"), ""), "")
    check = check_of(key, node, epoch, first) if key else ""
    if not why and (state.text("check") != check or bool(first) != bool(key)):
        why = "key-refused"  # it holds something else than what it was told
    return KeySet(node, epoch, 0 if why else first, why)


@dataclass(frozen=True, slots=True)
class Wifi:
    """How a device comes in by radio; an empty ``ssid`` makes it forget what it was told."""

    ssid: str = ""
    password: str = field(default="", repr=False)
    host: str = ""  # four numbers
    port: int = 0
    secret: str = field(default="", repr=False)  # its password at the broker


def set_wifi(link: Link, node: str, wifi: Wifi | None, *, within_s: float = JOINED_S) -> str:
    """What stands in the way of the device's radio, a word; empty once it is in touch with the broker.

    ``None`` asks and sets nothing. Else it waits until the radio is in touch, a word stays, or the time is up.
    """
    if isinstance(link, RadioLink):
        return "wifi-refused"
    question = None if wifi is None else Message("WIFI", {name: getattr(wifi, name) for name in Wifi.__slots__})
    talk = _Talk(link, question, opens="WIFI_STATE")
    final = ("",) if wifi is not None and wifi.ssid else ("wifi-unset", "wifi-none")
    last, since_s = "", time.monotonic()
    until_s = since_s + within_s
    while time.monotonic() < until_s:
        talk.step(node)
        if talk.refused:
            return talk.refused
        if talk.answers:
            status, why = STATUS.get(talk.answers[-1].number("status"), ""), talk.answers[-1].text("why")
            if status in _WIFI_WHY:
                return "wifi-none" if why == "wifi-none" else _WIFI_WHY[status]
            if why != last:
                last, since_s = why, time.monotonic()
            is_old = time.monotonic() - since_s >= STAYS_S and why != "wifi-joining"
            if why in final or is_old or (wifi is None and why != "wifi-joining"):
                return why
        link.wait(0.02)
    return talk.answers[-1].text("why") if talk.answers else talk.silence("wifi-unanswered")


class _Talk:
    """The conversation: who are you, welcome, our question; its answers are called as the question, and ``_STATE``."""

    def __init__(self, link: Link, question: Message | None, *, opens: str) -> None:
        self.node = self.refused = ""
        self.answers: list[Message] = []
        self._link = link
        self._question = question
        self._opens = opens
        self._decoder = Decoder()
        self._session, self._asked_s, self._pinged_s = secrets.randbits(32), -ASK_S, 0.0
        self._is_open = False

    def silence(self, unanswered: str) -> str:
        """Why nothing came of it, when nobody refused anything."""
        if not self._link.opened or not self._link.is_up:
            return self._link.why or "cable"
        return unanswered if self.node else "no-power"

    def step(self, wanted: str) -> None:
        """Ask again what was not answered, and listen."""
        data, now_s = self._link.read(), time.monotonic()
        for message in self._decoder.feed(data):
            self._heard(message, wanted)
        if not self._link.is_up:
            return
        if self._is_open and now_s - self._pinged_s >= PING_S:
            self._pinged_s = now_s
            self._say("TIME_Q", t1=0)
        if now_s - self._asked_s >= ASK_S:
            self._asked_s = now_s
            if self._is_open and self._question is not None and not self.answers:
                self._link.write(encode(self._question))
            elif not self._is_open:
                self._link.write(b"\0")
                self._say("ERR", code=NO_SESSION, detail=b"who are you?")

    def _heard(self, message: Message, wanted: str) -> None:
        if message.name == "HELLO":
            self._greeted(message, wanted)
        elif message.name == self._opens and self.node and not self._is_open:  # it took the WELCOME
            self._is_open, self._asked_s = True, -ASK_S
            if self._question is None:
                self.answers.append(message)
        elif self._is_open and message.name == (self._question.name + "_STATE" if self._question else self._opens):
            self.answers.append(message)

    def _greeted(self, hello: Message, wanted: str) -> None:
        self._is_open, node = False, hello.text("node")
        if fault_in(hello) or not protocol_for(hello):
            self.refused = fault_in(hello) or "wrong-firmware"
        elif node != wanted:
            self.node, self.refused = node, "name-taken"
        elif "safe" in hello.text("caps").split(","):
            self.node, self.refused = node, "key-safe"
        else:
            self.node = node
            unix_ms, accepted = time.time_ns() // 1_000_000, hello.number("oldest") - 1
            proto = protocol_for(hello)
            self._say("WELCOME", proto=proto, session=self._session, accepted=accepted, unix_ms=unix_ms, config=0)

    def _say(self, name: str, **fields: formats.Value) -> None:
        self._link.write(encode(Message(name, fields)))
