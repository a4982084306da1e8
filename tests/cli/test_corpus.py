"""Inputs that are no good: each is refused in one line that names the file, with 2, and never with a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command_line import companion

CORPUS = Path(__file__).parents[1] / "corpus"
COMMANDS: dict[str, list[tuple[str, ...]]] = {
    "positions": [("sight", "FILE", "--from", "A1", "--to", "C3"), ("reach", "FILE", "--piece", "A")],
    "areas": [("areas", "FILE", "--from", "west.1", "--to", "west.2")],
    "maps": [("import", "maps", "FILE")],
    "figures": [("import", "figures", "FILE")],
    "forces": [("check-force", "FILE", "--points", "300")],
    "cases": [("case", "FILE")],
}
CASES = [
    pytest.param(file, command, id=f"{command[0]}-{file.name}")
    for folder, commands in COMMANDS.items()
    for file in sorted((CORPUS / folder).iterdir())
    for command in commands
]
# the place each refusal must name; files left out are refused as a whole
PLACES = {
    "unknown-key.json": ("weather", "budget"),
    "missing-key.json": ("'edition'",),
    "doubled-key.json": ("edition",),
    "square-off-board.json": ("pieces[0].squares[1]",),
    "square-lower-case.json": ("pieces[0].squares[0]",),
    "two-in-one-square.json": ("pieces[1].squares[0]",),
    "same-id-twice.json": ("pieces[1].id",),
    "id-of-a-square.json": ("pieces[1].id",),
    "torn-base.json": ("pieces[0].squares",),
    "wrong-size.json": ("pieces[0].size",),
    "speed-as-text.json": ("pieces[0].speed",),
    "speed-true.json": ("pieces[0].speed",),
    "object-without-weight.json": ("objects[0]",),
    "unknown-marker.json": ("markers[0].kind",),
    "wall-not-there.json": ("removed_walls[0]",),
    "map-ragged.json": ("map.squares[1]",),
    "map-unknown-letter.json": ("map.squares[1]",),
    "map-unknown-terrain.json": ("map.legend.#.terrain[0]",),
    "map-elevation-zero.json": ("map.legend.#.elevation",),
    "map-wall-one-square.json": ("map.walls[0]",),
    "map-missing.json": ("no-such-map.json",),
    "hcmap-short-row.json": ("map.rows[0].tiles",),
    "hcmap-diagonal-wall.json": ("map.walls[0]",),
    "hcmap-unknown-type.json": ("map.type",),
    "not-json.json": ("line 2",),
    "not-utf8.json": ("byte 23",),
    "broken-cell.xml": ("[0].dial",),
    "unknown-figure.json": ("figures[0].figure",),
    "count-zero.json": ("figures[0].count",),
    "unknown-feat.json": ("feats[0].feat",),
    "feat-to-a-stranger.json": ("feats[0].to[0]",),
    "unknown-object.json": ("objects[0]",),
    "objects-no-list.json": ("objects",),
    "name-twice.json": ("figures[1].as",),
    "theme-number.json": ("theme",),
    "area-outline-crossed.json": ("zones.west.outline",),
    "area-adjacent-through-wall.json": ("adjacent[4]",),
    "area-link-to-nowhere.json": ("lines.links[2][1]",),
    "area-two-on-one-space.json": ("pieces[1].space",),
    "unknown-piece.toml": ("case[0].steps[0].piece",),
    "contradiction.toml": ("case[0].expect.pieces.A.at",),
    "missing-dice.toml": ("case[0].steps[0]:",),
    "too-many-dice.toml": ("case[0].steps[0].dice",),
    "no-setup.toml": ("case[0]:",),
    "not-a-list.json": ("case:",),
    "doubled-format.json": ("format:",),
}


@pytest.mark.parametrize(("file", "command"), CASES)
def test_bad_input_is_refused_in_one_line(file: Path, command: tuple[str, ...]) -> None:
    answer = companion(*(str(file) if word == "FILE" else word for word in command))
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1, answer.err
    assert "Traceback" not in answer.err
    assert file.stem in answer.err or file.name == "map-missing.json"
    assert ": found " in answer.err
    assert ", expected " in answer.err
    places = PLACES.get(file.name, ("",))
    assert any(place in answer.err for place in places), answer.err


def test_a_file_that_is_not_there() -> None:
    for command in ("sight gone.json --all", "import maps gone.json", "import figures gone.json"):
        answer = companion(*command.split())
        assert answer.status == 2
        assert "gone.json: found" in answer.err


def test_nothing_is_written_when_a_file_is_refused(tmp_path: Path) -> None:
    good = CORPUS.parent / "interchange" / "good-map.json"
    answer = companion("import", "maps", good, CORPUS / "maps" / "broken.json", "--out", tmp_path / "out")
    assert answer.status == 2
    assert not (tmp_path / "out").exists()


def test_the_python_door_refuses_in_one_line() -> None:
    assert companion("nonsense").status == 2
    assert companion("sight", "--nonsense").err.count("\n") == 1
