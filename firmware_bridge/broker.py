"""A real mosquitto for one table: started, stopped, killed, and told about new nodes while it runs."""

from __future__ import annotations

import contextlib
import random
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from companion.errors import MissingPart
from companion.files import claim, make_folder
from firmware_bridge.broker_address import BrokerAddress
from firmware_bridge.broker_home import RADIO_PORT, BrokerHome, find_mosquitto
from firmware_bridge.mqtt_link import MqttLink, MqttMessage

_START_S = 10.0  # seconds mosquitto may take to answer; more: one that cannot start is told of later


class Broker:
    """A mosquitto on loopback and on the addresses ``lan`` and ``radio``; ``passwords`` are everybody's."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        nodes: Iterable[str] = (),
        port: int = 0,
        lan: str = "",
        lan_port: int = 8883,
        radio: str = "",
        radio_port: int = RADIO_PORT,
        assistant: bool = False,
    ) -> None:
        self._program = find_mosquitto()
        self._own_folder = folder is None
        self.folder = Path(tempfile.mkdtemp(prefix="broker-")) if folder is None else folder
        self._place = claim(make_folder(self.folder, 0o700) / "broker")
        self.port = port or _free_port()
        self.home = BrokerHome(
            self.folder,
            port=self.port,
            lan=lan,
            lan_port=lan_port or _free_port(),
            radio=radio,
            radio_port=radio_port or _free_port(),
            assistant=assistant,
        )
        self.home.admit(nodes)
        self._settings = self.home.write()
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def passwords(self) -> Mapping[str, str]:
        """The secret of each name."""
        return self.home.passwords

    @property
    def is_running(self) -> bool:
        """Whether the program runs."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start mosquitto with what it had on disk, and wait until it answers."""
        with (self.folder / "mosquitto.log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._program, "-c", str(self._settings)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until_s = time.monotonic() + _START_S
        while not _answers(self.port):
            if self._process.poll() is not None or time.monotonic() > until_s:
                words = (self.folder / "mosquitto.log").read_text(errors="replace").strip().split("\n")[-1]
                self.kill()
                raise MissingPart("a running mosquitto", f"it said: {words}")
            time.sleep(0.02)
        self.home.write_address(self._process.pid)

    def admit(self, *nodes: str) -> None:
        """Let these nodes come in from now on; who is connected stays so."""
        if self.home.admit(nodes):
            self.home.reload()

    def stop(self) -> None:
        """Let mosquitto end in order and write its state."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=10)

    def kill(self) -> None:
        """Kill mosquitto at once: whatever it had not written is lost."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    @property
    def address(self) -> BrokerAddress:
        """Where it listens on this machine, with every secret it knows."""
        return BrokerAddress("127.0.0.1", self.port, lambda name: self.passwords.get(name, ""))

    def connect(self, user: str, will: MqttMessage | None = None, topics: tuple[str, ...] = ()) -> MqttLink:
        """A connection under one of the names in ``passwords``."""
        return self.address.connector()(user, will, topics)

    def close(self) -> None:
        """End the broker, and remove a folder made here; may be called twice."""
        self.kill()
        self._place.release()
        if self._own_folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Broker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _free_port() -> int:
    """A port below those that the system gives to outgoing connections: one of those might take the place of a broker
    that is away for a moment, even a client that finds itself there."""
    for port in random.SystemRandom().sample(range(20000, 32000), 50):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    raise MissingPart("a free port", "the ports from 20000 to 32000 are taken")


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=0.2):
            return True
    except OSError:
        return False
