"""The text of a code (QR) that was printed, or shown by another screen, read from a photograph."""

from __future__ import annotations

from pathlib import Path

import cv2

from companion.errors import InputError
from vision.pictures import read_picture, shrunk

SIZES_PX = (4000, 1600, 800)  # the longer side of what is tried: a code that fills a photograph is read small


def read_code(path: Path) -> str:
    """The text; raises ``InputError`` for a file that is no picture, and for one without a code that can be read."""
    picture, detector = read_picture(path), cv2.QRCodeDetector()
    for size in SIZES_PX:
        try:
            text, *_ = detector.detectAndDecode(shrunk(picture, size))
        except cv2.error:  # something like a code whose corners lie on one line
            continue
        if text:
            return text
    raise InputError(str(path), "", "no code", "a photograph of a whole code, sharp and straight")
