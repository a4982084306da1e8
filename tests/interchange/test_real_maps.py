"""All real maps: read or refused with the place, every oddity told. Their lines and moves: tests/board."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.interchange.maps import load_map
from tests.board.real_maps import READABLE, UNREADABLE
from tests.cli.command_line import companion

REFUSED = {
    "oa_plaza.json": ("rows", "found 17 rows, expected 16 rows, as height says"),
    "titan_tower.json": ("rows[11].tiles[2].elevation", 'found "2", expected a whole number from 1 to 9'),
    "the_knoll.json": ("rows[17].tiles[7].terrain", 'found "terrain", expected one of blocking'),
}
TOLD = {
    "fountain_of_youth.json": "spelled 'outdoors'",
    "training_complex.json": "no name",
    "shield_helicarrier_stern.json": "twice in one object",
    "wayne_manor.json": "a ramp that leaves the map",
    "ice_planet.json": "tiles of another type",
}


def test_every_map_is_read_or_refused_with_its_place(shared: Path, tmp_path: Path) -> None:
    files = sorted((shared / "hcmaps").glob("*/*.json"))
    answer = companion("import", "maps", *files, "--out", tmp_path, "--json")
    summary = answer.document
    assert (answer.status, summary["read"], summary["written"]) == (1, READABLE + len(REFUSED), READABLE)
    assert len(list(tmp_path.glob("*.json"))) == READABLE
    skipped = {Path(p["file"]).name: (p["where"], p["message"]) for p in summary["problems"] if p["skipped"]}
    assert set(skipped) == set(REFUSED) == UNREADABLE
    for name, (where, message) in REFUSED.items():
        assert skipped[name][0] == where
        assert skipped[name][1].startswith(message)
    told = [(Path(p["file"]).name, p["message"]) for p in summary["problems"]]
    for name, words in TOLD.items():
        assert any(file == name and words in message for file, message in told), name


def test_terrain_without_a_rule_is_told_once_a_map(shared: Path) -> None:
    remarks = load_map(str(shared / "hcmaps" / "av" / "rooftops.json"))[1]
    said = [remark.message for remark in remarks if "not in this edition" in remark.message]
    assert said == [f"the terrain '{word}' is not in this edition; read as clear" for word in ("special", "special2")]


def test_a_refused_map_refuses_the_position(shared: Path) -> None:
    path = shared / "hcmaps" / "ll" / "oa_plaza.json"
    position = {"format": "tablewright/position@1", "system": "heroclix", "edition": "core", "pieces": []}
    answer = companion("sight", "-", "--all", stdin=json.dumps({**position, "map": str(path)}))
    assert answer.status == 2
    assert f"{path}: rows: found 17 rows" in answer.err


def test_written_maps_are_the_maps_read(shared: Path, tmp_path: Path) -> None:
    file = shared / "hcmaps" / "wol" / "ryut.json"
    companion("import", "maps", file, "--out", tmp_path)
    assert load_map(str(tmp_path / "ryut.json")) == (load_map(str(file))[0], ())


def test_walls_and_ramps_of_a_map_by_hand(shared: Path) -> None:
    board, _ = load_map(str(shared / "hcmaps" / "dr" / "training_complex.json"))
    assert (board.columns, board.rows) == (24, 24)
    assert board.name == "training_complex"
    # the segment (17,0)-(17,2) parts R from Q in rows 1 and 2
    squares = {(str(wall.a), str(wall.b)) for wall in board.walls}
    assert {("Q1", "R1"), ("Q2", "R2")} <= squares
    assert ("Q3", "R3") not in squares


def test_starting_areas_are_named_by_connection(shared: Path) -> None:
    board, _ = load_map(str(shared / "hcmaps" / "ih" / "gamma_base.json"))
    areas = {tile.starting for tile in board.tiles if tile.starting}
    assert areas == {"1", "2"}


def test_a_missing_map_is_refused() -> None:
    with pytest.raises(InputError, match="nowhere"):
        load_map("nowhere.json")
