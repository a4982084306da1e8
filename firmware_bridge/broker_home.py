"""The folder of a broker: its settings, who may come in, and who may write where (hardware notes 3.9).

radio-NODE, a device that comes by radio     writes its own up and here; reads its own down and here
cable-NODE, one that a bridge carries        the same
receiver, the table that listens             reads every up and here, writes every down; tells how the devices are
looker, the list of devices                  reads every up and here, and what the table tells
home-assistant, where that is wanted         reads what the table tells and its own topics; writes its own status

Secrets are made here, kept in files of mode 0600, and stay the same from start to start.
"""

from __future__ import annotations

import contextlib
import getpass
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from filelock import FileLock
from platformdirs import user_data_path

from companion.errors import InputError, MissingPart
from companion.files import make_folder
from firmware_bridge.broker_address import read_passwords
from firmware_bridge.certificates import make_certificates
from firmware_bridge.home_assistant import ASSISTANT, config_topic
from firmware_bridge.home_assistant import ROOT as ASSISTANT_ROOT
from firmware_bridge.notices import ROOT as TABLE_ROOT
from firmware_bridge.protocol import NAME
from firmware_bridge.radio_link import RECEIVER, ROOT

_HERE = Path(__file__).parent
LOOKER = "looker"  # whoever lists the devices, and touches nothing
ADDRESS = "address.json"
_ENDS_S = 5.0  # how long a broker may take to write its state
RADIO_PORT = 1883  # MQTT's own; a device keeps it on its flash, so it stays from start to start


def own_folder() -> Path:
    """The folder of this user's broker."""
    return user_data_path("tablewright") / "broker"


def home_of(folder: Path) -> BrokerHome:
    """The home of the broker that was started with this folder; ``InputError`` when none was."""
    try:
        found = json.loads((folder / ADDRESS).read_text())
        radio, radio_port = str(found.get("radio", "")), int(found.get("radio_port", RADIO_PORT))
        lan, lan_port = str(found["lan"]), int(found["lan_port"])
        return BrokerHome(
            folder,
            port=int(found["port"]),
            lan=lan,
            lan_port=lan_port,
            radio=radio,
            radio_port=radio_port,
            assistant=bool(found.get("assistant")),
        )
    except (OSError, ValueError, KeyError, TypeError) as wrong:
        raise InputError(
            str(folder), "", "no broker was started here", "one that runs: start `companion broker`, or name its folder"
        ) from wrong


def host_name(folder: Path) -> str:
    """What this machine calls itself in the network, made once: devices that were told it look for no other one."""
    file = folder / "host"
    make_folder(folder, 0o700)
    with FileLock(folder / "host.lock"):
        if not file.exists():
            fresh = file.with_suffix(".new")
            fresh.write_text(f"table-{secrets.token_hex(3)}\n")
            fresh.replace(file)
    return file.read_text().strip()


def find_mosquitto(program: str = "mosquitto") -> str:
    """Where the broker's program is; ``MissingPart`` if nowhere."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/usr/local/sbin:/usr/local/bin")
    if found is None:
        raise MissingPart(program, "install the package mosquitto")
    return found


class BrokerHome:
    """The settings of one broker; ``lan`` is the address for other machines, with TLS; empty: this machine alone.
    ``radio`` is the one for devices that come by radio, without TLS: none of them has the memory for it."""

    def __init__(
        self,
        folder: Path,
        *,
        port: int,
        lan: str = "",
        lan_port: int = 8883,
        radio: str = "",
        radio_port: int = RADIO_PORT,
        assistant: bool = False,
    ) -> None:
        self.folder = folder
        self.port = port
        self.lan = lan
        self.lan_port = lan_port
        self.radio, self.radio_port = radio, radio_port
        self.assistant = assistant  # Home Assistant may look on
        make_folder(folder, 0o700)
        make_folder(folder / "data")
        self._lock = FileLock(folder / "passwords.lock")

    @property
    def passwords(self) -> dict[str, str]:
        """The secret of each name, whichever program admitted it."""
        return read_passwords(self.passwords_file) if self.passwords_file.exists() else {}

    @property
    def passwords_file(self) -> Path:
        """Where the secrets are."""
        return self.folder / "passwords.json"

    def admit(self, names: Iterable[str]) -> bool:
        """Whether somebody is new; everybody named, and our own programs, have a password afterwards."""
        wanted = [RECEIVER, *((ASSISTANT,) if self.assistant else ()), *names]
        for name in wanted:
            if not NAME.fullmatch(name):
                raise InputError("node", "", repr(name), "small letters, digits and hyphens, at most 32")
        with self._lock:  # the bridge and a virtual device may meet at one broker
            known = self.passwords
            fresh = {name: secrets.token_urlsafe(18) for name in wanted if name not in known}
            if fresh or not (self.folder / "passwords").exists():
                self._keep(known | fresh)
        return bool(fresh)

    def _keep(self, passwords: Mapping[str, str]) -> None:
        # a reader, mosquitto among them, finds the old file or the new one
        plain, hashed = self.folder / "passwords.new", self.folder / "passwords"
        try:
            hasher = find_mosquitto("mosquitto_passwd")
        except MissingPart:  # the table's own ear needs none; a mosquitto that comes later has them made anew
            hashed.unlink(missing_ok=True)
        else:
            _secret(plain, "".join(f"{name}:{secret}\n" for name, secret in passwords.items()))
            subprocess.run([hasher, "-U", str(plain)], check=True, capture_output=True)
            plain.chmod(0o600)
            plain.replace(hashed)
        _secret(plain, json.dumps(passwords, indent=1) + "\n")
        plain.replace(self.passwords_file)

    def write(self) -> Path:
        """The settings file, written with everything that it names."""
        _secret(self.folder / "acl", "\n".join([*self._rights(), ""]))
        text = (_HERE / "mosquitto.conf").read_text()
        if self.lan:
            make_certificates(self.folder, [self.lan, "localhost", "127.0.0.1", socket.gethostname()])
            text += (_HERE / "mosquitto-lan.conf").read_text()
        if self.radio:
            text += (_HERE / "mosquitto-radio.conf").read_text()
        settings = self.folder / "mosquitto.conf"
        settings.write_text(
            text.format(
                folder=self.folder,
                port=self.port,
                user=getpass.getuser(),
                lan_port=self.lan_port,
                lan_address=self.lan,
                radio_port=self.radio_port,
                radio_address=self.radio,
            )
        )
        return settings

    def write_address(self, process: int | None) -> None:
        """Let whoever knows this folder find the broker that runs as that process; ``None``: an ear that reads anew."""
        words: dict[str, object] = {"port": self.port, "lan": self.lan, "lan_port": self.lan_port}
        words |= {"radio": self.radio, "radio_port": self.radio_port, "assistant": self.assistant}
        words |= {"process": process, "owner": os.getpid()} if process is not None else {}
        (self.folder / ADDRESS).write_text(json.dumps(words) + "\n")

    def end_orphan(self) -> None:
        """End the broker of this folder whose program was killed: it would keep the port for ever. Others are left."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            found = json.loads((self.folder / ADDRESS).read_text())
            process, owner = int(found["process"]), Path(f"/proc/{int(found['owner'])}")
            if self._is_mine(process) and not owner.exists():
                os.kill(process, signal.SIGTERM)
                until_s = time.monotonic() + _ENDS_S
                while Path(f"/proc/{process}").exists() and time.monotonic() < until_s:
                    time.sleep(0.02)

    def reload(self) -> None:
        """Let the broker that runs here read its passwords and rights again; nobody is disconnected."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):  # none runs: the next one reads them anyway
            os.kill(int(json.loads((self.folder / ADDRESS).read_text())["process"]), signal.SIGHUP)

    def secret_of(self, name: str) -> str:
        """The password of a name; whoever is new is admitted."""
        if self.admit([name]):
            self.reload()
        return self.passwords[name]

    def let_in(self, name: str, secret: str) -> None:
        """Let a name in with a password that it has already."""
        self.admit([name])
        with self._lock:
            self._keep(self.passwords | {name: secret})
        self.reload()

    @property
    def is_running(self) -> bool:
        """Whether the mosquitto of this folder runs, whichever program started it."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            return self._is_mine(int(json.loads((self.folder / ADDRESS).read_text())["process"]))
        return False

    def _is_mine(self, process: int) -> bool:
        return str(self.folder / "mosquitto.conf").encode() in Path(f"/proc/{process}/cmdline").read_bytes()

    def _rights(self) -> list[str]:
        lines = [f"pattern write {ROOT}/%u/{leaf}" for leaf in ("up", "here")]
        lines += [f"pattern read {ROOT}/%u/{leaf}" for leaf in ("down", "here")]
        lines += [f"user {RECEIVER}", *(f"topic read {ROOT}/+/{leaf}" for leaf in ("up", "here"))]
        lines += [f"topic write {ROOT}/+/down", f"topic write {TABLE_ROOT}/#"]
        lines += [f"topic write {config_topic('+')}"] if self.assistant else []
        lines += [f"user {LOOKER}", *(f"topic read {ROOT}/+/{leaf}" for leaf in ("up", "here"))]
        lines += [f"topic read {TABLE_ROOT}/#"]
        if self.assistant:
            lines += [f"user {ASSISTANT}", f"topic read {TABLE_ROOT}/#", f"topic read {ASSISTANT_ROOT}/#"]
            lines += [f"topic write {ASSISTANT_ROOT}/status"]  # its birth and its will
        return lines


def _secret(path: Path, text: str) -> None:
    path.touch(mode=0o600)
    path.chmod(0o600)
    path.write_text(text, encoding="utf-8")
