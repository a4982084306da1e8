"""``companion device`` as a person runs it: two programs, a typed throw, a settled roll."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.errors import MissingPart
from companion.table.observation import TowerSeen
from firmware_bridge.broker_address import BrokerAddress
from firmware_bridge.broker_home import find_mosquitto
from firmware_bridge.radio_link import Receiver
from firmware_bridge.radio_table import RadioTable
from firmware_bridge.virtual import VirtualTower
from tests.missing import absent
from tests.patience import PATIENCE_S

COMPANION = [sys.executable, "-m", "companion", "device"]


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No keys and names of the person who runs this."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@contextmanager
def started(*arguments: str, stdin: int = subprocess.PIPE) -> Iterator[subprocess.Popen[str]]:
    """The command as a person starts it: it heeds Ctrl-C, as programs in a shell's background do not, and it ends."""
    with subprocess.Popen(
        [*COMPANION, *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture
def running(vm: Path, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """``companion device virtual``, with its port in the first line."""
    with subprocess.Popen(
        [*COMPANION, "virtual", "--folder", str(tmp_path / "tower")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.kill()


def test_a_typed_throw_is_watched(running: subprocess.Popen[str]) -> None:
    assert running.stdin is not None and running.stdout is not None
    port = running.stdout.readline().strip()
    with started("watch", port, "--json", "--arm", "2", "--seconds", "90") as watching:
        assert watching.stdin is not None and watching.stdout is not None
        phases = []
        for line in watching.stdout:
            seen = json.loads(line)
            if seen["seen"] != "tower":
                continue
            phases.append((seen["phase"], seen["count"]))
            if seen["phase"] == "armed":
                running.stdin.write("roll 2\n")
                running.stdin.flush()
            if seen["phase"] == "settled":
                break
        watching.send_signal(signal.SIGINT)
        assert watching.wait(timeout=PATIENCE_S) == 0
    assert phases == [("empty", 0), ("armed", 0), ("rolling", 0), ("settled", 2)]


def test_a_tower_is_put_on_a_broker_by_two_commands(running: subprocess.Popen[str], tmp_path: Path) -> None:
    assert running.stdout is not None and running.stdin is not None
    try:
        find_mosquitto()
    except MissingPart as missing:
        absent(missing)
    node, home = "tower-9f3a12c4", tmp_path / "broker"
    port = running.stdout.readline().strip()
    with started("broker", "--folder", str(home), node) as broker:
        assert broker.stdout is not None and broker.stdin is not None
        address = broker.stdout.readline().split()[0]
        passwords = json.loads((home / "passwords.json").read_text())
        host, _, number = address.partition(":")
        receiver = Receiver(BrokerAddress(host, int(number), passwords.__getitem__).connector())
        where = ("--broker", address, "--passwords", str(home / "passwords.json"))
        with started("bridge", port, *where) as bridge, RadioTable(receiver) as table:
            phases: list[str] = []
            until_s = time.monotonic() + PATIENCE_S
            while "settled" not in phases and time.monotonic() < until_s:
                phases += [str(one.phase) for one in table.poll() if isinstance(one, TowerSeen)]
                if phases == ["empty"]:
                    phases.append("thrown")
                    running.stdin.write("roll 1\n")
                    running.stdin.flush()
                time.sleep(0.005)
            bridge.send_signal(signal.SIGINT)
            assert bridge.wait(timeout=PATIENCE_S) == 0
        broker.stdin.close()
        assert broker.wait(timeout=PATIENCE_S) == 0
    assert phases == ["empty", "thrown", "rolling", "settled"]


def test_a_broker_that_a_service_starts_stays_until_it_stops_it(tmp_path: Path) -> None:
    try:
        find_mosquitto()
    except MissingPart as missing:
        absent(missing)
    with started("broker", "--folder", str(tmp_path / "broker"), stdin=subprocess.DEVNULL) as broker:
        assert broker.stdout is not None
        host, _, port = broker.stdout.readline().split()[0].partition(":")
        for _ in range(10):
            time.sleep(0.1)
            socket.create_connection((host, int(port)), timeout=PATIENCE_S).close()
        broker.terminate()
        assert broker.wait(timeout=PATIENCE_S) == 0
        with socket.socket() as probe:
            assert probe.connect_ex((host, int(port))) != 0, "its mosquitto outlived it"


def test_end_of_input_ends_the_tower_and_a_bad_order_does_not(running: subprocess.Popen[str]) -> None:
    out, err = running.communicate("explode\nknock\n", timeout=PATIENCE_S)
    assert running.returncode == 0
    assert len(out.splitlines()) == 1
    assert "explode" in err and len(err.splitlines()) == 1


def test_a_port_that_is_not_there_is_one_line_and_exit_2(tmp_path: Path) -> None:
    run = subprocess.run(
        [*COMPANION, "watch", str(tmp_path / "none")], capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert len(run.stderr.splitlines()) == 1
    assert "no such port" in run.stderr


def test_a_tower_whose_owner_was_gone_before_it_looked_ends_by_itself(
    vm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("firmware_bridge.virtual.os.getpid", lambda: 2**22 + 1)  # beyond the kernel's largest
        tower = VirtualTower(tmp_path / "tower")
    try:
        until_s = time.monotonic() + PATIENCE_S
        while tower.is_running and time.monotonic() < until_s:
            time.sleep(0.05)
        assert not tower.is_running
    finally:
        tower.close()


def test_a_tower_whose_owner_was_killed_ends_by_itself(vm: Path, tmp_path: Path) -> None:
    owner = (
        "import sys, time\nfrom pathlib import Path\nfrom firmware_bridge.virtual import VirtualTower\n"
        f"tower = VirtualTower(Path({str(tmp_path / 'tower')!r}))\n"
        "print(tower._process.pid, flush=True)\ntime.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", owner], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        firmware = int(process.stdout.readline())
        process.kill()
    until_s = time.monotonic() + PATIENCE_S
    while Path(f"/proc/{firmware}/exe").exists() and time.monotonic() < until_s:
        time.sleep(0.05)
    try:
        os.kill(firmware, 0)
        state = Path(f"/proc/{firmware}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        state = "gone"
    assert state in ("gone", "Z")  # a zombie waits only for whoever inherited it
