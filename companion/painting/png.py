"""SVG to PNG, by resvg: no screen, no library of the system's, and always the same font.

A bare Debian has no font at all, and words without a font are not drawn; so the font comes with a wheel of its own
(font-lato), and the system's fonts are not looked for: a picture is the same wherever it is made.
"""

from __future__ import annotations

from companion.errors import MissingPart
from companion.painting.font import lato, needs_others, other_fonts


def png_of(svg: str, *, width: int | None = None) -> bytes:
    """The drawing as the bytes of a PNG file, a pixel a unit or so many pixels wide.

    Raises ``MissingPart`` without the renderer.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError as missing:
        raise MissingPart(f"the package {missing.name}", "install it: pip install resvg-py") from missing
    fonts = [*lato(), *(other_fonts() if needs_others(svg) else ())]
    drawn = svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=fonts, font_family="Lato")
    return bytes(drawn)


def picture_of(svg: str, *, width: int | None = None) -> bytes:
    """The same for a page that can do without: empty where this machine has no renderer (a tablet with Android)."""
    try:
        return png_of(svg, width=width)
    except MissingPart:
        return b""
