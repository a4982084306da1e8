"""Whether a WebP was damaged: its packed data must be used up to their last bytes, and no further.

    header │ modes of the blocks ······ ▓▓ │ what the blocks show ······ ▓▓ │
                                  changed: the picture must change       └ followed by other bytes: it must stay

WebP has no checksum and its decoder finds a picture in any bytes: behind a damaged one all the rest means something
else. But then the data hardly ever end where the picture does. That tells 98 of 100 damaged lossy pictures; of lossless
ones, whose codes fall into step again, one in four. Where a file holds more than one part of what the blocks show (no
camera and no browser writes such), only the last is judged here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from vision.arrays import Picture

Decode = Callable[[bytes], Picture | None]
_TAIL = (10, 2)  # bytes from the end that are changed: the last two may fill up only
_CHANGES = (0xFF, 0x55, 0x0F, 0xB7)  # how: some changes of an even ground's data mean the same
_LEAST = 24  # bytes of a part; fewer tell nothing
_MORE = 16  # other bytes put behind
_BEFORE_MODES = 10  # bytes of a lossy picture's header


class Chunk(NamedTuple):
    """A chunk of the file: its name and where its data begin and end."""

    name: bytes
    start: int
    end: int


def webp_flaw(packed: bytes, decode: Decode) -> str:
    """Describe the damage of a WebP file; empty without any. ``decode`` gives the picture in such bytes."""
    chunk = _picture_chunk(packed)
    if chunk is None:
        return "a WebP without a whole picture"
    parts = [(chunk.start, chunk.end)]
    if chunk.name == b"VP8 ":
        middle = chunk.start + _BEFORE_MODES + (_number(packed, chunk.start, 3) >> 5)
        if middle > chunk.end:
            return "damaged WebP data: a part is longer than the whole"
        wide, high = (_number(packed, chunk.start + at, 2) & 0x3FFF for at in (6, 8))
        parts = [(middle, chunk.end)]
        if chunk.end - middle >= wide // 16 * (high // 16):  # not an even ground, on which modes mean nothing
            parts.append((chunk.start + _BEFORE_MODES, middle))
    picture = decode(packed)
    if picture is None:
        return "damaged WebP data: no picture in it"
    for start, end in parts:
        if end - start >= _LEAST and all(_is_same(picture, decode(_changed(packed, end, by))) for by in _CHANGES):
            return "damaged WebP data: the picture ends before its data"
    if chunk.name == b"VP8 " and not _is_same(picture, decode(_followed(packed, chunk))):
        return "damaged WebP data: the data end before the picture"
    return ""


def _number(packed: bytes, at: int, count: int) -> int:
    return int.from_bytes(packed[at : at + count], "little")


def _picture_chunk(packed: bytes) -> Chunk | None:
    at, told = 12, _number(packed, 4, 4) + 8
    while at + 8 <= min(len(packed), told):
        size = _number(packed, at + 4, 4)
        chunk = Chunk(packed[at : at + 4], at + 8, at + 8 + size)
        if chunk.name in (b"VP8 ", b"VP8L"):
            return chunk if chunk.end <= len(packed) else None
        at = chunk.end + size % 2
    return None


def _changed(packed: bytes, end: int, by: int) -> bytes:
    first, last = end - _TAIL[0], end - _TAIL[1]
    return packed[:first] + bytes(byte ^ by for byte in packed[first:last]) + packed[last:]


def _followed(packed: bytes, chunk: Chunk) -> bytes:
    """A file of the picture alone, with other bytes behind its data."""
    size = chunk.end - chunk.start + _MORE
    head = b"RIFF" + (size + size % 2 + 12).to_bytes(4, "little") + b"WEBP" + chunk.name + size.to_bytes(4, "little")
    return head + packed[chunk.start : chunk.end] + b"\xff" * (_MORE + size % 2)


def _is_same(picture: Picture, other: Picture | None) -> bool:
    return other is not None and picture.shape == other.shape and bool(np.array_equal(picture, other))
