"""Names that every system can keep: Windows and macOS fold case, and Windows has names and signs of its own."""

from __future__ import annotations

import unicodedata
from collections import Counter
from pathlib import PureWindowsPath

from tests.architecture.test_documents import paths


def test_every_file_can_be_kept_anywhere() -> None:
    names = set(paths())
    folded = Counter(unicodedata.normalize("NFC", name).casefold() for name in names)
    assert len(names) > 1500
    assert [name for name, count in folded.items() if count > 1] == []
    assert [name for name in names if PureWindowsPath(name).is_reserved() or set(name) & set('<>:"|?*\\')] == []
    assert [
        name for name in names if any(part != part.strip(" .") and part[0] != "." for part in name.split("/")[1:])
    ] == []
