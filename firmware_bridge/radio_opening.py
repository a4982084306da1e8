"""Opens a table to devices on a broker: the one that runs, one of its own, or its own ear where there is no mosquitto.

    open_air(address) ──`companion broker` runs here──────────────────────────────> Receiver
                      ──mosquitto there──> Broker with names, passwords, rights ──> Receiver
                      └─none, as on a tablet──> RadioServer, the same names and passwords

``companion broker --radio`` opens the same folder, so a device that was told how to come in finds either.
"""

from __future__ import annotations

import contextlib
import errno
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.errors import InputError, MissingPart
from firmware_bridge.announcing import Announced
from firmware_bridge.broker import Broker
from firmware_bridge.broker_address import BrokerAddress
from firmware_bridge.broker_home import RADIO_PORT, BrokerHome, find_mosquitto, home_of, host_name
from firmware_bridge.onlooking import table_is_open
from firmware_bridge.radio_link import PREFIX, Air, Receiver
from firmware_bridge.radio_server import RadioServer

_WORDS = {errno.EADDRINUSE: "port-taken", errno.EADDRNOTAVAIL: "no-network", errno.EACCES: "port-closed"}


class AirRefused(Exception):
    """It cannot be opened; ``word``: ``table-open``, ``no-network``, ``port-taken``, ``port-closed``, the system's."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


@dataclass
class OpenAir:
    """An air that is open, with the home of its names; ``broker`` is the mosquitto that was started for it."""

    air: Air
    home: BrokerHome
    broker: Broker | None = None
    name: str = ""  # that devices look for; empty: they were told the address
    announced: Announced | None = None

    @property
    def address(self) -> tuple[str, int]:
        """Where devices come in; of a broker for this machine alone, where its bridge does."""
        return (self.home.radio, self.home.radio_port) if self.home.radio else ("127.0.0.1", self.home.port)

    @property
    def is_broker(self) -> bool:
        """Whether it is mosquitto, not the table's own ear."""
        return isinstance(self.air, Receiver)

    def announce(self) -> None:
        """Let devices find this machine by its name, where its network and its parts allow it; takes a second."""
        if self.home.radio.startswith("127.") or (self.is_broker and self.broker is None):
            return  # this machine alone: nobody else looks for it there; or who started the broker does it
        name = host_name(self.home.folder)
        with contextlib.suppress(InputError, MissingPart, OSError):
            self.announced = Announced(name, self.home.radio, self.home.radio_port)
            self.name = name

    def close(self) -> None:
        """End what runs; the air is closed by whoever listens to it."""
        if self.announced is not None:
            self.announced.close()
        if self.broker is not None:
            self.broker.stop()


def open_air(folder: Path, address: str, port: int = RADIO_PORT) -> OpenAir:
    """Let devices in at that address of this machine; raises ``AirRefused``, or ``MissingPart`` with its words."""
    BrokerHome(folder, port=0).end_orphan()
    if (running := _running(folder)) is not None:
        return running
    _try(address, port)
    try:
        find_mosquitto()
    except MissingPart:
        home = BrokerHome(folder, port=0, radio=address, radio_port=port)
        home.admit(())
        ear = RadioServer(address, port, _Passwords(home))
        home.write_address(None)
        return OpenAir(ear, home)
    broker = Broker(folder, radio=address, radio_port=port)
    return OpenAir(Receiver(broker.connect), broker.home, broker)


def _running(folder: Path) -> OpenAir | None:
    """Return the way to the broker that runs with this folder, ``None`` where none does."""
    with contextlib.suppress(InputError):
        home = home_of(folder)
        if home.is_running:
            if table_is_open(folder):
                raise AirRefused("table-open")
            connect = BrokerAddress("127.0.0.1", home.port, home.secret_of).connector()
            return OpenAir(Receiver(connect, assistant=home.assistant), home)
    return None


def told(home: BrokerHome) -> list[str]:
    """The devices that have a password for the radio: they were told how to come in."""
    return sorted(name.removeprefix(PREFIX) for name in home.passwords if name.startswith(PREFIX))


def _try(address: str, port: int) -> None:
    """Whether anybody may listen there: a program that is in the way is told before ours is started."""
    with contextlib.closing(socket.socket()) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
            probe.listen()
        except OSError as wrong:
            raise AirRefused(_WORDS.get(wrong.errno or 0, str(wrong))) from wrong


class _Passwords(Mapping[str, str]):
    """The names and passwords as they are now, whoever admitted them."""

    def __init__(self, home: BrokerHome) -> None:
        self._home = home

    def __getitem__(self, name: str) -> str:
        return self._home.passwords[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._home.passwords)

    def __len__(self) -> int:
        return len(self._home.passwords)
