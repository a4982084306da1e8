"""Plays the golden games: seeded legal walks, a stopped clock; ``python -m tests.records.make --accept`` keeps them.

A rewritten record is reviewed like code: a difference means that old records of this edition replay to something else.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from companion.core.ledger import Ledger
from companion.games import systems
from companion.storage.codec import JsonCodec, digest_of
from companion.storage.jsonl import JsonlRecorder
from tests.conformance.test_laws import walk

__all__ = ["FOLDER", "golden_lines", "name_of"]

FOLDER = Path(__file__).parent
SEED, STEPS = 8, 90


def name_of(system: Any) -> str:
    """The name of a system's golden record, without its ending."""
    return f"{system.id}-{system.edition.id}"


def golden_lines(system: Any) -> tuple[list[str], dict[str, Any]]:
    """The lines of the golden game as this code plays it, and what they must replay to."""
    session = walk(system, SEED, STEPS)
    lines = [entry.line.decode() for entry in session.ledger.recorder.read()]
    return lines, {"events": len(lines), "head": session.ledger.head, "digest": digest_of(session.state)}


def _accept(system: Any) -> None:
    session = walk(system, SEED, STEPS)
    path = FOLDER / f"{name_of(system)}.record"
    path.unlink(missing_ok=True)
    recorder = JsonlRecorder(path)
    Ledger(recorder, JsonCodec(system.event_types)).append(session.records)
    recorder.close()
    path.with_name(path.name + ".head").unlink()
    _, summary = golden_lines(system)
    path.with_suffix(".json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__" and "--accept" in sys.argv:
    for one in systems():
        _accept(one)
