"""The bridge of one machine: finds the devices, keeps what they say, and speaks for each of them on the broker.

    find_ports() each second ──candidate──> Device ──HELLO──> NodeOnBroker ══ broker
    Air ──born by radio─────────────────────^   (a device on a cable and on the air: the cable speaks)
                                   │ three seconds without a HELLO, nonsense, a name twice
                                   └──> set aside, with the reason, until its cable is pulled

``bridge/state`` and ``bridge/info`` say that the bridge is there and what stands at each port; its will says gone, and
with it every device behind it. One thread owns it: ``step``, then ``wait``.

A bridge that steps itself, for programs that have something else to do than to run one.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from companion.table.observation import LinkState
from firmware_bridge.broker_address import Connect
from firmware_bridge.device import Device
from firmware_bridge.mqtt_link import MqttLink, MqttMessage
from firmware_bridge.mqtt_node import NodeOnBroker
from firmware_bridge.ports_found import PortFound, find_ports
from firmware_bridge.radio_link import Air, RadioLink
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.spool import Spool
from firmware_bridge.topics import bridge_topic
from firmware_bridge.waiting import Waiter

BRIDGE = "bridge"  # its name on the broker
LOOK_S = 1.0
_RADIO = 1 << 31  # between the sessions over cables and those by radio
ROUND_S = 0.05  # the longest wait: pings and resends are due on time


@dataclass(frozen=True, slots=True)
class PortState:
    """What stands at one port: its identity and path, the node once it greeted, its state and the reason."""

    identity: str
    path: str
    node: str
    state: LinkState
    why: str


class _Seat:
    """One port, or the air, with whoever sits there."""

    def __init__(self, path: str, device: Device, port: PortFound | None = None) -> None:
        self.port = port  # None while it is not plugged in, and on the air
        self.path, self.device = path, device
        self.state: tuple[LinkState, str] = (LinkState.CONNECTING, "")


class Bridge:
    """Every device of this machine on the broker; ``named`` are paths to look at, whatever is plugged in there."""

    def __init__(
        self,
        spool: Spool,
        connect: Connect,
        *,
        table: str,
        named: Iterable[str] = (),
        ports: Callable[[], Sequence[PortFound]] = find_ports,
        clock: Callable[[], float] = time.monotonic,
        waiter: Waiter | None = None,
        air: Air | None = None,  # where devices come in by radio; closed with the bridge
    ) -> None:
        self.spool, self.table = spool, table
        self.nodes: dict[str, NodeOnBroker] = {}
        self.waiter = waiter or Waiter()
        self.session = spool.next_session()
        self._connect, self._ports, self._clock = connect, ports, clock
        self._named = tuple(PortFound(path, "named", "", True) for path in named)
        self._seats: dict[str, _Seat] = {}
        self._look_s = clock()
        self._told: object = None
        self._opened = 0
        self.air = air
        self.link: MqttLink = connect(BRIDGE, self._word(LinkState.OFFLINE, "bridge-gone"), ())
        for node in spool.unsent_nodes():  # left behind by a device that may not be here today
            self._node(node)

    def step(self) -> None:
        """Go one round with every port and every node."""
        now_s = self._clock()
        if now_s >= self._look_s:
            self._look_s = now_s + LOOK_S
            self._look()
        if self.air is not None:
            self._listen(self.air)
        for seat in self._seats.values():
            seat.device.step()
            if seat.device.states:
                seat.state = seat.device.states[-1][1:]
            self._introduce(seat)
        for node in self.nodes.values():
            node.step()
        self._tell()

    def wait(self, timeout_s: float = ROUND_S) -> None:
        """Wait until a device or the broker has said something, at the latest until the time-out."""
        links = [seat.device.link for seat in self._seats.values()]
        files = [link.fileno() for link in links if isinstance(link, SerialLink)]
        files += [] if self.air is None else self.air.files()
        self.waiter.wait([file for file in files if file is not None], timeout_s)

    def states(self) -> tuple[PortState, ...]:
        """What stands at every port that ever had somebody, by identity."""
        return tuple(
            PortState(identity, seat.path, seat.device.node, *seat.state)
            for identity, seat in sorted(self._seats.items())
        )

    def links(self) -> tuple[tuple[str, MqttLink], ...]:
        """The connections to the broker: the bridge's own, then one for each node."""
        return ((BRIDGE, self.link), *((name, node.link) for name, node in self.nodes.items()))

    def close(self) -> None:
        """Say offline for everybody and let go of the ports; the spool stays open. May be called twice."""
        for node in self.nodes.values():
            node.close("bridge-gone")
        self.link.write(self._word(LinkState.OFFLINE, "closed"))
        self.link.close()
        for seat in self._seats.values():
            seat.device.link.close()
        if self.air is not None:
            self.air.close()
        self.waiter.close()

    def _look(self) -> None:
        found = {port.identity: port for port in (*self._named, *self._ports()) if port.is_candidate}
        for identity, port in found.items():
            if identity not in self._seats:
                link = SerialLink(port.path, locate=lambda identity=identity: self._where(identity))  # type: ignore[misc]
                device = Device(link, self.spool, session=self.session & 0xFFFFFFFF)
                self._seats[identity] = _Seat(port.path, device, port)
            self._seats[identity].path = port.path
        for identity, seat in self._seats.items():
            seat.port = found.get(identity)

    def _listen(self, air: Air) -> None:
        """A seat for whoever was born by radio; who speaks over a cable is silent there."""
        air.step()
        cables = [seat for seat in self._seats.values() if not isinstance(seat.device.link, RadioLink)]
        wired = {seat.device.node for seat in cables if seat.state[0] in (LinkState.ONLINE, LinkState.DEGRADED)}
        for node, link in air.links.items():
            if f"radio {node}" not in self._seats:
                number = self.session + _RADIO & 0xFFFFFFFF  # its orders have other numbers than those over the cable
                self._seats[f"radio {node}"] = _Seat(
                    f"radio {node}", Device(link, self.spool, session=number, clock=self._clock, expected=node)
                )
            link.hold(node in wired)

    def _where(self, identity: str) -> str | None:
        port = self._seats[identity].port if identity in self._seats else None
        return None if port is None else port.path

    def _introduce(self, seat: _Seat) -> None:
        name = seat.device.node
        if not name or seat.device.quarantined:
            return
        node = self._node(name)
        if node.device is seat.device:
            return
        if node.device is not None and node.device.link.is_up and not node.device.quarantined:
            if isinstance(node.device.link, RadioLink):  # the cable takes over
                node.attach(seat.device)
                return
            seat.device.quarantined = "name-taken"  # two boards with one name: a copied store, or a forgery
            return
        node.attach(seat.device)

    def _node(self, name: str) -> NodeOnBroker:
        if name not in self.nodes:
            self.nodes[name] = NodeOnBroker(
                name, self.spool, self._connect, table=self.table, session=self.session, clock=self._clock
            )
        return self.nodes[name]

    def _word(self, state: LinkState, why: str) -> MqttMessage:
        words = {"s": state.value, "session": self.session, "why": why}
        return MqttMessage(bridge_topic(self.table, "state"), json.dumps(words).encode(), retain=True)

    def _tell(self) -> None:
        self.link.read()
        if not self.link.is_up:
            return
        if self.link.opened != self._opened:
            self._opened, self._told = self.link.opened, None
            self.link.write(self._word(LinkState.ONLINE, ""))
        now = self.states()
        if now != self._told:
            words = {"ports": [{"port": one.identity, "node": one.node, "s": one.state, "why": one.why} for one in now]}
            if self.link.write(MqttMessage(bridge_topic(self.table, "info"), json.dumps(words).encode(), retain=True)):
                self._told = now


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
        except Exception as fault:  # a driver's fault must not end the game; the table hears that the bridge is gone
            self.fault = str(fault)
