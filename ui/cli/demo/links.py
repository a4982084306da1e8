"""The ways from the demonstration's devices to its table: over the serial line, through a broker, or by radio.

serial      firmware ══ pty ══ SerialTower
mqtt        firmware ══ pty ══ Bridge ── mosquitto ── Receiver, RadioTable       all of it real, on ports of its own
radio       firmware ── TCP ── RadioServer, RadioTable                 no cable; joining the network is simulated
radio-mqtt  firmware ── TCP ── mosquitto ── Receiver, RadioTable       the same through a broker
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from companion.ports import DiceTower, RingPattern
from companion.table.observation import Observation
from firmware_bridge import SerialTower, VirtualTower
from firmware_bridge.bridge import Bridge, BridgeThread
from firmware_bridge.broker import Broker
from firmware_bridge.radio_link import PREFIX, Air, Receiver
from firmware_bridge.radio_server import RadioServer
from firmware_bridge.radio_table import RadioTable
from firmware_bridge.virtual import NETWORK, Pixel, VirtualNode
from firmware_bridge.waiting import Waiter

BY_RADIO = ("radio", "radio-mqtt")
_NODE = "9f3a12c4"


def open_tower(link: str, folder: Path) -> tuple[VirtualTower, DiceTower]:
    """A tower and who speaks for it over that cable; ``folder`` keeps what is under way.
    ``MissingPart`` without a VM or a broker.
    """
    virtual = VirtualTower()
    try:
        if link == "serial":
            return virtual, SerialTower(virtual.port, folder / "spool.db")
        return virtual, _ThroughBroker(virtual.port, folder)
    except BaseException:
        virtual.close()
        raise


class RadioRoom:
    """The tower, and perhaps a mat, on the air around the table: nothing but the network joins them to it."""

    name = "tower"

    def __init__(self, tower: VirtualTower, mat: VirtualNode | None, table: RadioTable, opened: ExitStack) -> None:
        self.tower = tower
        self.mat = mat
        self.table = table
        self._opened = opened

    def cut(self) -> None:
        """Let the network go away; the devices stay as they are."""
        self._air("")

    def waits(self, within_s: float = 6.0) -> tuple[Pixel, ...]:
        """What the tower's ring shows once it says that nobody hears it, with every eighth LED in amber; else empty."""
        until_s = time.monotonic() + within_s
        while time.monotonic() < until_s:
            ring = self.tower.ring()
            if ring and all(red > green > blue for red, green, blue in ring[::8]) and ring[1] != ring[0]:
                return ring
            time.sleep(0.02)
        return ()

    def mend(self) -> None:
        """Bring the network back."""
        self._air(NETWORK)

    def poll(self) -> Sequence[Observation]:
        """What both have seen."""
        return self.table.poll()

    def arm(self, dice: int) -> None:
        """Tell the tower how many dice the next throw has."""
        self.table.arm(dice)

    def show(self, pattern: RingPattern) -> None:
        """Ask the tower to show the pattern."""
        self.table.show(pattern)

    def close(self) -> None:
        """Let go of everything; may be called twice."""
        self._opened.close()

    def _air(self, network: str) -> None:
        for device in filter(None, (self.tower, self.mat)):
            device.air(network)


def open_radio(link: str, folder: Path, zones: Sequence[str] = ()) -> RadioRoom:
    """A tower by radio, and a mat whose ``zones`` are called so; ``MissingPart`` without a VM or a broker."""
    names = [f"{kind}-{_NODE}" for kind in ("tower", "mat")]
    with ExitStack() as opened:
        air: Air
        if link == "radio":
            passwords = {PREFIX + name: secrets.token_urlsafe(12) for name in names}
            air = ear = RadioServer("127.0.0.1", 0, passwords)
            port = ear.port
        else:
            users = [PREFIX + name for name in names]
            broker = opened.enter_context(Broker(folder / "broker", nodes=users, radio="127.0.0.1", radio_port=0))
            passwords, port = dict(broker.passwords), broker.home.radio_port
            air = Receiver(broker.connect)
        table = opened.enter_context(RadioTable(air, folder, zones={names[1]: tuple(zones)}))
        ways = [("127.0.0.1", port, passwords[PREFIX + name]) for name in names]
        tower = VirtualTower(node_id=_NODE, radio=ways[0])
        opened.callback(tower.close)
        mat = opened.enter_context(VirtualNode(kind="mat", node_id=_NODE, radio=ways[1])) if zones else None
        return RadioRoom(tower, mat, table, opened.pop_all())


class _ThroughBroker:
    """The tower through a bridge and a broker of its own."""

    name = "tower"

    def __init__(self, port: str, folder: Path) -> None:
        with ExitStack() as opened:
            broker = opened.enter_context(Broker(folder / "broker"))
            self._tower = opened.enter_context(RadioTable(Receiver(broker.connect), folder))
            waiter = Waiter()
            connect = replace(broker.address, secret_of=broker.home.secret_of).connector(waiter.wake)
            bridge = BridgeThread(Bridge(connect, named=(port,), ports=lambda: (), waiter=waiter))
            opened.callback(bridge.close)
            self._opened = opened.pop_all()

    def poll(self) -> Sequence[Observation]:
        """What was seen."""
        return self._tower.poll()

    def arm(self, dice: int) -> None:
        """Tell the tower how many dice the next throw has."""
        self._tower.arm(dice)

    def show(self, pattern: RingPattern) -> None:
        """Ask the tower to show the pattern."""
        self._tower.show(pattern)

    def close(self) -> None:
        """Let go of bridge, table and broker; may be called twice."""
        self._opened.close()
