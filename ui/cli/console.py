"""The console as commands may use it: whatever its encoding, closed or full, with a reader or without one.

standard output   a reader that left: `ReaderLeft`; another fault: `InputError`; what it cannot show: "?", in JSON \\u…
standard error    what cannot be said is not said: nobody's answer depends on it
standard input    closed: `InputError`, as a file that cannot be read
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from typing import TYPE_CHECKING

from companion.errors import InputError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer
    from typing_extensions import Buffer

HANDLER = "tablewright"


class ReaderLeft(BaseException):
    """The reader of our output has enough of it (``| head``): there is nothing more to do, and nothing to say."""


class _Output(io.FileIO):
    """Standard output, whose faults are told apart from those of other files; after the first it swallows the rest."""

    def __init__(self, number: int, *, is_open: bool, is_silent: bool) -> None:
        super().__init__(number, "wb", closefd=False)
        self._fault = "" if is_open else "a closed stream"
        self._is_silent = is_silent

    def write(self, data: Buffer, /) -> int:
        fault, self._fault = self._fault, ""
        if not fault:
            try:
                return super().write(data) or 0
            except BrokenPipeError:
                self._swallow()
                if not self._is_silent:
                    raise ReaderLeft from None
            except OSError as wrong:
                fault = wrong.strerror or "a place that cannot be written"
        if fault:
            self._swallow()
            if not self._is_silent:
                raise InputError("standard output", "", fault, "a place that can be written")
        return memoryview(data).nbytes

    def _swallow(self) -> None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)


class _ClosedInput(io.RawIOBase):
    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 0  # `use_console` opened the null device there

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        raise InputError("standard input", "", "a closed stream", "a file to read")


def use_console() -> bool:
    """Put our own three in the place of Python's; streams that a test put there stay. Return whether none did."""
    is_own = sys.stdout is sys.__stdout__
    is_open = [_is_open(number) for number in range(3)]
    codecs.register_error(HANDLER, _shown)
    if sys.stdout is sys.__stdout__:
        sys.stdout = _text(sys.__stdout__, _Output(1, is_open=is_open[1], is_silent=False), HANDLER)
    if sys.stderr is sys.__stderr__:
        sys.stderr = _text(sys.__stderr__, _Output(2, is_open=is_open[2], is_silent=True), "backslashreplace")
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_ClosedInput()), encoding="utf-8")
    return is_own


def _is_open(number: int) -> bool:
    """Whether the process was given that stream; if not, it leads nowhere now, so that no file gets its number."""
    try:
        os.fstat(number)
    except OSError:
        os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: this one
        return False
    return True


def _text(before: io.TextIOBase | None, raw: _Output, errors: str) -> io.TextIOWrapper:
    encoding = before.encoding if isinstance(before, io.TextIOWrapper) else "utf-8"
    is_prompt = raw.isatty() or errors != HANDLER
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, errors, line_buffering=is_prompt)


def _shown(wrong: UnicodeError) -> tuple[str, int]:
    """Replace characters that the console cannot show: in JSON by their escapes, elsewhere by a ``?`` each."""
    if not isinstance(wrong, UnicodeEncodeError):
        raise wrong
    lost = wrong.object[wrong.start : wrong.end]
    if wrong.object.startswith(("{", "[")):
        units = lost.encode("utf-16-be", "surrogatepass")
        return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2)), wrong.end
    return "?" * len(lost), wrong.end
