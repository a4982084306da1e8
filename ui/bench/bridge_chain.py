"""The way from the firmware to the record, running: what the bridge's rows are measured on."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from companion.core.dice import Source
from companion.core.events import Conceded, Recorded
from companion.core.ids import CommandId, Seat
from companion.core.ledger import Ledger
from companion.errors import MissingPart
from companion.storage.codec import JsonCodec
from companion.storage.sqlite import SqliteRecorder
from companion.table.observation import LinkSeen, LinkState, TowerSeen
from firmware_bridge.bridge import Bridge, BridgeThread
from firmware_bridge.broker import Broker
from firmware_bridge.mqtt_core import BrokerTower
from firmware_bridge.mqtt_link import MqttMessage
from firmware_bridge.radio_link import PREFIX, Receiver
from firmware_bridge.spool import Spool
from firmware_bridge.topics import topic
from firmware_bridge.virtual import VirtualTower
from firmware_bridge.waiting import Waiter
from ui.bench.far_air import FarAir

NODE = "tower-9f3a12c4"
PAUSE_S = 0.2


class Chain:
    """Everything running; ``taken_ms`` holds how long each reading was under way. ``by_radio``: without a cable."""

    table = "bench"

    def __init__(self, folder: Path, *, by_radio: bool = False) -> None:
        self.taken_ms: list[float] = []
        self._folder, self._state = folder, LinkState.OFFLINE
        with ExitStack() as opened:
            self.broker = opened.enter_context(Broker(folder / "broker", nodes=(NODE, PREFIX + NODE)))
            radio = None
            if by_radio:
                air = FarAir(self.broker.port)
                opened.callback(air.close)
                radio = "127.0.0.1", air.port, self.broker.passwords[PREFIX + NODE]
            self.virtual = opened.enter_context(VirtualTower(folder / "tower", radio=radio))
            kept, core = Spool(folder / "bridge.db", uplink=True, table=False), Spool(folder / "core.db")
            self._core = core
            opened.callback(kept.close)
            opened.callback(core.close)
            self._recorder = SqliteRecorder(folder / "record.db")
            opened.callback(self._recorder.close)
            self._ledger = Ledger(self._recorder, JsonCodec({"Conceded": Conceded}))
            inner, self._waiter = Waiter(), Waiter()
            opened.callback(self._waiter.close)
            connect = self.broker.address.connector(inner.wake)
            self._bridge = BridgeThread(
                Bridge(
                    kept,
                    connect,
                    table=self.table,
                    named=() if by_radio else (self.virtual.port,),
                    ports=lambda: (),
                    waiter=inner,
                    air=Receiver(connect) if by_radio else None,
                )
            )
            opened.callback(self._bridge.close)
            self.tower = BrokerTower(self.broker.address.connector(self._waiter.wake), core, table=self.table)
            opened.callback(self.tower.close)
            self._opened = opened.pop_all()

    def __enter__(self) -> Chain:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    @property
    def is_online(self) -> bool:
        """Whether the table hears the device, and its clock is known."""
        device = self._bridge.bridge.nodes[NODE].device if NODE in self._bridge.bridge.nodes else None
        return self._state is LinkState.ONLINE and device is not None and device.clock_map.round_trip_s is not None

    def until(self, reached: Callable[[], bool], within_s: float) -> None:
        """Take in and record what comes until it is reached; ``MissingPart`` when it never is."""
        until_s = time.monotonic() + within_s
        while not reached():
            if time.monotonic() > until_s:
                raise MissingPart("an answer of the chain", f"nothing within {within_s:g} s; it is {self._state.value}")
            self._step()
            if not reached():
                self._waiter.wait((), 0.05)

    def bare_ms(self, samples: int) -> float:
        """The median milliseconds of one message there and back through the broker, and of one durable commit."""
        trips, commits, name = [], [], topic(self.table, "echo", "cmd")
        with Broker(self._folder / "bare", nodes=("echo",)) as broker, ExitStack() as opened:
            here = Waiter()
            opened.callback(here.close)
            core, echo = broker.connect("core"), broker.address.connector(here.wake)("echo", None, (name,))
            opened.callback(core.close)
            opened.callback(echo.close)
            database = sqlite3.connect(self._folder / "bare.db", isolation_level=None)
            opened.callback(database.close)
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=FULL")
            database.execute("CREATE TABLE IF NOT EXISTS line (body BLOB)")
            while not (core.is_up and echo.is_up):
                time.sleep(0.01)
            time.sleep(0.2)  # the broker has the subscription by now
            for _ in range(samples):
                time.sleep(PAUSE_S)  # readings come one by one, and nothing is warm any more
                before = time.perf_counter()
                core.write(MqttMessage(name, b"x" * 200))
                while not echo.read():
                    here.wait((), 1.0)
                between = time.perf_counter()
                database.execute("INSERT INTO line VALUES (?)", (b"x" * 200,))
                trips.append(between - before)
                commits.append(time.perf_counter() - between)
        return (median(trips) + median(commits)) * 1e3

    def _step(self) -> None:
        for seen in self.tower.poll():
            if isinstance(seen, LinkSeen) and seen.source.endswith(NODE):
                self._state = seen.state
            elif isinstance(seen, TowerSeen):
                version = self._ledger.version + 1
                said = Conceded(Seat(f"{seen.phase.value} {seen.seq}"))  # any event will do: its line is what costs
                self._ledger.append([Recorded(version, said, CommandId("c"), 0, Source.MACHINE)])
                then = self._stamped_s(seen)
                if then is not None:
                    self.taken_ms.append((time.monotonic() - then) * 1e3)

    def _stamped_s(self, seen: TowerSeen) -> float | None:
        """Return when the firmware stamped the event, on our clock; unrounded, from the bridge's own map."""
        device = self._bridge.bridge.nodes[NODE].device
        facts = self._core.facts(seen.node, seen.epoch, seen.seq)
        found = device.clock_map.ours_s(*facts) if device is not None and facts is not None else None
        return found[0] if found else None
