"""HCMaps reading rules on a small invented map."""

from __future__ import annotations

from pathlib import Path

from companion.board import Terrain
from companion.core.ids import SpaceId
from companion.interchange.maps import load_map

GOOD = Path(__file__).parent / "good-map.json"


def test_every_field_of_a_small_map() -> None:
    board, remarks = load_map(str(GOOD))
    assert (board.name, board.columns, board.rows) == ("Yard", 3, 2)
    assert board.has(SpaceId("B1"), Terrain.HINDERING)
    assert board.tile(SpaceId("B2")).terrain == frozenset()  # a window has no rule here
    assert board.level(SpaceId("A2")) == 2
    assert [space for space in board.spaces if board.tile(space).indoor] == ["C1"]
    assert sorted(f"{wall.a}|{wall.b}" for wall in board.walls) == ["A1|A2", "B1|B2", "C1|C2"]
    assert sorted(f"{ramp.a}|{ramp.b}" for ramp in board.ramps) == ["A2|B2"]
    assert board.tile(SpaceId("C2")).starting == "1"
    assert board.notes == ("The window rattles.",)
    assert [remark.where for remark in remarks] == ["rows", "ramps[1]", "walls[1]"]
    assert not any(remark.is_skipped for remark in remarks)


def test_a_doubled_key_of_a_foreign_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "yard.json"
    file.write_text('{"type": "indoor", "type": "outdoor", "width": 1, "height": 1, "rows": [{"tiles": [{}]}]}')
    board, remarks = load_map(str(file))
    assert not board.tile(SpaceId("A1")).indoor
    assert {remark.where for remark in remarks} == {"type", "name"}
