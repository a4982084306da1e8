"""Who is plugged in: every port that may hold a device is asked for its HELLO, and nothing is taken from it.

    find_ports() ──open, "who are you?"──> HELLO ──> node, firmware, what waits in its outbox
                         └─ no HELLO in time, port busy, not allowed ──> the reason, and who holds the port

A device that is only asked keeps its events: it is not welcomed, so nothing is acknowledged.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from firmware_bridge.ports_found import PortFound, holder_of, is_held_here
from firmware_bridge.protocol import NO_SESSION, Decoder, Message, encode, fault_in, protocol_for
from firmware_bridge.serial_link import SerialLink

HELLO_S = 3.0  # seconds for a greeting; more: a list with a silent port takes longer
ASK_S = 0.5  # seconds between two questions


@dataclass(frozen=True, slots=True)
class Surveyed:
    """One port and who answered there; ``why`` is the reason word when nobody of ours did."""

    port: PortFound
    node: str = ""
    firmware: str = ""
    caps: str = ""
    waiting: int = 0  # events in its outbox
    why: str = ""
    holder: str = ""  # the program that has the port, where that can be seen
    epoch: int = 0
    signs: int = 0  # its events from this number on are signed; 0: it has no key
    check: str = ""  # tells its key from another
    battery_mv: int = 0  # of its cell; 0: it has none, or does not say
    signal: int = 0  # the number behind the minus of its network's dBm; 0: it has none, or does not say


def survey(ports: Iterable[PortFound], within_s: float = HELLO_S) -> list[Surveyed]:
    """What stands at the candidates among the ports, in order; all are asked at once, for at most ``within_s``."""
    wanted = [port for port in ports if port.is_candidate]
    calls = [_Call(port) for port in wanted]
    until_s = time.monotonic() + within_s
    while time.monotonic() < until_s and any(call.is_open for call in calls):
        for call in calls:
            call.step()
        time.sleep(0.01)
    for call in calls:
        call.link.close()
    return [call.found or call.excuse() for call in calls]


class _Call:
    """The question at one port."""

    def __init__(self, port: PortFound) -> None:
        self.port, self.link, self.decoder = port, SerialLink(port.path), Decoder()
        self.found: Surveyed | None = None
        self._asked_s = 0.0
        self._refused = ""

    @property
    def is_open(self) -> bool:
        """Whether an answer may still come."""
        return self.found is None and not self._refused

    def step(self) -> None:
        """Ask, and listen."""
        if not self.is_open:
            return
        data = self.link.read()
        if not self.link.is_up:
            self._refused = self.link.why if self.link.why in ("port-busy", "no-permission") else ""
            return
        now_s = time.monotonic()
        if now_s - self._asked_s >= ASK_S:
            self._asked_s = now_s
            self.link.write(b"\0" + encode(Message("ERR", {"code": NO_SESSION, "detail": b"who are you?"})))
        for message in self.decoder.feed(data):
            if message.name == "HELLO" and self.found is None:
                self.found = self._greeting(message)

    def excuse(self) -> Surveyed:
        """What to say when nobody greeted."""
        why = self._refused or (
            "cable" if not self.link.opened else "wrong-firmware" if self.decoder.bad else "no-power"
        )
        if why == "port-busy" and is_held_here(self.port.path):
            return Surveyed(self.port, why="in-use")
        return Surveyed(self.port, why=why, holder=holder_of(self.port.path) if why == "port-busy" else "")

    def _greeting(self, hello: Message) -> Surveyed:
        why = fault_in(hello) or ("" if protocol_for(hello) else "wrong-firmware")
        waiting = hello.number("next") - hello.number("oldest")
        return Surveyed(
            self.port,
            hello.text("node"),
            hello.text("fw"),
            hello.text("caps"),
            waiting,
            why,
            epoch=hello.number("epoch"),
            signs=hello.number("signs"),
            check=hello.text("check"),
            battery_mv=hello.number("battery"),
            signal=hello.number("signal"),
        )
