"""QR codes, for another device's camera."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO


@lru_cache(maxsize=4)  # a page that follows who comes in shows the same one again and again
def qr_of(text: str) -> bytes:
    """Return the code as a PNG; empty where the text is too long for one."""
    import segno

    made = BytesIO()
    try:
        segno.make(text, error="l").save(made, kind="png", scale=14, border=3)
    except segno.DataOverflowError:
        return b""
    return made.getvalue()
