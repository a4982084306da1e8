"""The whole chain, every part a program of its own that can be killed: firmware, bridge, broker, table.

firmware (VM) ── BadCable ── `companion device bridge` ── mosquitto, or the table's own ear ── record_program ── record
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from firmware_bridge.broker import Broker, _free_port
from firmware_bridge.radio_link import CABLE, PREFIX
from firmware_bridge.spool import Spool
from firmware_bridge.virtual import VirtualTower

from .bad_cable import BadCable, Facts
from .record_program import heard, open_record

NODE = "tower-9f3a12c4"
ROOT = Path(__file__).parents[3]
KILLS = ("firmware", "bridge", "broker", "core")
TURNS = ("pull", *KILLS)


class Chain:
    """Everything running; ``faults`` counts what was done to it."""

    def __init__(self, folder: Path, *, seed: int, damage: float, pace_s: float, has_broker: bool = True) -> None:
        self.folder, self.faults = folder, Counter[str]()
        self._chance = random.Random(seed)
        self.broker = Broker(folder / "broker", nodes=(CABLE + NODE, PREFIX + NODE))
        self.has_broker = has_broker
        self.port = self.broker.port if has_broker else _free_port()  # where the table listens
        self.virtual = self.device(seed)
        self.cable = BadCable(self.virtual.port, folder / "cable", seed=seed, damage=damage, pace_s=pace_s)
        self._programs: dict[str, subprocess.Popen[bytes]] = {}
        for name in ("bridge", "core"):
            self.start(name)

    def device(self, seed: int) -> VirtualTower:
        """The firmware, with power."""
        return VirtualTower(self.folder / "tower", seed=seed)

    def start(self, name: str) -> None:
        """Starts the bridge or the table."""
        bridge = [
            "-m",
            "companion",
            "device",
            "bridge",
            str(self.cable.port),
            "--broker",
            f"127.0.0.1:{self.port}",
            "--passwords",
            str(self.broker.home.passwords_file),
        ]
        core = [
            "-m",
            "tests.integration.bridge.record_program",
            "listen" if self.has_broker else "serve",
            str(self.port),
            str(self.broker.home.passwords_file),
            str(self.folder),
        ]
        with (self.folder / f"{name}.log").open("ab") as log:
            self._programs[name] = subprocess.Popen(
                [sys.executable, *(bridge if name == "bridge" else core)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=ROOT,
            )

    def fault(self, what: str) -> None:
        """Pulls the plug for a moment, or kills a part with SIGKILL and starts it again."""
        self.faults[what] += 1
        pause_s = self._chance.uniform(0.02, 0.4)
        if what == "pull":
            self.cable.pull()
            time.sleep(pause_s)
            self.cable.plug()
        elif what == "firmware":
            self.virtual.power_cut()
            time.sleep(pause_s / 4)
            self.virtual.power_on()
        elif what == "broker":
            self.broker.kill()
            time.sleep(pause_s)
            self.broker.start()
        else:
            process = self._programs[what]
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            self.start(what)

    def torment(self, events: int, every_s: tuple[float, float], limit_s: float, turns: Sequence[str] = TURNS) -> None:
        """Faults in turn, at moments from the seed, until each was done and the firmware has sent so many events."""
        until_s, turn = time.monotonic() + limit_s, 0
        while (len(self.cable.events) < events or turn < len(turns)) and time.monotonic() < until_s:
            time.sleep(self._chance.uniform(*every_s))
            self.fault(turns[turn % len(turns)])
            turn += 1
        self.cable.pace_s = 0.0

    def settle(self, within_s: float) -> None:
        """Returns when the record holds what the cable saw and nothing more comes, or when the time is up."""
        until_s, same = time.monotonic() + within_s, 0
        while same < 4 and time.monotonic() < until_s:
            time.sleep(0.5)
            same = same + 1 if self.recorded() == len(self.cable.events) else 0

    def recorded(self) -> int:
        """How many lines the record has now."""
        try:
            with sqlite3.connect(f"file:{self.folder / 'record.db'}?mode=ro", uri=True) as db:
                return int(db.execute("SELECT count(*) FROM entries").fetchone()[0])
        except sqlite3.Error:
            return 0

    def close(self) -> None:
        """Everything has ended."""
        for process in self._programs.values():
            process.kill()
            process.wait()
        self.cable.close()
        self.broker.close()
        self.virtual.close()

    def record(self) -> list[tuple[int, int]]:
        """The keys in the record, in its order, its seals checked."""
        ledger = open_record(self.folder / "record.db")
        found = [(one.epoch, one.seq) for one in heard(ledger)]
        ledger.recorder.close()
        return found

    def held(self) -> dict[tuple[int, int], Facts]:
        """What the table's spool holds of the device."""
        spool = Spool(self.folder / f"{NODE}.spool")
        query = "SELECT epoch, seq, boot, t_ms, kind, body FROM event WHERE node = ?"
        rows = spool._db.execute(query, (NODE,)).fetchall()
        spool.close()
        return {(row[0], row[1]): (row[2], row[3], row[4], row[5]) for row in rows}
