"""Lines on maps of areas, worked out by hand on the drawn rooms of ``area_drawings``."""

from __future__ import annotations

import pytest

from companion.board import LineOfSight, SpaceGraph, Verdict
from companion.board.areas import LinkSight, PolygonSight, Relations
from companion.core.ids import SpaceId, ZoneId
from companion.games.gotham.lines import MARKERS
from companion.games.guardians.lines import RANGED
from tests.board.area_drawings import box, links, look, piece, read, rooms, told

RED = piece("A", "west.1", "red")


@pytest.mark.rule("GC-LOS-01")
def test_a_line_through_the_open_door_is_clear() -> None:
    line = look(read(rooms()), "west.1", "east.2")
    assert (line.verdict, line.causes) == (Verdict.CLEAR, ())
    assert line.crossed == ("west.2", "mid.1", "mid.2", "east.1")
    assert line.zones == ("west", "mid", "east")
    assert line.range == 2


@pytest.mark.rule("GC-LOS-02", "GC-LOS-10")
@pytest.mark.parametrize(
    ("start", "end", "wall"),
    [
        ((15, 4), (25, 10), "upper"),  # at x = 20 it is at y = 7: the wall goes down to 8
        ((15, 4), (25, 12), "upper"),  # at y = 8: only the wall's end is touched, and it blocks (GC-AMB-39)
        ((15, 4), (25, 14), None),  # at y = 9: past the end
    ],
)
def test_a_wall_blocks_even_when_only_its_end_is_touched(
    start: tuple[int, int], end: tuple[int, int], wall: str | None
) -> None:
    document = rooms(adjacent=[])
    document["zones"]["west"]["spaces"] = {"1": {"at": list(start)}}
    document["zones"]["mid"]["spaces"] = {"1": {"at": list(end)}}
    assert told(look(read(document), "west.1", "mid.1")) == ([("GC-LOS-02", wall)] if wall else [])


@pytest.mark.rule("GC-LOS-03", "GC-MAP-09", "GC-ATK-02", "GC-MAP-05")
def test_a_closed_door_blocks_lines_and_parts_spaces_and_zones() -> None:
    shut = read(rooms()).with_changes(doors={"door": False})
    assert told(look(shut, "west.1", "mid.2")) == [("GC-LOS-03", "door")]
    assert told(look(shut, "west.1", "mid.2", melee=True)) == [("GC-LOS-03", "door")]
    assert not shut.is_adjacent(SpaceId("west.2"), SpaceId("mid.1"))
    assert shut.is_adjacent(SpaceId("mid.1"), SpaceId("mid.2"))
    assert shut.neighbours(SpaceId("mid.1")) == ("west.2", "mid.2")
    assert shut.adjacent_zones(ZoneId("mid")) == ("east",)
    assert shut.distance(ZoneId("west"), ZoneId("east")) == 2  # borders are counted, doors open or not
    assert read(rooms()).is_adjacent(SpaceId("west.2"), SpaceId("mid.1"))


@pytest.mark.rule("GC-LOS-04", "GC-LOS-05", "GC-MOVE-10")
def test_enemies_of_the_one_who_looks_block_and_friends_do_not() -> None:
    areas = read(rooms())
    crowd = (piece("B", "mid.1", "blue"), piece("C", "mid.2", "red"), piece("D", "east.2", "blue"))
    assert told(look(areas, "west.1", "east.2", RED, *crowd)) == [("GC-LOS-04", "B")]
    assert told(look(areas, "east.2", "west.1", RED, *crowd)) == [("GC-LOS-04", "C")]
    assert told(look(areas, "west.1", "east.2", RED, *crowd, friends=[("red", "blue")])) == []


@pytest.mark.rule("GC-LOS-04")
def test_nobody_who_looks_has_no_enemies_unless_a_side_is_named() -> None:
    areas, blocker = read(rooms()), piece("B", "mid.1", "blue")
    assert told(look(areas, "west.1", "east.2", blocker)) == []
    assert told(look(areas, "west.1", "east.2", blocker, looker="red")) == [("GC-LOS-04", "B")]
    assert told(look(areas, "west.1", "east.2", blocker, looker="blue")) == []


@pytest.mark.rule("GC-LOS-09")
def test_a_third_party_blocks_by_its_own_rule() -> None:
    areas = read(rooms())
    crowd = (piece("V", "mid.1", "villain"), piece("B", "mid.2", "blue"), piece("D", "east.2", "blue"))
    assert told(look(areas, "west.1", "east.2", RED, *crowd)) == [("GC-LOS-09", "V"), ("GC-LOS-04", "B")]
    # looked at by a friend, nobody is a third party: enemies are enemies
    friend = piece("E", "east.2", "red")
    assert told(look(areas, "west.1", "east.2", RED, crowd[0], friend)) == [("GC-LOS-04", "V")]


@pytest.mark.rule("GC-LOS-10")
@pytest.mark.parametrize(("across", "blocks"), [(11, True), (12, False), (13, False)])
def test_a_figure_blocks_inside_its_space_and_not_on_the_rim(across: int, blocks: bool) -> None:
    """The space has a radius of 2: a line 1 away from its middle crosses it, one 2 away touches its rim."""
    document = rooms(adjacent=[])
    document["zones"]["mid"]["spaces"]["1"] = {"at": [25, across]}
    areas = read(document)
    answer = look(areas, "west.1", "mid.2", RED, piece("B", "mid.1"), piece("C", "mid.2"))
    assert told(answer) == ([("GC-LOS-04", "B")] if blocks else [])
    assert ("mid.1" in answer.crossed) == blocks


@pytest.mark.rule("GC-LOS-10")
def test_the_figures_at_the_ends_never_block() -> None:
    assert look(read(rooms()), "west.1", "west.2", RED, piece("B", "west.2")).verdict is Verdict.CLEAR
    assert look(read(rooms()), "west.1", "west.1", RED).verdict is Verdict.CLEAR


@pytest.mark.rule("GC-LOS-06", "GC-OBJ-05", "GC-LOS-10")
@pytest.mark.parametrize(("bottom", "blocks"), [(10, False), (11, True)])
def test_an_object_blocks_when_its_inside_is_crossed(bottom: int, blocks: bool) -> None:
    areas = read(rooms(objects={"crate": {"outline": box(28, 8, 32, bottom)}}))
    assert told(look(areas, "mid.1", "mid.2")) == ([("GC-LOS-06", "crate")] if blocks else [])


@pytest.mark.rule("GC-LOS-08", "GC-OBJ-04")
def test_an_object_in_use_does_not_block_its_user() -> None:
    areas = read(rooms(objects={"crate": {"outline": box(28, 8, 32, 12)}, "cask": {"outline": box(38, 8, 40, 12)}}))
    both = [("GC-LOS-06", "crate"), ("GC-LOS-06", "cask")]
    assert told(look(areas, "mid.1", "east.1")) == both
    assert told(look(areas, "mid.1", "east.1", spared=frozenset({"crate"}))) == both[1:]
    assert told(look(areas.with_changes(removed=["crate"]), "mid.1", "east.1")) == both[1:]


@pytest.mark.rule("GC-LOS-07", "GC-ATK-02", "GC-ATK-03")
def test_near_only_walls_and_closed_doors_matter() -> None:
    areas = read(rooms(objects={"crate": {"outline": box(28, 8, 32, 12)}}))
    crowd = (RED, piece("B", "mid.1"), piece("D", "mid.2"))
    assert told(look(areas, "west.1", "mid.2", *crowd)) == [("GC-LOS-04", "B"), ("GC-LOS-06", "crate")]
    assert told(look(areas, "west.1", "mid.2", *crowd, melee=True)) == []
    assert told(look(areas, "west.3", "mid.3", *crowd, melee=True)) == [("GC-LOS-02", "upper")]


def test_causes_come_in_the_order_of_the_line() -> None:
    areas = read(rooms(objects={"crate": {"outline": box(28, 8, 32, 12)}})).with_changes(doors={"door": False})
    crowd = (RED, piece("B", "west.2"), piece("D", "mid.1"), piece("E", "east.1"))
    names = ["B", "door", "D", "crate"]
    assert [name for _, name in told(look(areas, "west.1", "east.1", *crowd))] == names
    back = look(areas, "east.1", "west.1", *crowd, looker="red")
    assert [name for _, name in told(back)] == names[::-1]


@pytest.mark.rule("GC-MOVE-10")
def test_different_sides_are_enemies_unless_the_table_says_otherwise() -> None:
    relations = Relations.of([("red", "green")])
    assert not relations.are_enemies("red", "red")
    assert not relations.are_enemies("green", "red")
    assert relations.are_enemies("red", "villain")


def marked(start: str, end: str, *broken: str, **smoke: int) -> tuple[LinkSight, str, list[tuple[str, str]]]:
    counts = {ZoneId(zone): count for zone, count in smoke.items()}
    sight = LinkSight(read(links()).with_changes(broken=broken), MARKERS, counts)
    line = sight.between(SpaceId(start), SpaceId(end))
    return sight, line.verdict, told(line)


@pytest.mark.rule("GO-BASE-ZONE-07")
def test_only_what_the_table_holds_is_seen() -> None:
    assert marked("west.eye", "east.eye")[1:] == ("clear", [])
    assert marked("east.eye", "west.eye")[1:] == ("clear", [])
    assert marked("west.eye", "mid.eye")[1:] == ("blocked", [("GO-BASE-ZONE-07", "mid.eye")])
    assert marked("mid.eye", "mid.eye")[1:] == ("clear", [])


@pytest.mark.rule("GO-WALLBREAK-05", "GO-WALLBREAK-07")
def test_a_broken_wall_opens_one_line_and_blocks_the_others() -> None:
    assert marked("west.eye", "mid.eye", "left")[1:] == ("clear", [])
    assert marked("mid.eye", "west.eye", "left")[1:] == ("clear", [])
    assert marked("mid.eye", "east.eye", "left")[1:] == ("blocked", [("GO-BASE-ZONE-07", "east.eye")])
    # the printed line from west to east runs over both walls
    assert marked("west.eye", "east.eye", "left")[1:] == ("blocked", [("GO-WALLBREAK-07", "left")])
    both = [("GO-WALLBREAK-07", "left"), ("GO-WALLBREAK-07", "right")]
    assert marked("west.eye", "east.eye", "right", "left")[1:] == ("blocked", both)
    assert marked("east.eye", "west.eye", "right", "left")[1:] == ("blocked", both[::-1])


@pytest.mark.rule("GO-WALLBREAK-06", "GO-BASE-ZONE-01", "GO-BASE-ZONE-06")
def test_a_broken_wall_lets_through_and_makes_nothing_adjacent() -> None:
    areas = read(links()).with_changes(broken=["left"])
    west, mid = ZoneId("west"), ZoneId("mid")
    assert areas.ways(west) == ("mid", "yard")
    assert read(links()).ways(west) == ("yard",)
    assert not areas.are_adjacent_zones(west, mid)
    assert not areas.is_adjacent(SpaceId("west.eye"), SpaceId("mid.eye"))
    assert areas.is_adjacent(SpaceId("west.eye"), SpaceId("yard.eye"))
    assert areas.distance(west, mid) == 2
    assert areas.distance(west, west) == 0


@pytest.mark.rule("GO-SMOKE-03")
def test_smoke_is_counted_along_the_line_with_both_ends() -> None:
    sight = marked("west.eye", "east.eye", west=1, mid=2, east=4, yard=8)[0]
    over = sight.between(SpaceId("west.eye"), SpaceId("east.eye"))
    assert (over.zones, sight.smoke_on(over)) == (("west", "mid", "east"), 7)
    named = sight.between(SpaceId("west.eye"), SpaceId("yard.eye"))  # the table says: by way of the middle
    assert (named.zones, sight.smoke_on(named)) == (("west", "mid", "yard"), 11)
    back = sight.between(SpaceId("yard.eye"), SpaceId("west.eye"))
    assert back.zones == ("yard", "mid", "west")
    assert sight.smoke_on(sight.between(SpaceId("yard.eye"), SpaceId("yard.eye"))) == 8


@pytest.mark.rule("GO-BASE-ZONE-03", "GO-REACH-02")
def test_levels_do_not_block_and_are_told() -> None:
    sight = marked("west.eye", "east.eye")[0]
    line = sight.between(SpaceId("yard.eye"), SpaceId("west.eye"))
    assert (line.verdict, sight.overhang(line)) == (Verdict.CLEAR, 1)
    assert sight.overhang(sight.between(SpaceId("west.eye"), SpaceId("yard.eye"))) == -1


def test_both_answer_as_every_board_does() -> None:
    graph: SpaceGraph = read(rooms())
    assert len(graph.spaces) == 8
    lines: list[LineOfSight] = [PolygonSight(read(rooms()), RANGED), LinkSight(read(links()), MARKERS)]
    assert [line.between(SpaceId("west.1"), SpaceId("west.2")).verdict for line in lines[:1]] == [Verdict.CLEAR]
