"""``companion devices`` as a new user walks it: nothing there, a virtual mat appears, is paired, named and tested."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.broker_address import BrokerAddress, read_passwords
from firmware_bridge.radio_link import Receiver
from firmware_bridge.radio_table import RadioTable
from firmware_bridge.registry import save_keys
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.signing import NodeKey
from firmware_bridge.virtual import VirtualNode, VirtualTower
from hardware.update.package import version
from tests.patience import PATIENCE_S
from ui.cli.device_broker import host_and_port

from .guests import wait_for

COMPANION = [sys.executable, "-m", "companion"]
PATIENT = ("--wait", "30")


class Home:
    """A user's own folders, and commands run there."""

    def __init__(self, folder: Path, vm: Path) -> None:
        self.env = os.environ | {
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "MICROPYTHON": str(vm),
            "TABLEWRIGHT_LANG": "en",
        }
        self.data = folder / "data" / "tablewright"

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMPANION, *arguments], capture_output=True, text=True, timeout=PATIENCE_S, check=False, env=self.env
        )

    @contextmanager
    def table(self, folder: Path, address: str) -> Iterator[RadioTable]:
        """A table that listens on this user's broker."""
        secrets = read_passwords(self.data / "broker" / "passwords.json")
        connect = BrokerAddress(*host_and_port(address), secrets.__getitem__).connector()
        with RadioTable(Receiver(connect), folder) as table:
            yield table

    def devices(self, *arguments: str) -> Any:
        ended = self.run("devices", *PATIENT, *arguments)
        assert ended.returncode == 0, ended.stderr
        return ended


@pytest.fixture
def home(tmp_path: Path, vm: Path) -> Home:
    return Home(tmp_path, vm)


@pytest.fixture
def mat(home: Home, tmp_path: Path) -> Iterator[str]:
    """``companion device virtual mat`` running; its port."""
    with subprocess.Popen(
        [*COMPANION, "device", "virtual", "mat", "--folder", str(tmp_path / "mat")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=home.env,
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.kill()


def test_with_nothing_plugged_in_it_says_what_to_try_and_exits_1(home: Home) -> None:
    ended = home.run("devices", "--wait", "0.1")
    assert (ended.returncode, ended.stderr) == (1, "")
    assert "companion device virtual" in ended.stdout
    assert json.loads(home.run("devices", "--wait", "0.1", "--json").stdout) == []
    assert "aucun appareil" in home.run("devices", "--wait", "0.1", "--lang", "fr").stdout


def test_a_mat_is_found_paired_named_and_tested_and_keeps_its_events(home: Home, mat: str) -> None:
    (found,) = json.loads(home.devices("--json").stdout)
    assert (found["node"], found["paired"], found["caps"]) == ("mat-9f3a12c4", False, ["tags", "light"])
    home.devices("pair", "mat-9f3a12c4", "--name", "Objectives", "--zones", "A1,B2,C3,D4")
    home.devices("figure", "04:A1:B2:C3", "red-1")
    tested = json.loads(home.devices("test", "mat-9f3a12c4", "--json").stdout)
    assert [(one["name"], one["well"]) for one in tested["findings"]] == [
        ("greets", True),
        ("answers", True),
        ("obeys", True),
        ("whole", True),
    ]
    (again,) = json.loads(home.devices("--json").stdout)
    assert (again["name"], again["paired"], again["waiting"]) == ("Objectives", True, found["waiting"])
    kept = json.loads((home.data / "devices.json").read_text())
    assert kept["devices"]["mat-9f3a12c4"]["zones"] == ["A1", "B2", "C3", "D4"]
    assert kept["figures"] == {"04a1b2c3": "red-1"}
    home.devices("forget", "mat-9f3a12c4")
    assert json.loads((home.data / "devices.json").read_text())["devices"] == {}


def test_a_device_is_given_a_key_and_the_list_says_whether_it_is_verified(home: Home, mat: str) -> None:
    keys = home.data / "device-keys.json"

    def listed() -> tuple[str, str]:
        (found,) = json.loads(home.devices("--json").stdout)
        return found["proof"], found["key"]

    assert listed() == ("unverified", "")
    said = home.devices("pair", "mat-9f3a12c4", "--sign").stdout
    assert "mat-9f3a12c4 signs its readings from number" in said
    assert oct(keys.stat().st_mode & 0o777) == "0o600"
    first = json.loads(keys.read_text())["mat-9f3a12c4"]
    assert first["key"] not in said
    assert list(first["begins"].values()) == [2]  # behind MAT_READY
    assert listed() == ("verified", "")
    assert "signs, verified" in home.devices().stdout
    assert "signe, vérifié" in home.devices("--lang", "fr").stdout
    home.devices("pair", mat, "--sign")  # another key
    assert json.loads(keys.read_text())["mat-9f3a12c4"]["key"] != first["key"]
    second = keys.read_text()
    keys.write_text(json.dumps({"mat-9f3a12c4": first}))
    assert listed() == ("unverified", "key-other")
    keys.unlink()
    assert listed() == ("unverified", "key-unknown")
    assert "pair it with a new key" in home.devices().stdout
    keys.touch(mode=0o600)
    keys.write_text(second)
    assert "signs no more" in home.devices("pair", "mat-9f3a12c4", "--no-sign").stdout
    assert json.loads(keys.read_text()) == {}
    keys.write_text(second)
    assert listed() == ("unverified", "key-gone")
    home.devices("forget", "mat-9f3a12c4")
    assert json.loads(keys.read_text()) == {}


def test_a_port_that_another_program_holds_is_named_with_its_holder(home: Home, mat: str) -> None:
    link = SerialLink(mat)
    link.read()
    assert link.is_up
    ended = home.run("devices", "--wait", "3", "--json")
    link.close()
    (found,) = json.loads(ended.stdout)
    assert (ended.returncode, found["node"], found["why"]) == (1, "", "port-busy")
    assert f"(process {os.getpid()})" in found["holder"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("test", "nobody"), "a device that is plugged in: none"),
        (("pair", "/nowhere/port"), "no such port"),
        (("name", "Red Tower", "x"), "small letters"),
        (("figure", "hello", "red-1"), "a tag's UID"),
        (("forget", "tower-1"), "none yet"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(home: Home, arguments: tuple[str, ...], words: str) -> None:
    ended = home.run("devices", "--wait", "0.1", *arguments)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert len(ended.stderr.splitlines()) == 1
    assert words in ended.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "line 1"),
        ('{"format": "tablewright/devices@1", "devices": {"UP": {"name": "x"}}, "figures": {}}', "small letters"),
        ('{"format": "tablewright/devices@1", "devices": {}, "figures": {"zz": "x"}}', "a tag's UID"),
        ('{"format": "tablewright/devices@2", "devices": {}, "figures": {}}', "tablewright/devices@1"),
    ],
)
def test_a_broken_list_of_devices_is_refused_with_its_place(home: Home, text: str, words: str) -> None:
    home.data.mkdir(parents=True)
    (home.data / "devices.json").write_text(text)
    ended = home.run("devices", "--wait", "0.1")
    assert ended.returncode == 2
    assert "devices.json" in ended.stderr and words in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_a_device_is_told_the_wifi_over_its_cable_and_the_password_is_kept_nowhere_else(
    home: Home, tmp_path: Path
) -> None:
    secret = "correct-horse-battery"
    (tmp_path / "password").write_text(secret + "\n")
    with VirtualTower(tmp_path / "tower", air=f"table {secret}") as tower, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number = probe.getsockname()[1]
        probe.close()
        broker = ["broker", "--radio", "127.0.0.1", "--radio-port", str(number)]
        with subprocess.Popen(
            [*COMPANION, *broker], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=home.env
        ) as running:
            assert running.stdout is not None
            running.stdout.readline()
            assert running.stdout.readline().startswith(f"127.0.0.1:{number}")
            try:
                told = home.devices(
                    "wifi", tower.port, "--ssid", "table", "--password-file", str(tmp_path / "password")
                )
                assert told.stdout.splitlines()[0] == f"{tower.name} is in touch by radio"
                assert "--sign" in told.stdout
                assert home.devices("wifi", tower.port).stdout == f"{tower.name} is in touch by radio\n"
                tower.air("")
                ended = home.run("devices", *PATIENT, "wifi", tower.port)
                assert (ended.returncode, "wifi-away" in ended.stdout) == (1, True)
                home.devices("wifi", tower.port, "--forget")
            finally:
                running.communicate()  # the end of its input ends it, and its mosquitto
        kept = [path for path in tmp_path.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]
        assert sorted(path.name for path in kept) == ["password"]


def test_the_list_says_how_well_a_device_is_heard_and_what_its_cell_has_if_it_says_so(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BATTERY_MV", "3812")
    folder = tmp_path / "panel"
    folder.mkdir()
    (folder / "battery").write_text("")  # it has a cell
    port = ["--port", str(folder / "port")]
    with VirtualNode(folder, kind="panel", radio=("127.0.0.1", 1, "secret")):  # in the network; nobody listens there
        end_s = time.monotonic() + PATIENCE_S
        while True:
            (found,) = json.loads(home.devices(*port, "--json").stdout)
            if found["signal_dbm"] is not None or time.monotonic() > end_s:  # it joins meanwhile
                break
        assert (found["signal_dbm"], found["battery_mv"]) == (-61, pytest.approx(3812, abs=2))
        assert "  -61 dBm  3.81 V" in home.devices(*port).stdout
    (folder / "battery").unlink()
    with VirtualNode(folder, kind="panel"):
        (folder / "wifi").unlink()
    with VirtualNode(folder, kind="panel"):
        (found,) = json.loads(home.devices(*port, "--json").stdout)
        assert (found["signal_dbm"], found["battery_mv"]) == (None, None)
        assert " V" not in home.devices(*port).stdout


def test_table_and_list_find_who_is_on_the_broker_by_radio_or_on_a_bridge(home: Home, mat: str, tmp_path: Path) -> None:
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": home.env}
    names = ["mat-9f3a12c4", "tower-9f3a12c4"]
    with subprocess.Popen([*COMPANION, "broker"], **pipes) as broker:
        assert broker.stdout is not None
        address = broker.stdout.readline().split()[0]
        tower = [*COMPANION, "device", "virtual", "tower", "--radio", address]
        with (
            subprocess.Popen(tower, **pipes) as virtual,
            subprocess.Popen([*COMPANION, "device", "bridge", mat], **pipes) as bridge,
        ):
            assert virtual.stdin is not None and virtual.stdout is not None and bridge.stdout is not None
            assert virtual.stdout.readline() == f"{address}\n"
            late = threading.Timer(60.0, bridge.kill)  # then it says no more
            late.start()
            assert any("mat-9f3a12c4: online" in line for line in bridge.stdout)

            def there() -> dict[str, tuple[str, str, str]]:
                found = json.loads(home.run("devices", "--wait", "0.1", "--json").stdout)
                return {
                    one["node"]: (one["firmware"], one.get("state", "at its cable"), one["why"])
                    for one in found
                    if one["node"]
                }

            found: dict[str, tuple[str, str, str]] = {}
            wait_for(lambda: sorted(found) == names, lambda: found.update(there()))
            assert set(found.values()) == {(version(), "connecting", "core-gone")}  # they wait for a table
            with home.table(tmp_path / "table", address) as table:
                wait_for(lambda: set(there().values()) == {(version(), "online", "")}, table.poll)
                virtual.stdin.write("air\n")  # the network goes away
                virtual.stdin.flush()
                wait_for(lambda: there()["tower-9f3a12c4"][1:] == ("offline", "radio-gone"), table.poll)
                late.cancel()
                bridge.kill()
                wait_for(lambda: there()["mat-9f3a12c4"][1:] == ("at its cable", ""), table.poll)  # its port is free
            gone = home.run("devices", "--wait", "0.1")
            assert "tower-9f3a12c4" in gone.stdout
            assert "on the broker: offline (radio-gone: its radio" in gone.stdout
            for process in (virtual, broker):  # the end of its input ends it, and its mosquitto
                process.communicate()


@pytest.mark.long
def test_a_device_is_updated_by_radio_between_games_and_refused_while_somebody_has_it(
    home: Home, tmp_path: Path
) -> None:
    node, key, flash = "tower-9f3a12c4", bytes(range(32)), tmp_path / "flash"
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": home.env}
    flash.mkdir()
    held = key + (0).to_bytes(4, "little") + (1).to_bytes(4, "little")
    (flash / "key").write_bytes(held + zlib.crc32(held).to_bytes(4, "little"))
    update = ("devices", "update", f"radio-{node}")
    unsigned = home.run(*update)
    assert (unsigned.returncode, "update-unsigned" in unsigned.stderr) == (2, True)
    save_keys(home.data / "device-keys.json", {node: NodeKey(key)})
    with subprocess.Popen([*COMPANION, "broker"], **pipes) as broker:
        assert broker.stdout is not None
        address = broker.stdout.readline().split()[0]
        tower = [*COMPANION, "device", "virtual", "tower", "--folder", str(flash), "--radio", address]
        with subprocess.Popen(tower, **pipes) as virtual:
            assert virtual.stdout is not None
            virtual.stdout.readline()
            with home.table(tmp_path / "table", address) as table:
                wait_for(lambda: node in table.devices, table.poll)
                taken = home.run(*update)
                assert (taken.returncode, taken.stdout) == (2, "")
                assert "table-open (the table has the devices now: end its game first)" in taken.stderr
            ended = home.run(*update)
            assert (ended.returncode, ended.stdout) == (0, f"{node} runs firmware {version()} now, from folder a\n")
            broker.communicate()  # the end of its input ends it, and its mosquitto
            ended = home.run(*update, "--listen", address)
            assert (ended.returncode, ended.stdout[-9:]) == (0, "folder b\n")
            with socket.create_server(host_and_port(address)):
                busy = home.run(*update, "--listen", address)
            assert (busy.returncode, "end that program first" in busy.stderr) == (2, True)
            virtual.communicate()
