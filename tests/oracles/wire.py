"""The wire format again, slow and obvious, from its description and not from either codec: bits, bytes, blocks.

Run it to write the golden frames: ``python tests/oracles/wire.py > tests/firmware_bridge/vectors.json``.
"""

from __future__ import annotations

import itertools
import json
import sys

__all__ = ["crc32", "frame", "stuffed"]


def crc32(data: bytes) -> int:
    """The CRC-32 of IEEE 802.3, bit by bit: polynomial 0xEDB88320 reflected, start and final value all ones."""
    register = 0xFFFFFFFF
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ (0xEDB88320 if register & 1 else 0)
    return register ^ 0xFFFFFFFF


def stuffed(data: bytes) -> bytes:
    """COBS of less than 254 bytes: each zero becomes the distance to the next one, the first distance goes in front."""
    assert len(data) < 254
    marked = [0, *data, 0]
    zeros = [at for at, byte in enumerate(marked) if byte == 0]
    for here, following in itertools.pairwise(zeros):
        marked[here] = following - here
    return bytes(marked[:-1])


def frame(number: int, body: bytes, flags: int = 0) -> bytes:
    """A whole frame of the table link."""
    raw = bytes([number, flags]) + body
    checksum = crc32(raw)
    raw += bytes([checksum % 256, checksum // 256 % 256, checksum // 65536 % 256, checksum // 16777216])
    return stuffed(raw) + b"\0"


def _le(value: int, size: int) -> bytes:
    return bytes(value // 256**at % 256 for at in range(size))


def _word(text: str) -> bytes:
    return bytes([len(text)]) + text.encode()


def _vectors() -> list[dict[str, object]]:
    hello = (
        bytes([1, 1])
        + _word("tower-9f3a12c4")
        + _le(0xDEADBEEF, 4)
        + _le(41, 4)
        + _le(9, 4)
        + _le(7, 4)
        + _word("0.1.0")
        + _word("rp2")
        + _word("arm,ring,shake")
        + _le(0, 4)
        + _le(1234, 8)
    )
    hello_words = {
        "min": 1,
        "max": 1,
        "node": "tower-9f3a12c4",
        "epoch": 0xDEADBEEF,
        "boot": 41,
        "next": 9,
        "oldest": 7,
        "fw": "0.1.0",
        "hw": "rp2",
        "caps": "arm,ring,shake",
        "schema": 0,
        "up_ms": 1234,
    }
    event = _le(258, 4) + _le(65536, 8) + _le(2, 4) + bytes([4]) + bytes([2, 2, 2, 1, 0])
    event_words = {"seq": 258, "t_ms": 65536, "boot": 2, "kind": 4, "body": {"hex": "0202020100"}}
    good: list[tuple[str, int, bytes, int, dict[str, object]]] = [
        ("HELLO", 1, hello, 0, hello_words),
        (
            "WELCOME",
            2,
            bytes([1]) + _le(7, 4) + _le(258, 4) + _le(1790000000000, 8) + _le(3, 2),
            0,
            {"proto": 1, "session": 7, "accepted": 258, "unix_ms": 1790000000000, "config": 3},
        ),
        ("EVENT", 16, event, 0, event_words),
        ("EVENT", 16, event, 1, event_words),
        (
            "EVENT",
            16,
            _le(1, 4) + _le(0, 8) + _le(0, 4) + bytes([200]),
            0,
            {"seq": 1, "t_ms": 0, "boot": 0, "kind": 200, "body": {"hex": ""}},
        ),
        (
            "EVENT",
            16,
            _le(1, 4) + _le(0, 8) + _le(0, 4) + bytes([9]) + bytes(227),
            0,
            {"seq": 1, "t_ms": 0, "boot": 0, "kind": 9, "body": {"hex": "00" * 227}},
        ),
        (
            "EVENT",
            16,
            _le(1, 4) + _le(0, 8) + _le(0, 4) + bytes([9]) + b"\xff" * 227,
            0,
            {"seq": 1, "t_ms": 0, "boot": 0, "kind": 9, "body": {"hex": "ff" * 227}},
        ),
        ("ACK", 17, _le(0xDEADBEEF, 4) + _le(258, 4) + _le(5, 4), 0, {"epoch": 0xDEADBEEF, "upto": 258, "map": 5}),
        ("ACK", 17, _le(1, 4) + _le(2, 4) + _le(0, 4) + b"newer", 0, {"epoch": 1, "upto": 2, "map": 0}),
        (
            "CMD",
            32,
            _le(99, 4) + _le(3000, 2) + bytes([1, 2]),
            0,
            {"id": 99, "ttl_ms": 3000, "kind": 1, "body": {"hex": "02"}},
        ),
        ("CMD_ACK", 33, _le(99, 4) + bytes([2]), 0, {"id": 99, "status": 2}),
        ("TIME_Q", 48, _le(2**64 - 1, 8), 0, {"t1": 2**64 - 1}),
        ("TIME_A", 49, _le(1, 8) + _le(256, 8) + _le(257, 8), 0, {"t1": 1, "t2": 256, "t3": 257}),
        ("LOG", 64, bytes([2]) + b"beam dark", 0, {"level": 2, "text": {"hex": b"beam dark".hex()}}),
        (
            "TELE",
            80,
            _le(3, 4) + _le(4, 4) + _le(500, 2) + bytes([1]),
            0,
            {"bad": 3, "resent": 4, "waiting": 500, "full": 1},
        ),
        ("ERR", 127, bytes([1]) + b"who are you?", 0, {"code": 1, "detail": {"hex": b"who are you?".hex()}}),
    ]
    rows: list[dict[str, object]] = [
        {"hex": frame(number, body, flags).hex(), "name": name, "flags": flags, "fields": words}
        for name, number, body, flags, words in good
    ]
    ack = frame(17, _le(1, 4) + _le(2, 4) + _le(0, 4))
    rows += [
        {"hex": frame(0x60, b"new").hex(), "unknown": True},
        {"hex": (ack[:1] + bytes([ack[1] ^ 1]) + ack[2:]).hex(), "damaged": "one bit"},
        {"hex": frame(17, b"\1\2").hex(), "damaged": "body too short"},
        {"hex": (ack[:7] + b"\0").hex(), "damaged": "torn"},
        {"hex": (b"\1" * 300 + b"\0").hex(), "damaged": "too long"},
        {"hex": frame(1, bytes([1, 1, 2]) + b"\xff\xfe" + hello[17:]).hex(), "damaged": "name is no UTF-8"},
    ]
    return rows


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(row) for row in _vectors())
    sys.stdout.write(f"[\n{lines}\n]\n")
