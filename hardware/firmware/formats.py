# The messages of the table link, declared once as text: kind, name, number (hex), fields.
#
#     frame    what stands between two zero bytes          u8 u16 u32 u64   little-endian whole numbers
#     event    the body of an EVENT frame, by its kind      str              length byte, then UTF-8
#     command  the body of a CMD frame, by its kind         rest             all bytes up to the end
#     ring, status, update, pairing, fault, error: numbers  ?                may be missing at the end of the body
#
# The host holds the same text (firmware_bridge/formats.py); its CRC travels in HELLO so that two ends that do not
# match say so. Runs on MicroPython 1.25 and on CPython.
import binascii
import struct

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
SCHEMA_CRC = binascii.crc32(SCHEMA.encode()) & 0xFFFFFFFF
CODES = {"u8": "<B", "u16": "<H", "u32": "<I", "u64": "<Q"}
EMPTY = {"str": "", "rest": b""}  # what a field that is missing at the end reads as; numbers are 0


def parse(schema):
    """{kind: {name: (number, [(field, type, whether it may be missing)...])}} of a schema text."""
    found = {}
    for line in schema.split("\n"):
        words = line.split()
        if words:
            fields = []
            for word in words[3:]:
                field, code = word.split(":")
                fields.append((field, code.rstrip("?"), code[-1] == "?"))
            found.setdefault(words[0], {})[words[1]] = (int(words[2], 16), fields)
    return found


KINDS = parse(SCHEMA)
NAMES = {kind: {entry[0]: name for name, entry in table.items()} for kind, table in KINDS.items()}


def number(kind, name):
    """The number on the wire of a declared name."""
    return KINDS[kind][name][0]


def pack(kind, name, values):
    """The body bytes of a message; `values` maps field names to int, str or bytes."""
    out = b""
    for field, code, _ in KINDS[kind][name][1]:
        value = values[field]
        if code in CODES:
            out += struct.pack(CODES[code], value)
        else:
            raw = value.encode() if code == "str" else bytes(value)
            out += raw if code == "rest" else bytes((len(raw),)) + raw
    return out


def unpack(kind, name, body):
    """The fields of a body; a longer body than known is fine (its tail is newer than we are), a shorter one ValueError."""
    values = {}
    at = 0
    end = len(body)
    for field, code, optional in KINDS[kind][name][1]:
        if optional and at == end:
            values[field] = EMPTY.get(code, 0)
            continue
        if code == "rest":
            size = end - at
        elif code in CODES:
            size = struct.calcsize(CODES[code])
        else:
            if at >= end:
                raise ValueError("short")
            size = body[at]
            at += 1
        if at + size > end:
            raise ValueError("short")
        part = bytes(body[at : at + size])
        at += size
        if code in CODES:
            values[field] = struct.unpack(CODES[code], part)[0]
        else:
            values[field] = part.decode() if code == "str" else part
    return values
