"""The host's eyes for photographs that phones send: decoded in bounds, read as any camera's, asked about in doubt."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from companion.errors import InputError
from companion.table.observation import DiceSeen, ReadVerdict
from ui.web.photographs import Look

if TYPE_CHECKING:
    from vision.symbols.reading import DiceReaders

MOST_PIXELS = 50_000_000  # the largest phones' cameras; decoded, 150 MB


def dice_eyes() -> Look:
    """What reads the dice on a picture; its libraries are imported with the first one."""

    @cache
    def readers() -> DiceReaders:
        from vision.symbols.reading import DiceReaders

        return DiceReaders()

    def look(packed: bytes, dice: Sequence[str], source: str) -> DiceSeen:
        from vision.pictures import announced_size, decode_photo, in_file_px, read_header

        header = read_header(packed)
        width, height = (header.size if header else announced_size(packed)) or (0, 0)
        if width * height > MOST_PIXELS:
            raise InputError(source, "", f"{width} x {height} pixels", f"a picture of at most {MOST_PIXELS}")
        read = readers().of(dice[0]) if len(set(dice)) == 1 else None
        photo = decode_photo(packed, source)
        if read is None:
            why = "dice of several kinds, or of a kind whose faces nobody has shown"
            return DiceSeen(source, time.monotonic(), ReadVerdict.ASK, (), why)
        seen = in_file_px(read(photo.picture, len(dice)), photo)
        return DiceSeen(source, time.monotonic(), seen.verdict, seen.dice, seen.why)

    return look
