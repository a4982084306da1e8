"""Damage as disks, sticks and copies do it to a file: bits that turn, pages of zeros, an end that is gone."""

from __future__ import annotations

import random

KINDS = ("bit", "byte", "zeros", "noise", "short", "moved", "doubled", "line gone")


def damaged(data: bytes, seed: int) -> bytes:
    """The data with one damage of a kind and at a place that the seed draws; never the same as before."""
    rng = random.Random(seed)
    while True:
        made = _once(bytearray(data), rng)
        if made != data:
            return made


def _once(data: bytearray, rng: random.Random) -> bytes:
    at, size = rng.randrange(len(data)), rng.choice((1, 16, 512, 4096))
    match rng.choice(KINDS):
        case "bit":
            data[at] ^= 1 << rng.randrange(8)
        case "byte":
            data[at] = rng.randrange(256)
        case "zeros":
            start = at - at % size
            data[start : start + size] = bytes(len(data[start : start + size]))
        case "noise":
            data[at : at + size] = rng.randbytes(len(data[at : at + size]))
        case "short":
            del data[at:]
        case "moved":
            there = rng.randrange(len(data))
            data[at : at + size] = data[there : there + len(data[at : at + size])]
        case "doubled":
            data[at:at] = data[at : at + size]
        case _:
            del data[at : at + size]
    return bytes(data)
