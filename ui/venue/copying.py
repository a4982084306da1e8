"""A copy of an event in another folder, a stick or another machine's disk: from it a second laptop goes on.

friday.event.head, .event, .doors, .https/    whenever they changed, every two seconds
friday.event.tables                           once a minute; what is missing the tables' hosts send again
"""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path

from companion.errors import InputError
from companion.files import make_folder, write_file
from ui.web.security import Log

EVERY_S, TABLES_S = 2.0, 60.0  # the orders that a laptop takes along when it dies; its tables' lines, which come again


class Copying:
    """Copies the files of one event, in a thread of its own, until it is closed."""

    def __init__(self, event: Path, folder: Path, log: Log) -> None:
        if folder.resolve() == event.resolve().parent:
            raise InputError("--copy", "", str(folder), "another folder than the event's own")
        self._event, self._folder, self._log = event, make_folder(folder, 0o700), log
        self._seen: dict[str, tuple[int, int]] = {}
        self._over, self._since_s, self._is_lost = threading.Event(), TABLES_S, False
        self._copy()  # what cannot be copied at all is said at the start
        self._thread = threading.Thread(target=self._run, name="copy", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Copy what is new, and end."""
        self._over.set()
        self._thread.join(30)

    def _run(self) -> None:
        while not self._over.wait(EVERY_S):
            self._tried()
        self._since_s = TABLES_S
        self._tried()

    def _tried(self) -> None:
        try:
            self._copy()
        except (OSError, InputError, sqlite3.Error) as wrong:  # the stick was pulled out: the event goes on
            if not self._is_lost:
                self._log.note("copy_lost", why=str(wrong)[:120])
            self._is_lost = True
        else:
            self._is_lost = False

    def _copy(self) -> None:
        name = self._event.name
        https = self._event.with_name(f"{name}.https")
        for file in (f"{name}.head", name, f"{name}.doors", *(f"{https.name}/{one.name}" for one in https.glob("*"))):
            self._copy_file(file)  # the record's witness first: it never knows more lines than the copy has
        self._since_s += EVERY_S
        if self._since_s >= TABLES_S:
            self._copy_tables(f"{name}.tables")
            self._since_s = 0.0

    def _copy_file(self, name: str) -> None:
        source, target = self._event.parent / name, self._folder / name
        with suppress(FileNotFoundError):
            told = source.stat()
            now = told.st_size, told.st_mtime_ns
            if self._seen.get(name) != now or not target.exists():
                make_folder(target.parent, 0o700)
                write_file(target, source.read_bytes(), mode=0o600)
                self._seen[name] = now

    def _copy_tables(self, name: str) -> None:
        source, target, fresh = self._event.parent / name, self._folder / name, self._folder / f".{name}.new"
        if not source.exists():
            return
        fresh.unlink(missing_ok=True)
        fresh.touch(0o600)
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(fresh)) as new:
            old.backup(new, pages=256, sleep=0.01)  # tables report meanwhile
        for late in ("-wal", "-shm"):
            (self._folder / f"{name}{late}").unlink(missing_ok=True)
        fresh.replace(target)
