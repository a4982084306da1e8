"""``companion sight --all-targets`` and ``--after-move``, ``companion reach --picture``: words, documents, refusals."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.cli.command_line import companion
from tests.cli.positions import a_piece, a_position
from ui.cli.text import waiting

PIECES = [a_piece("A", "A1", speed=1), a_piece("B", "D1", side="blue"), a_piece("C", "B3", "C3", side="blue")]
YARD = a_position("....", ".:#.", "....", pieces=PIECES)


@pytest.mark.rule("HC-LOS-07", "HC-LOS-08", "HC-MULTI-10")
def test_everything_a_piece_sees() -> None:
    answer = companion("sight", "-", "--from", "A", "--all-targets", "--json", stdin=YARD).document
    assert answer["from"] == "A"
    assert list(answer["squares"])[:5] == ["A1", "B1", "C1", "D1", "A2"]
    assert answer["squares"]["D1"] == "clear"
    assert answer["squares"]["B2"] == answer["squares"]["C3"] == "hindered"
    assert answer["squares"]["D3"] == "blocked"  # through C2
    assert [(one["piece"], one["verdict"], one["range"], one["defense_modifier"]) for one in answer["targets"]] == [
        ("B", "clear", 3, 0),
        ("C", "hindered", 2, 1),
    ]
    assert answer["targets"][1]["causes"] == [{"rule": "HC-LOS-08", "square": "B2"}]


def test_a_square_sees_too() -> None:
    answer = companion("sight", "-", "--from", "A3", "--all-targets", "--json", stdin=YARD).document
    assert (answer["from"], answer["squares"]["A3"]) == ("A3", "clear")
    assert [one["piece"] for one in answer["targets"]] == ["A", "B", "C"]
    own = companion("sight", "-", "--from", "D1", "--all-targets", "--json", stdin=YARD).document
    assert [one["piece"] for one in own["targets"]] == ["A", "C"]  # B stands there itself


def test_the_text_is_a_little_map_with_counts() -> None:
    lines = companion("sight", "-", "--from", "A", "--all-targets", stdin=YARD).out.splitlines()
    assert lines[0] == "A: clear 6, hindered 4, blocked 2"
    assert lines[1:5] == ["     A  B  C  D", "  1  @  +  +  +", "  2  +  /  /  #", "  3  +  /  /  #"]
    assert lines[5:] == ["  B  A1 → D1: clear, range 3", "  C  A1 → B3: hindered, range 2, defense +1"]
    french = companion("sight", "-", "--from", "A", "--all-targets", "--lang", "fr", stdin=YARD).out
    assert "gênée" in french and "portée" in french


@pytest.mark.rule("HC-MULTI-16")
def test_what_could_be_threatened_after_one_move() -> None:
    asked = ("sight", "-", "--from", "A", "--after-move", "--within", "1")
    answer = companion(*asked, "--json", stdin=YARD).document
    assert answer["reach"] == {"A1": 0, "B1": 1, "A2": 1, "B2": 1}
    assert (answer["within"], answer["squares"]["C1"], answer["squares"]["B2"]) == (1, "clear", "clear")
    assert "D1" not in answer["squares"]  # two squares from B1
    assert answer["targets"] == [{"piece": "C", "verdict": "clear"}]
    lines = companion(*asked, stdin=YARD).out.splitlines()
    assert lines[2] == "  1  @  +  +  ·"
    assert lines[-1] == "  C  clear"


def test_without_a_range_the_whole_board_is_threatened() -> None:
    answer = companion("sight", "-", "--from", "A", "--all-targets", "--after-move", "--json", stdin=YARD).document
    assert answer["within"] == 4
    assert answer["squares"]["D1"] == "clear"


def test_a_reach_is_drawn_with_its_numbers(tmp_path: Path) -> None:
    from PIL import Image

    out = tmp_path / "reach.png"
    assert companion("reach", "-", "--piece", "A", "--picture", out, stdin=YARD).status == 0
    with Image.open(out) as image:
        picture = image.convert("RGB")
    left, top = 40 + (560 - 4 * 56 - 80) // 2, 104
    tinted = [
        (column, row)
        for row in range(3)
        for column in range(4)
        if _bluer(picture, (left + column * 56 + 8, top + row * 56 + 48))
    ]
    assert tinted == [(0, 0), (1, 0), (0, 1), (1, 1)]


def test_long_work_shows_a_bar_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")  # a dumb terminal shows none either
    shown = {}
    for name, stream in (("terminal", Terminal()), ("pipe", io.StringIO())):
        monkeypatch.setattr(sys, "stderr", stream)
        with waiting("Looking everywhere"):
            pass
        shown[name] = "Looking everywhere" in stream.getvalue()
    assert shown == {"terminal": True, "pipe": False}


def _bluer(picture: object, at: tuple[int, int]) -> bool:
    red, _, blue = picture.getpixel(at)  # type: ignore[attr-defined]
    return bool(blue - red > 15)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--all-targets", "--from", "A", "--to", "B"], "--all-targets"),
        (["--all-targets"], "--from"),
        (["--all-targets", "--all", "--from", "A"], "--from"),
        (["--after-move", "--from", "A1"], "needs a piece"),
        (["--after-move", "--from", "Z"], '--from: found "Z"'),
        (["--all-targets", "--from", "Z"], "a piece of the position or a square from A1 to D3"),
        (["--all-targets", "--from", "A", "--within", "3"], "--after-move"),
        (["--after-move", "--from", "A", "--within", "-1"], "--within"),
        (["--all-targets", "--from", "A", "--picture", "no/such/folder/x.png"], "no/such/folder"),
        (["--all-targets", "--from", "A", "--picture", "x.png", "--photo", "y.png"], "--layout"),
        (["--all-targets", "--from", "A", "--photo", "y.png", "--layout", "l.json"], "--picture"),
    ],
)
def test_bad_usage_is_one_line_and_two(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = companion("sight", "-", *arguments, stdin=YARD)
    assert answer.status == 2
    assert told in answer.err
    assert answer.err.count("\n") == 1
    assert not answer.out
    assert list(tmp_path.iterdir()) == []
