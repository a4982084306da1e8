"""``companion play`` before its window opens: what it refuses, in one line and with a status that says so."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.board.loading import format_map, parse_map
from companion.documents import Node
from companion.errors import InputError
from companion.games.heroclix.figures.collection import shipped_map
from tests.cli.command_line import companion
from ui.cli.scenarios import scenario_from, shipped_scenarios
from ui.cli.tables import setup_from
from ui.library import Library


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--demo", "--size", "wide"), "not a size like 1280x800"),
        (("--store", "nowhere.db"), "nothing to play"),
        (("--settings", "nowhere.toml"), "a readable table.toml"),
        (("--scenario", "day-shift"), "a file, or one of"),
        (("--scenario", "day-shift.json"), "day-shift.json"),
        (("--force", "one.json"), "2 to 4, one for each player"),
        (("--force", "one.json", "--force", "two.json", "--pairs"), "--pairs"),
    ],
)
def test_what_cannot_be_played_is_refused(
    arguments: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = companion("play", *arguments)
    assert result.status == 2
    assert words in result.err
    assert "Traceback" not in result.err


def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text('stor = "game.db"\n', encoding="utf-8")
    result = companion("play", "--settings", settings)
    assert result.status == 2
    assert "stor" in result.err and "machine_dice" in result.err


def test_without_a_screen_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    result = companion("play", "--demo")
    assert result.status != 0
    assert "a screen is missing" in result.err


def test_a_game_without_a_named_store_is_kept_in_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    store = Library().new_store()
    assert store.parent == tmp_path / "tablewright" / "games"
    assert store.parent.is_dir()
    assert store.suffix == ".db"
    assert not store.exists()


def test_an_empty_store_is_no_game(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    result = companion("play", "--store", tmp_path / "empty.db")
    assert result.status == 2
    assert "an empty game store" in result.err
    assert "Traceback" not in result.err


CREW = '{"format": "tablewright/force@1", "figures": [{"figure": "lq005"}], "objects": ["light"], "theme": "Police"}'


@pytest.mark.rule("HC-SETUP-01", "HC-SETUP-06")
def test_three_forces_sit_down_where_the_map_has_room_for_them(tmp_path: Path) -> None:
    force, field = tmp_path / "force.json", tmp_path / "map.json"
    force.write_text(CREW, encoding="utf-8")
    document = json.loads(shipped_map("harbour-market").read_text(encoding="utf-8"))
    with pytest.raises(InputError, match="2 starting areas"):
        setup_from([force] * 3, (), 100)
    board = parse_map(Node("map", "", document))
    tiles = tuple(
        replace(tile, starting="west") if number % 16 == 0 and 10 * 16 <= number < 14 * 16 else tile
        for number, tile in enumerate(board.tiles)
    )
    field.write_text(json.dumps(format_map(replace(board, tiles=tiles))), encoding="utf-8")
    setup = setup_from([force] * 3, (field,), 100, edition="newer")
    assert setup.edition == "newer"
    assert setup.seats == ("red", "blue", "green")
    assert [one.seat for one in setup.tactics.objects] == ["red", "blue", "green"]
    assert [one.rerolls for one in setup.tactics.themes] == [0, 0, 0]
    tiles = tuple(
        replace(tile, starting="east") if number % 16 == 15 and 10 * 16 <= number < 14 * 16 else tile
        for number, tile in enumerate(tiles)
    )
    field.write_text(json.dumps(format_map(replace(board, tiles=tiles))), encoding="utf-8")
    assert setup_from([force] * 4, (field,), 100).tactics.sides == ()
    assert setup_from([force] * 4, (field,), 100, pairs=True).tactics.sides == (("red", "green"), ("blue", "gold"))


@pytest.mark.rule("HC-TEAM-01", "HC-OBJ-06")
def test_an_illegal_force_does_not_sit_down(tmp_path: Path) -> None:
    force = tmp_path / "force.json"
    force.write_text(CREW.replace("light", "immobile"), encoding="utf-8")
    with pytest.raises(InputError, match="immobile"):
        setup_from([force] * 2, (), 100)


@pytest.mark.rule("HC-TEAM-01")
def test_figures_of_an_import_sit_down(tmp_path: Path) -> None:
    """A force may name figures of a folder that an import wrote; without it they are strangers."""
    clicks = [{"click": n, "speed": 7, "attack": 9, "defense": 16, "damage": 2} for n in (1, 2, 3)]
    figures = [{"id": "own001", "name": "Own", "collector_number": "001", "points": [50], "dial": clicks}]
    document = {"format": "tablewright/figures@1", "set": "own", "figures": figures}
    (tmp_path / "own.json").write_text(json.dumps(document), encoding="utf-8")
    force = tmp_path / "force.json"
    force.write_text('{"format": "tablewright/force@1", "figures": [{"figure": "own001"}]}', encoding="utf-8")
    setup = setup_from([force] * 2, (), 100, data=str(tmp_path))
    assert [one.figure.name for one in setup.forces] == ["Own", "Own"]
    with pytest.raises(InputError, match="own001"):
        setup_from([force] * 2, (), 100)


def test_every_shipped_scenario_can_be_named() -> None:
    setups = {path.stem: scenario_from(path.stem) for path in shipped_scenarios()}
    assert {setup.system for setup in setups.values()} == {"guardians", "gotham"}
    assert setups["night-shift"].scenario["name"]["en"] == "Night Shift at the Tannery"


@pytest.mark.parametrize(
    "words",
    [
        ("--demo", "--tower", "/dev/null"),
        ("--demo", "--quest", "the-lost-key"),
        ("--demo", "--layout", "layout.json"),
        ("--quest", "the-lost-key", "--scenario", "x"),
        ("--quest", "the-lost-key", "--map", "map.json"),
    ],
)
def test_options_that_contradict_are_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    refused = companion("host", tmp_path / "game.db", *words)
    assert refused.status == 2
    assert refused.err.count("\n") == 1
    assert words[0] in refused.err
    assert next(word for word in words[1:] if word.startswith("--")) in refused.err
    assert not (tmp_path / "game.db").exists()
