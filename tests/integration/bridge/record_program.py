"""The table as a program of its own, to be killed at any moment: what the broker brings goes into a sealed record.

python record_program.py listen PORT PASSWORDS FOLDER      the receiver of a broker
python record_program.py serve PORT PASSWORDS FOLDER       an ear of its own
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path

from companion.core.dice import Source
from companion.core.events import Recorded
from companion.core.ids import CommandId
from companion.core.ledger import Ledger
from companion.storage.codec import JsonCodec
from companion.storage.sqlite import SqliteRecorder
from companion.table.observation import TowerSeen
from firmware_bridge.broker_address import BrokerAddress, read_passwords
from firmware_bridge.radio_link import Air, Receiver
from firmware_bridge.radio_server import RadioServer
from firmware_bridge.radio_table import RadioTable


@dataclass(frozen=True, slots=True)
class Heard:
    """A reading of a device with its key."""

    node: str
    epoch: int
    seq: int
    phase: str
    count: int


CODEC = JsonCodec({"Heard": Heard})


def open_record(path: Path) -> Ledger:
    """The record, its seals checked."""
    return Ledger(SqliteRecorder(path), CODEC)


def heard(ledger: Ledger) -> list[Heard]:
    """The readings in the record, in its order."""
    return [one.event for one in ledger.read() if isinstance(one.event, Heard)]


def main(how: str, port: str, passwords: str, folder: str) -> None:
    ledger, names = open_record(Path(folder) / "record.db"), read_passwords(Path(passwords))
    known = {(one.node, one.epoch, one.seq) for one in heard(ledger)}
    air: Air
    if how == "serve":
        air = RadioServer("127.0.0.1", int(port), names)
    else:
        air = Receiver(BrokerAddress("127.0.0.1", int(port), names.__getitem__).connector())
    table = RadioTable(air, Path(folder))
    while True:
        fresh = [one for one in table.poll() if isinstance(one, TowerSeen)]
        batch: list[Recorded] = []
        for one in fresh:
            if (one.node, one.epoch, one.seq) in known:  # it was killed between recording and saying so
                continue
            known.add((one.node, one.epoch, one.seq))
            version = ledger.version + 1 + len(batch)
            reading = Heard(one.node, one.epoch, one.seq, one.phase.value, one.count)
            batch.append(Recorded(version, reading, CommandId(f"c{version}"), 0, Source.MACHINE))
        if batch:
            ledger.append(batch)
        time.sleep(0.02)


if __name__ == "__main__":
    main(*sys.argv[1:])
