"""The fonts of pictures and paper: they come with wheels of their own, for a bare Debian has none.

Lato                    letters of Western Europe, and Polish ones
Arimo, DejaVu Sans      Czech, Turkish, Greek, Cyrillic, Hebrew; with Kivy's, Arabic and Georgian
Noto Sans CJK           Chinese, Japanese, Korean: 19 MB, so only where it is installed: pip install noto-cjk-sans-otc
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from companion.errors import MissingPart

# of letters that Lato lacks, the first that has one: the package, and the file in it
_OTHERS = (
    ("fontpkg_arimo", "files/Arimo[wght].ttf"),
    ("kivy", "data/fonts/DejaVuSans.ttf"),
    ("noto_cjk_sans_otc", "NotoSansCJK-Regular.ttc"),
)


# what Lato has beyond Latin-1; a test reads the font
_LATO = frozenset("ĄąĆćĘęıŁłŃńŒœŚśŠšŸŹźŻżŽžƒˆˇˉ˘˙˚˛˜˝π–—‘’‚“”„†‡•…‰‹›⁄€™∂∆∏∑−√∞∫≈≠≤≥◊♩")


def is_lato(text: str) -> bool:
    """Whether Lato has every letter of the text; Czech, Turkish or Greek names need another font."""
    return text.isascii() or all(letter < "\u0100" or letter in _LATO for letter in text)


@cache
def embedded() -> str:
    """Lato as CSS with its letters in it, for a page that stands alone; empty where it is not installed."""
    from fontTools import subset

    try:
        files = lato()
    except MissingPart:
        return ""
    faces = []
    for file, weight in zip(files, (400, 700), strict=True):
        options = subset.Options(flavor="woff", layout_features=["kern"], notdef_outline=True)
        with subset.load_font(file, options) as font:
            letters = subset.Subsetter(options)
            letters.populate(unicodes=[*range(0x20, 0x100), *map(ord, _LATO)])
            letters.subset(font)
            subset.save_font(font, written := BytesIO(), options)
        data = b64encode(written.getvalue()).decode()
        faces.append(f'@font-face{{font-family:Lato;font-weight:{weight};src:url("data:font/woff;base64,{data}")}}')
    return "\n".join(faces) + "\n"


def lato() -> tuple[str, str]:
    """The files of the regular and the bold font; raises ``MissingPart`` without them."""
    try:
        from font_lato import font_files
    except ImportError as missing:
        raise MissingPart(f"the package {missing.name}", "install it: pip install font-lato") from missing
    return font_files["Lato"], font_files["LatoBold"]


@cache
def other_fonts() -> tuple[str, ...]:
    """The files of the other fonts that are installed."""
    found = []
    for package, file in _OTHERS:
        place = find_spec(package)
        if place is not None and place.origin is not None:
            path = Path(place.origin).parent / file
            found += [str(path)] if path.is_file() else []
    return tuple(found)


def needs_others(text: str) -> bool:
    """Whether it may have letters that Lato lacks."""
    return not is_lato(text)


def unprintable(texts: Iterable[str]) -> tuple[str, ...]:
    """Those of the texts that have a letter which no font at hand has."""
    return tuple(text for text in texts if letters_lacking(text))


def letters_lacking(text: str) -> frozenset[str]:
    """The letters of the text that no font at hand has."""
    if not needs_others(text):
        return frozenset()
    known = _letters()
    return frozenset(one for one in text if not one.isspace() and not any(ord(one) in letters for letters in known))


@cache
def _letters() -> tuple[frozenset[int], ...]:
    """The letters of each font."""
    from fontTools.ttLib import TTFont

    files = (lato()[0], *other_fonts())
    found = []
    for file in files:
        with TTFont(file, fontNumber=0, lazy=True) as font:
            found.append(frozenset(font.getBestCmap()))
    return tuple(found)
