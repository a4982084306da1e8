"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from companion.errors import InputError


def write_file(path: str | Path, data: bytes) -> None:
    """Write ``data`` into the file; what it held before stays when something goes wrong."""
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())  # its new name must not stand before its content does
            Path(name).chmod(0o644)
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as wrong:
        found = wrong.strerror or "a place that cannot be written"
        raise InputError(str(path), "", found, "a writable place") from None
