"""All figures of a folder, found as one types: an index beside the user's other caches, made anew when a file changes.

    folder of figure files ──once──> index (SQLite) ──words, points, power──> entries ──id──> the whole figure

Looking a figure up reads one row, so it takes as long for ten thousand figures as for ten.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from platformdirs import user_cache_path

from companion.core.ids import FigureId
from companion.core.typed import folded
from companion.documents import Node, load_document
from companion.errors import InputError
from companion.games.heroclix.figures.collection import correct, is_corrections, load_figures
from companion.games.heroclix.figures.figure import SLOTS, Click, Figure
from companion.games.heroclix.figures.files import FORMAT, format_figure, parse_figures
from companion.interchange.roster import Known, Roster

_SHAPE = 3  # of the index: raised when its tables change, so that an old one is made anew
_TABLES = """
CREATE TABLE made (shape INTEGER, files TEXT);
CREATE TABLE figures (id TEXT PRIMARY KEY, name TEXT, "set" TEXT, number TEXT, kind TEXT, points TEXT, keywords TEXT,
                      teams TEXT, printed TEXT, first_cost INTEGER, first_attack INTEGER, words TEXT, entry TEXT);
CREATE INDEX figures_in_any_capitals ON figures (id COLLATE NOCASE);
CREATE TABLE costs (figure TEXT, points INTEGER);
CREATE TABLE powers (power TEXT, figure TEXT);
CREATE INDEX powers_of ON powers (power);
CREATE TABLE corrections (file TEXT);
"""


ORDERS = {  # of a list: the word, and the columns
    "name": "name, id",
    "points": "first_cost DESC, name, id",
    "attack": "first_attack DESC, name, id",
    "set": '"set", number, id',
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A figure as a list shows it."""

    id: FigureId
    name: str
    set: str
    collector_number: str
    points: tuple[int, ...]
    keywords: tuple[str, ...]
    team_abilities: tuple[str, ...]
    printed: tuple[str, ...] = ()  # speed, attack, defense, damage where it starts for its first cost; then its range


class FigureLibrary(Mapping[FigureId, Figure]):
    """The figures of a folder or a file, or those that are shipped; raises ``InputError`` for files it cannot read."""

    def __init__(self, path: str | Path | None = None) -> None:
        self.name = "the shipped figures" if path is None else str(path)
        place = None if path is None else Path(path)
        if place is not None and place.is_dir():
            self._db = sqlite3.connect(_indexed(place))
        else:
            self._db = _made(":memory:", load_figures(path), "", ())

    def find(
        self,
        words: Iterable[str] = (),
        points: tuple[int, int] | None = None,
        power: str | None = None,
        *,
        by: str = "name",
        most: int = -1,
    ) -> list[Entry]:
        """The figures that have all these words somewhere (name, set, number, keywords, team …; accents and capitals do
        not matter), a cost within ``points``, and the power on any click; the first ``most``, ``by`` one of ``ORDERS``.
        """
        asked = 'SELECT id, name, "set", number, points, keywords, teams, printed FROM figures WHERE 1'
        values: list[str | int] = []
        for word in words:
            asked += " AND instr(words, ?)"
            values.append(folded(word))
        if points is not None:
            asked += " AND id IN (SELECT figure FROM costs WHERE points BETWEEN ? AND ?)"
            values += points
        if power is not None:
            asked += " AND id IN (SELECT figure FROM powers WHERE power = ?)"
            values.append(power)
        rows = self._db.execute(f"{asked} ORDER BY {ORDERS[by]} LIMIT ?", [*values, most])
        return [
            Entry(FigureId(row[0]), row[1], row[2], row[3], *(tuple(json.loads(cell)) for cell in row[4:]))
            for row in rows
        ]

    @cached_property
    def roster(self) -> Roster:
        """Every figure by what lists call it."""
        rows = self._db.execute('SELECT id, name, "set", number, kind, points FROM figures ORDER BY rowid')
        return Roster(
            Known(FigureId(id_), name, set_, number, kind, tuple(json.loads(points)))
            for id_, name, set_, number, kind, points in rows
        )

    def figure(self, name: str) -> Figure:
        """The whole figure of that id, in any capitals; raises ``InputError`` when there is none, or more than one."""
        known = self._id_of(name)
        row = self._db.execute('SELECT "set", entry FROM figures WHERE id = ?', (known,)).fetchone()
        if row is None:
            raise InputError(self.name, "", json.dumps(name), f"one of {self._sample()}")
        document = {"format": FORMAT, "set": row[0], "figures": [json.loads(row[1])]}
        (figure,) = parse_figures(Node(self.name, name, document))
        files = [file for (file,) in self._db.execute("SELECT file FROM corrections ORDER BY file")]
        return correct({figure.id: figure}, map(load_document, files))[figure.id]

    def __getitem__(self, name: FigureId) -> Figure:
        if name not in self:
            raise KeyError(name)
        return self.figure(name)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._id_of(name) is not None

    def _id_of(self, name: str) -> str | None:
        """The id as its set spells it: players write it in capitals, or without any; ``None`` for none or several."""
        same = "SELECT id FROM figures WHERE id = ? COLLATE NOCASE"
        found = [one for (one,) in self._db.execute(same, (name,))]
        return name if name in found else found[0] if len(found) == 1 else None

    def __iter__(self) -> Iterator[FigureId]:
        return (FigureId(name) for (name,) in self._db.execute("SELECT id FROM figures ORDER BY rowid"))

    def __len__(self) -> int:
        (count,) = self._db.execute("SELECT COUNT(*) FROM figures").fetchone()
        return int(count)

    def powers(self) -> list[str]:
        """Every power that some figure has, by id."""
        return [power for (power,) in self._db.execute("SELECT DISTINCT power FROM powers ORDER BY power")]

    def _sample(self) -> str:
        names = list(islice(self, 12))
        return ", ".join(names) + (f" … ({len(self)} in all)" if len(self) > 12 else "") or "none, it holds no figures"


def index_folder(folder: Path) -> None:
    """Make the index of a folder now, so that the first question is answered at once."""
    _indexed(folder)


def _indexed(folder: Path) -> str:
    """The file of the folder's index, made when there is none or a file has changed since."""
    files = sorted(file for file in folder.iterdir() if file.suffix in (".json", ".toml"))
    state = json.dumps([(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files])
    name = hashlib.sha256(str(folder.absolute()).encode()).hexdigest()[:24]
    index = user_cache_path("tablewright") / "figures" / f"{name}.sqlite"
    if _is_made(index, state):
        return str(index)
    corrections = [str(file) for file in files if is_corrections(file)]
    figures = load_figures(folder)
    try:
        index.parent.mkdir(parents=True, exist_ok=True)
        handle, made = tempfile.mkstemp(dir=index.parent)
        os.close(handle)
    except OSError as wrong:
        raise InputError(str(index), "", wrong.strerror or "no place for the index", "a place to write") from wrong
    try:
        _made(made, figures, state, corrections).close()
        Path(made).replace(index)
    finally:
        Path(made).unlink(missing_ok=True)
    return str(index)


def _is_made(index: Path, state: str) -> bool:
    if not index.is_file():
        return False
    with suppress(sqlite3.Error):
        database = sqlite3.connect(index)
        try:
            row: tuple[int, str] | None = database.execute("SELECT shape, files FROM made").fetchone()
            return row == (_SHAPE, state)
        finally:
            database.close()
    return False


def _made(place: str, figures: Mapping[FigureId, Figure], state: str, corrections: Sequence[str]) -> sqlite3.Connection:
    database = sqlite3.connect(place)
    database.executescript(_TABLES)
    with database:
        database.execute("INSERT INTO made VALUES (?, ?)", (_SHAPE, state))
        database.executemany("INSERT INTO corrections VALUES (?)", [(file,) for file in corrections])
        for figure in figures.values():
            database.execute("INSERT INTO figures VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", _row(figure))
            database.executemany("INSERT INTO costs VALUES (?, ?)", [(figure.id, cost) for cost in figure.points])
            database.executemany("INSERT INTO powers VALUES (?, ?)", [(power, figure.id) for power in _powers(figure)])
    return database


def _row(figure: Figure) -> tuple[str | int | None, ...]:
    known = (figure.id, figure.name, figure.set, figure.collector_number, figure.kind)
    said = (*known, figure.real_name, figure.rarity, figure.experience, *figure.keywords, *figure.team_abilities)
    lists = (figure.points, figure.keywords, figure.team_abilities)
    return (
        figure.id,
        figure.name,
        figure.set,
        figure.collector_number,
        figure.kind,
        *(json.dumps(values) for values in (*lists, printed(figure))),
        figure.points[0] if figure.points else None,
        next((click.attack.value for click in first_click(figure)), None),
        folded(" ".join(word for word in said if word)),
        json.dumps(format_figure(figure)),
    )


def first_click(figure: Figure, cost: int | None = None) -> Iterator[Click]:
    """The click its dial starts on for the cost, else for the first one; none where it has no dial."""
    line = next((line.click for line in figure.starting_lines if cost in (None, line.points)), None)
    yield from (click for click in figure.dial[:1] if line is None)
    yield from (click for click in figure.dial if click.number == line)


def printed(figure: Figure, cost: int | None = None) -> list[str]:
    """Return speed, attack, defense and damage where it starts for the cost, else for its first; then its range."""
    values = [getattr(click, slot) for click in first_click(figure, cost) for slot in SLOTS]
    return [str(value.value) if value.value is not None else value.raw or "-" for value in values] + [str(figure.range)]


def _powers(figure: Figure) -> set[str]:
    """The standard powers on its dial, and those its texts are listed with."""
    shown = {getattr(click, slot).power for click in figure.dial for slot in SLOTS}
    return {power for power in (*shown, *(power for text in figure.specials for power in text.powers)) if power}
