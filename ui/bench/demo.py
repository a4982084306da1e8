"""The demonstration as a stranger starts it: how long it takes, and how much memory it and its children hold."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from companion.errors import MissingPart
from ui.bench.rows import Row, capped, limited

WALL_S = 60.0
PEAK_MB = 500.0
LOOK_S = 0.1  # between two looks at the memory


def measure() -> Iterator[Row]:
    """The wall time of ``companion demo --headless``, and the most its processes held together at any look."""
    with tempfile.TemporaryDirectory(prefix="tablewright-bench-") as folder:
        command = [sys.executable, "-m", "companion", "demo", "--headless", "--out", folder]
        before, peak = time.monotonic(), 0.0
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as child:
            while child.poll() is None:
                peak = max(peak, resident_mb(child.pid))
                time.sleep(LOOK_S)
            wall = time.monotonic() - before
            if child.returncode != 0:
                said = child.stderr.read().strip().splitlines() if child.stderr else []
                raise MissingPart("a part of the demonstration", (said or ["it said nothing"])[-1])
    yield limited("demo, wall time", wall, "s", WALL_S)
    yield capped("demo, peak memory of all its processes", peak, "MB", PEAK_MB)


def resident_mb(root: int, proc: Path = Path("/proc")) -> float:
    """The megabytes of memory that a process and its descendants hold now, pages they share counted once in each."""
    children, resident = defaultdict[int, list[int]](list), dict[int, int]()
    for folder in proc.iterdir():
        if folder.name.isdigit():
            try:
                lines = (folder / "status").read_text(encoding="ascii", errors="replace").splitlines()
            except OSError:
                continue  # it ended meanwhile
            said = dict(line.split(":", 1) for line in lines if ":" in line)
            children[int(said["PPid"])].append(int(folder.name))
            resident[int(folder.name)] = int(said.get("VmRSS", "0 kB").split()[0])
    family, total = [root], 0
    while family:
        one = family.pop()
        total += resident.get(one, 0)
        family += children[one]
    return total * 1024 / 1e6
