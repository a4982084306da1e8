from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command_line import companion
from tests.cli.positions import a_piece, a_position


def test_one_line_in_json() -> None:
    position = a_position("....", ".:..", "....", pieces=[a_piece("A", "A1"), a_piece("B", "C3", side="blue")])
    answer = companion("sight", "-", "--from", "A", "--to", "B", "--json", stdin=position)
    assert answer.status == 0
    assert answer.document == {
        "from": "A1",
        "to": "C3",
        "verdict": "hindered",
        "range": 2,
        "defense_modifier": 1,
        "crossed": ["B2"],
        "causes": [{"rule": "HC-LOS-08", "square": "B2"}],
    }


@pytest.mark.rule("HC-LOS-02", "HC-LOS-03")
def test_every_cause_is_named() -> None:
    blocker = a_piece("C", "D1", side="blue")
    position = a_position("..#...", pieces=[blocker], walls=[["A1", "B1"]])
    answer = companion("sight", "-", "--from", "A1", "--to", "F1", "--json", stdin=position).document
    assert answer["verdict"] == "blocked"
    assert answer["defense_modifier"] == 0
    assert answer["causes"] == [
        {"rule": "HC-LOS-03", "edge": ["A1", "B1"]},
        {"rule": "HC-LOS-03", "square": "C1"},
        {"rule": "HC-LOS-02", "piece": "C"},
    ]


@pytest.mark.rule("HC-MULTI-10")
def test_a_large_base_answers_with_the_pair_used() -> None:
    pieces = [a_piece("A", "C3", "D3"), a_piece("B", "D6", side="blue"), a_piece("F", "C4")]
    position = a_position(*["......"] * 7, pieces=pieces)
    answer = companion("sight", "-", "--from", "A", "--to", "B", "--json", stdin=position)
    assert (answer.document["from"], answer.document["to"], answer.document["verdict"]) == ("D3", "D6", "clear")


def test_queries_are_answered_in_order(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(a_position("...", ".#.", "..."))
    queries = '{"from": "A2", "to": "C2"}\n\n{"from": "A1", "to": "C1"}\n'
    answers = companion("sight", file, "--queries", "-", stdin=queries)
    assert [(line["from"], line["verdict"]) for line in answers.lines] == [("A2", "blocked"), ("A1", "clear")]


def test_all_ordered_pairs() -> None:
    answer = companion("sight", "-", "--all", stdin=a_position("..:", ".#."))
    pairs = {(line["from"], line["to"]): line["verdict"] for line in answer.lines}
    assert len(pairs) == 36
    assert pairs["A2", "C2"] == "blocked"
    assert pairs["A1", "C1"] == "hindered"
    assert pairs["C1", "A1"] == "clear"  # its own hindering square does not count for the one who looks


@pytest.mark.rule("HX-LOS-06")
def test_the_newer_edition_looks_differently_at_its_own_square() -> None:
    for edition, verdict in (("core", "clear"), ("newer", "hindered")):
        answer = companion("sight", "-", "--from", "A1", "--to", "A1", "--json", stdin=a_position(":", edition=edition))
        assert answer.document["verdict"] == verdict


def test_a_picture_is_drawn(tmp_path: Path) -> None:
    from PIL import Image

    picture = tmp_path / "line.png"
    position = a_position("..#", ":~2", "...", pieces=[a_piece("A", "A1"), a_piece("B", "A3", "B3", side="blue")])
    answer = companion("sight", "-", "--from", "A", "--to", "C3", "--picture", picture, stdin=position)
    assert answer.status == 0
    with Image.open(picture) as image:
        colours = image.convert("RGB").getcolors(1 << 20)
        assert image.size == (3 * 56 + 80, 3 * 56 + 80 + 64)
    assert colours is not None
    assert len(colours) > 50
    assert [path.name for path in tmp_path.iterdir()] == ["line.png"]  # no half-written file stays behind


def test_text_answers_in_two_languages() -> None:
    position = a_position(".#.")
    assert "A1 → C1: blocked, range 2" in companion("sight", "-", "--from", "A1", "--to", "C1", stdin=position).out
    french = companion("sight", "-", "--from", "A1", "--to", "C1", "--lang", "fr", stdin=position)
    assert "bloquée" in french.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "--from and --to"),
        (["--from", "A1"], "--from and --to"),
        (["--all", "--from", "A1", "--to", "A1"], "--from and --to"),
        (["--queries", "-"], "standard input"),
        (["--all", "--picture", "x.png"], "--picture"),
        (["--from", "A1", "--to", "Q9"], '--to: found "Q9"'),
    ],
)
def test_bad_usage_is_one_line_and_two(arguments: list[str], told: str) -> None:
    answer = companion("sight", "-", *arguments, stdin=a_position("..."))
    assert answer.status == 2
    assert told in answer.err
    assert answer.err.count("\n") == 1


def test_a_bad_query_names_its_line(tmp_path: Path) -> None:
    file = tmp_path / "queries.jsonl"
    file.write_text('{"from": "A1", "to": "A1"}\n{"from": "A1"}\n')
    answer = companion("sight", "-", "--queries", file, stdin=a_position("..."))
    assert answer.status == 2
    assert "line 2" in answer.err
    assert json.loads(answer.out.splitlines()[0])["verdict"] == "clear"


LANE = ("......", "......")


@pytest.mark.rule("HC-TERR-34", "HC-TERR-38")
def test_a_wall_is_looked_at_by_the_squares_it_parts() -> None:
    position = a_position(*LANE, walls=[["E1", "F1"]])
    answer = companion("sight", "-", "--from", "A1", "--to", "F1|E1", "--json", stdin=position)
    assert (answer.document["verdict"], answer.document["to"], answer.document["range"]) == ("clear", "F1", 5)
    refused = companion("sight", "-", "--from", "A1", "--to", "A1|B1", stdin=position)
    assert (refused.status, refused.out) == (2, "")
    assert 'standard input: --to: found "A1|B1", expected a wall of the map' in refused.err
    asked = companion("sight", "-", "--from", "A1", "--to", "E1|nowhere", stdin=position)
    assert (asked.status, len(asked.err.splitlines())) == (2, 1)


def test_a_batch_names_its_bad_line_and_goes_on(tmp_path: Path) -> None:
    queries = tmp_path / "queries.jsonl"
    queries.write_text('{"from": "A1", "to": "B1"}\n{"from": "A1", "to": "Z9"}\nnot json\n{"from": "A2", "to": "B2"}\n')
    answer = companion("sight", "-", "--queries", queries, stdin=a_position(*LANE))
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert (answer.status, [line.get("to") for line in lines]) == (2, ["B1", None, None, "B2"])
    assert lines[1] == {
        "error": f'{queries}: line 2: to: found "Z9", expected a piece of the position or a square from A1 to F2'
    }
    assert answer.err.splitlines()[0] == lines[1]["error"]
    assert answer.err.splitlines()[1].startswith(f"{queries}: line 3: line 1 column 1: ")
    assert len(answer.err.splitlines()) == 2


@pytest.mark.rule("HC-TERR-20", "HC-TERR-30")
def test_nobody_stands_in_blocking_terrain() -> None:
    board, pieces = ("#.....", "......"), [a_piece("A", "A1")]
    answer = companion("sight", "-", "--from", "A", "--to", "C1", stdin=a_position(*board, pieces=pieces))
    wrong = "standard input: pieces[0].squares[0]: found A1, expected a square that is not blocking terrain"
    assert (answer.status, answer.err.strip()) == (2, wrong)
    fallen = a_position(*board, pieces=pieces, markers=[{"square": "A1", "kind": "debris"}])
    assert companion("sight", "-", "--from", "A", "--to", "C1", stdin=fallen).status == 0


def test_a_piece_is_not_called_like_a_square() -> None:
    """A question for ``C2`` would mean the square or the piece; off the map the name is free."""
    board = ("....", "....")
    asked = companion(
        "sight", "-", "--from", "A1", "--to", "C2", stdin=a_position(*board, pieces=[a_piece("C2", "A1")])
    )
    wrong = "standard input: pieces[0].id: found 'C2', which is one, expected an id that is no space of the map"
    assert (asked.status, asked.err.strip()) == (2, wrong)
    beyond = a_position(*board, pieces=[a_piece("C9", "A1")])
    assert companion("sight", "-", "--from", "C9", "--to", "C2", stdin=beyond).status == 0
