"""Numerals of rendered dice: numbers in typefaces that come with our dependencies, as the share of ink.

Nothing that reads numbers was taught with these typefaces: they judge.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.virtual.scene import Field

_FILES = {
    "lato": ("font_lato", "files/Lato-Regular.ttf"),
    "lato bold": ("font_lato", "files/Lato-Bold.ttf"),
    "lato black": ("font_lato", "files/Lato-Black.ttf"),
    "lato italic": ("font_lato", "files/Lato-BoldItalic.ttf"),
    "roboto": ("kivy", "data/fonts/Roboto-Regular.ttf"),
    "roboto bold": ("kivy", "data/fonts/Roboto-Bold.ttf"),
}
TYPEFACES: tuple[str, ...] = (*_FILES, "aileron", "opencv")
_LARGE = 200  # height of the letters that are drawn


@cache
def numeral(text: str, typeface: str, size: int = 96) -> Field:
    """The ink of a number on a face (size, size), 0 to 1, as large as a circle in it lets it be.

    ``6_`` stands on a line, ``6.`` has a dot at its foot. Raises ``KeyError`` for a typeface not in ``TYPEFACES``,
    ``FileNotFoundError`` for one whose package is not installed.
    """
    ink = _drawn(text.rstrip("_."), typeface)
    rows, columns = np.nonzero(ink > 127)
    top, low, left, right = int(rows.min()), int(rows.max()), int(columns.min()), int(columns.max())
    wide = max(12, (low - top) // 9)
    if text.endswith("_"):
        cv2.rectangle(ink, (left, low + wide), (right, low + 2 * wide), 255, -1)
    elif text.endswith("."):
        cv2.circle(ink, (right + 2 * wide, low - wide // 2), round(0.8 * wide), 255, -1)
    rows, columns = np.nonzero(ink > 127)
    x, y = (columns.min() + columns.max()) / 2, (rows.min() + rows.max()) / 2
    zoom = 0.49 * size / float(np.hypot(columns - x, rows - y).max())
    soft = cv2.GaussianBlur(ink, (0, 0), 0.4 / zoom)
    matrix = np.array([[zoom, 0, (size - 1) / 2 - zoom * x], [0, zoom, (size - 1) / 2 - zoom * y]])
    return np.asarray(cv2.warpAffine(soft, matrix, (size, size)), np.float32) / np.float32(255)


def _drawn(text: str, typeface: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    sheet = np.zeros((3 * _LARGE, 4 * _LARGE), np.uint8)
    if typeface == "opencv":
        place = (_LARGE // 2, 2 * _LARGE)
        cv2.putText(sheet, text, place, cv2.FONT_HERSHEY_DUPLEX, _LARGE / 26, 255, 21, cv2.LINE_AA)
        return sheet
    page = Image.fromarray(sheet)
    ImageDraw.Draw(page).text((_LARGE, _LARGE // 2), text, 255, font=_font(typeface))
    return np.array(page)


def _font(typeface: str) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    if typeface == "aileron":  # Pillow's own
        return ImageFont.load_default(_LARGE)
    package, file = _FILES[typeface]
    found = find_spec(package)
    if found is None or found.origin is None:
        raise FileNotFoundError(f"{typeface} comes with {package}, which is not installed")
    return ImageFont.truetype(str(Path(found.origin).parent / file), _LARGE)
