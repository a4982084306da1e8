"""The one font of pictures and paper: it comes with a wheel of its own, for a bare Debian has none."""

from __future__ import annotations

from companion.errors import MissingPart


def lato() -> tuple[str, str]:
    """The files of the regular and the bold font; raises ``MissingPart`` without them."""
    try:
        from font_lato import font_files
    except ImportError as missing:
        raise MissingPart(f"the package {missing.name}", "install it: pip install font-lato") from missing
    return font_files["Lato"], font_files["LatoBold"]
