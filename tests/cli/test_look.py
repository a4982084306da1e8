"""``companion look`` and ``companion print-markers`` on a rendered table."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from companion.board.squares import format_square
from companion.cli.front import main
from companion.core.ids import PieceId
from tests.rendered import render_table
from vision.pictures import write_picture
from vision.plane.layout import build_layout, format_layout
from vision.virtual.scene import Base, Scene

SCENE = Scene(
    build_layout(8, 6, {8: PieceId("red-1"), 9: PieceId("blue-1")}), bases=(Base(8, 2, 3), Base(9, 6, 1, (2.0, -3.0)))
)


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["companion", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    return int(stopped.value.code or 0)


@pytest.fixture
def layout(tmp_path: Path) -> Path:
    path = tmp_path / "layout.json"
    path.write_text(format_layout(SCENE.layout), encoding="utf-8")
    return path


def test_a_table_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, layout: Path
) -> None:
    picture = tmp_path / "table.jpg"
    write_picture(picture, render_table(SCENE, seed=3))
    assert run(monkeypatch, "look", str(picture), "--layout", str(layout), "--json") == 0
    line = json.loads(capsys.readouterr().out)
    assert line["calibrated"] is True
    assert {p["tag"]: p["square"] for p in line["pieces"]} == {
        base.tag: format_square(base.column, base.row) for base in SCENE.bases
    }
    assert line["pieces"][1]["offset_mm"] == pytest.approx([2.0, -3.0], abs=1.0)


def test_a_picture_without_markers_is_answered_no(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, layout: Path
) -> None:
    picture = tmp_path / "grey.png"
    write_picture(picture, np.full((400, 600, 3), 120, np.uint8))
    assert run(monkeypatch, "look", str(picture), "--layout", str(layout), "--json") == 1
    line = json.loads(capsys.readouterr().out)
    assert (line["calibrated"], line["pieces"]) == (False, [])
    assert "corner markers" in line["why"]


def test_a_bad_layout_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = tmp_path / "layout.json"
    bad.write_text('{"format": "tablewright/layout@1", "colour": 3}', encoding="utf-8")
    assert run(monkeypatch, "look", "x.png", "--layout", str(bad)) == 2
    err = capsys.readouterr().err.strip()
    assert len(err.splitlines()) == 1
    assert "layout.json: colour" in err


def test_markers_are_printed_whole_and_alike(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, layout: Path
) -> None:
    out = tmp_path / "markers.pdf"
    assert run(monkeypatch, "print-markers", "--layout", str(layout), str(out)) == 0
    first = out.read_bytes()
    assert first.startswith(b"%PDF")
    assert run(monkeypatch, "print-markers", "--layout", str(layout), str(out)) == 0
    assert out.read_bytes() == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["layout.json", "markers.pdf"]


def test_no_pdf_where_none_can_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, layout: Path
) -> None:
    assert run(monkeypatch, "print-markers", "--layout", str(layout), str(tmp_path / "no" / "m.pdf")) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
