"""Every place that keeps something, on a disk that is full: refused in words, and what was kept stays."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.dice import Source
from companion.core.events import CORE_EVENTS, Conceded, Recorded
from companion.core.ids import CommandId, PieceId, Seat
from companion.core.ledger import Ledger, Recorder
from companion.errors import InputError, StoreFault
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import JsonlRecorder
from companion.storage.photographs import PhotoStore
from companion.storage.sql import SqlRecorder, SqlSafe, file_of
from companion.storage.sqlite import SqliteRecorder
from firmware_bridge.registry import Registry
from tests.full_disk import full_disk
from ui.library import Library
from ui.table.album import Album
from ui.venue.doors import SafeFile
from ui.web.guests import GuestFile
from vision.trays.keeper import keep, read_kept
from vision.trays.memory import TrayMemory, format_memory

Place = tuple[Callable[[int], object], Callable[[], object]]  # keep something else; what is kept


def _ledger(recorder: Recorder) -> Place:
    ledger = Ledger(recorder, JsonCodec(CORE_EVENTS))

    def put(number: int) -> None:
        event = Conceded(Seat(f"seat-{number}"))
        ledger.append([Recorded(ledger.version + 1, event, CommandId(f"c{number}"), 1, Source.HAND)])

    return put, lambda: (recorder.length(), list(recorder.read()), ledger.version)


def _tray(path: Path) -> Place:
    memory = TrayMemory("camera", (640, 480))
    return (lambda number: keep(replace(memory, throws=number), path)), lambda: format_memory(read_kept(path, "camera"))


def _library(folder: Path, keep_one: Callable[[Library, int], object], read: Callable[[Library], object]) -> Place:
    library = Library(folder)
    return (lambda number: keep_one(library, number)), lambda: read(library)


def _guests(path: Path) -> Place:
    guests = GuestFile(path)

    def put(number: int) -> None:
        guests.kept.code = f"code-{number}"
        guests.keep([])

    return put, lambda: path.read_bytes() if path.exists() else b""


def _album(store: Path) -> Place:
    album = Album(store)
    return (lambda number: album.keep_portrait(PieceId("r1"), b"%d" % number)), album.looks


def _photographs(path: Path) -> Place:
    store = PhotoStore(file_of(path))
    return (lambda number: store.keep(1, 1, "", 1, b"%d" % number * 9000)), lambda: store.read(1, 1, "", 1)


def _doors(path: Path) -> Place:
    safe = SqlSafe(file_of(path), "event")

    def put(number: int) -> None:
        if not safe.begin(f"{number}"):
            safe.write(f"{number}")

    return put, safe.read


STORE = Path("game.db")
PLACES: dict[str, Callable[[Path], Place]] = {
    "store": lambda folder: _ledger(SqliteRecorder(folder / STORE)),
    "record and event": lambda folder: _ledger(JsonlRecorder(folder / "game.record")),
    "event in a database": lambda folder: _ledger(SqlRecorder(file_of(folder / "venue.db"), "event")),
    "doors in a database": lambda folder: _doors(folder / "venue.db"),
    "photographs": lambda folder: _photographs(folder / "venue.db"),
    "doors": lambda folder: (lambda n: SafeFile(folder / "e").write(f"{n}"), SafeFile(folder / "e").read),
    "guests": lambda folder: _guests(folder / "game.guests"),
    "tray": lambda folder: _tray(folder / "trays" / "tray.json"),
    "album": lambda folder: _album(folder / STORE),
    "devices": lambda folder: (
        lambda n: Registry({}, {"04" * 7: f"piece-{n}"}).save(folder / "known" / "devices.json"),
        lambda: Registry.load(folder / "known" / "devices.json"),
    ),
    "settings": lambda folder: _library(
        folder,
        lambda library, n: library.keep_settings(replace(library.settings(), evening_minutes=n)),
        Library.settings,
    ),
    "players": lambda folder: _library(
        folder,
        lambda library, n: library.keep_players(folder / STORE, {"red": f"Ann {n}"}),
        lambda library: library.players(folder / STORE),
    ),
    "what a game is watched with": lambda folder: _library(
        folder,
        lambda library, n: library.keep_devices(folder / STORE, {"tower": f"{n}"}),
        lambda library: (library.devices(folder / STORE), library.last_devices()),
    ),
    "forces": lambda folder: _library(folder, lambda library, n: library.keep_force("mine", {"n": n}), Library.forces),
    "drafts": lambda folder: _library(
        folder, lambda library, n: library.keep_draft("heroclix", {"n": n}), lambda library: library.draft("heroclix")
    ),
    "papers": lambda folder: _library(
        folder,
        lambda library, n: library.keep_paper("report.pdf", b"%d" % n),
        lambda library: (library.papers / "report.pdf").read_bytes(),
    ),
}


@pytest.mark.parametrize("place", PLACES)
def test_nothing_is_lost_or_kept_twice_and_the_refusal_is_in_words(place: str, tmp_path: Path) -> None:
    put, kept = PLACES[place](tmp_path)
    put(1)
    before = kept()
    for number in (2, 3):
        with full_disk(), pytest.raises((InputError, StoreFault)) as refused:
            put(number)
        assert "\n" not in str(refused.value)
        assert kept() == before
    left = [one.name for one in tmp_path.rglob(".*")]
    assert left == [], "half-written files are left"
    put(4)
    after = kept()
    assert after != before
    if place in ("store", "record and event", "event in a database"):
        assert isinstance(after, tuple)
        assert after[0] == 2


@pytest.mark.parametrize("place", ["album", "devices", "tray", "settings", "forces", "papers"])
def test_a_folder_that_cannot_be_made_is_refused_in_words(place: str, tmp_path: Path) -> None:
    """Where the folder should be is a file, as on a disk that was set up wrongly: root writes through permissions."""
    taken = {
        "album": "game.looks",
        "devices": "known",
        "tray": "trays",
        "settings": "",
        "forces": "forces",
        "papers": "papers",
    }
    folder = tmp_path / "home"
    if taken[place]:
        folder.mkdir()
    (folder / taken[place] if taken[place] else folder).write_bytes(b"")
    if place == "album":
        (folder / STORE).with_suffix(".portraits").write_bytes(b"")
    with pytest.raises(InputError):
        PLACES[place](folder)[0](1)


def test_a_note_of_the_length_that_is_not_taken_takes_nothing_back(tmp_path: Path) -> None:
    with closing(SqliteRecorder(tmp_path / STORE)) as store:
        put, kept = _ledger(store)
        put(1)
        (tmp_path / f"{STORE}.head").unlink()
        put(2)
        assert isinstance(found := kept(), tuple)
        assert found[0] == 2
