"""``companion event``: a whole evening typed in, what it prints, and every refusal in one line with nothing changed."""

from __future__ import annotations

import csv
import io
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.core.ledger import Entry, seal_of
from companion.storage.jsonl import JsonlRecorder
from tests.cli.command_line import Result, companion

PLAYERS = "Name,Club,table\nAda,North,\nBen,,3\n Cleo ,,\nDan,,\nŁucja,,\n"


@pytest.fixture
def event(tmp_path: Path) -> Path:
    path = tmp_path / "evening.event"
    assert companion("event", "new", path, "--name", "Friday", "--seed", 7).status == 0
    (tmp_path / "players.csv").write_text(PLAYERS, encoding="utf-8")
    assert companion("event", "register", path, "--csv", tmp_path / "players.csv").status == 0
    return path


def told(*arguments: object) -> Any:
    ended = companion("event", *arguments, "--json")
    assert ended.status == 0, ended.err
    return json.loads(ended.out)


def played(event: Path) -> dict[str, Any]:
    """A round, paired, published and won by whoever is named first."""
    pairing: dict[str, Any] = told("pair", event)
    assert companion("event", "publish", event).status == 0
    for row in pairing["pairings"]:
        ended = companion(
            "event", "result", event, "--table", row["table"], "--winner", row["players"][0], "--points", 200, 80
        )
        assert ended.status == 0, ended.err
    return pairing


def test_an_evening_from_the_first_player_to_the_papers(event: Path, tmp_path: Path) -> None:
    first = played(event)
    assert first["round"] == 1 and len(first["pairings"]) == 2 and first["bye"] is not None
    assert {row["why"] for row in first["pairings"]} == {"first round, drawn by lot (seed 7)"}
    second = played(event)
    assert second["round"] == 2 and second["bye"] != first["bye"]
    rows = told("standings", event)
    assert [row["place"] for row in rows] == [1, 2, 3, 4, 5]
    assert list(rows[0]) == [
        "place",
        "player",
        "match_points",
        "head_to_head",
        "opponents_match_win",
        "victory_points",
        "victory_point_difference",
        "opponents_opponents",
        "lot",
        "dropped",
    ]
    assert sum(row["match_points"] for row in rows) == 6
    assert companion("event", "drop", event, "--player", "ada").status == 0
    assert next(row["dropped"] for row in told("standings", event) if row["player"] == "Ada")
    assert companion("event", "return", event, "--player", "Ada").out.strip() == "Ada is back; players now: 5"
    assert not any(row["dropped"] for row in told("standings", event))
    out = tmp_path / "papers"
    assert companion("event", "export", event, "--out", out).status == 0
    assert sorted(path.name for path in out.iterdir()) == [
        "event.json",
        "event.record",
        "forces.csv",
        "forces.html",
        "players.csv",
        "rounds.csv",
        "sheets.html",
        "sheets.pdf",
        "slips.html",
        "standings.csv",
    ]
    assert (out / "event.record").read_bytes() == event.read_bytes()
    standings = list(csv.DictReader(io.StringIO((out / "standings.csv").read_text(encoding="utf-8"))))
    assert [row["player"] for row in standings] == [row["player"] for row in told("standings", event)]
    assert "Łucja" in (out / "sheets.html").read_text(encoding="utf-8")


def test_the_same_record_and_seed_pair_the_same(event: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.event"
    copy.write_bytes(event.read_bytes())
    assert told("pair", event) == told("pair", copy) == told("pair", event)


def test_seals_hold_and_an_altered_line_is_named(event: Path) -> None:
    played(event)
    assert told("verify", event)["valid"] is True
    lines = event.read_bytes().splitlines(keepends=True)
    altered = next(place for place, line in enumerate(lines) if b"ResultReported" in line)
    lines[altered] = lines[altered].replace(b"200", b"201")
    event.write_bytes(b"".join(lines))
    ended = companion("event", "verify", event, "--json")
    assert ended.status == 1
    assert json.loads(ended.out)["line"] == altered + 1
    assert companion("event", "standings", event).status == 2


def test_an_order_is_taken_back(event: Path) -> None:
    before = told("standings", event)
    played(event)
    first = companion("event", "undo", event).out
    assert "Table 3 of round 1 is noted: Cleo – Ben (200–80)" in first, (
        "it is told what is undone: which result of whom"
    )
    while told("standings", event) != before:
        assert companion("event", "undo", event).status == 0
    companion("event", "undo", event)
    assert "annulé : Ada participe." in companion("event", "undo", event, "--lang", "fr").out


def test_names_in_any_script_are_printed_or_told(event: Path, tmp_path: Path) -> None:
    """Letters that no font here has stand as question marks, are told, and exit 1: never a gap and exit 0."""
    for name in ("Иван Петров", "Ελένη", "שרה כהן", "Nguyễn Thị Hương"):
        assert companion("event", "register", event, "--player", name).status == 0
    answer = companion("event", "export", event, "--out", tmp_path / "papers")
    assert (answer.status, answer.err) == (0, "")
    assert companion("event", "register", event, "--player", "\U00012000\U00012001").status == 0  # cuneiform
    answer = companion("event", "export", event, "--out", tmp_path / "papers")
    assert (answer.status, answer.err.count("\n")) == (1, 1)
    assert "sheets.html" in answer.err


def test_one_name_in_two_codings_is_one_player(event: Path) -> None:
    assert companion("event", "register", event, "--player", "Jos\u00e9").status == 0
    for twin in ("Jose\u0301", "Jos\u00e9\u200b", " Jos\u00e9\n"):
        assert companion("event", "register", event, "--player", twin).status == 2


def test_names_cannot_do_harm(event: Path, tmp_path: Path) -> None:
    for name in ("<script>alert(1)</script>", "=HYPERLINK(1)"):
        assert companion("event", "register", event, "--player", name).status == 0
    assert companion("event", "export", event, "--out", tmp_path).status == 0
    assert "<script>" not in (tmp_path / "sheets.html").read_text(encoding="utf-8")
    assert "'=HYPERLINK(1)" in (tmp_path / "players.csv").read_text(encoding="utf-8")


def refused(ended: Result, *words: str) -> None:
    assert ended.status == 2
    assert ended.err.count("\n") == 1
    for word in words:
        assert word in ended.err


def test_a_round_waits_for_the_results_of_the_last(event: Path) -> None:
    told("pair", event)
    companion("event", "publish", event)
    refused(companion("event", "pair", event), "Round 1 still needs the results of tables", "evening.event")
    refused(companion("event", "pair", event, "--lang", "fr"), "Il manque encore les résultats de la ronde 1")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("register", "{event}", "--player", "ADA"), ("ADA", "a player of that name")),
        (("register", "{event}", "--player", "Finn", "--player", "finn"), ("finn", "a player of that name")),
        (("register", "{event}"), ("nobody to register",)),
        (("register", "{event}", "--csv", "nowhere.csv"), ("nowhere.csv", "No such file")),
        (("drop", "{event}", "--player", "Zoe"), ("Zoe is not in this event",)),
        (("publish", "{event}"), ("No round is drafted",)),
        (("result", "{event}", "--table", "1", "--draw"), ("That round has no table 1",)),
        (("result", "{event}", "--table", "1"), ("one of --winner NAME, --draw, --double-loss",)),
        (("result", "{event}", "--table", "1", "--draw", "--winner", "Ada"), ("one of --winner",)),
        (("standings", "nowhere.event"), ("nowhere.event", "no such file")),
        (("new", "{event}"), ("a file that is there already",)),
        (("new", "no/such/folder/x.event"), ("no such folder",)),
        (("new", "x.event", "--tiebreak", "beauty"), ("beauty", "head_to_head")),
    ],
)
def test_bad_orders_are_refused_in_one_line(event: Path, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    before = event.read_bytes()
    refused(companion("event", *(one.format(event=event) for one in arguments)), *words)
    assert event.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("person\nAda\n", ("line 1", "person", "a column “name”")),
        ("", ("line 1", "nothing")),
        ("name,table\nFinn,2\n,3\n", ("line 3", "a player's name")),
        ("name,table\nFinn,two\n", ("line 2: table", "'two'")),
        ("name\nFinn\nAda\n", ("Ada", "a player of that name")),
    ],
)
def test_a_list_is_entered_whole_or_not_at_all(event: Path, tmp_path: Path, text: str, words: tuple[str, ...]) -> None:
    before = event.read_bytes()
    (tmp_path / "more.csv").write_text(text, encoding="utf-8")
    refused(companion("event", "register", event, "--csv", tmp_path / "more.csv"), *words)
    assert event.read_bytes() == before


def test_a_winner_sits_at_the_table(event: Path) -> None:
    pairing = told("pair", event)["pairings"]
    companion("event", "publish", event)
    refused(
        companion("event", "result", event, "--table", pairing[0]["table"], "--winner", pairing[1]["players"][0]),
        "expected",
    )


def test_a_game_is_no_event(event: Path) -> None:
    golden = Path(__file__).parents[1] / "records" / "heroclix-core.record"
    copy = event.with_name("game.record")
    copy.write_bytes(golden.read_bytes())
    refused(companion("event", "standings", copy), "no event")


def test_how_it_is_played_is_settled_before_the_first_round(event: Path, tmp_path: Path) -> None:
    ended = companion("event", "settle", event, "--way", "round-robin", "--tiebreak", "victory_points")
    assert (ended.status, ended.out.strip()) == (0, "everybody meets everybody, sides of 1, tiebreaks: victory points")
    refused = companion("event", "settle", event, "--side", 2)
    assert refused.status == 2 and "Ada is not" in refused.err
    met = [{frozenset(row["players"]) for row in played(event)["pairings"]} for _ in range(5)]
    assert len(set().union(*met)) == 10, "five players meet each other in five rounds"
    over = companion("event", "pair", event)
    assert over.status == 2 and "met everybody in 5 rounds" in over.err
    assert companion("event", "settle", event, "--way", "record").status == 2
    two = tmp_path / "two.event"
    assert companion("event", "new", two, "--side", 2, "--way", "points").status == 0
    assert companion("event", "register", two, "--player", "Ada + Ben").status == 0
    assert "Cleo is not" in companion("event", "register", two, "--player", "Cleo").err


def test_a_record_of_a_newer_version_is_left_alone(event: Path) -> None:
    with closing(JsonlRecorder(event)) as recorder:
        last = list(recorder.read())[-1]
        head = b'{"version":%d,"at":1,"command":"c9","source":"hand"' % (last.version + 1)
        line = head + b',"type":"TeamsDrawn","event":{}}'
        recorder.append([Entry(last.version + 1, line, seal_of(last.seal, line))], last.version + 1)
    before = event.read_bytes()
    for order in (("standings", event), ("pair", event), ("forget", event)):
        ended = companion("event", *order)
        assert ended.status == 2
        assert (
            "type: found 'TeamsDrawn', expected an event of this system; a newer Tablewright may know it" in ended.err
        )
    assert companion("event", "verify", event).status == 0, "its seals are what they are"
    assert event.read_bytes() == before
