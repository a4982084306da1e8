# The messages of the table link, version 1, declared once as text: kind, name, number (hex), fields.
#
#     frame    what stands between two zero bytes          u8 u16 u32 u64   little-endian whole numbers
#     event    the body of an EVENT frame, by its kind      str              length byte, then UTF-8
#     command  the body of a CMD frame, by its kind         rest             all bytes up to the end
#     ring     a pattern of the light ring
#
# The host holds the same text (firmware_bridge/formats.py); its CRC travels in HELLO so that two ends that do not
# match say so. Runs on MicroPython 1.25 and on CPython.
import binascii
import struct

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
SCHEMA_CRC = binascii.crc32(SCHEMA.encode()) & 0xFFFFFFFF
PROTO = 1
CODES = {"u8": "<B", "u16": "<H", "u32": "<I", "u64": "<Q"}


def parse(schema):
    """{kind: {name: (number, [(field, type)...])}} of a schema text."""
    found = {"frame": {}, "event": {}, "command": {}, "ring": {}}
    for line in schema.split("\n"):
        words = line.split()
        if words:
            fields = [tuple(word.split(":")) for word in words[3:]]
            found[words[0]][words[1]] = (int(words[2], 16), fields)
    return found


KINDS = parse(SCHEMA)
NAMES = {kind: {entry[0]: name for name, entry in table.items()} for kind, table in KINDS.items()}


def pack(kind, name, values):
    """The body bytes of a message; `values` maps field names to int, str or bytes."""
    out = b""
    for field, code in KINDS[kind][name][1]:
        value = values[field]
        if code == "str":
            raw = value.encode()
            out += bytes((len(raw),)) + raw
        elif code == "rest":
            out += bytes(value)
        else:
            out += struct.pack(CODES[code], value)
    return out


def unpack(kind, name, body):
    """The fields of a body; a longer body than known is fine (its tail is newer than we are), a shorter one ValueError."""
    values = {}
    at = 0
    for field, code in KINDS[kind][name][1]:
        if code == "rest":
            values[field] = bytes(body[at:])
            at = len(body)
        elif code == "str":
            if at >= len(body) or at + 1 + body[at] > len(body):
                raise ValueError("short")
            values[field] = bytes(body[at + 1 : at + 1 + body[at]]).decode()
            at += 1 + body[at]
        else:
            size = struct.calcsize(CODES[code])
            if at + size > len(body):
                raise ValueError("short")
            values[field] = struct.unpack(CODES[code], body[at : at + size])[0]
            at += size
    return values
