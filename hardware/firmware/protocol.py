# Bytes <-> frames of the table link.
#
#     frame = COBS( type u8 | flags u8 | body | crc32 u32le ) 0x00        at most 250 bytes before COBS
#
# Runs on MicroPython 1.25 and on CPython; knows no port and no clock.
import binascii

import formats

LIMIT = 250
REPLAYED, SIGNED = 1, 2  # flags of EVENT


def stuff(raw):
    """`raw` without zero bytes: consistent overhead byte stuffing."""
    out = bytearray()
    start = 0
    size = len(raw)
    while True:
        end = start
        while end < size and raw[end] != 0 and end - start < 254:
            end += 1
        out.append(end - start + 1)
        out.extend(raw[start:end])
        if end >= size:
            break  # a full block of 254 at the very end needs no empty block after it
        start = end + 1 if end - start < 254 else end
    return bytes(out)


def unstuff(data):
    """The bytes before stuffing; ValueError if a block runs past the end or a zero stands inside."""
    out = bytearray()
    at = 0
    size = len(data)
    while at < size:
        code = data[at]
        if code == 0 or at + code > size:
            raise ValueError("cobs")
        out.extend(data[at + 1 : at + code])
        at += code
        if code < 255 and at < size:
            out.append(0)
    return bytes(out)


def seal(name, values, flags=0):
    """The bytes on the wire for one message, closing zero included; ValueError if it is too long."""
    raw = bytes((formats.KINDS["frame"][name][0], flags)) + formats.pack("frame", name, values)
    crc = binascii.crc32(raw) & 0xFFFFFFFF
    raw += bytes((crc & 255, crc >> 8 & 255, crc >> 16 & 255, crc >> 24))
    if len(raw) > LIMIT:
        raise ValueError("long")
    return stuff(raw) + b"\0"


def unseal(data):
    """(name or None if the type is unknown, flags, fields) of the bytes between two zeros; ValueError if damaged."""
    raw = unstuff(data)
    if len(raw) < 6 or len(raw) > LIMIT:
        raise ValueError("length")
    crc = raw[-4] | raw[-3] << 8 | raw[-2] << 16 | raw[-1] << 24
    raw = raw[:-4]
    if binascii.crc32(raw) & 0xFFFFFFFF != crc:
        raise ValueError("crc")
    name = formats.NAMES["frame"].get(raw[0])
    if name is None:
        return None, raw[1], {}
    return name, raw[1], formats.unpack("frame", name, raw[2:])


class Decoder:
    """Turns a byte stream into messages; counts what was damaged (`bad`) and what it does not know (`unknown`)."""

    def __init__(self):
        self.bad = 0
        self.unknown = 0
        self._part = bytearray()
        self._skip = False

    def feed(self, data):
        """The complete messages that `data` brought, as (name, flags, fields)."""
        found = []
        start = 0
        while True:
            end = data.find(b"\0", start)
            piece = data[start:] if end < 0 else data[start:end]
            if not self._skip:
                self._part.extend(piece)
                if len(self._part) > LIMIT + 2:  # no frame is that long: wait for the next zero
                    self._part = bytearray()
                    self._skip = True
            if end < 0:
                return found
            start = end + 1
            part = bytes(self._part)
            self._part = bytearray()
            if self._skip:
                self._skip = False
                self.bad += 1
            elif part:
                self._one(part, found)

    def _one(self, part, found):
        try:
            message = unseal(part)
        except ValueError:  # UnicodeError is one
            self.bad += 1
            return
        if message[0] is None:
            self.unknown += 1
        else:
            found.append(message)
