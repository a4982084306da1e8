"""Files written whole or not at all, devices and pipes through; folders made; one program at a time at a place."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from filelock import FileLock, Timeout

from companion.errors import InputError, unusable


def write_file(path: str | Path, data: bytes, *, mode: int = 0o644) -> None:
    """Write ``data`` into the file; what it held before stays when something goes wrong.

    A link stays, and what it points to is written. What is no plain file (``/dev/stdout``, a pipe) is written as it is.
    ``mode``: who may read a file that is new.
    """
    try:
        target = Path(os.path.realpath(path))
        try:
            before = Path(path).stat()
        except FileNotFoundError:
            _replace(target, data, mode)
        else:
            if stat.S_ISREG(before.st_mode) and not str(path).startswith(("/dev/", "/proc/")):
                _replace(target, data, stat.S_IMODE(before.st_mode))
            else:
                Path(path).write_bytes(data)
    except (OSError, ValueError) as wrong:
        raise unusable(wrong, str(path)) from None


def make_folder(path: Path, mode: int = 0o777) -> Path:
    """Return that folder, made with those above it where it is not there yet."""
    try:
        path.mkdir(parents=True, exist_ok=True, mode=mode)
    except (OSError, ValueError) as wrong:
        raise unusable(wrong, str(path)) from None
    return path


def _replace(target: Path, data: bytes, mode: int) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}"[:200] + ".")
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # its new name must not stand before its content does
        draft.chmod(mode)
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def claim(path: Path, refusal: type[InputError] = InputError) -> FileLock:
    """Take that file or folder for this program until the lock is released; raises ``refusal`` while another one has
    it. The system frees the place of a program that was killed."""
    lock = FileLock(f"{path}.host")
    try:
        lock.acquire(timeout=0)
    except Timeout as taken:
        raise in_use(path, refusal) from taken
    except OSError as wrong:
        raise unusable(wrong, str(path)) from wrong
    return lock


def in_use(path: Path, refusal: type[InputError] = InputError) -> InputError:
    """The refusal of a file or folder that another program has."""
    return refusal(str(path), "", "already running: another program has it open", "one program at a time")
