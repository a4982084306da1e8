"""The ways from the demonstration's tower to its table: straight over the serial line, through a broker, or by radio.

serial   firmware ══ pty ══ SerialTower
mqtt     firmware ══ pty ══ Bridge ══ mosquitto ══ BrokerTower      all of it real, on ports of its own
radio    firmware ── TCP ── RadioServer, LiveTower                  no cable; joining the network is simulated
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from companion.ports import DiceTower, RingPattern
from companion.table.observation import LinkSeen, LinkState, Observation
from firmware_bridge import SerialTower, VirtualTower
from firmware_bridge.adapter import LiveTower
from firmware_bridge.radio_link import PREFIX
from firmware_bridge.radio_server import RadioServer

LINKS = ("serial", "mqtt", "radio")
_NODE = "9f3a12c4"


def open_tower(link: str, folder: Path) -> tuple[VirtualTower, DiceTower]:
    """A tower and who speaks for it over that link; ``folder`` keeps what is under way. ``MissingPart`` without a VM or
    a broker."""
    if link == "radio":
        name, secret = f"tower-{_NODE}", secrets.token_urlsafe(12)
        ear = RadioServer("127.0.0.1", 0, {PREFIX + name: secret})
        virtual = VirtualTower(node_id=_NODE, radio=("127.0.0.1", ear.port, secret))
        return virtual, _ByRadio(ear, name, folder)
    virtual = VirtualTower()
    try:
        if link == "serial":
            return virtual, SerialTower(virtual.port, folder / "spool.db")
        return virtual, _ThroughBroker(virtual.port, folder)
    except BaseException:
        virtual.close()
        raise


class _ByRadio(LiveTower):
    """The tower at the end of an ear of its own."""

    def __init__(self, ear: RadioServer, node: str, folder: Path) -> None:
        self._ear = ear
        super().__init__(ear.link_to(node), folder / "spool.db")

    def poll(self) -> Sequence[Observation]:
        """What was seen; that it has not come yet is no news."""
        return [
            seen
            for seen in super().poll()
            if not isinstance(seen, LinkSeen) or seen.state is not LinkState.OFFLINE or self.device.node
        ]

    def close(self) -> None:
        """Let go of the tower and its ear; may be called twice."""
        super().close()
        self._ear.close()


class _ThroughBroker:
    """The tower through a bridge and a broker of its own."""

    name = "tower"

    def __init__(self, port: str, folder: Path) -> None:
        from firmware_bridge.bridge import Bridge, BridgeThread
        from firmware_bridge.broker import Broker
        from firmware_bridge.mqtt_core import BrokerTower
        from firmware_bridge.spool import Spool
        from firmware_bridge.waiting import Waiter

        self._greeted = False
        with ExitStack() as opened:
            broker = opened.enter_context(Broker(folder / "broker"))
            kept, core = Spool(folder / "bridge.db", uplink=True, table=False), Spool(folder / "spool.db")
            opened.callback(kept.close)
            opened.callback(core.close)
            waiter = Waiter()
            address = replace(broker.address, secret_of=broker.home.secret_of)
            bridge = BridgeThread(
                Bridge(kept, address.connector(waiter.wake), table="demo", named=(port,), ports=lambda: (),
                       waiter=waiter)
            )  # fmt: skip
            opened.callback(bridge.close)
            self._tower = BrokerTower(broker.connect, core, table="demo")
            opened.callback(self._tower.close)
            self._opened = opened.pop_all()

    def poll(self) -> Sequence[Observation]:
        """What was seen; the one device behind the broker is the tower, and a broker not yet reached is no news."""
        found: list[Observation] = []
        for seen in self._tower.poll():
            if isinstance(seen, LinkSeen):
                is_broker = seen.source == f"{self.name}:broker"
                if is_broker and not self._greeted and seen.state is LinkState.OFFLINE:
                    continue
                self._greeted = True
                if not is_broker:
                    seen = replace(seen, source=self.name)
                elif seen.state is LinkState.ONLINE:
                    continue
            found.append(seen)
        return found

    def arm(self, dice: int) -> None:
        """Tell the tower how many dice the next throw has."""
        self._tower.arm(dice)

    def show(self, pattern: RingPattern) -> None:
        """Ask the tower to show the pattern."""
        self._tower.show(pattern)

    def close(self) -> None:
        """Let go of bridge, broker and spools; may be called twice."""
        self._opened.close()
