"""Picture files: read with care, written whole or not at all.

*Upright* is the picture as every viewer shows it: the EXIF orientation is applied, whatever the format. Coordinates
"in pixels of the file as given" count from the top left of that upright picture at the file's own full size, also when
the picture is so large that it is read smaller (``Photo.scale``).

What a picture file says of itself before it is decoded: size, which way up, how many pictures, whether it is whole.

All that is read from packed bytes. Pillow knows the containers, ``break_off`` the ends, ``damage`` what lies between.
"""

from __future__ import annotations

import io
import struct
import sys
import warnings
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from companion.errors import InputError
from companion.files import write_file
from companion.table.observation import DiceSeen
from vision.arrays import Picture
from vision.webp import webp_flaw

_EXIF_ORIENTATION = 0x0112  # the tag that says which way up a photograph is
_DAMAGED_JPEG = ("Corrupt JPEG data", "Premature end")  # libjpeg's warnings of lost data; others are about headers
_TELLING = (b"Exif", b"eXIf", b"Raw profile", b"rientation", b"adobe.xmp", b"acTL", b"MPF")  # more than a size
_MOVING = ("GIF", "PNG", "WEBP", "TIFF")  # a phone's MPO holds a second picture for depth: its first is the photo


@dataclass(frozen=True, slots=True)
class Header:
    """``orientation`` as EXIF has it: 1 upright … 8; ``pictures`` more than one: it moves, or has pages."""

    kind: str
    size: tuple[int, int]  # width, height as stored
    orientation: int = 1
    pictures: int = 1


def read_header(packed: bytes) -> Header | None:
    """Read the file's header; ``None`` when its format is not known."""
    size = announced_size(packed)
    if size is not None and packed[:2] != b"BM" and not any(sign in packed for sign in _TELLING):
        return Header("PNG" if packed[:2] == b"\x89P" else "JPEG", size)  # Pillow takes a third of a second to load
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
    """Describe how the file breaks off (``a JPEG that breaks off``); empty when it is whole.

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


def damage(packed: bytes, kind: str) -> str:
    """Describe the damage in the packed data of a whole file of this kind (``damaged JPEG data: …``); empty without
    any.

    OpenCV goes on after bytes that make no sense, and a die is lost where they were. libjpeg-turbo is asked to be
    strict, at an eighth of the size; Pillow gives up on a TIFF; a PNG is refused by its own decoder; a WebP: ``webp``.
    """
    if packed[:2] == b"\xff\xd8":
        import simplejpeg

        try:
            simplejpeg.decode_jpeg(packed, "GRAY", min_height=1, min_width=1, min_factor=8)
        except ValueError as wrong:
            said = str(wrong)
            return f"damaged JPEG data: {said}" if any(sign in said for sign in _DAMAGED_JPEG) else ""
    elif kind == "TIFF":
        from PIL import Image

        try:
            with Image.open(io.BytesIO(packed)) as image:
                image.load()
        except (OSError, ValueError, SyntaxError) as wrong:
            return f"damaged TIFF data: {wrong}"
    elif kind == "WEBP":
        return webp_flaw(packed, lambda data: _decoded(data, None, 1))
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


PICTURE_ENDINGS = (".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp")
MOST_PIXELS = 120_000_000  # of a file that must be decoded whole; more is a mistake or an attack on the memory
MOST_JPEG_PIXELS = 480_000_000  # a plain JPEG is decoded smaller at once: a stitched panorama is welcome
_WHOLE_PIXELS = 48_000_000  # above this a picture is read at half, a quarter or an eighth of its size
_TURNED_HERE = ("JPEG", "MPO", "PNG", "WEBP")  # OpenCV turns TIFF itself, whatever it is told
_HEIC_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")  # ISO/IEC 23008-12
HEIC_REMEDY = "a JPEG: on the iPhone choose Settings, Camera, Formats, Most Compatible, or share the picture by mail"
_MOST_BYTES = 300_000_000  # of a file; larger ones are refused unread
_REDUCED = {2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8}


@dataclass(frozen=True, eq=False)
class Photo:
    """An upright picture, and how many pixels of the file (upright) one of its pixels is: mostly 1."""

    picture: Picture
    scale: float = 1.0
    size: tuple[int, int] = (0, 0)  # width, height of the upright file

    def to_file_px(self, x: float, y: float) -> tuple[float, float]:
        """A point of the picture in pixels of the file as given."""
        return (x + 0.5) * self.scale - 0.5, (y + 0.5) * self.scale - 0.5


def open_photo(name: str) -> Photo:
    """The picture in a file, or on standard input for ``-``; ``InputError`` names a bad one."""
    if name == "-":
        return decode_photo(sys.stdin.buffer.read(_MOST_BYTES + 1), "-")
    return decode_photo(_packed(Path(name)), name)


def read_picture(path: Path) -> Picture:
    """The picture in a file, BGR ``uint8`` (height, width, 3), turned upright; ``InputError`` names a bad file."""
    return decode_photo(_packed(path), str(path)).picture


def decode_picture(packed: bytes, name: str) -> Picture:
    """The picture in the bytes of a JPEG, PNG, … file; raises ``InputError`` under ``name``."""
    return decode_photo(packed, name).picture


def is_heic(packed: bytes) -> bool:
    """Whether it is a picture in the container that phones write HEIC and HEIF in, which OpenCV does not read."""
    return packed[4:8] == b"ftyp" and packed[8:12] in _HEIC_BRANDS


def decode_photo(packed: bytes, name: str) -> Photo:
    """The picture in the bytes of a file, smaller when it is huge; one channel, 16 bits and alpha become BGR."""
    if not packed:
        raise InputError(name, "", "an empty file", "a picture (JPEG, PNG, …)")
    if len(packed) > _MOST_BYTES:
        raise InputError(name, "", "more than 300 MB", "a picture file below 300 MB")
    if is_heic(packed):
        raise InputError(name, "", "a HEIC picture, as iPhones take them", HEIC_REMEDY)
    size = announced_size(packed)
    if size is not None:
        _check_size(size, packed, name)
    header = read_header(packed)
    if header is not None:
        _check_size(header.size, packed, name)
        if header.pictures > 1:
            found = f"{header.pictures} pictures in one {header.kind} file (an animation, or pages)"
            raise InputError(name, "", found, "one still picture")
    size = header.size if header else size
    by = 1 if size is None else next(by for by in (1, 2, 4, 8, 16) if size[0] * size[1] <= _WHOLE_PIXELS * by * by)
    flaw = break_off(packed) or damage(packed, header.kind if header else "")
    if flaw:
        raise InputError(name, "", flaw, "a whole picture file")
    picture = _decoded(packed, header, min(by, 8))
    if picture is None or picture.size == 0:
        raise InputError(name, "", "no picture that can be read", "a picture (JPEG, PNG, …)")
    orientation = header.orientation if header and header.kind in _TURNED_HERE else 1
    upright = _turned(picture, orientation)
    if by == 1 or size is None:
        return Photo(upright, 1.0, (upright.shape[1], upright.shape[0]))
    full = (size[1], size[0]) if orientation >= 5 else size
    return Photo(upright, full[0] / upright.shape[1], full)


def in_file_px(seen: DiceSeen, photo: Photo) -> DiceSeen:
    """Dice that were read on the picture, in pixels of the file as given."""
    if photo.scale == 1.0:
        return seen
    dice = []
    for die in seen.dice:
        x, y = photo.to_file_px(die.x, die.y)
        wide, high = round(die.width * photo.scale, 1), round(die.height * photo.scale, 1)
        dice.append(replace(die, x=round(x, 1), y=round(y, 1), width=wide, height=high))
    return replace(seen, dice=tuple(dice))


def encode_png(picture: Picture) -> bytes:
    """The picture as the bytes of a PNG file."""
    _, packed = cv2.imencode(".png", picture)
    return bytes(packed.tobytes())


def shrunk(picture: Picture, most_px: int) -> Picture:
    """The picture with its longer side no longer than that."""
    height, width = picture.shape[:2]
    share = most_px / max(height, width)
    if share >= 1:
        return picture
    size = (max(1, round(width * share)), max(1, round(height * share)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def encode_jpeg(picture: Picture, quality: int = 85) -> bytes:
    """The picture as the bytes of a JPEG file."""
    _, packed = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, quality))
    return bytes(packed.tobytes())


def write_picture(path: Path, picture: Picture) -> None:
    """Write the picture in the format of the name's ending, whole or not at all."""
    good, packed = cv2.imencode(path.suffix, picture)
    if not good:
        raise InputError(str(path), "", "a name without a known picture ending", ", ".join(PICTURE_ENDINGS))
    write_file(path, packed.tobytes())


def _packed(path: Path) -> bytes:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise InputError(str(path), "", f"{path.stat().st_size} bytes", "a picture file below 300 MB")
        with path.open("rb") as file:
            return file.read(_MOST_BYTES + 1)
    except OSError as wrong:
        raise InputError(str(path), "", wrong.strerror or "no readable file", "a picture file") from wrong


def _check_size(size: tuple[int, int], packed: bytes, name: str) -> None:
    is_plain = packed[:2] == b"\xff\xd8" and not is_progressive(packed)
    most = MOST_JPEG_PIXELS if is_plain else MOST_PIXELS
    if size[0] * size[1] > most:
        raise InputError(name, "header", f"{size[0]} x {size[1]} pixels", f"at most {most} pixels")


def _decoded(packed: bytes, header: Header | None, by: int) -> Picture | None:
    flags = (cv2.IMREAD_COLOR if by == 1 else _REDUCED[by]) | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        picture = cv2.imdecode(np.frombuffer(packed, np.uint8), flags)
    except cv2.error:
        picture = None
    if picture is None and header is not None and header.kind == "GIF":  # OpenCV 4 does not know it
        return _still_gif(packed)
    return None if picture is None else np.asarray(picture, dtype=np.uint8)


def _still_gif(packed: bytes) -> Picture | None:
    import io

    from PIL import Image

    try:
        with Image.open(io.BytesIO(packed)) as image:
            return np.ascontiguousarray(np.asarray(image.convert("RGB"), dtype=np.uint8)[..., ::-1])
    except (OSError, ValueError, SyntaxError, EOFError):
        return None


def _turned(picture: Picture, orientation: int) -> Picture:
    """The stored picture as EXIF wants it shown: 2 4 5 7 are mirrored, 5 to 8 lie on their side."""
    if orientation in (5, 6, 7, 8):
        picture = np.transpose(picture, (1, 0, 2))  # 5: mirrored along the falling diagonal
    flips = {2: (1,), 3: (0, 1), 4: (0,), 6: (1,), 7: (0, 1), 8: (0,)}.get(orientation, ())
    return np.ascontiguousarray(np.flip(picture, flips) if flips else picture)
