"""QR codes on photographs that a player has, read by the camera's part; a tablet alone does without."""

from __future__ import annotations

from pathlib import Path

from companion.errors import MissingPart


def code_text(photograph: Path) -> str:
    """Return the text of the QR code on a photograph; raises ``InputError`` where none can be read."""
    try:
        from vision.codes import read_code
    except ImportError as missing:
        raise MissingPart(f"the package {missing.name}", "install tablewright[camera]") from missing
    return read_code(photograph)
