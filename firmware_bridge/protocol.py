"""Bytes to messages and back: table link. No port, no clock, no thread.

    frame = COBS( type u8 | flags u8 | body | crc32 u32le ) 0x00        at most 250 bytes before COBS

Zero bytes appear only between frames, so a decoder that lost its place finds it at the next zero: damage costs one
frame. Nothing is trusted before its CRC holds.

What a HELLO is worth: whether its sender may be talked to, and in which protocol.

We speak our protocol and the one before it. A device older than that is listened to, so that what it stored is not
lost, and a person is told to update it. A device that asks for a newer one than ours is refused.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass

from firmware_bridge import formats

LIMIT = 250  # bytes of a frame before COBS: one block of it; more: a device needs more memory
REPLAYED = 1  # flag: an event of an earlier boot, sent again
NO_SESSION = formats.KINDS["error"]["NO_SESSION"].number  # code of an ERR: say HELLO


@dataclass(frozen=True, slots=True)
class Message:
    """One frame in words; ``name`` and ``fields`` as declared in ``formats.SCHEMA``."""

    name: str
    fields: Mapping[str, formats.Value]
    flags: int = 0

    def number(self, field: str) -> int:
        """The whole number in a field."""
        value = self.fields[field]
        assert isinstance(value, int)
        return value

    def text(self, field: str) -> str:
        """The words in a field; bytes that are no UTF-8 appear as replacement characters."""
        value = self.fields[field]
        return value.decode(errors="replace") if isinstance(value, bytes) else str(value)

    def raw(self, field: str) -> bytes:
        """The bytes in a field."""
        value = self.fields[field]
        assert isinstance(value, bytes)
        return value


def stuff(raw: bytes) -> bytes:
    """``raw`` without zero bytes (consistent overhead byte stuffing)."""
    out = bytearray()
    blocks = raw.split(b"\0")
    for last, block in ((at == len(blocks) - 1, block) for at, block in enumerate(blocks)):
        while len(block) >= 254:
            out += b"\xff" + block[:254]
            block = block[254:]
            if not block and last:
                return bytes(out)  # the full block at the very end needs no empty one after it
        out += bytes((len(block) + 1,)) + block
    return bytes(out)


def unstuff(data: bytes) -> bytes:
    """The bytes before stuffing; ``ValueError`` if a block runs past the end or a zero stands inside."""
    out = bytearray()
    at = 0
    while at < len(data):
        code = data[at]
        if code == 0 or at + code > len(data):
            raise ValueError("broken stuffing")
        out += data[at + 1 : at + code]
        at += code
        if code < 255 and at < len(data):
            out.append(0)
    return bytes(out)


def encode(message: Message) -> bytes:
    """The bytes on the wire, closing zero included; ``ValueError`` if a value does not fit or the frame is too long."""
    number = formats.KINDS["frame"][message.name].number
    raw = bytes((number, message.flags)) + formats.pack("frame", message.name, message.fields)
    raw += binascii.crc32(raw).to_bytes(4, "little")
    if len(raw) > LIMIT:
        raise ValueError(f"{message.name}: {len(raw)} bytes, the limit is {LIMIT}")
    return stuff(raw) + b"\0"


def decode(data: bytes) -> Message | None:
    """The message between two zeros, ``None`` for a type newer than we are; ``ValueError`` if it is damaged."""
    raw = unstuff(data)
    if not 6 <= len(raw) <= LIMIT:
        raise ValueError("broken length")
    if binascii.crc32(raw[:-4]) != int.from_bytes(raw[-4:], "little"):
        raise ValueError("broken crc")
    name = formats.NAMES["frame"].get(raw[0])
    return None if name is None else Message(name, formats.unpack("frame", name, raw[2:-4]), raw[1])


class Decoder:
    """Turns a byte stream, cut anywhere, into messages; counts ``good``, ``bad`` and ``unknown`` frames."""

    def __init__(self) -> None:
        self.good = self.bad = self.unknown = 0
        self._part = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[Message]:
        """Return the messages that became complete with ``data``, in order."""
        return [message for _, message in self.frames(data) if message is not None]

    def frames(self, data: bytes) -> list[tuple[bytes, Message | None]]:
        """Return the undamaged frames that became complete with ``data``, in order, for whoever hands them on.

        Each comes as it was sent, with its closing zero, and with its message; ``None`` for a type newer than we are.
        """
        *ends, rest = data.split(b"\0")
        found = []
        for piece in ends:
            self._add(piece)
            frame = self._take()
            if frame is not None:
                found.append(frame)
        self._add(rest)
        return found

    def _add(self, piece: bytes) -> None:
        if not self._skipping:
            self._part += piece
            if len(self._part) > LIMIT + 2:  # no frame is that long: everything up to the next zero is one bad frame
                self._part.clear()
                self._skipping = True

    def _take(self) -> tuple[bytes, Message | None] | None:
        part = bytes(self._part)
        self._part.clear()
        if self._skipping:
            self._skipping = False
            self.bad += 1
            return None
        if not part:
            return None
        try:
            message = decode(part)
        except ValueError:
            self.bad += 1
            return None
        if message is None:
            self.unknown += 1
        else:
            self.good += 1
        return part + b"\0", message


NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")  # it becomes part of a topic: no wildcard, no slash


def fault_in(hello: Message) -> str:
    """The reason word for a greeting that no device of ours gives, else empty."""
    if not NAME.fullmatch(hello.text("node")):
        return "bad-name"
    if hello.number("min") > hello.number("max") or hello.number("oldest") > hello.number("next"):
        return "nonsense"
    return ""


def protocol_for(hello: Message) -> int:
    """The protocol to speak with the sender; 0 when there is none."""
    return min(formats.PROTO, hello.number("max")) if hello.number("min") <= formats.PROTO else 0
