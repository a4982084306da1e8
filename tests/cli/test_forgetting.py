"""``companion event forget``: who played is gone from every file of the event, and every seal is what it was."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.storage.reported import Report, ReportStore
from companion.storage.sql import Database, SqlRecorder, file_of
from companion.tournament import ORGANISER, EventOpened, Outcome
from companion.tournament.calls import CallJudge
from companion.tournament.people import Register
from companion.tournament.rounds import DraftRound, PublishRound, ReportResult
from tests.cli.command_line import companion
from tests.contracts.test_recorders import entries
from ui.cli.event_file import session_on

PLAYERS = ("Ada", "Ben", "Zoë O'Hara", "Dan")


def told(*arguments: object) -> Any:
    ended = companion("event", *arguments, "--json")
    assert ended.status == 0, ended.err
    return json.loads(ended.out)


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """A round that is published, with no result yet."""
    path = tmp_path / "friday.event"
    assert companion("event", "new", path, "--seed", 7).status == 0
    assert companion("event", "register", path, *(word for name in PLAYERS for word in ("--player", name))).status == 0
    told("pair", path)
    assert companion("event", "publish", path).status == 0
    return path


def play(event: Path) -> None:
    for table in (1, 2):
        assert companion("event", "result", event, "--table", table, "--draw").status == 0


def names_in(folder: Path) -> set[tuple[str, str]]:
    """Which file still holds which name."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {
        (path.name, name)
        for path in files
        for name in PLAYERS
        if name.encode() in path.read_bytes() or json.dumps(name)[1:-1].encode() in path.read_bytes()
    }


def test_names_are_gone_and_the_seals_hold(event: Path, tmp_path: Path) -> None:
    play(event)
    before, sealed = told("standings", event), told("verify", event)
    with closing(file_of(tmp_path / "friday.event.tables")) as tables:
        ReportStore(tables).keep([Report(1, 1, "a device", tuple(entries(0, 3)))])
    assert names_in(tmp_path) == {("friday.event", name) for name in PLAYERS}
    ended = companion("event", "forget", event)
    assert ended.status == 0
    assert ended.out.strip() == f"{event}: the players' names are erased; all {sealed['lines']} seals hold."
    assert names_in(tmp_path) == set()
    assert not (tmp_path / "friday.event.tables").exists()
    assert told("verify", event) == sealed
    after = told("standings", event)
    assert {row["player"] for row in after} == {"#1", "#2", "#3", "#4"}
    numbers = {row["player"]: f"#{PLAYERS.index(row['player']) + 1}" for row in before}
    assert after == [row | {"player": numbers[row["player"]]} for row in before]
    assert companion("event", "forget", event).status == 0, "once more changes nothing"
    assert told("verify", event) == sealed


def test_a_round_is_played_to_its_end_first(event: Path, tmp_path: Path) -> None:
    bytes_before = event.read_bytes()
    ended = companion("event", "forget", event)
    assert ended.status != 0
    assert "Round 1 still needs the results of tables 1, 2." in ended.err
    assert event.read_bytes() == bytes_before


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        (b'"Ben"]', b'"Bob"]'),  # another name
        (b'["', b'["0'),  # a salt that is none
        (b'"forgettable":{', b'"forgettable":{ '),  # the same, written otherwise
        (b'"forgettable":{', b'"forgettable":{"~0123":["",""],'),
        (b'"forgettable":', b'"forgettable":[],"forgettable":'),
    ],
)
def test_a_name_that_was_changed_breaks_the_seal(event: Path, was: bytes, becomes: bytes) -> None:
    lines = event.read_bytes().splitlines(keepends=True)
    ben = next(number for number, line in enumerate(lines) if b'"Ben"' in line)
    mark = lines[ben].index(b',"forgettable":')
    lines[ben] = lines[ben][:mark] + lines[ben][mark:].replace(was, becomes, 1)
    event.write_bytes(b"".join(lines))
    ended = companion("event", "verify", event, "--json")
    assert (ended.status, json.loads(ended.out)["line"]) == (1, ben + 1)
    assert companion("event", "standings", event).status != 0


def test_a_name_sealed_before_its_player_came_is_said(event: Path) -> None:
    other = event.with_name("birthday.event")
    assert companion("event", "new", other, "--name", "Ada's birthday").status == 0
    assert companion("event", "register", other, "--player", "Ada", "--player", "draw").status == 0
    ended = companion("event", "forget", other)
    assert "Lines 1, 3 contain a name" in ended.out, "and somebody who is called like an outcome"
    assert {row["player"] for row in told("standings", other)} == {"#1", "draw"}


def test_an_event_of_a_database(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'events.db'}"
    with closing(Database(url)) as database:
        for name in ("friday", "saturday"):
            session = session_on(SqlRecorder(database, name), EventOpened(name, seed=7))
            for order in (
                Register(ORGANISER, PLAYERS),
                DraftRound(ORGANISER),
                PublishRound(ORGANISER),
                ReportResult(ORGANISER, 1, Outcome.DRAW),
                ReportResult(ORGANISER, 2, Outcome.DRAW),
                CallJudge(ORGANISER, 1, "other", 0, "Ada, and (Zoë O'Hara): Adam!"),
            ):
                session.submit(order)
        head = session.ledger.head
        assert [call.text for call in session_on(SqlRecorder(database, "friday")).state.calls] == [
            "Ada, and (Zoë O'Hara): Adam!"
        ]
        assert companion("event", "forget", "saturday", "--database", url).status == 0
        forgotten, kept = (session_on(SqlRecorder(database, name)) for name in ("saturday", "friday"))
        assert forgotten.ledger.head == head
        assert [player.name for player in forgotten.state.players] == ["#1", "#2", "#3", "#4"]
        assert [call.text for call in forgotten.state.calls] == ["#5"], "free words go as a whole"
        assert [player.name for player in kept.state.players] == list(PLAYERS)
    ended = companion("event", "forget", "sunday", "--database", url)
    assert ended.status == 2 and "sunday" in ended.err
