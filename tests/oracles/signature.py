"""Signatures again, slow and obvious, from the papers and not from our code: SHA-256 after FIPS 180-4, HMAC after RFC
2104, the signed text after ``hardware/protocol/README.md``.

Run it to write the golden signatures: ``python -m tests.oracles.signature > hardware/protocol/signed.json``.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any

from tests.oracles.wire import frame

__all__ = ["check", "hmac", "sha256", "tag", "text"]

EVENT, KEY = 0x10, 0x70
WORD = 1 << 32
Row = dict[str, Any]


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def _root_bits(prime: int, power: int) -> int:
    """The first 32 bits behind the point of the prime's square (2) or cube (3) root, by whole numbers."""
    if power == 2:
        return math.isqrt(prime << 64) % WORD
    wanted, low, high = prime << 96, 0, 1 << 36
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**3 <= wanted else (low, middle)
    return low % WORD


def _turn(word: int, by: int) -> int:
    return (word >> by | word << 32 - by) % WORD


def sha256(data: bytes) -> bytes:
    """The digest of some data, block by block."""
    rounds = [_root_bits(prime, 3) for prime in _primes(64)]
    state = [_root_bits(prime, 2) for prime in _primes(8)]
    padded = data + b"\x80" + bytes((55 - len(data)) % 64) + (8 * len(data)).to_bytes(8, "big")
    for start in range(0, len(padded), 64):
        words = [int.from_bytes(padded[at : at + 4], "big") for at in range(start, start + 64, 4)]
        for at in range(16, 64):
            one, two = words[at - 15], words[at - 2]
            small = _turn(one, 7) ^ _turn(one, 18) ^ one >> 3
            large = _turn(two, 17) ^ _turn(two, 19) ^ two >> 10
            words.append((words[at - 16] + small + words[at - 7] + large) % WORD)
        a, b, c, d, e, f, g, h = state
        for at in range(64):
            first = h + (_turn(e, 6) ^ _turn(e, 11) ^ _turn(e, 25)) + (e & f ^ ~e % WORD & g) + rounds[at] + words[at]
            second = (_turn(a, 2) ^ _turn(a, 13) ^ _turn(a, 22)) + (a & b ^ a & c ^ b & c)
            a, b, c, d, e, f, g, h = (first + second) % WORD, a, b, c, (d + first) % WORD, e, f, g
        state = [(old + new) % WORD for old, new in zip(state, (a, b, c, d, e, f, g, h), strict=True)]
    return b"".join(word.to_bytes(4, "big") for word in state)


def hmac(key: bytes, data: bytes) -> bytes:
    """HMAC-SHA-256 with a key of at most 64 bytes."""
    inner, outer = (bytes(byte ^ mask for byte in key + bytes(64 - len(key))) for mask in (0x36, 0x5C))
    return sha256(outer + sha256(inner + data))


def _named(number: int, node: str, *numbers: tuple[int, int]) -> bytes:
    head = bytes([number, len(node.encode())]) + node.encode()
    return head + b"".join(bytes(value // 256**at % 256 for at in range(size)) for value, size in numbers)


def tag(key: bytes, event: Row) -> bytes:
    """The 16 bytes under an event."""
    numbers = [(event["epoch"], 4), (event["seq"], 4), (event["boot"], 4), (event["t_ms"], 8), (event["kind"], 1)]
    return hmac(key, _named(EVENT, event["node"], *numbers) + bytes.fromhex(event["body"]))[:16]


def check(key: bytes, node: str, epoch: int, first: int) -> str:
    """The 16 hexadecimal digits that tell one key from another."""
    return hmac(key, _named(KEY, node, (epoch, 4), (first, 4)))[:8].hex()


def _frame(event: Row, sig: bytes, flags: int) -> str:
    numbers = [(event["seq"], 4), (event["t_ms"], 8), (event["boot"], 4), (event["kind"], 1)]
    body = b"".join(bytes(value // 256**at % 256 for at in range(size)) for value, size in numbers)
    return frame(EVENT, body + bytes.fromhex(event["body"]) + sig, flags).hex()


def vectors() -> list[Row]:
    """The golden signatures: usual readings, the edges of every number, bodies across a block of the hash."""
    first, second = bytes(range(32)), bytes(range(255, 223, -1))
    roll: Row = {
        "node": "tower-9f3a12c4",
        "epoch": 0xDEADBEEF,
        "seq": 8,
        "boot": 41,
        "t_ms": 65536,
        "kind": 4,
        "body": "0202020100",
    }
    events = [
        roll,
        roll | {"node": "mat-9f3a12c4", "kind": 17, "body": "000e3034613162326333643465356636"},
        roll | {"seq": 2**32 - 1, "epoch": 1, "boot": 2**32 - 1, "t_ms": 2**64 - 1, "kind": 255},
        roll | {"seq": 1, "epoch": 0, "boot": 0, "t_ms": 0, "kind": 0, "body": ""},
        *(roll | {"seq": 10 + size, "body": bytes(range(size)).hex()} for size in (18, 19, 26, 27, 82, 83, 211)),
    ]
    rows = []
    for number, event in enumerate(events):
        key = second if number % 2 else first
        sig, flags = tag(key, event), 3 if number % 3 == 0 else 2
        row = event | {"key": key.hex(), "tag": sig.hex(), "flags": flags, "frame": _frame(event, sig, flags)}
        rows.append(row | {"check": check(key, event["node"], event["epoch"], event["seq"])})
    return rows


def text() -> str:
    """The golden signatures as the file holds them."""
    lines = ",\n".join(json.dumps(row) for row in vectors())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    sys.stdout.write(text())
