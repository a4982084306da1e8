"""A case that goes on from a game's record: for every game, at any of its lines; what is no record is refused."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.casebook import Result, parse_cases, run_case
from companion.casebook.writing import Ruling, case_file
from companion.core.ids import EditionId
from companion.core.rules import History
from companion.documents import Node, load_document
from companion.errors import InputError
from companion.games import CASE_LANGUAGES, find_system
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import read_sealed_lines, sealed_line
from ui.cli.case_context import case_context

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.record"))


def written(path: Path, lines: int, folder: Path, **told: Any) -> Path:
    """The case file of that record at that line."""
    language = CASE_LANGUAGES[next(name for name in CASE_LANGUAGES if path.name.startswith(str(name)))]
    edition = EditionId(path.stem.partition("-")[2])
    system = find_system(language.system, edition, "")
    entries = list(read_sealed_lines(path))
    codec = JsonCodec(system.event_types)
    events = [codec.decode(entry.line, "").event for entry in entries]
    history = History(system, events[0])
    for event in events[1:lines]:
        history.fold(event)
    record = b"".join(map(sealed_line, entries)).decode()
    ruling = Ruling("call-1", "As it was", told.get("rule", ""), ("Friday: judge Rita",), told.get("line"))
    file = folder / f"{path.stem}-{lines}.toml"
    opening = language.resume(system, events[0], history.state)
    file.write_text(case_file(language, opening, history.state, ruling, record, lines), encoding="utf-8")
    return file


def play(file: Path, old: str = "", new: str = "") -> Sequence[Result]:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    context = case_context()
    cases = list(parse_cases(load_document(str(file)), context.languages, next(iter(context.languages))))
    return [run_case(case, context) for case in cases if not isinstance(case, InputError)]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_case_is_written_at_any_line_and_passes(path: Path, tmp_path: Path) -> None:
    """The middle and the end: two states of each game."""
    count = len(list(read_sealed_lines(path)))
    for lines in (count // 2, count):
        file = written(path, lines, tmp_path)
        (result,) = play(file)
        assert (result.verdict, result.failures, result.error) == ("passed", (), None)
        assert "pieces." in file.read_text(encoding="utf-8"), "it says who stands where"


CORE = next(path for path in RECORDS if path.name == "heroclix-core.record")


def test_the_case_fails_where_the_game_stands_otherwise(tmp_path: Path) -> None:
    file = written(CORE, 60, tmp_path, rule="HC-LOS-04", line=("r2", "A4", "clear"))
    assert 'rules = ["HC-LOS-04"]' in file.read_text()
    (result,) = play(file)
    assert result.verdict == "passed", "r2 on B12, A4: nothing between them on an open map"
    for old, new, place in (
        ("setup.lines = 60", "setup.lines = 40", "expect.pieces"),
        ('verdict = "clear"', 'verdict = "blocked"', "expect.questions"),
    ):
        (result,) = play(written(CORE, 60, tmp_path, line=("r2", "A4", "clear")), old, new)
        assert result.verdict == "failed"
        assert any(place in failure.place for failure in result.failures)


def test_a_game_goes_on_from_there(tmp_path: Path) -> None:
    """What the ruling was about is tried on the position: it is red's turn, r2 has two tokens and was pushed."""
    file = written(CORE, 60, tmp_path)
    text = file.read_text(encoding="utf-8")
    file.write_text(text + 'steps = [{ do = "end_turn", expect.turn = "blue" }]\n', encoding="utf-8")
    (result,) = play(file, 'expect.turn = "red"\n')
    assert [step.verdict for step in result.trace] == ["done"]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("setup.lines = 60", "setup.lines = 6000", "found 6000"),
        ("'''\n{", "'''\n{{", "line 1"),
        ('"seal":"', '"seal":"0', "line 1"),
        ('"version":3,', '"version":4,', "seal"),
        ('system = "heroclix"', 'system = "gotham"', "gotham"),
        ("setup.record", 'setup.map = "4x4"\nsetup.record', "map"),
    ],
)
def test_what_is_no_record_of_that_game_is_refused(tmp_path: Path, old: str, new: str, found: str) -> None:
    (result,) = play(written(CORE, 60, tmp_path), old, new)
    assert result.verdict == "refused"
    assert found in str(result.error)


def test_an_empty_record_is_refused() -> None:
    node = Node(
        "f",
        "",
        {
            "format": "tablewright/case@1",
            "case": [{"id": "a", "title": "t", "rules": [], "setup": {"record": ""}, "expect": {"round": 1}}],
        },
    )
    context = case_context()
    (case,) = parse_cases(node, context.languages, next(iter(context.languages)))
    assert not isinstance(case, InputError)
    assert "setup.record: found none" in str(run_case(case, context).error)
