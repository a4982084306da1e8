"""Devices by radio, in a thread of its own: opened and closed by a touch, for every table of this machine.

start ──> open_air ──> RadioTable ──poll──> the table that is open; without one, what is seen waits in spools on disk

The firmware's parts are imported with the first touch: most evenings go without.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.ids import PieceId
from companion.errors import InputError, TablewrightError
from companion.ports import RingPattern
from companion.table.observation import LinkSeen, LinkState, Observation
from ui.presenters.notice import Notice
from ui.presenters.radio import Airing, OnAir
from ui.presenters.signal import Supply

if TYPE_CHECKING:
    from firmware_bridge.device import Device
    from firmware_bridge.radio_opening import OpenAir
    from firmware_bridge.radio_table import RadioTable
    from firmware_bridge.signing import NodeKey

MIND_S = 1.0  # how often it is looked whether mosquitto still runs, and who was paired since
_WORDS = ("no-network", "port-taken", "port-closed")


class RadioDevices:
    """The way in by radio; ``address`` of this machine, empty: the one in its network; ``port`` 0: MQTT's own."""

    name = "radio"

    def __init__(self, address: str = "", port: int = 0) -> None:
        self.is_on = False  # what was chosen; whether it works says ``now``
        self.wired: Callable[[], Collection[str]] = lambda: ()  # who speaks over a cable to the table that is open
        self._address, self._port = address, port
        self._airing = Airing()
        self._open: OpenAir | None = None
        self._table: RadioTable | None = None
        self._zones: dict[str, Sequence[str]] = {}
        self._names: Mapping[str, str] = {}  # what people call the devices of this table
        self._told: Sequence[str] = ()  # the devices that know how to come in
        self._keys: dict[str, NodeKey] = {}
        self.figures: Mapping[str, PieceId] = {}  # which figure wears which tag, as players paired them
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def now(self) -> Airing:
        """Return the state of the air, with everybody who came in or may."""
        table = self._table
        return self._airing if table is None else replace(self._airing, devices=tuple(self._on_air(table)))

    def start(self) -> None:
        """Let devices in from now on."""
        if not self.is_on:
            self.is_on, self._stop = True, threading.Event()
            self._airing = Airing(is_busy=True)
            before = self._thread
            self._thread = threading.Thread(target=self._run, args=(self._stop, before), name="radio-room", daemon=True)
            self._thread.start()
            atexit.register(self.close)  # mosquitto is a program of its own: it ends with us

    def stop(self) -> None:
        """Let nobody in any more; what the devices see waits in them."""
        if self.is_on:
            self.is_on = False
            self._airing = Airing(is_busy=True)
            self._stop.set()

    def admit(self, node: str, card: str) -> str:
        """Give a device its password, made from the word on its card; the field that is wrong, empty: none."""
        from firmware_bridge import belonging

        try:
            belonging.admit(node, card)
        except InputError as wrong:
            return wrong.file if wrong.file in ("node", "card") else "broker"
        return ""

    def close(self) -> None:
        """Stop, and wait until everything has ended; may be called twice."""
        self.stop()
        atexit.unregister(self.close)
        if self._thread is not None:
            self._thread.join(timeout=15)

    def poll(self) -> Sequence[Observation]:
        """Return every device's observations since the last call; of one that went over
        to its cable, the cable tells.
        """
        table = self._table
        seen = table.poll() if table is not None else ()
        return [one for one in seen if not (isinstance(one, LinkSeen) and one.why == "on-cable")]

    def arm(self, dice: int) -> None:
        """Ask every tower that is there to expect so many dice."""
        if self._table is not None:
            self._table.arm(dice)

    def show(self, pattern: RingPattern) -> None:
        """Ask every tower that is there to show the pattern."""
        if self._table is not None:
            self._table.show(pattern)

    def _run(self, stop: threading.Event, before: threading.Thread | None) -> None:
        if before is not None:
            before.join()  # the port is free then
        ended = Airing()
        try:
            self._listen(stop)
        except ImportError as missing:
            ended = Airing(why=Notice("plugged.missing", {"part": missing.name}, is_good=False))
        except (TablewrightError, OSError, _Refused) as wrong:
            said = wrong.said if isinstance(wrong, _Refused) else Notice("plugged.failed", {"why": str(wrong)})
            ended = Airing(why=said)
        finally:
            opened, self._open = self._open, None
            table, self._table = self._table, None
            if table is not None:
                table.close()
            if opened is not None:
                opened.close()
            if not stop.is_set():
                self.is_on = False  # it never came to be, or broke
            if self._stop is stop:
                self._airing = ended

    def _listen(self, stop: threading.Event) -> None:
        """Open, and mind what is open until it is to stop."""
        from firmware_bridge.broker_home import RADIO_PORT, own_folder
        from firmware_bridge.radio_opening import AirRefused, open_air
        from firmware_bridge.radio_table import RadioTable
        from ui.web.address import own_address

        address, port = self._address or own_address(), self._port or RADIO_PORT
        if not self._address and address.startswith("127."):
            raise _Refused("no-network", address, port)
        try:
            opened = self._open = open_air(own_folder(), address, port)
        except AirRefused as refused:
            raise _Refused(refused.word, address, port) from refused
        self._learn(opened)
        self._table = RadioTable(
            opened.air, own_folder() / "spools", zones=self._zones, keys=self._keys, wired=lambda: self.wired()
        )
        if not stop.is_set():
            self._airing = Airing(is_on=True, address=address, port=port, is_broker=opened.broker is not None)
        opened.announce()
        if not stop.is_set():
            self._airing = replace(self._airing, name=opened.name)
        while not stop.wait(MIND_S):
            if opened.broker is not None and not opened.broker.is_running:
                opened.broker.start()
            self._learn(opened)

    def _learn(self, opened: OpenAir) -> None:
        """Take in what was paired, named and keyed meanwhile."""
        from firmware_bridge.radio_opening import told
        from firmware_bridge.registry import Registry, keys_file, list_file, load_keys

        registry = Registry.load(list_file())
        self._names, self._told = {node: one.name for node, one in registry.devices.items()}, told(opened.home)
        self.figures = {uid: PieceId(piece) for uid, piece in registry.figures.items()}
        for known, fresh in (
            (self._zones, {node: one.zones for node, one in registry.devices.items()}),
            (self._keys, load_keys(keys_file())),
        ):
            known.update(fresh)  # type: ignore[arg-type]
            for node in known.keys() - fresh.keys():
                del known[node]

    def _on_air(self, table: RadioTable) -> Iterator[OnAir]:
        """Generate the devices that came in, or know how to."""
        devices = table.devices
        for node in sorted({*self._told, *devices}):
            name = self._names.get(node, "")
            if node in devices:
                device = devices[node].device
                yield OnAir(node, name, *device.state, str(device.about.get("fw", "")), _supply(device))
            else:
                yield OnAir(node, name, LinkState.OFFLINE, "radio-gone")


def _supply(device: Device) -> Supply:
    """Return what a device told last, in its telemetry or else in its greeting; nothing while it is not there."""
    if device.state[0] not in (LinkState.ONLINE, LinkState.DEGRADED):
        return Supply()
    told = {**device.about, **device.telemetry}
    return Supply(int(told.get("signal", 0)), int(told.get("battery", 0)), device.battery.is_low)


class _Refused(Exception):
    """The air cannot be opened, and why."""

    def __init__(self, word: str, address: str, port: int) -> None:
        super().__init__(word)
        figures = {"address": address, "port": port}
        is_ours = word in _WORDS
        self.said = Notice(f"radio.{word}", figures) if is_ours else Notice("plugged.failed", {"why": word})
