"""The wire format again, slow and obvious, from its description and not from either codec: bits, bytes, blocks.

Run it to write the golden frames from the examples of ``hardware/protocol/schema.toml``:
``python -m tests.oracles.wire > hardware/protocol/vectors.json``.
"""

from __future__ import annotations

import itertools
import json
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["crc32", "frame", "packed", "stuffed", "vectors"]

SCHEMA = Path(__file__).resolve().parents[2] / "hardware" / "protocol" / "schema.toml"
SIZES = {"u8": 1, "u16": 2, "u32": 4, "u64": 8}
Row = dict[str, Any]


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


def packed(fields: list[Row], values: Mapping[str, Any]) -> bytes:
    """The body of a message: each field that has a value, one behind the other."""
    body = b""
    for field in fields:
        if field["name"] not in values:
            continue  # a version before this field
        value, code = values[field["name"]], field["type"]
        if isinstance(value, dict):
            value = bytes.fromhex(value["hex"])
        if code in SIZES:
            body += _le(value, SIZES[code])
        elif code == "str":
            body += bytes([len(value.encode())]) + value.encode()
        else:
            assert code == "rest"
            body += value
    return body


def _good(message: Row, values: Row, flags: int = 0, tail: bytes = b"") -> Row:
    """A frame that must be read; one whose bytes an encoder of today would not write again says so."""
    words = dict(values)
    for field in message["fields"]:  # what version 1 did not have reads as 0 or empty
        words.setdefault(field["name"], "" if field["type"] == "str" else 0)
    row = {"name": message["name"], "flags": flags, "fields": words}
    data = frame(message["number"], packed(message["fields"], values) + tail, flags)
    return {"hex": data.hex()} | row | ({} if words == values and not tail else {"rewritten": True})


def vectors() -> list[Row]:
    """The golden frames: each example, the same as version 1 wrote it, the edges of a frame, and damage."""
    messages = {message["name"]: message for message in tomllib.loads(SCHEMA.read_text())["frame"]}
    rows = [_good(message, message["example"]) for message in messages.values()]
    event, ack, hello = messages["EVENT"], messages["ACK"], messages["HELLO"]
    rows.append(_good(event, event["example"], flags=1))
    for fill in (b"", bytes(227), b"\xff" * 227):  # nothing at all; as long as a frame may be, densest and sparsest
        rows.append(_good(event, {"seq": 1, "t_ms": 0, "boot": 0, "kind": 200, "body": {"hex": fill.hex()}}))
    rows.append(_good(messages["TIME_Q"], {"t1": 2**64 - 1}))
    rows.append(_good(ack, {"epoch": 1, "upto": 2, "map": 0}, tail=b"newer"))
    for message in messages.values():
        old = [field["name"] for field in message["fields"] if "since" not in field]
        if len(old) < len(message["fields"]):
            rows.append(_good(message, {name: message["example"][name] for name in old}))
    sound = frame(ack["number"], packed(ack["fields"], {"epoch": 1, "upto": 2, "map": 0}))
    whole = packed(hello["fields"], hello["example"])
    rows += [
        {"hex": frame(0x6E, b"new").hex(), "unknown": True},
        {"hex": (sound[:1] + bytes([sound[1] ^ 1]) + sound[2:]).hex(), "damaged": "one bit"},
        {"hex": frame(17, b"\1\2").hex(), "damaged": "body too short"},
        {"hex": frame(1, whole[:-1]).hex(), "damaged": "half of a field that may be missing"},
        {"hex": (sound[:7] + b"\0").hex(), "damaged": "torn"},
        {"hex": (b"\1" * 300 + b"\0").hex(), "damaged": "too long"},
        {"hex": frame(1, bytes([1, 1, 2]) + b"\xff\xfe" + whole[15:]).hex(), "damaged": "name is no UTF-8"},
    ]
    return rows


def text() -> str:
    """The golden frames as the file holds them."""
    lines = ",\n".join(json.dumps(row) for row in vectors())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    sys.stdout.write(text())
