"""``companion find-figure``: what is found by words, cost and power, in folders of any size, and after they change."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from companion.interchange import figure_library
from companion.interchange.figure_library import FigureLibrary
from tests.cli.command_line import companion


def entry(name: str, called: str, **more: Any) -> dict[str, Any]:
    value = [8, more.pop("power", "charge")]
    click = {"click": 1, "starting_line": "green", "speed": value, "attack": 10, "defense": 16, "damage": 3}
    return {"id": name, "name": called, "collector_number": name[-3:], "points": [50], "dial": [click], **more}


SET = {
    "format": "tablewright/figures@1",
    "set": "zz",
    "figures": [
        entry("zz001", "Éclair", keywords=["Harbour Watch"], points=[60, 40]),
        entry("zz002", "Brass Monkey", power="running_shot", team_abilities=["harbour"]),
        entry("zz003", "Brass Bell", points=[120]),
    ],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(figure_library, "user_cache_path", lambda name: tmp_path / "cache")
    data = tmp_path / "figures"
    data.mkdir()
    (data / "zz.json").write_text(json.dumps(SET), encoding="utf-8")
    return data


def found(folder: Path, *arguments: object) -> list[str]:
    ended = companion("find-figure", *arguments, "--data", folder, "--json")
    assert ended.status in (0, 1), ended.err
    names = [row["id"] for row in ended.document]
    assert ended.status == (0 if names else 1)
    return names


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ((), ["zz003", "zz002", "zz001"]),
        (("brass",), ["zz003", "zz002"]),
        (("BRASS", "harbour"), ["zz002"]),
        (("eclair",), ["zz001"]),
        (("zz003",), ["zz003"]),
        (("watch",), ["zz001"]),
        (("%",), []),
        (("--points", "40-50"), ["zz002", "zz001"]),
        (("--points", "120"), ["zz003"]),
        (("--power", "running shot"), ["zz002"]),
        (("--power", "charge", "brass"), ["zz003"]),
        (("nobody",), []),
    ],
)
def test_what_is_found(folder: Path, arguments: tuple[str, ...], names: list[str]) -> None:
    assert found(folder, *arguments) == names


def test_a_folder_that_changed_is_read_again(folder: Path) -> None:
    assert found(folder, "kite") == []
    more = {**SET, "set": "yy", "figures": [entry("yy001", "Paper Kite")]}
    (folder / "yy.json").write_text(json.dumps(more), encoding="utf-8")
    assert found(folder, "kite") == ["yy001"]
    (folder / "yy.json").unlink()
    assert found(folder, "kite") == []


def test_an_index_that_is_broken_is_made_anew(folder: Path, tmp_path: Path) -> None:
    assert found(folder, "bell") == ["zz003"]
    (index,) = (tmp_path / "cache" / "figures").iterdir()
    index.write_bytes(b"no database, and long enough to be looked at as one" * 30)
    assert found(folder, "bell") == ["zz003"]
    with sqlite3.connect(index) as database:
        database.execute("UPDATE made SET shape = 0")
    assert found(folder, "bell") == ["zz003"]


def test_the_whole_figure_is_the_one_in_its_file_with_its_corrections(folder: Path) -> None:
    from companion.games.heroclix.figures.collection import load_figures

    texts = [{"slot": "attack", "name": "Gale", "text": "A wind."}]
    more = {**SET, "set": "yy", "figures": [entry("yy001", "Paper Kite", specials=texts)]}
    (folder / "yy.json").write_text(json.dumps(more), encoding="utf-8")
    (folder / "our.toml").write_text(
        'format = "tablewright/corrections@1"\n[[corrections]]\nfigure = "yy001"\n'
        'slot = "attack"\ngrants = ["quake"]\n',
        encoding="utf-8",
    )
    figures = load_figures(folder)
    assert {name: FigureLibrary(folder).figure(name) for name in figures} == dict(figures)
    assert FigureLibrary(folder).figure("yy001").specials[0].grants == ("quake",)
    assert FigureLibrary(None).figure("lq001") == load_figures(None)["lq001"]  # type: ignore[index]


def test_ten_thousand_figures_are_read_one_row_at_a_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the index is there, no file of figures is opened to answer."""
    many = {**SET, "set": "ww", "figures": [entry(f"ww{number:05}", f"Extra {number}") for number in range(2000)]}
    (folder / "ww.json").write_text(json.dumps(many), encoding="utf-8")
    assert len(found(folder, "extra")) == 2000
    monkeypatch.setattr(figure_library, "load_figures", None)
    assert found(folder, "extra", "1999") == ["ww01999"]
    assert companion("show", "figure", "ww00042", "--data", folder).status == 0


def test_every_real_figure_is_found_by_its_id(shared: Path, folder: Path) -> None:
    sets = sorted((shared / "data" / "heroclix" / "hcunits" / "sets").glob("*.json"))
    companion("import", "figures", *sets, "--out", folder / "real")
    real = FigureLibrary(folder / "real")
    entries = real.find()
    assert len(entries) > 600
    assert all(entry.id in {other.id for other in real.find([entry.id])} for entry in entries[::25])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--points", "a-b"), ("--points", "'a-b'", "40-80")),
        (("--points", "80-40"), ("--points", "'80-40'")),
        (("--power", "beauty"), ("--power", "'beauty'", "charge")),
        (("--data", "nowhere"), ("nowhere", "nothing there")),
    ],
)
def test_bad_arguments_are_refused_in_one_line(arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    ended = companion("find-figure", *arguments)
    assert ended.status == 2
    assert ended.err.count("\n") == 1
    assert all(word in ended.err for word in words), ended.err


def test_a_figure_that_two_files_bring_is_imported_once_and_the_folder_can_be_read(tmp_path: Path) -> None:
    sheet = tmp_path / "one.txt"
    sheet.write_text(
        "zz001 R [b]Example Hero[/b]\nPoints: [b]50[/b]\n"
        "[dial][header][icon]m-boot[/icon][icon]a-fist[/icon][icon]d-shield[/icon][icon]g-starburst[/icon][/header]"
        "[click][slot=green]8[/slot][slot=none]10[/slot][slot=orange]16[/slot][slot=none]3[/slot][/click][/dial]\n",
        encoding="utf-8",
    )
    (tmp_path / "two.txt").write_bytes(sheet.read_bytes())
    out = tmp_path / "mine"
    done = companion("import", "figures", sheet, tmp_path / "two.txt", "--out", out)
    assert done.status == 1
    assert "one.txt brings a figure of this id too" in done.out + done.err
    found = companion("find-figure", "example", "--data", out)
    assert (found.status, found.out.count("zz001")) == (0, 1)
