"""A check-up of one device: does it greet, answer, obey and keep time? Nothing of its outbox is taken.

greets      HELLO within 3 s              obeys     an order answered in its time
answers     32 questions of time          whole     no frame damaged on the way
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median

from companion.table.observation import LinkState
from firmware_bridge import formats
from firmware_bridge.device import Device
from firmware_bridge.orders import OrderEnd
from firmware_bridge.protocol import Message, encode
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.spool import Spool

GREET_S, ANSWER_S, ORDER_S = 5.0, 2.0, 3.0  # seconds for each; more: a silent device is told of later
QUESTIONS = 32  # of time, so that a median means something; more: it takes longer


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tried: its name, whether it went well; the key of what is said of it, with its figures."""

    name: str
    is_well: bool
    key: str
    figures: Mapping[str, object] = field(default_factory=dict)


def check_up(port: str) -> Iterator[Finding]:
    """What was found, one by one; stops at the first thing without which the rest means nothing."""
    link = SerialLink(port)
    spool = Spool(limit=0)  # no room at all: its events are refused, and stay with it
    device = Device(link, spool, session=int(time.time()) & 0xFFFFFFFF)
    try:
        yield from _findings(device, link)
    finally:
        link.close()
        spool.close()


def _findings(device: Device, link: SerialLink) -> Iterator[Finding]:
    until_s = time.monotonic() + GREET_S
    state, why = LinkState.CONNECTING, ""
    while time.monotonic() < until_s and not (device.node and state is not LinkState.CONNECTING):
        device.step()
        if device.states:
            _, state, why = device.states.pop()
        link.wait(0.02)
    if not device.node or device.quarantined:
        yield Finding("greets", False, f"reason.{device.quarantined or why or 'no-power'}")
        return
    about = device.about
    waiting = int(about.get("next", 0)) - int(about.get("oldest", 0))
    who = {"node": device.node, "firmware": str(about.get("fw", "")), "waiting": waiting}
    yield Finding("greets", True, "tried.greets.said", who)
    trips = [trip for trip in (_ask(device, link) for _ in range(QUESTIONS)) if trip is not None]
    answered = {"answered": len(trips), "asked": QUESTIONS, "ms": f"{median(trips) * 1e3:.1f}" if trips else "–"}
    yield Finding("answers", len(trips) == QUESTIONS, "tried.answers.said", answered)
    yield _obeys(device, link)
    bad, theirs = device.decoder.bad, int(device.telemetry.get("bad", 0))
    yield Finding("whole", bad + theirs == 0, "tried.whole.said", {"here": bad, "there": theirs})


def _ask(device: Device, link: SerialLink) -> float | None:
    """Seconds to an answer, ``None`` for none in time: a late one is an answer still, and its time says so."""
    start_s = time.monotonic()
    before = device.decoder.good
    link.write(encode(Message("TIME_Q", {"t1": int(start_s * 1e6)})))
    while time.monotonic() - start_s < ANSWER_S:
        device.step()
        if device.decoder.good > before:
            return time.monotonic() - start_s
        link.wait(0.005)
    return None


def _obeys(device: Device, link: SerialLink) -> Finding:
    kind, body = _harmless(str(device.about.get("caps", "")))
    number = device.order(kind, body, ORDER_S)
    until_s = time.monotonic() + ORDER_S
    while time.monotonic() < until_s:
        device.step()
        for ended, how in device.orders.ended:
            if ended == number:
                return Finding("obeys", how is OrderEnd.DONE, f"tried.obeys.{how.value}")
        link.wait(0.005)
    return Finding("obeys", False, f"tried.obeys.{OrderEnd.EXPIRED.value}")


def _harmless(caps: str) -> tuple[int, bytes]:
    """An order that anybody can see and nobody minds: the lights show that somebody is asked for."""
    ask, commands = formats.KINDS["ring"]["ASK"].number, formats.KINDS["command"]
    if "ring" in caps.split(","):
        return commands["RING"].number, formats.pack("command", "RING", {"pattern": ask, "for_ms": 1000})
    return commands["LIGHT"].number, formats.pack("command", "LIGHT", {"light": 0, "pattern": ask, "for_ms": 1000})
