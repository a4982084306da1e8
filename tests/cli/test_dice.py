"""``companion dice``: JSON Lines, text, and one line for every kind of bad file."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.rendered import render_dice
from ui.cli.front import main
from vision.pictures import write_picture
from vision.virtual.__main__ import main as draw_example
from vision.virtual.tray import TrayStage

pytestmark = pytest.mark.slow

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "pictures"


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["companion", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    return int(stopped.value.code or 0)


@pytest.fixture
def roll(tmp_path: Path) -> Path:
    path = tmp_path / "roll.png"
    write_picture(path, render_dice([5, 2], 1).picture)
    return path


def test_json_lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], roll: Path) -> None:
    assert run(monkeypatch, "dice", str(roll), str(roll), "--expect", "2", "--json") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == 2
    assert (lines[0]["image"], lines[0]["verdict"], lines[0]["total"]) == (str(roll), "read", 7)
    assert {"face", "x", "y", "width", "height", "evidence"} == set(lines[0]["dice"][0])
    assert isinstance(lines[0]["dice"][0]["face"], str)


def test_dice_with_numbers_as_the_help_shows_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = str(tmp_path / "throw.png")
    assert draw_example(["numbers", "d12", "11", "4", picture]) == 0
    assert run(monkeypatch, "dice", picture, "--faces", "d12", "--expect", "2") == 0
    assert capsys.readouterr().out.strip().endswith("= 15")
    assert run(monkeypatch, "dice", picture, "--faces", "d20", "--json") == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["verdict"], line["total"]) == ("ask", None)
    assert draw_example(["numbers", "d12", "13", picture]) == 2


def test_ask_gives_no_total(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], roll: Path) -> None:
    assert run(monkeypatch, "dice", str(roll), "--expect", "3", "--json") == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["verdict"], line["total"]) == ("ask", None)
    assert "3 expected" in line["why"]


def test_the_number_thrown_lets_a_reading_stand_beside_clutter(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = TrayStage(seed=6, size_px=(720, 540), felt=(110, 60, 40), clutter=4).throw([5, 2], 10).picture
    write_picture(tmp_path / "card.png", picture)
    for told, verdict, total in (((), "ask", None), (("--expect", "2"), "read", 7), (("--expect", "1"), "ask", None)):
        assert run(monkeypatch, "dice", str(tmp_path / "card.png"), *told, "--json") == 0
        line = json.loads(capsys.readouterr().out)
        assert (line["verdict"], line["total"]) == (verdict, total), told


def test_text(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], roll: Path) -> None:
    assert run(monkeypatch, "dice", str(roll)) == 0
    assert capsys.readouterr().out.strip().endswith("= 7")


@pytest.mark.parametrize("path", sorted(CORPUS.iterdir()), ids=lambda path: path.name)
def test_a_bad_file_is_one_line_and_exit_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    assert run(monkeypatch, "dice", str(path), "--json") == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.strip().splitlines()) == 1
    assert path.name in err


def test_missing_files_and_folders(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for path in (tmp_path / "none.jpg", tmp_path):
        assert run(monkeypatch, "dice", str(path)) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1


@pytest.mark.parametrize("arguments", [(), ("--expect", "0"), ("--faces", "d7")])
def test_bad_usage(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], roll: Path, arguments: tuple[str, ...]
) -> None:
    assert run(monkeypatch, "dice", *([str(roll)] if arguments else []), *arguments) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
