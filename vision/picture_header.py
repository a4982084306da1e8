"""What a picture file says of itself before it is decoded: size, which way up, how many pictures, whether it is whole.

Everything is read from the packed bytes; nothing is decoded. Pillow knows the containers, ``whole`` the endings.
"""

from __future__ import annotations

import io
import struct
import warnings
from dataclasses import dataclass

_EXIF_ORIENTATION = 0x0112
_MOVING = ("GIF", "PNG", "WEBP", "TIFF")  # a phone's MPO holds a second picture for depth: its first is the photo


@dataclass(frozen=True, slots=True)
class Header:
    """``orientation`` as EXIF has it: 1 upright … 8; ``pictures`` more than one: it moves, or has pages."""

    kind: str
    size: tuple[int, int]  # width, height as stored
    orientation: int = 1
    pictures: int = 1


def read_header(packed: bytes) -> Header | None:
    """What the file says of itself, or ``None`` when Pillow does not know it."""
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its size is judged by our own limit
            with Image.open(io.BytesIO(packed)) as image:
                kind = image.format or ""
                turned = image.getexif().get(_EXIF_ORIENTATION, 1)
                pictures = int(getattr(image, "n_frames", 1)) if kind in _MOVING else 1
                known = turned if isinstance(turned, int) and 1 <= turned <= 8 else 1
                return Header(kind, (image.width, image.height), known, pictures)
    except (
        UnidentifiedImageError,
        Image.DecompressionBombError,
        OSError,
        ValueError,
        SyntaxError,
        struct.error,
        TypeError,
        EOFError,
        IndexError,
        KeyError,
        OverflowError,
        MemoryError,
    ):
        return None


def announced_size(packed: bytes) -> tuple[int, int] | None:
    """Width and height a PNG, BMP or JPEG announces in its first bytes."""
    if packed[:8] == b"\x89PNG\r\n\x1a\n" and len(packed) >= 24:
        wide, high = struct.unpack(">II", packed[16:24])
        return int(wide), int(high)
    if packed[:2] == b"BM" and len(packed) >= 26:
        wide, high = struct.unpack("<ii", packed[18:26])
        return abs(int(wide)), abs(int(high))
    if packed[:2] == b"\xff\xd8":
        return _jpeg(packed)[0]
    return None


def is_progressive(packed: bytes) -> bool:
    """Whether it is a JPEG that must be held in memory as a whole to be decoded."""
    return packed[:2] == b"\xff\xd8" and _jpeg(packed)[1]


def break_off(packed: bytes) -> str:
    """What breaks off when the file does (``a JPEG that breaks off``), or nothing.

    Decoders fill what is missing with grey and say nothing: an unread die could hide there.
    """
    if packed[:2] == b"\xff\xd8":
        scan = _jpeg(packed)[2]
        return "" if scan is None or packed.find(b"\xff\xd9", scan) >= 0 else "a JPEG that breaks off"
    if packed[:8] == b"\x89PNG\r\n\x1a\n":
        return "" if b"IEND" in packed[-64:] or b"IEND\xae\x42\x60\x82" in packed else "a PNG that breaks off"
    if packed[:4] == b"RIFF" and packed[8:12] == b"WEBP":
        told = int.from_bytes(packed[4:8], "little") + 8
        return "" if len(packed) >= told - 1 else "a WebP that breaks off"
    return ""


def _jpeg(packed: bytes) -> tuple[tuple[int, int] | None, bool, int | None]:
    """Size, whether it is progressive, and where its first scan begins (a thumbnail inside a header is passed by)."""
    at, size, progressive = 2, None, False
    while at + 4 <= len(packed) and packed[at] == 0xFF:
        kind = packed[at + 1]
        if kind == 0xFF:  # padding
            at += 1
            continue
        length = int.from_bytes(packed[at + 2 : at + 4], "big")
        if kind == 0xDA:
            return size, progressive, at + 2 + length
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC) and at + 9 <= len(packed):
            high, wide = struct.unpack(">HH", packed[at + 5 : at + 9])
            size, progressive = (int(wide), int(high)), kind not in (0xC0, 0xC1)
        at += 2 + length
    return size, progressive, None
