"""Files written whole or not at all; folders made; one program at a time at a file or folder."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from filelock import FileLock, Timeout

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


def made_folder(path: Path, mode: int = 0o777) -> Path:
    """Return that folder, made where it is not there; raises ``InputError``."""
    try:
        path.mkdir(parents=True, exist_ok=True, mode=mode)
    except OSError as wrong:
        raise InputError(str(path), "", wrong.strerror or str(wrong), "a place to write") from wrong
    return path


def claim(path: Path, refusal: type[InputError] = InputError) -> FileLock:
    """Take that file or folder for this program until the lock is released; raises ``refusal`` while another one has
    it. The system frees the place of a program that was killed."""
    lock = FileLock(f"{path}.host")
    try:
        lock.acquire(timeout=0)
    except Timeout as taken:
        raise in_use(path, refusal) from taken
    except OSError as wrong:
        raise InputError(str(path), "", wrong.strerror or str(wrong), "a place to write") from wrong
    return lock


def in_use(path: Path, refusal: type[InputError] = InputError) -> InputError:
    """The refusal of a file or folder that another program has."""
    return refusal(str(path), "", "already running: another program has it open", "one program at a time")
