"""Ten million damaged frames at the host's decoder (`make test-long`), a hundred thousand in every run: none accepted.

The device's decoder goes through the same in the VM (``on_vm/exam_damage.py``), with fewer, as it is slower.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from firmware_bridge.protocol import Decoder, Message, encode
from tests.hardware.conftest import Run

pytestmark = pytest.mark.slow

SEED = 20261122


def drawn(chance: random.Random) -> bytes:
    """A whole EVENT, dense or full of zeros."""
    size = chance.randrange(40)
    body = bytes(size) if chance.random() < 0.2 else chance.randbytes(size)
    numbers = {"seq": chance.getrandbits(32), "t_ms": chance.getrandbits(40), "boot": chance.randrange(9)}
    return encode(Message("EVENT", {**numbers, "kind": chance.randrange(256), "body": body}))


def damaged(frame: bytes, chance: random.Random) -> bytes:
    """The frame hurt in one of eight ways, its closing zero untouched."""
    data, at = bytearray(frame[:-1]), chance.randrange(len(frame) - 1)
    way = chance.randrange(8)
    if way == 0:
        data[at] ^= 1 << chance.randrange(8)
    elif way == 1:
        for _ in range(chance.randrange(2, 9)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    elif way == 2:
        del data[at]
    elif way == 3:
        data.insert(at, data[at])
    elif way == 4:
        data.insert(at, chance.randrange(256))
    elif way == 5:
        data[at : at + 16] = chance.randbytes(len(data[at : at + 16]))
    elif way == 6:
        del data[at:]
    else:
        data = data[at:] + data[:at]
    return bytes(data)


def through(count: int) -> tuple[int, int]:
    """(frames that were really damaged, of those accepted)."""
    chance, decoder, hurt, accepted = random.Random(SEED), Decoder(), 0, 0
    while hurt < count:
        frame = drawn(chance)
        for _ in range(100):
            bad = damaged(frame, chance)
            if frame[:-1] not in bad.split(b"\0") and bad.strip(b"\0"):  # a zero put in front leaves it whole
                hurt += 1
                accepted += len(decoder.feed(bad + b"\0"))
    assert decoder.bad >= hurt - accepted - decoder.unknown
    assert decoder.unknown == 0  # a type nobody knows under a sound CRC would be as bad
    return hurt, accepted


def test_a_hundred_thousand_damaged_frames_and_none_accepted_seed_20261122() -> None:
    hurt, accepted = through(100_000)
    assert hurt >= 100_000
    assert accepted == 0


@pytest.mark.long
def test_ten_million_damaged_frames_and_none_accepted_seed_20261122() -> None:
    hurt, accepted = through(10_000_000)
    assert hurt >= 10_000_000
    assert accepted == 0


@pytest.mark.long
def test_a_million_damaged_frames_at_the_device_and_every_recovery_cut(
    on_vm: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "FRAMES", "1000000")
    said = on_vm("exam_damage", folder=tmp_path, timeout_s=590)
    assert "DONE 0" in said, said
    assert "FIGURE damaged alone 10000" in said, said
    monkeypatch.setitem(os.environ, "CUTS", "all")
    said = on_vm("exam_power_cut", folder=tmp_path, heap="8m", timeout_s=590)
    assert "DONE 0" in said, said
