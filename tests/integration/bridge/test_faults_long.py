"""Long fault runs: everything is killed, pulled and corrupted at moments from a seed; the sets must be equal."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import struct
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from companion.table.observation import TowerSeen
from firmware_bridge.adapter import SerialTower
from firmware_bridge.spool import Spool
from firmware_bridge.virtual import VirtualTower
from tests.patience import wait_until

HEAD = "<IQIB"  # seq, t_ms, boot, kind: as hardware/firmware/outbox.py writes them


def committed(folder: Path) -> list[tuple[int, int, bytes]]:
    """What the firmware put on its flash, read from the log file by this test: (seq, kind, body)."""
    data, at, found = (folder / "store" / "log").read_bytes(), 0, []
    while at + 2 <= len(data):
        size = data[at] | data[at + 1] << 8
        record = data[at + 2 : at + 2 + size]
        if len(record) < size or at + 6 + size > len(data):
            break
        seq, _, _, kind = struct.unpack_from(HEAD, record)
        found.append((seq, kind, record[struct.calcsize(HEAD) :]))
        at += 6 + size
    return found


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 7, 11])
def test_faults_at_any_moment_lose_and_double_nothing_seed(vm: Path, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    keys: list[tuple[int, int]] = []
    with VirtualTower(tmp_path / "tower", seed=seed) as virtual:
        virtual.fault("corrupt", 1)
        virtual.fault("dup", 3)
        with SerialTower(virtual.port, tmp_path / "spool.db") as tower:
            end_s = time.monotonic() + 25
            while time.monotonic() < end_s:
                for _ in range(chance.randrange(5, 40)):
                    keys += [(one.epoch, one.seq) for one in tower.poll() if isinstance(one, TowerSeen)]
                    time.sleep(0.01)
                what = chance.choice(["roll", "roll", "roll", "arm", "knock", "drop", "kill"])
                if what == "kill":
                    virtual.power_cut()
                    virtual.power_on()
                elif what == "drop":
                    virtual.fault("drop_connection", chance.randrange(10, 400))
                elif what == "arm":
                    tower.arm(chance.randrange(1, 4))
                else:
                    virtual.order(what if what == "knock" else f"roll {chance.randrange(1, 4)}")
            virtual.fault("corrupt", 0)
            virtual.fault("dup", 0)

            def heard_all() -> bool:
                return [seq for _, seq in keys] == [seq for seq, _, _ in committed(virtual.folder)]

            def hear() -> None:
                keys.extend((one.epoch, one.seq) for one in tower.poll() if isinstance(one, TowerSeen))

            for _ in range(2):  # what comes late comes twice or out of order
                wait_until(heard_all, hear, lambda: keys[-20:])
                time.sleep(2)
                hear()
            assert tower.device.counts["conflict"] == 0
        on_flash = committed(virtual.folder)
    assert len(on_flash) > 30, "too few events: the run shows nothing"
    assert [seq for _, seq in keys] == [seq for seq, _, _ in on_flash]  # all, once, in order
    assert len({epoch for epoch, _ in keys}) == 1


@pytest.mark.long
def test_a_host_killed_at_any_moment_still_has_every_event_once(vm: Path, tmp_path: Path) -> None:
    host = (
        "import sys, time\nfrom firmware_bridge.adapter import SerialTower\n"
        "with SerialTower(sys.argv[1], sys.argv[2]) as tower:\n    while True:\n        tower.poll()\n"
        "        time.sleep(0.003)\n"
    )
    chance = random.Random(3)
    spool_file = tmp_path / "spool.db"
    with VirtualTower(tmp_path / "tower") as virtual:
        for _ in range(12):
            with subprocess.Popen([sys.executable, "-c", host, virtual.port, str(spool_file)]) as process:
                virtual.throw(2)
                time.sleep(0.4 + chance.random())
                os.kill(process.pid, signal.SIGKILL)
        with SerialTower(virtual.port, spool_file) as tower:
            wait_until(lambda: kept(spool_file) == committed(virtual.folder), tower.poll)
        on_flash = committed(virtual.folder)
    assert len(on_flash) >= 15
    with closing(Spool(spool_file)) as spool:
        assert len(spool._db.execute("SELECT DISTINCT epoch FROM event").fetchall()) == 1
    assert kept(spool_file) == on_flash


def kept(spool_file: Path) -> list[tuple[int, int, bytes]]:
    with closing(
        sqlite3.connect(f"{spool_file.as_uri()}?mode=ro", uri=True)
    ) as db:  # beside the tower that has it open
        return db.execute("SELECT seq, kind, body FROM event ORDER BY seq").fetchall()
