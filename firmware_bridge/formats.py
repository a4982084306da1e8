"""The messages of the table link, version 1, declared once as text: kind, name, number (hex), fields.

    frame    what stands between two zero bytes          u8 u16 u32 u64   little-endian whole numbers
    event    the body of an EVENT frame, by its kind      str              length byte, then UTF-8
    command  the body of a CMD frame, by its kind         rest             all bytes up to the end
    ring     a pattern of the light ring

The firmware holds the same text (``hardware/firmware/formats.py``); its CRC travels in HELLO.
"""

from __future__ import annotations

import binascii
import struct
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["KINDS", "NAMES", "PROTO", "SCHEMA", "SCHEMA_CRC", "Shape", "Value", "pack", "parse_schema", "unpack"]

Value = int | str | bytes

SCHEMA = """\
frame HELLO 01 min:u8 max:u8 node:str epoch:u32 boot:u32 next:u32 oldest:u32 fw:str hw:str caps:str schema:u32 up_ms:u64
frame WELCOME 02 proto:u8 session:u32 accepted:u32 unix_ms:u64 config:u16
frame EVENT 10 seq:u32 t_ms:u64 boot:u32 kind:u8 body:rest
frame ACK 11 epoch:u32 upto:u32 map:u32
frame CMD 20 id:u32 ttl_ms:u16 kind:u8 body:rest
frame CMD_ACK 21 id:u32 status:u8
frame TIME_Q 30 t1:u64
frame TIME_A 31 t1:u64 t2:u64 t3:u64
frame LOG 40 level:u8 text:rest
frame TELE 50 bad:u32 resent:u32 waiting:u16 full:u8
frame ERR 7f code:u8 detail:rest
event EMPTY 01 expected:u8 entered:u8 left:u8 roll:u16
event ARMED 02 expected:u8 entered:u8 left:u8 roll:u16
event ROLLING 03 expected:u8 entered:u8 left:u8 roll:u16
event SETTLED 04 expected:u8 entered:u8 left:u8 roll:u16
event DISTURBED 05 expected:u8 entered:u8 left:u8 roll:u16
event COCKED 06 expected:u8 entered:u8 left:u8 roll:u16
command ARM 01 dice:u8
command RING 02 pattern:u8
ring OFF 00
ring READY 01
ring ROLLING 02
ring READING 03
ring HIT 04
ring MISS 05
ring ASK 06
"""
SCHEMA_CRC = binascii.crc32(SCHEMA.encode())
PROTO = 1
_CODES = {"u8": struct.Struct("<B"), "u16": struct.Struct("<H"), "u32": struct.Struct("<I"), "u64": struct.Struct("<Q")}


@dataclass(frozen=True, slots=True)
class Shape:
    """A declared message: its number on the wire and its fields as (name, type) in order."""

    number: int
    fields: tuple[tuple[str, str], ...]


def parse_schema(text: str) -> dict[str, dict[str, Shape]]:
    """The shapes of a schema text, by kind and name; ``ValueError`` names the line that is none."""
    found: dict[str, dict[str, Shape]] = {"frame": {}, "event": {}, "command": {}, "ring": {}}
    for line in filter(None, text.splitlines()):
        try:
            kind, name, number, *fields = line.split()
            pairs = tuple((field, code) for field, code in (word.split(":") for word in fields))
            if any(code not in _CODES and code not in ("str", "rest") for _, code in pairs):
                raise ValueError("unknown type")
            found[kind][name] = Shape(int(number, 16), pairs)
        except (ValueError, KeyError) as wrong:
            raise ValueError(f"schema line {line!r}: {wrong}") from wrong
    return found


KINDS = parse_schema(SCHEMA)
NAMES = {kind: {shape.number: name for name, shape in table.items()} for kind, table in KINDS.items()}


def pack(kind: str, name: str, values: Mapping[str, Value]) -> bytes:
    """The body of a message; ``ValueError`` when a value does not fit its field."""
    out = bytearray()
    for field, code in KINDS[kind][name].fields:
        value = values[field]
        try:
            if code == "str" and isinstance(value, str):
                raw = value.encode()
                out += bytes((len(raw),)) + raw
            elif code == "rest" and isinstance(value, bytes):
                out += value
            else:
                out += _CODES[code].pack(value)
        except (KeyError, struct.error, ValueError) as wrong:
            raise ValueError(f"{name}.{field}: {value!r} is no {code}") from wrong
    return bytes(out)


def unpack(kind: str, name: str, body: bytes) -> dict[str, Value]:
    """The fields of a body; a tail longer than known is ignored, a body too short is a ``ValueError``."""
    values: dict[str, Value] = {}
    at = 0
    for field, code in KINDS[kind][name].fields:
        if code == "rest":
            values[field], at = body[at:], len(body)
        elif code == "str":
            end = at + 1 + body[at] if at < len(body) else len(body) + 1
            if end > len(body):
                raise ValueError(f"{name}.{field}: body ends early")
            values[field], at = body[at + 1 : end].decode(), end
        else:
            shape = _CODES[code]
            if at + shape.size > len(body):
                raise ValueError(f"{name}.{field}: body ends early")
            values[field], at = shape.unpack_from(body, at)[0], at + shape.size
    return values
