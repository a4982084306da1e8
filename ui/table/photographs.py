"""The host's eyes for photographs that phones send: decoded in bounds, read as any camera's, asked about in doubt."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import InputError, MissingPart
from companion.table.observation import DiceSeen, PictureSeen, ReadVerdict, ScreenSeen

if TYPE_CHECKING:
    from ui.web.photographs import Eyes, TableLook
    from vision.pictures import Photo
    from vision.watch.readers import DiceReaders

SQUARE_PX = 56  # of the map from straight above: enough to see a base and its figure
SMALL_PX = 1600  # the longer side of a picture that people look at
MOST_PIXELS = 50_000_000  # the largest phones' cameras; decoded, 150 MB


def host_eyes(layout: str) -> Eyes | None:
    """Return the readers of photographs of dice and, with a layout of markers and tags, of the table.

    ``None`` where the camera's parts are not installed.
    """
    if not find_spec("cv2"):
        return None
    from ui.web.photographs import Eyes  # with the pages, which a tablet alone does without

    return Eyes(dice_eyes(), table_eyes(Path(layout)) if layout else None, screen_eyes())


def dice_eyes() -> Callable[[bytes, Sequence[str], str], DiceSeen]:
    """Return the reader of dice on a picture; its libraries are imported with the first one."""

    @cache
    def readers() -> DiceReaders:
        from vision.watch.readers import DiceReaders

        return DiceReaders()

    def look(packed: bytes, dice: Sequence[str], source: str) -> DiceSeen:
        from vision.pictures import in_file_px

        photo = _decoded(packed, source)
        read = readers().of_all(dice)
        if read is None:
            why = "dice of several kinds, or of a kind whose faces nobody has shown"
            return DiceSeen(source, time.monotonic(), ReadVerdict.ASK, (), why)
        seen = in_file_px(read(photo.picture, len(dice)), photo)
        return DiceSeen(source, time.monotonic(), seen.verdict, seen.dice, seen.why)

    return look


def table_eyes(layout_file: Path) -> Callable[[bytes, str], TableLook | str]:
    """Return the reader of figures on a picture of the table, by markers and tags; raises
    ``InputError`` for the file.
    """
    from vision.plane.layout import read_layout

    layout = read_layout(layout_file)

    def look(packed: bytes, source: str) -> TableLook | str:
        from ui.web.photographs import TableLook
        from vision.pictures import encode_jpeg
        from vision.plane.calibration import CalibrationRefused
        from vision.plane.markers import detect_markers
        from vision.plane.overhead import rectify
        from vision.plane.project import place_tags
        from vision.plane.register import register
        from vision.settings import VisionSettings

        settings, picture = VisionSettings(), _decoded(packed, source).picture
        fitted = register(picture, layout, settings)
        if isinstance(fitted, CalibrationRefused):
            return fitted.why
        tags = detect_markers(picture, set(layout.by_tag), settings.markers, layout.family)
        pieces, doubts = place_tags(tags, fitted, layout, settings)
        seen = PictureSeen(source, time.monotonic(), pieces, tuple(doubt.why for doubt in doubts))
        return TableLook(seen, encode_jpeg(rectify(picture, fitted, layout, SQUARE_PX)))

    return look


def small_picture(packed: bytes) -> bytes:
    """The picture as a JPEG of a page's size, with nothing but what it shows; raises ``InputError``."""
    from vision.pictures import encode_jpeg, shrunk

    return encode_jpeg(shrunk(_decoded(packed, "phone").picture, SMALL_PX))


def screen_eyes(folder: Path | None = None) -> Callable[[bytes, str, str], ScreenSeen | None]:
    """Return the counter of cubes on a picture of a seat's screen, where somebody has shown its boxes."""

    def look(packed: bytes, seat: str, source: str) -> ScreenSeen | None:
        from vision.cubes.counting import count_on
        from vision.cubes.shown import read_screen, screen_path

        path = folder / f"{seat}.json" if folder is not None else screen_path(seat, None)
        if not path.exists():
            return None
        return count_on(_decoded(packed, source).picture, read_screen(path), source, time.monotonic())

    return look


def _decoded(packed: bytes, source: str) -> Photo:
    """The picture; raises ``InputError`` when it is none, or larger than any phone's, before it takes memory."""
    from vision.pictures import announced_size, decode_photo, read_header

    header = read_header(packed)
    width, height = (header.size if header else announced_size(packed)) or (0, 0)
    if width * height > MOST_PIXELS:
        raise InputError(source, "", f"{width} x {height} pixels", f"a picture of at most {MOST_PIXELS}")
    return decode_photo(packed, source)


def code_text(photograph: Path) -> str:
    """Return the text of the QR code on a photograph; raises ``InputError`` where none can be read."""
    try:
        from vision.codes import read_code
    except ImportError as missing:
        raise MissingPart(f"the package {missing.name}", "install tablewright[camera]") from missing
    return read_code(photograph)
