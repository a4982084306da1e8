"""The map in the README is a map."""

from __future__ import annotations

import re
from pathlib import Path

from companion.board import parse_map
from companion.documents import parse_json
from companion.games.heroclix.figures.files import parse_figures
from companion.interchange.position import parse_position

HOUSE = Path(__file__).parents[2] / "companion"


def blocks(file: Path, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", file.read_text(encoding="utf-8"), re.DOTALL)


def test_the_map_of_the_readme_is_read() -> None:
    board = parse_map(parse_json(blocks(HOUSE / "board" / "README.md", "json")[0], "README.md"))
    assert (board.name, board.columns, board.rows) == ("Back Yard", 4, 3)
    assert len(board.walls) == len(board.ramps) == 1


def test_the_figures_of_the_readme_are_read(tmp_path: Path) -> None:
    from companion.documents import load_document

    file = tmp_path / "zz.toml"
    file.write_text(blocks(HOUSE / "interchange" / "README.md", "toml")[0])
    figures = parse_figures(load_document(str(file)))
    assert [line.points for line in figures[0].starting_lines] == [75, 40]


def test_a_position_needs_no_pieces() -> None:
    text = blocks(HOUSE / "board" / "README.md", "json")[0]
    whole = f'{{"format": "tablewright/position@1", "system": "heroclix", "edition": "core", "map": {text}}}'
    assert len(parse_position(parse_json(whole, "p.json")).board.tiles) == 12
