"""``companion look`` and ``companion print-markers`` on a rendered table."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.board.squares import format_square
from companion.core.ids import PieceId
from tests.rendered import render_table
from ui.cli.front import main
from vision.arrays import Picture
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_picture_with_too_few_markers_is_answered_no(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, layout: Path
) -> None:
    picture, shot = tmp_path / "half.png", render_table(SCENE, seed=3)
    shot = shot.copy()
    shot[:, shot.shape[1] // 3 :] = 120
    write_picture(picture, shot)
    assert run(monkeypatch, "look", str(picture), "--layout", str(layout), "--json") == 1
    line = json.loads(capsys.readouterr().out)
    assert (line["calibrated"], line["pieces"]) == (False, [])
    assert "corner markers" in line["why"]


GIVEN = ("--corners", "100,100", "1100,100", "1100,650", "100,650")


def spoiled(kind: str) -> Picture:
    shot = render_table(SCENE, seed=3)
    if kind == "blurred":
        return np.asarray(cv2.GaussianBlur(shot, (0, 0), 14.0))
    if kind == "dark":
        return np.asarray(shot // 40, dtype=np.uint8)
    if kind == "even":
        return np.full_like(shot, 120)
    noise = np.random.default_rng(5).integers(0, 255, (45, 80, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(noise, (1280, 720), interpolation=cv2.INTER_NEAREST))


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("blurred", "a blurred picture"),
        ("dark", "a dark picture"),
        ("even", "a picture of one even colour"),
        ("another", "none of the markers and tags"),
    ],
)
@pytest.mark.parametrize("given", [(), GIVEN])
def test_a_picture_that_shows_nothing_is_bad_input(
    kind: str,
    words: str,
    given: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    layout: Path,
) -> None:
    if given and kind == "another":
        given = ()  # where the corners are given, nothing says what the picture should show
    picture = tmp_path / f"{kind}.png"
    write_picture(picture, spoiled(kind))
    assert run(monkeypatch, "look", str(picture), "--layout", str(layout), *given) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert words in line
    assert f"{kind}.png" in line


@pytest.mark.slow
def test_corners_that_nothing_confirms_have_no_residual(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, layout: Path
) -> None:
    """The fit of four given corners is exact whatever they are: only a printed grid that is seen says how good."""
    picture = tmp_path / "another.png"
    write_picture(picture, spoiled("another"))
    assert run(monkeypatch, "look", str(picture), "--layout", str(layout), *GIVEN, "--json") == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["calibrated"], line["registered_by"]) == (True, "corners")
    assert line["residual_mm"] is None
    assert run(monkeypatch, "look", str(picture), "--layout", str(layout), *GIVEN) == 0
    assert "please look: nothing says how exact" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", ["not seen: blue-1", "the picture is blurred: what is not seen may stand there all the same"]),
        ("fr", ["on ne voit pas : blue-1", "la photo est floue : ce qu'on ne voit pas est peut-être là quand même"]),
    ],
)
def test_what_a_blurred_picture_misses_is_said(
    lang: str,
    says: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    layout: Path,
) -> None:
    picture = tmp_path / "soft.png"
    write_picture(picture, np.asarray(cv2.GaussianBlur(render_table(SCENE, seed=3), (0, 0), 3.0), dtype=np.uint8))
    assert run(monkeypatch, "look", str(picture), "--layout", str(layout), "--lang", lang) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert "red-1" in lines[0]
    assert [line.partition("soft.png")[2].lstrip(" :") for line in lines[1:]] == says


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
