"""A real mosquitto for one table: names, passwords, and who may write where (hardware notes 3.9).

each node: writes its own ev, state, info, tele, log, cmd/ack; reads its own ack, cmd        nobody: no entry
core:      reads and writes mt/#                                                             loopback only
"""

from __future__ import annotations

import getpass
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from companion.errors import MissingPart
from firmware_bridge.mqtt_link import MqttLink, MqttMessage

__all__ = ["CORE", "Broker", "find_mosquitto"]

CORE = "core"
_WRITES = ("ev", "state", "info", "tele", "log", "cmd/ack")
_READS = ("ack", "cmd")
_START_S = 10.0


def find_mosquitto(program: str = "mosquitto") -> str:
    """Where the broker's program is; ``MissingPart`` if nowhere."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/usr/local/sbin:/usr/local/bin")
    if found is None:
        raise MissingPart(program, "install the package mosquitto")
    return found


class Broker:
    """A mosquitto on a loopback port of its own; ``passwords`` holds the secret of each name."""

    def __init__(self, folder: Path | None = None, *, nodes: Iterable[str] = (), port: int = 0) -> None:
        self._program = find_mosquitto()
        self._own_folder = folder is None
        self.folder = Path(tempfile.mkdtemp(prefix="broker-")) if folder is None else folder
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.port = port or _free_port()
        self.passwords: Mapping[str, str] = {name: secrets.token_urlsafe(12) for name in (CORE, *nodes)}
        self._process: subprocess.Popen[bytes] | None = None
        self._write_settings()
        self.start()

    def start(self) -> None:
        """Nothing: starts mosquitto with what it had on disk; returns when it answers."""
        with (self.folder / "mosquitto.log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._program, "-c", str(self.folder / "mosquitto.conf")],
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

    def stop(self) -> None:
        """Nothing: mosquitto ends in order and writes its state."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=10)

    def kill(self) -> None:
        """Nothing: mosquitto is dead at once, whatever it had not written is lost."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def connect(self, user: str, will: MqttMessage | None = None, topics: tuple[str, ...] = ()) -> MqttLink:
        """A connection under one of the names in ``passwords``."""
        return MqttLink(
            "127.0.0.1", self.port, user=user, password=self.passwords.get(user, ""), will=will, topics=topics
        )

    def close(self) -> None:
        """Nothing: the broker is gone, and a folder made here with it; may be called twice."""
        self.kill()
        if self._own_folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Broker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write_settings(self) -> None:
        passwords, acl, data = self.folder / "passwords", self.folder / "acl", self.folder / "data"
        data.mkdir(exist_ok=True)
        passwords.write_text("".join(f"{name}:{secret}\n" for name, secret in self.passwords.items()))
        passwords.chmod(0o600)
        subprocess.run([find_mosquitto("mosquitto_passwd"), "-U", str(passwords)], check=True, capture_output=True)
        lines = [f"pattern write mt/1/+/node/%u/{leaf}" for leaf in _WRITES]
        lines += [f"pattern read mt/1/+/node/%u/{leaf}" for leaf in _READS]
        acl.write_text("\n".join([*lines, f"user {CORE}", "topic readwrite mt/#", ""]))
        acl.chmod(0o600)
        settings = {
            "listener": f"{self.port} 127.0.0.1",
            "allow_anonymous": "false",
            "password_file": passwords,
            "acl_file": acl,
            "use_username_as_clientid": "true",
            "persistence": "true",
            "persistence_location": f"{data}/",
            "autosave_on_changes": "true",
            "autosave_interval": "1",
            "user": getpass.getuser(),
            "set_tcp_nodelay": "true",
            "message_size_limit": "4096",
        }
        (self.folder / "mosquitto.conf").write_text("".join(f"{key} {value}\n" for key, value in settings.items()))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=0.2):
            return True
    except OSError:
        return False
