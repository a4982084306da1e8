"""Names forgotten after an event: what stood beside its lines, and what its tables sent, is gone; every seal holds."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sqlalchemy import delete, select

from companion.core.ledger import Recorder
from companion.storage.sql import GAMES, LINES, NAMES, PHOTOGRAPHS, Database


def forget_in_database(database: Database, event: str) -> None:
    """The names of one event among those of a database: its lines stay, and what its tables sent goes."""
    with database.writing() as db:
        games = select(GAMES.c.id).where(GAMES.c.event == event)
        db.execute(delete(LINES).where(LINES.c.game.in_(games)))
        for table in (GAMES, PHOTOGRAPHS, NAMES):
            db.execute(delete(table).where(table.c.event == event))


def lines_naming(recorder: Recorder, names: Iterable[str]) -> list[int]:
    """The lines, from 1, in which one of these stands itself: sealed before that player was entered."""
    words = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names) or "(?!)")
    return [entry.version + 1 for entry in recorder.read() if words.search(entry.line.decode())]
