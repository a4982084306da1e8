"""``companion event``: orders taken back and brought back, kinds of results, people put right; ``companion season``."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.core.ledger import GENESIS, seal_of
from companion.storage.jsonl import JsonlRecorder, sealed_line
from companion.tournament import Outcome
from companion.tournament.claims import Report
from companion.tournament.state import player_seat
from tests.cli.command_line import Result, companion
from ui.cli.event_file import session_on

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def order(path: Path, *words: object) -> Result:
    ended = companion("event", words[0], path, *words[1:])
    assert ended.status == 0, ended.err
    return ended


def told(path: Path, *words: object) -> Any:
    return json.loads(order(path, *words, "--json").out)


@pytest.fixture
def event(tmp_path: Path) -> Path:
    path = tmp_path / "evening.event"
    order(path, "new", "--seed", 7)
    order(path, "register", *(word for name in NAMES for word in ("--player", name)))
    order(path, "pair")
    order(path, "publish")
    return path


def players_agree(path: Path) -> None:
    """The reports of four players, as their phones send them."""
    with closing(JsonlRecorder(path)) as recorder:
        session = session_on(recorder)
        for player in session.state.players:
            session.submit(Report(player_seat(player.number), Outcome.FIRST, (200, 90)), device="phone-1a2b3c")


def test_undo_asks_where_it_takes_others_along_and_redo_brings_all_back(event: Path) -> None:
    players_agree(event)
    whole = told(event, "standings")
    before = event.read_bytes()
    ended = companion("event", "undo", event)
    assert ended.status == 2 and ended.err.count("\n") == 1
    assert "Round 1 is published" in ended.err and ended.err.count("says of table") == 4 and "--yes" in ended.err
    assert event.read_bytes() == before
    assert order(event, "undo", "--yes").out.count("undone:") == 7  # the round, four words, two results
    assert all(row["match_points"] == 0 for row in told(event, "standings"))
    order(event, "redo")
    assert told(event, "standings") == whole
    assert companion("event", "redo", event).status == 2, "nothing is left to bring back"


def test_an_order_of_the_log_is_taken_back_by_its_number(event: Path) -> None:
    for table, winner in enumerate(row["players"][0] for row in _pairs(event)):
        order(event, "result", "--table", table + 1, "--winner", winner)
    lines = told(event, "log")
    assert {line["by"] for line in lines} == {"Organiser"} and {line["device"] for line in lines} == {"console"}
    number = next(line["order"] for line in lines if "Table 1" in line["what"])
    order(event, "undo", "--order", number)
    assert "2" not in order(event, "result", "--table", 1, "--draw").out.rsplit(":", 1)[1], "the other result stands"
    found = told(event, "log", "--search", "table 1 noted")
    assert [line["counts"] for line in found][:1] == [False]
    assert companion("event", "undo", event, "--order", 999).status == 2


def _pairs(event: Path) -> list[dict[str, Any]]:
    """The pairs of the round, as a swap forth and back prints them."""
    players = ("--player", "Ada", "--with", "Ben")
    told(event, "swap", *players)
    pairs: list[dict[str, Any]] = told(event, "swap", *players)["pairings"]
    return pairs


def test_the_adviser_is_off_until_the_organiser_allows_it(tmp_path: Path) -> None:
    path = tmp_path / "evening.event"
    order(path, "new", "--seed", 7)
    assert b'"advice":true' not in path.read_bytes()
    order(path, "settle", "--advice")
    assert b'"advice":true' in path.read_bytes().splitlines()[-1]
    order(path, "settle", "--no-advice", "--minutes", "40")
    assert b'"advice":true' not in path.read_bytes().splitlines()[-1]
    order(tmp_path / "open.event", "new", "--advice")
    assert b'"advice":true' in (tmp_path / "open.event").read_bytes()


def test_kinds_of_results_are_worth_what_the_event_says(tmp_path: Path) -> None:
    path = tmp_path / "evening.event"
    order(path, "new", "--seed", 7)
    order(path, "register", "--player", "Ada", "--player", "Ben", "--player", "Cleo", "--player", "Dan")
    order(path, "settle", "--worth", "win=3", "--worth", "draw=1", "--worth", "no-show=3:none:apart")
    rows = {row["kind"]: row for row in told(path, "kinds")}
    assert (rows["win"]["first"], rows["draw"]["second"], rows["no_show"]["counts"]) == (3, 1, False)
    pairs = told(path, "pair")["pairings"]
    order(path, "publish")
    order(path, "result", "--table", 1, "--kind", "intentional-draw")
    order(path, "result", "--table", 2, "--winner", pairs[1]["players"][1], "--kind", "no-show")
    points = {row["player"]: row["match_points"] for row in told(path, "standings")}
    assert [points[name] for name in pairs[1]["players"]] == [0, 3]
    assert [points[name] for name in pairs[0]["players"]] == [0.5, 0.5], "an agreed draw is a kind of its own"
    assert companion("event", "result", path, "--table", 1, "--draw", "--kind", "concession").status == 2
    assert companion("event", "settle", path, "--worth", "beauty=3").status == 2


def test_people_are_put_right(tmp_path: Path) -> None:
    path = tmp_path / "evening.event"
    order(path, "new", "--seed", 7)
    (tmp_path / "list.csv").write_text("Licence;Joueur n°;Place\n1;Zoé;\n2;Marc;\n3;Jose;\n4;José;\n", encoding="utf-8")
    ended = companion("event", "register", path, "--csv", tmp_path / "list.csv")
    assert ended.status == 2 and "Joueur n°" in ended.err, "the columns there are stand in the refusal"
    order(path, "register", "--csv", tmp_path / "list.csv", "--column", "name=joueur n°")
    again = companion("event", "register", path, "--csv", tmp_path / "list.csv", "--column", "name=Joueur n°")
    assert again.status == 2 and "Zoé" in again.err
    (tmp_path / "more.csv").write_text("name\nZOÉ\nAnna\nanna\n", encoding="utf-8")
    said = order(path, "register", "--csv", tmp_path / "more.csv", "--skip-known").out
    assert "registered: 1" in said
    order(path, "delete", "--player", "Anna")
    order(path, "merge", "--player", "José", "--with", "Jose")
    order(path, "rename", "--player", "Marc", "--to", "Marc Roy")
    order(path, "register", "--player", "Nobody", "--player", "Ève")
    order(path, "delete", "--player", "Nobody")
    order(path, "table", "--player", "Zoé", "--table", 7)
    order(path, "bye", "--player", "Ève", "--round", 1, "--kind", "half")
    round_ = told(path, "pair")
    assert {name for row in round_["pairings"] for name in row["players"]} | {round_["bye"]} == {
        "Zoé",
        "José",
        "Marc Roy",
    }
    assert round_["others"] == [{"player": "Ève", "kind": "half_bye"}]
    order(path, "publish")
    alone = round_["bye"]
    order(path, "register", "--player", "Late", "--missed", "half")
    pairs = told(path, "join", "--player", "Late")["pairings"]
    assert [alone, "Late"] in [row["players"] for row in pairs]
    assert told(path, "check", "--count", 2)
    order(path, "note", "--player", "Zoé", "--text", "slow")
    assert companion("event", "delete", path, "--player", "Zoé").status == 2, "after the first round one drops"


def test_an_elimination_ends_in_places_and_a_season_counts_them(tmp_path: Path) -> None:
    paths = []
    for number in (1, 2):
        path = tmp_path / f"{number}.event"
        paths.append(path)
        order(path, "new", "--seed", number)
        order(path, "register", *(word for name in NAMES for word in ("--player", name)))
        for step in range(3):
            if step == 1:
                order(path, "cut", "--to", 4, "--third")
            pairs = told(path, "pair")["pairings"]
            order(path, "publish")
            for row in pairs:
                winner = max(row["players"]) if step else min(row["players"])
                order(path, "result", "--table", row["table"], "--winner", winner)
    rows = told(paths[0], "standings")
    assert [(row["place"], row["player"]) for row in rows[:1]] == [(1, "Dan")], "the last name wins the elimination"
    assert [row["place"] for row in rows] == [1, 2, 3, 4]
    assert told(paths[0], "standings", "--before") != rows
    order(paths[0], "prize", "--what", "Box", "--place", 1)
    out = tmp_path / "papers"
    order(paths[0], "export", "--out", out, "--for", "trf", "--for", "nrtm", "--paper", "letter")
    assert "<ol class='bracket'>" in (out / "sheets.html").read_text(encoding="utf-8")
    assert (out / "event.trf").read_text(encoding="utf-8").count("\n001") == 4
    assert json.loads((out / "event.json").read_bytes())["places"][0] == {"place": 1, "player": "Dan"}
    season = companion("season", *paths, "--json")
    lines = json.loads(season.out)
    assert list(lines[0]) == ["place", "player", "points", "events"]
    assert (lines[0]["player"], lines[0]["points"], lines[0]["events"]) == ("Dan", 20, 2)
    assert json.loads(companion("season", *paths, "--best", 1, "--json").out)[0]["points"] == 10
    assert companion("season", paths[0], paths[0]).status == 2
    assert companion("season", tmp_path / "nowhere.event").status == 2


def test_numbers_of_four_thousand_digits_in_an_old_record_spoil_nothing(event: Path, tmp_path: Path) -> None:
    players_agree(event)
    with closing(JsonlRecorder(event)) as recorder:
        entries = list(recorder.read())
    nines, seal, lines = b"9" * 4300, GENESIS, []
    for entry in entries:
        line = entry.line.replace(b'"points":[200,90]', b'"points":[' + nines + b",90]")
        seal = seal_of(seal, line)
        lines.append(sealed_line(replace(entry, line=line, seal=seal)))
    old = tmp_path / "digits.event"
    old.write_bytes(b"".join(lines))
    assert told(old, "standings")[0]["victory_points"] == 99_999
    for words in (("standings",), ("log",), ("export", "--out", tmp_path / "papers"), ("undo", "--yes")):
        assert len(order(old, *words).out) < 5000


def test_an_event_of_the_release_before_is_read_and_taken_back(tmp_path: Path) -> None:
    """Its clock is told whole, its calls too, its results by nobody; a take-back in it went back to an old state."""
    path = tmp_path / "old.event"
    path.write_bytes((Path(__file__).parents[1] / "records" / "old" / "friday.event").read_bytes())
    with closing(JsonlRecorder(path)) as recorder:
        state: Any = session_on(recorder).state
    assert (state.clock.left_ms, state.clock.extra) == (49 * 60_000, ((1, 9),))
    assert [one.result.points for one in state.published[0].pairings] == [(10, 5), (60, 50)]
    assert [(call.kind, call.is_open, call.ruling) for call in state.calls] == [
        ("result", False, "10 : 5"),
        ("dice", False, "no"),
    ]
    assert not any(player.dropped for player in state.players), "the head judge said otherwise"
    rows = told(path, "standings")
    order(path, "undo")  # the clock that was stopped
    order(path, "undo")  # the result of table 2
    assert told(path, "standings") != rows
    order(path, "redo")
    order(path, "redo")
    assert told(path, "standings") == rows
    assert told(path, "verify")["valid"]
