"""Text as a QR code, for another device's camera; and such a code read again from a photograph."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from companion.errors import MissingPart


def qr_of(text: str) -> bytes:
    """The code as a PNG; empty where the text is too long for one."""
    import segno

    made = BytesIO()
    try:
        segno.make(text, error="l").save(made, kind="png", scale=6, border=3)
    except segno.DataOverflowError:
        return b""
    return made.getvalue()


def text_of(photograph: Path) -> str:
    """The text of the code on it; raises ``InputError`` where none can be read."""
    try:
        from vision.codes import read_code
    except ImportError as missing:
        raise MissingPart(f"the package {missing.name}", "install tablewright[camera]") from missing
    return read_code(photograph)
