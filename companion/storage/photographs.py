"""Photographs that judges took at an event's tables, each with how many lines the table's record had then."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from companion.storage.sql import PHOTOGRAPHS, Database


class PhotoStore:
    """The photographs of one event; used from any thread. ``of``: a piece, or nothing for the whole table."""

    def __init__(self, database: Database, event: str = "") -> None:
        self._database, self._event = database, event

    def keep(self, round_: int, table: int, of: str, lines: int, picture: bytes) -> None:
        """Keep it, in the place of one that was taken at the same line; raises ``StoreFault``."""
        columns = PHOTOGRAPHS.c
        place = {"event": self._event, "round": round_, "place": table, "of": of, "lines": lines}
        with self._database.writing() as db:
            db.execute(delete(PHOTOGRAPHS).where(*(columns[name] == value for name, value in place.items())))
            db.execute(insert(PHOTOGRAPHS).values(**place, picture=picture))

    def taken(self, round_: int, table: int, of: str) -> list[int]:
        """Return the numbers of lines at which it was photographed, the lowest first."""
        columns = PHOTOGRAPHS.c
        mine = (columns.event == self._event, columns.round == round_, columns.place == table, columns.of == of)
        with self._database.reading() as db:
            return list(db.execute(select(columns.lines).where(*mine).order_by(columns.lines)).scalars())

    def read(self, round_: int, table: int, of: str, lines: int) -> bytes | None:
        """The picture that was taken at that line, a JPEG."""
        columns = PHOTOGRAPHS.c
        mine = (columns.event == self._event, columns.round == round_, columns.place == table, columns.of == of)
        with self._database.reading() as db:
            picture = db.execute(select(columns.picture).where(*mine, columns.lines == lines)).scalar_one_or_none()
        return bytes(picture) if picture is not None else None
