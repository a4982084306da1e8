"""The two ways from the demonstration's tower to its table: straight over the serial line, or through a broker.

serial   firmware ══ pty ══ SerialTower
mqtt     firmware ══ pty ══ Bridge ══ mosquitto ══ BrokerTower      all of it real, on ports of its own
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from companion.ports import DiceTower, RingPattern
from companion.table.observation import LinkSeen, LinkState, Observation
from firmware_bridge import SerialTower

LINKS = ("serial", "mqtt")


def open_tower(link: str, port: str, folder: Path) -> DiceTower:
    """The tower at the port, over that link; ``folder`` keeps what is under way. ``MissingPart`` without a broker."""
    return SerialTower(port, folder / "spool.db") if link == "serial" else _ThroughBroker(port, folder)


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
