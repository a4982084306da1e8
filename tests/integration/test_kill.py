"""A writer killed with ``kill -9`` at any moment loses nothing that it had acknowledged."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.core.events import CORE_EVENTS
from companion.core.ledger import Ledger, Recorder
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import JsonlRecorder
from companion.storage.sqlite import SqliteRecorder

WRITER = """
import sys
from pathlib import Path
from companion.core.events import CORE_EVENTS, Conceded, Recorded
from companion.core.dice import Source
from companion.core.ledger import Ledger
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import JsonlRecorder
from companion.storage.sqlite import SqliteRecorder

recorder = {"jsonl": JsonlRecorder, "sqlite": SqliteRecorder}[sys.argv[1]](Path(sys.argv[2]))
ledger = Ledger(recorder, JsonCodec(CORE_EVENTS))
while True:
    version = ledger.version + 1
    ledger.append([Recorded(version, Conceded("red"), f"c{version}", 0, Source.HAND)])
    sys.stdout.write(f"{version}\\n")
    sys.stdout.flush()
"""


def reopened(kind: str, path: Path) -> Recorder:
    return JsonlRecorder(path) if kind == "jsonl" else SqliteRecorder(path)


def rounds(kind: str, path: Path, count: int, seed: int) -> int:
    """The number of acknowledged versions after that many kills; fails at the first that is lost."""
    rng = random.Random(seed)
    acknowledged = -1
    for _ in range(count):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, kind, str(path)], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            first = [writer.stdout.readline() for _ in range(2)]
            time.sleep(rng.uniform(0, 0.05))
            writer.send_signal(signal.SIGKILL)
            said = [*first, *writer.stdout.readlines()]
        acknowledged = max(acknowledged, *(int(line) for line in said if line.endswith("\n")))
        recorder = reopened(kind, path)
        ledger = Ledger(recorder, JsonCodec(CORE_EVENTS))
        assert ledger.version >= acknowledged
        assert len(list(ledger.read())) == ledger.version + 1
        recorder.close()
    return acknowledged


@pytest.mark.parametrize("kind", ["jsonl", "sqlite"])
def test_nothing_acknowledged_is_lost(kind: str, tmp_path: Path) -> None:
    assert rounds(kind, tmp_path / "game", 8, seed=3) > 8


@pytest.mark.long
@pytest.mark.parametrize("kind", ["jsonl", "sqlite"])
def test_nothing_acknowledged_is_lost_in_many_rounds(kind: str, tmp_path: Path) -> None:
    assert rounds(kind, tmp_path / "game", 200, seed=11) > 200
