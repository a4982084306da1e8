"""The bridge of one machine: finds the devices on its cables and carries each of them onto the table's broker.

    find_ports() each second ──candidate──> Forwarder ──HELLO──> tw/wire/cable-NODE/… ══ broker ══ the table

It keeps nothing: what a device saw stays with the device until the table has it. One thread owns the bridge: ``step``,
then ``wait``; ``BridgeThread`` does that for programs that have something else to do.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from companion.table.observation import LinkState
from firmware_bridge.broker_address import Connect
from firmware_bridge.forwarder import Forwarder
from firmware_bridge.mqtt_link import MqttLink
from firmware_bridge.ports_found import PortFound, find_ports
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.waiting import Waiter

LOOK_S = 1.0  # seconds between two looks at the ports; more: a device that was plugged in is found later
ROUND_S = 0.05  # seconds of the longest wait; more: a cable that was pulled is noticed later


@dataclass(frozen=True, slots=True)
class PortState:
    """What stands at one port: its identity and path, the node once it greeted, its state and the reason."""

    identity: str
    path: str
    node: str
    state: LinkState
    why: str


class Bridge:
    """Every device on this machine's cables, on the broker; ``named`` are paths to look at, whatever is plugged in."""

    def __init__(
        self,
        connect: Connect,
        *,
        named: Iterable[str] = (),
        ports: Callable[[], Sequence[PortFound]] = find_ports,
        clock: Callable[[], float] = time.monotonic,
        waiter: Waiter | None = None,  # that ``connect`` wakes when the broker says something
    ) -> None:
        self.waiter = waiter or Waiter()
        self._connect, self._ports, self._clock = connect, ports, clock
        self._named = tuple(PortFound(path, "named", "", True) for path in named)
        self._cables: dict[str, Forwarder] = {}  # by the identity of the port
        self._paths: dict[str, str] = {}  # where each was seen last
        self._there: dict[str, PortFound] = {}  # what is plugged in
        self._look_s = clock()

    def step(self) -> None:
        """Go one round with every cable."""
        now_s = self._clock()
        if now_s >= self._look_s:
            self._look_s = now_s + LOOK_S
            self._look()
        for cable in self._cables.values():
            cable.step()

    def wait(self, timeout_s: float = ROUND_S) -> None:
        """Wait until a device or the broker has said something, at the latest until the time-out."""
        files = (cable.link.fileno() for cable in self._cables.values() if isinstance(cable.link, SerialLink))
        self.waiter.wait([file for file in files if file is not None], timeout_s)

    def states(self) -> tuple[PortState, ...]:
        """Return what stands at every port that ever had somebody, by identity."""
        return tuple(
            PortState(identity, self._paths[identity], cable.node, *cable.state)
            for identity, cable in sorted(self._cables.items())
        )

    def links(self) -> tuple[tuple[str, MqttLink], ...]:
        """Return the connections to the broker, by node."""
        return tuple((cable.node, cable.mqtt) for cable in self._cables.values() if cable.mqtt is not None)

    def close(self) -> None:
        """Say on the broker that every device is gone, and let go of the ports; may be called twice."""
        for cable in self._cables.values():
            cable.close()
        self.waiter.close()

    def _look(self) -> None:
        self._there = {port.identity: port for port in (*self._named, *self._ports()) if port.is_candidate}
        for identity, port in self._there.items():
            self._paths[identity] = port.path
            if identity not in self._cables:
                self._cables[identity] = self._cable(identity, port)

    def _cable(self, identity: str, port: PortFound) -> Forwarder:
        def path() -> str | None:
            found = self._there.get(identity)
            return None if found is None else found.path

        def claim(node: str) -> bool:
            for other, cable in self._cables.items():
                if other != identity and cable.node == node:
                    if cable.state[0] is LinkState.ONLINE:
                        return False
                    cable.release()
            return True

        link = SerialLink(port.path, locate=path)
        return Forwarder(link, self._connect, clock=self._clock, claim=claim)


class BridgeThread:
    """Owns the bridge until it is closed; ``fault`` is what broke it, empty while it runs."""

    def __init__(self, bridge: Bridge) -> None:
        self.bridge, self.fault = bridge, ""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bridge", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let the bridge say goodbye and let go of its ports; may be called twice."""
        if not self._stop.is_set():
            self._stop.set()
            self.bridge.waiter.wake()
            self._thread.join(timeout=5)
            self.bridge.close()

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                self.bridge.step()
                self.bridge.wait()
        except Exception as fault:  # a driver's fault must not end the game; the table hears that the devices are gone
            self.fault = str(fault)
