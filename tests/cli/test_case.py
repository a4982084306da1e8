"""``companion case``: each case reported, in text and as JSON, in both languages; the exit status says how it went."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command_line import companion

pytestmark = pytest.mark.slow

GOOD = """
format = "tablewright/case@1"
[[case]]
id = "good"
title = { en = "A step", fr = "Un pas" }
rules = ["HC-MOVE-01"]
setup.map = ["A..", "..."]
setup.pieces.A.side = "red"
steps = [{ do = "move", piece = "A", to = "B1" }]
expect.pieces.A.at = "B1"
"""
FAILING = GOOD.replace('"good"', '"failing"').replace('at = "B1"', 'at = "C1"')
BAD = GOOD.replace('"good"', '"bad"').replace('piece = "A"', 'piece = "Z"')


def files(folder: Path, **texts: str) -> list[Path]:
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return [folder / f"{name}.toml" for name in texts]


def test_all_passed(tmp_path: Path) -> None:
    answer = companion("case", *files(tmp_path, good=GOOD))
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.splitlines() == ["passed  good           A step", "1 case: 1 passed, 0 failed, 0 refused"]


def test_one_failed(tmp_path: Path) -> None:
    answer = companion("case", *files(tmp_path, good=GOOD, failing=FAILING))
    assert (answer.status, answer.err) == (1, "")
    assert 'failing.toml: case[0].expect.pieces.A.at: expected "C1", found "B1"' in answer.out
    assert answer.out.splitlines()[-1] == "2 cases: 1 passed, 1 failed, 0 refused"


def test_a_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    answer = companion("case", *files(tmp_path, bad=BAD, failing=FAILING, good=GOOD), tmp_path / "gone.toml")
    assert answer.status == 2
    (line,) = answer.err.splitlines()
    assert "bad.toml: case[0].steps[0].piece: found" in line and line.endswith("(and 1 more)")
    assert "gone.toml: found" in answer.out
    assert answer.out.splitlines()[-1] == "4 cases: 1 passed, 1 failed, 2 refused"


def test_a_folder(tmp_path: Path) -> None:
    files(tmp_path, good=GOOD, failing=FAILING)
    assert [row["id"] for row in companion("case", tmp_path, "--json").document["cases"]] == ["failing", "good"]
    (tmp_path / "empty").mkdir()
    assert companion("case", tmp_path / "empty").status == 2


def test_json(tmp_path: Path) -> None:
    document = companion("case", *files(tmp_path, failing=FAILING, bad=BAD), "--json").document
    assert {key: document[key] for key in ("passed", "failed", "refused")} == {"passed": 0, "failed": 1, "refused": 1}
    failing, bad = document["cases"]
    assert failing["verdict"] == "failed"
    assert failing["failures"] == [{"place": "case[0].expect.pieces.A.at", "expected": '"C1"', "found": '"B1"'}]
    assert (bad["verdict"], bad["error"]) == ("refused", document["errors"][0])
    assert "steps" not in failing


def test_explained(tmp_path: Path) -> None:
    (path,) = files(tmp_path, good=GOOD)
    lines = companion("case", path, "--explain").out.splitlines()
    assert "        1. do=move piece=A to=B1" in lines
    assert any("HC-TOKEN-01" in line for line in lines)
    (step,) = companion("case", path, "--explain", "--json").document["cases"][0]["steps"]
    assert [event["event"] for event in step["events"]][:2] == ["ActionGiven", "FigureMoved"]
    assert step["verdict"] == "done"


def test_a_refusal_is_explained_with_its_rule(tmp_path: Path) -> None:
    far = GOOD.replace('to = "B1" }', 'to = "B1", by = "blue", refused = "HC-TURN-03" }').replace(
        'at = "B1"', 'at = "A1"'
    )
    (path,) = files(tmp_path, far=far)
    answer = companion("case", path, "--explain")
    assert answer.status == 0, answer.out
    assert any("refused" in line and "HC-TURN-03" in line for line in answer.out.splitlines())


def test_in_french(tmp_path: Path) -> None:
    answer = companion("case", *files(tmp_path, good=GOOD, failing=FAILING), "--lang", "fr", "--explain")
    assert "réussi  good           Un pas" in answer.out
    assert "attendu" in answer.out
    assert answer.out.splitlines()[-1] == "2 cas: 1 réussi, 1 manqué, 0 refusé"
    english = companion("case", tmp_path / "good.toml", "--explain", "--lang", "en").out.splitlines()
    assert set(english) & set(answer.out.splitlines()) == {"        1. do=move piece=A to=B1"}, "as it is written"


def test_only_some(tmp_path: Path) -> None:
    answer = companion("case", *files(tmp_path, good=GOOD, failing=FAILING), "--only", "good")
    assert answer.status == 0
    assert companion("case", tmp_path / "good.toml", "--only", "nobody").status == 2


def test_what_is_shipped() -> None:
    listed = companion("case", "--list", "--json").document

    assert len(listed["cases"]) > 250
    assert all(row["rules"] and row["why"] for row in listed["pending"])
    text = companion("case", "--list").out
    assert "EX-KB-01" in text
    assert ("pending" in text) == bool(listed["pending"])
    assert companion("case", "--shipped", "--only", "EX-KB").status == 0
    assert companion("case").status == 2


def test_the_words_a_case_may_use() -> None:
    words = companion("case", "--words", "--json").document["heroclix"]
    assert words["commands"]["move"] == ["piece", "to", "passenger?", "set_down?", "pick_up?", "pick_up_at?"]
    assert "FigureMoved" in words["events"]
    assert "questions" in words["expectations"]
    assert "close_attack" in companion("case", "--words").out


def test_standard_input_is_toml_or_json() -> None:
    assert companion("case", "-", stdin=GOOD).status == 0
    assert "standard input: found" in companion("case", "-", stdin=GOOD + "[[").err
    assert "standard input: format: found" in companion("case", "-", stdin='{"format": 1}').err
    assert companion("case", "-", stdin="").status == 2
