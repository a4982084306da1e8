"""A table's host that plays a record into its store, line by line, and reports: a process of its own, to be killed.

python -m tests.ui.venue.playing RECORD STORE LINK PAUSE_S      says how many lines were acknowledged
"""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

from companion.storage.jsonl import read_sealed_lines
from companion.storage.sqlite import SqliteRecorder
from ui.table.venue_link import VenueLink


def main(record: str, store: str, link: str, pause_s: str) -> None:
    recorder = SqliteRecorder(Path(store), host=True)
    reporter = VenueLink(link, Path(store), "en")

    def report() -> None:
        while True:
            reporter.poll()
            sys.stdout.write(f"{reporter.have or 0}\n")
            sys.stdout.flush()
            time.sleep(0.02)

    threading.Thread(target=report, daemon=True).start()
    for entry in read_sealed_lines(Path(record)):
        if entry.version >= recorder.length():
            recorder.append([entry], entry.version)
            time.sleep(float(pause_s))
    while True:
        time.sleep(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
