"""QR codes, for another device's camera."""

from __future__ import annotations

from io import BytesIO


def qr_of(text: str) -> bytes:
    """Return the code as a PNG; empty where the text is too long for one."""
    import segno

    made = BytesIO()
    try:
        segno.make(text, error="l").save(made, kind="png", scale=14, border=3)
    except segno.DataOverflowError:
        return b""
    return made.getvalue()
