"""Whether a table is led by the hand, kept beside its store: hints that were asked for are there after a restart."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from companion.errors import InputError
from companion.files import write_file


class KeptLead:
    """The mark of one table; a game in memory is kept nowhere."""

    def __init__(self, store: Path) -> None:
        self._file = store.with_suffix(".led") if store.is_file() else None
        self.is_led = self._file is not None and self._file.is_file()

    def keep(self, is_led: bool) -> None:
        """Keep whether it is led; a full disk stops no game."""
        if is_led == self.is_led:
            return
        self.is_led = is_led
        with suppress(InputError, OSError):
            if self._file and is_led:
                write_file(self._file, b"")
            elif self._file:
                self._file.unlink(missing_ok=True)
