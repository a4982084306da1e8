"""Picture files: read with care, written whole or not at all."""

from __future__ import annotations

import os
import struct
import tempfile
from pathlib import Path

import cv2
import numpy as np

from companion.errors import InputError
from vision.arrays import Picture

__all__ = ["MOST_PIXELS", "PICTURE_ENDINGS", "decode_picture", "read_picture", "write_picture"]

PICTURE_ENDINGS = (".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp")
MOST_PIXELS = 120_000_000  # a 108-megapixel phone; more is a mistake or an attack on the memory
_MOST_BYTES = 300_000_000


def read_picture(path: Path) -> Picture:
    """The picture in a file, BGR ``uint8`` (height, width, 3), turned upright; ``InputError`` names a bad file."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise InputError(str(path), "", f"{path.stat().st_size} bytes", "a picture file below 300 MB")
        packed = path.read_bytes()
    except OSError as wrong:
        raise InputError(str(path), "", wrong.strerror or "no readable file", "a picture file") from wrong
    return decode_picture(packed, str(path))


def decode_picture(packed: bytes, name: str) -> Picture:
    """The picture in the bytes of a JPEG, PNG, … file; raises ``InputError`` under ``name``."""
    if not packed:
        raise InputError(name, "", "an empty file", "a picture (JPEG, PNG, …)")
    size = _announced_size(packed)
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise InputError(name, "header", f"{size[0]} x {size[1]} pixels", f"at most {MOST_PIXELS} pixels")
    try:
        picture = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None or picture.size == 0:
        raise InputError(name, "", "no picture that can be read", "a picture (JPEG, PNG, …)")
    if _is_cut_jpeg(packed):
        raise InputError(name, "", "a JPEG that breaks off", "a whole picture file")
    return np.asarray(picture, dtype=np.uint8)


def write_picture(path: Path, picture: Picture) -> None:
    """Nothing: writes the picture in the format of the name's ending, whole or not at all."""
    good, packed = cv2.imencode(path.suffix, picture)
    if not good:
        raise InputError(str(path), "", "a name without a known picture ending", ", ".join(PICTURE_ENDINGS))
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(packed.tobytes())
        Path(draft).chmod(0o644)
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def _announced_size(packed: bytes) -> tuple[int, int] | None:
    if packed[:8] == b"\x89PNG\r\n\x1a\n" and len(packed) >= 24:
        wide, high = struct.unpack(">II", packed[16:24])
        return int(wide), int(high)
    if packed[:2] == b"BM" and len(packed) >= 26:
        wide, high = struct.unpack("<ii", packed[18:26])
        return abs(int(wide)), abs(int(high))
    if packed[:2] == b"\xff\xd8":
        return _jpeg_size(packed)
    return None


def _jpeg_size(packed: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(packed) and packed[at] == 0xFF:
        kind, length = packed[at + 1], int.from_bytes(packed[at + 2 : at + 4], "big")
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):  # a start-of-frame segment
            high, wide = struct.unpack(">HH", packed[at + 5 : at + 9])
            return int(wide), int(high)
        at += 2 + length
    return None


def _is_cut_jpeg(packed: bytes) -> bool:
    # OpenCV fills what is missing with grey and says nothing: an unread die could hide there
    return packed[:2] == b"\xff\xd8" and b"\xff\xd9" not in packed[-4096:]
