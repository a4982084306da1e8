"""What a map file states about its squares, and what the board makes of it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.board.grid import GridBoard
from companion.board.loading import FORMAT, parse_map
from companion.board.occupancy import Occupancy, Occupant
from companion.board.paths import reach
from companion.board.sight import Sight
from companion.board.spaces import Terrain, Verdict, edge
from companion.board.steps import MovePolicy
from companion.core.ids import PieceId, SpaceId
from companion.documents import Node
from companion.errors import InputError
from companion.games.heroclix.editions.lines import CORE_SIGHT


def board(*squares: str, legend: dict[str, Any], **more: Any) -> GridBoard:
    document = {"format": FORMAT, "name": "a map", "legend": legend, "squares": list(squares), **more}
    return parse_map(Node("a map", "", document))


LEGEND: dict[str, Any] = {
    ".": {},
    "h": {"terrain": ["hindering"]},
    "b": {"terrain": ["blocking"]},
    "w": {"terrain": ["water"]},
    "e": {"elevation": 2},
    "m": {"terrain": ["hindering", "water"], "elevation": 2},
}


@pytest.mark.rule("HC-TERR-02", "HC-TERR-05", "HC-TERR-07")
def test_five_types_of_terrain_and_several_at_once() -> None:
    """Clear is what no word names; the mixed square is hindering, water and elevated in one."""
    one = board(".hbwem", legend=LEGEND, walls=[["A1", "B1"]])
    kinds = [sorted(tile.terrain) for tile in one.tiles]
    assert kinds == [[], ["hindering"], ["blocking"], ["water"], [], ["hindering", "water"]]
    assert [tile.elevation for tile in one.tiles] == [1, 1, 1, 1, 2, 2]
    assert one.walls == {edge(SpaceId("A1"), SpaceId("B1"))}


@pytest.mark.rule("HC-TERR-02")
def test_a_sixth_type_is_refused() -> None:
    with pytest.raises(InputError, match="terrain"):
        board("x", legend={"x": {"terrain": ["lava"]}})


@pytest.mark.rule("HC-TERR-03")
def test_starting_areas_indoor_squares_and_special_rules_are_clear_terrain() -> None:
    legend = {".": {}, "s": {"starting": "south"}, "i": {"indoor": True}}
    one = board("s.i", legend=legend, notes=["A hatch on B1: see the map."])
    assert [tile.starting for tile in one.tiles] == ["south", None, None]
    assert [tile.indoor for tile in one.tiles] == [False, False, True]
    assert not any(tile.terrain for tile in one.tiles)
    assert one.notes == ("A hatch on B1: see the map.",)


@pytest.mark.rule("HC-TERR-17")
def test_stairs_hinder_nobody() -> None:
    """Four squares up the stairs and on: 5 with a speed of 5."""
    one = board("..ee..ee", legend=LEGEND, ramps=[["B1", "C1"], ["D1", "E1"], ["F1", "G1"]])
    mover = Occupant(PieceId("A"), "red", (SpaceId("A1"),), speed=7)
    found = reach(one, Occupancy.of([mover]), mover, MovePolicy())
    assert found.costs == {SpaceId(f"{'ABCDEFGH'[n]}1"): n for n in range(8)}
    assert not any(one.has(space, Terrain.HINDERING) for space in one.spaces)


@pytest.mark.rule("HC-MAP-01", "HC-MAP-02", "HC-MAP-03", "HC-MAP-04", "HC-MAP-06")
@pytest.mark.parametrize(
    ("row", "verdict", "flown"),
    [
        (".....", Verdict.CLEAR, True),  # outdoors
        ("iiiii", Verdict.CLEAR, False),  # indoors: the same rules, but flyers are stopped
        ("..i..", Verdict.BLOCKED, False),  # both: the indoor part hides what is behind it
        ("i...i", Verdict.CLEAR, True),
    ],
    ids=["outdoor", "indoor", "mixed", "from inside"],
)
def test_outdoors_indoors_and_both(row: str, verdict: Verdict, *, flown: bool) -> None:
    """A line from end to end, and whether a flyer passes a block on the middle square."""
    one = board(row, legend={".": {}, "i": {"indoor": True}})
    assert [tile.indoor for tile in one.tiles] == [letter == "i" for letter in row]
    assert Sight(one, Occupancy(), CORE_SIGHT).between(SpaceId("A1"), SpaceId("E1")).verdict is verdict
    blocked = one.with_changes(markers=[(SpaceId("C1"), "blocking")])
    mover = Occupant(PieceId("A"), "red", (SpaceId("A1"),), speed=8)
    found = reach(blocked, Occupancy.of([mover]), mover, MovePolicy(ignores_outdoor_blocking=True))
    assert (SpaceId("E1") in found.costs) is flown
