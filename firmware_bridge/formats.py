"""The messages of the table link, declared once as text: kind, name, number (hex), fields.

    frame    what stands between two zero bytes          u8 u16 u32 u64   little-endian whole numbers
    event    the body of an EVENT frame, by its kind      str              length byte, then UTF-8
    command  the body of a CMD frame, by its kind         rest             all bytes up to the end
    ring, status, update, pairing, fault, error: numbers  ?                may be missing at the end of the body

The firmware holds the same text (``hardware/firmware/formats.py``); its CRC travels in HELLO. Both are written from
``hardware/protocol/schema.toml``, where every field is explained.
"""

from __future__ import annotations

import binascii
import struct
from collections.abc import Mapping
from dataclasses import dataclass

Value = int | str | bytes

# generated from hardware/protocol/schema.toml
SCHEMA = """\
frame HELLO 01 min:u8 max:u8 node:str epoch:u32 boot:u32 next:u32 oldest:u32 fw:str hw:str caps:str schema:u32 up_ms:u64 why:str? slot:str? signs:u32? check:str? signal:u8? battery:u16?
frame WELCOME 02 proto:u8 session:u32 accepted:u32 unix_ms:u64 config:u16
frame EVENT 10 seq:u32 t_ms:u64 boot:u32 kind:u8 body:rest
frame ACK 11 epoch:u32 upto:u32 map:u32
frame CMD 20 id:u32 ttl_ms:u16 kind:u8 body:rest
frame CMD_ACK 21 id:u32 status:u8
frame TIME_Q 30 t1:u64
frame TIME_A 31 t1:u64 t2:u64 t3:u64
frame LOG 40 level:u8 text:rest
frame TELE 50 bad:u32 resent:u32 waiting:u16 full:u8 heap:u32? slow_ms:u16? battery:u16? signal:u8?
frame FW_BEGIN 60 id:u32 size:u32 manifest:u16 sha256:str tag:str?
frame FW_DATA 61 id:u32 at:u32 part:rest
frame FW_END 62 id:u32
frame FW_STATE 63 id:u32 at:u32 status:u8
frame KEY 70 key:rest
frame KEY_STATE 71 status:u8 epoch:u32 signs:u32 check:str
frame WIFI 72 ssid:str password:str host:str port:u16 secret:str
frame WIFI_STATE 73 status:u8 why:str signal:u8
frame ERR 7f code:u8 detail:rest
event EMPTY 01 expected:u8 entered:u8 left:u8 roll:u16
event ARMED 02 expected:u8 entered:u8 left:u8 roll:u16
event ROLLING 03 expected:u8 entered:u8 left:u8 roll:u16
event SETTLED 04 expected:u8 entered:u8 left:u8 roll:u16
event DISTURBED 05 expected:u8 entered:u8 left:u8 roll:u16
event COCKED 06 expected:u8 entered:u8 left:u8 roll:u16
event MAT_READY 10 zones:u8 readers:u8
event TAG_ON 11 zone:u8 uid:str
event TAG_OFF 12 zone:u8 uid:str
event TAG_UNCLEAR 13 zone:u8
event TAG_CLEAR 14 zone:u8
event READER_LOST 15 zone:u8 fault:u8
event READER_BACK 16 zone:u8 fault:u8
event PANEL_READY 20 buttons:u8 lights:u8
event BUTTON_DOWN 21 button:u8 held_ms:u16
event BUTTON_UP 22 button:u8 held_ms:u16
command ARM 01 dice:u8
command RING 02 pattern:u8 for_ms:u16?
command LIGHT 03 light:u8 pattern:u8 for_ms:u16
command RESCAN 04
command RESTART 05 mode:u8
ring OFF 00
ring READY 01
ring ROLLING 02
ring READING 03
ring HIT 04
ring MISS 05
ring ASK 06
status DONE 00
status UNKNOWN 01
status EXPIRED 02
status REFUSED 03
update WANTED 00
update READY 01
update DAMAGED 02
update REFUSED 03
update NO_ROOM 04
pairing DONE 00
pairing REFUSED 01
pairing NO_ROOM 02
fault NONE 00
fault SILENT 01
fault RESET 02
fault STUCK 03
fault STRANGE 04
error NO_SESSION 01
error WRONG_VERSION 02
"""  # noqa: E501
PROTO = 2
OLDEST = 1
FORMER = (0x14371100, 0xD06C3748, 0x644EA68A, 0x2B76430D, 0x9A1B5202, 0xC70C24F3)  # SCHEMA_CRC of versions before
# end of the generated part
SCHEMA_CRC = binascii.crc32(SCHEMA.encode())
_CODES = {"u8": struct.Struct("<B"), "u16": struct.Struct("<H"), "u32": struct.Struct("<I"), "u64": struct.Struct("<Q")}
_EMPTY: Mapping[str, Value] = {"str": "", "rest": b""}  # what is missing at the end reads as; else 0


@dataclass(frozen=True, slots=True)
class Shape:
    """A declared message: its number on the wire and its fields as (name, type) in order, the first ``required``
    of which every body has; the others came with a later version."""

    number: int
    fields: tuple[tuple[str, str], ...]
    required: int


def parse_schema(text: str) -> dict[str, dict[str, Shape]]:
    """The shapes of a schema text, by kind and name; ``ValueError`` names the line that is none."""
    found: dict[str, dict[str, Shape]] = {}
    for line in filter(None, text.splitlines()):
        try:
            kind, name, number, *words = line.split()
            fields = tuple((field, code.rstrip("?")) for field, code in (word.split(":") for word in words))
            if any(code not in _CODES and code not in ("str", "rest") for _, code in fields):
                raise ValueError("unknown type")
            required = sum(not word.endswith("?") for word in words)
            if any(word.endswith("?") for word in words[:required]):
                raise ValueError("a field that must be there behind one that may be missing")
            found.setdefault(kind, {})[name] = Shape(int(number, 16), fields, required)
        except ValueError as wrong:
            raise ValueError(f"schema line {line!r}: {wrong}") from wrong
    return found


KINDS = parse_schema(SCHEMA)
NAMES = {kind: {shape.number: name for name, shape in table.items()} for kind, table in KINDS.items()}


def pack(kind: str, name: str, values: Mapping[str, Value]) -> bytes:
    """The body of a message. It ends before the first field that may be missing and is not in ``values``; an older
    reader ignores the tail. ``ValueError`` when a value does not fit its field."""
    out = bytearray()
    shape = KINDS[kind][name]
    for at, (field, code) in enumerate(shape.fields):
        if at >= shape.required and field not in values:
            break
        value = values[field]
        try:
            if code in _CODES:
                out += _CODES[code].pack(value)
                continue
            raw = value.encode() if code == "str" and isinstance(value, str) else value
            if not isinstance(raw, bytes) or isinstance(value, str) != (code == "str"):
                raise ValueError("another type")
            out += raw if code == "rest" else bytes((len(raw),)) + raw
        except (struct.error, ValueError) as wrong:
            raise ValueError(f"{name}.{field}: {value!r} is no {code}") from wrong
    return bytes(out)


def unpack(kind: str, name: str, body: bytes) -> dict[str, Value]:
    """The fields of a body; a tail longer than known is ignored, a body too short is a ``ValueError``. What a former
    version did not have reads as 0 or empty."""
    values: dict[str, Value] = {}
    at = 0
    shape = KINDS[kind][name]
    for place, (field, code) in enumerate(shape.fields):
        if place >= shape.required and at == len(body):
            values[field] = _EMPTY.get(code, 0)
            continue
        if code in _CODES:
            size = _CODES[code].size
        elif code == "rest":
            size = len(body) - at
        else:
            size = body[at] if at < len(body) else len(body)
            at += 1
        if at + size > len(body):
            raise ValueError(f"{name}.{field}: body ends early")
        part = body[at : at + size]
        at += size
        values[field] = _CODES[code].unpack(part)[0] if code in _CODES else part.decode() if code == "str" else part
    return values
