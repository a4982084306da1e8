"""Enrolled faces on photographs in their tray, with its wall: each face is shown twice, and read again elsewhere."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.table.observation import ReadVerdict
from vision.lab.judging.splits import Photograph, photographs
from vision.pictures import read_picture
from vision.symbols.album import Album, enrol
from vision.symbols.reading import read_symbols

pytestmark = pytest.mark.slow


def test_faces_that_were_shown_twice_are_read_in_their_tray(shared: Path) -> None:
    by_face: dict[str, list[Photograph]] = {}
    for photo in photographs(shared / "vision" / "dice_more"):
        if photo.source in ("baylor", "d2baylor"):
            by_face.setdefault(str(photo.dice[0]["value"]), []).append(photo)
    album, seen = Album("numbers"), Counter[str]()
    for face, own in by_face.items():
        for photo in own[: min(2, len(own) - 1)]:
            album, _ = enrol(album, face, read_picture(photo.path), photo.path.name)
    for face, own in by_face.items():
        for photo in own[min(2, len(own) - 1) :]:
            read = read_symbols(read_picture(photo.path), album)
            faces = [die.face for die in read.dice]
            seen["asked" if read.verdict is ReadVerdict.ASK else "right" if faces == [face] else "wrong"] += 1
    assert seen["wrong"] == 0
    assert seen["right"] >= RIGHT_AT_LEAST, seen


RIGHT_AT_LEAST = 10  # of 14
