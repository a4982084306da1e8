"""Pictures that are kept beside a record: found, and deleted when the players wish. The record does not need them.

evening/game.record            sealed lines, no pictures inside
evening/pictures/012-table.jpg what the camera saw: ours by its name
"""

from __future__ import annotations

import re
from pathlib import Path

from companion.errors import InputError

_OURS = re.compile(r"\d{3,}-[a-z0-9-]+\.(jpg|png)")  # a player's own photographs have other names, and stay


def find_pictures(record: Path) -> list[Path]:
    """The pictures that belong to a record, in the order of their names; links are none of ours."""
    folder = record.parent / "pictures"
    if not folder.is_dir() or folder.is_symlink():
        return []
    return sorted(
        one for one in folder.iterdir() if _OURS.fullmatch(one.name) and one.is_file() and not one.is_symlink()
    )


def forget_pictures(record: Path) -> tuple[int, int]:
    """How many pictures were deleted, and their bytes; raises ``InputError`` for one that cannot be deleted."""
    count = size = 0
    for path in find_pictures(record):
        try:
            held = path.stat().st_size
            path.unlink()
        except OSError as wrong:
            raise InputError(str(path), "", wrong.strerror or "a fault", "a picture that can be deleted") from wrong
        count, size = count + 1, size + held
    return count, size
