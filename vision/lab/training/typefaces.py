"""The numerals that training draws, in typefaces of Debian's packages: the network's lessons, the geometry's models.

    apt-get install fonts-averia-sans-gwf fonts-averia-serif-gwf fonts-cabin fonts-cantarell fonts-clear-sans \\
        fonts-comic-neue fonts-crosextra-caladea fonts-dejavu-extra fonts-inter fonts-karla \\
        fonts-league-spartan fonts-liberation fonts-manrope fonts-open-sans fonts-play fonts-quicksand

None of them is one that ``vision.virtual.numerals`` judges with.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.arrays import Picture
from vision.numbers.kinds import EITHER

_FONTS = Path("/usr/share/fonts")
TYPEFACES: tuple[str, ...] = (
    "AveriaSansGWF-Bold",
    "AveriaSerifGWF-Regular",
    "Cabin-Bold",
    "Cabin-Regular",
    "Caladea-Bold",
    "Caladea-Regular",
    "Cantarell-Bold",
    "ClearSans-Bold",
    "ClearSans-Regular",
    "ComicNeue-Bold",
    "DejaVuSans",
    "DejaVuSans-Bold",
    "DejaVuSansCondensed-Bold",
    "DejaVuSerif",
    "DejaVuSerif-Bold",
    "DejaVuSerifCondensed-Bold",
    "Inter-Bold",
    "Inter-Regular",
    "Inter-Italic",
    "InterDisplay-Black",
    "Karla-Bold",
    "LeagueSpartan-Bold",
    "LiberationSans-Bold",
    "LiberationSans-Regular",
    "LiberationSans-BoldItalic",
    "LiberationSansNarrow-Bold",
    "LiberationSerif-Bold",
    "LiberationSerif-Regular",
    "LiberationSerif-BoldItalic",
    "Manrope-Bold",
    "OpenSans-Bold",
    "OpenSans-CondBold",
    "OpenSans-Regular",
    "Play-Bold",
    "Play-Regular",
    "Quicksand-Bold",
)
MARKS = ("", "line", "dot")  # what tells a six from a nine
MASK_PX = 96
_TEXT_PX = 160


@cache
def mask_of(text: str, typeface: str, mark: str = "", weight: int = 0) -> Picture:
    """The ink of a text, upright, (96, 96) 0 to 255: it just fits in a circle 92 px wide.

    ``mark``: a ``line`` below it, or a ``dot`` at its foot; ``weight``: px (of the text's 160) that it grows by.
    """
    font = ImageFont.truetype(str(_file_of(typeface)), _TEXT_PX)
    left, top, right, low = (int(part) for part in font.getbbox(text))
    sheet = Image.new("L", (right - left + 160, low - top + 160), 0)
    ImageDraw.Draw(sheet).text((80 - left, 80 - top), text, 255, font=font)
    ink = np.array(sheet, dtype=np.uint8)
    if weight:
        ink = np.asarray(
            cv2.dilate(ink, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (weight, weight))), dtype=np.uint8
        )
    rows, columns = np.nonzero(ink > 127)
    foot, thick = int(rows.max()), max(10, int(0.13 * _TEXT_PX * 0.7))
    if mark == "line":
        cv2.rectangle(ink, (int(columns.min()), foot + 14), (int(columns.max()), foot + 14 + thick), 255, -1)
    elif mark == "dot":
        cv2.circle(ink, (int(columns.max()) + 12 + thick // 2, foot - thick // 2), int(0.75 * thick), 255, -1)
    return fitted(ink)


def fitted(ink: Picture) -> Picture:
    """Ink of any size, moved and scaled into the circle of ``mask_of``."""
    rows, columns = np.nonzero(ink > 127)
    middle = np.array([columns.min() + columns.max(), rows.min() + rows.max()]) / 2.0
    far = float(np.hypot(columns - middle[0], rows - middle[1]).max())
    zoom = 46.0 / far
    shift = (MASK_PX - 1) / 2.0 - zoom * middle
    smooth = cv2.GaussianBlur(ink, (0, 0), max(0.01, 0.4 / zoom))
    matrix = np.array([[zoom, 0.0, shift[0]], [0.0, zoom, shift[1]]])
    return np.asarray(cv2.warpAffine(smooth, matrix, (MASK_PX, MASK_PX), flags=cv2.INTER_LINEAR), dtype=np.uint8)


def spelled(numeral: str, draw: np.random.Generator) -> tuple[str, str]:
    """The text and the mark of a numeral; one that may be a six or a nine is either."""
    if numeral == EITHER:
        return str(draw.choice(["6", "9"])), ""
    return numeral, str(draw.choice(MARKS[1:])) if numeral in ("6", "9") else ""


@cache
def _file_of(typeface: str) -> Path:
    files = sorted(file for file in _FONTS.rglob(f"{typeface}.*") if file.suffix in (".otf", ".ttf"))
    if not files:
        raise FileNotFoundError(f"{typeface}: install the packages that {__name__} names")
    return files[0]
