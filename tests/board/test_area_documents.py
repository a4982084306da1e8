"""Maps of areas as documents: what is shipped, what comes back, and what is refused at which place."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.board.areas import AreaMap, SpaceKind, format_areas, parse_areas
from companion.board.areas.outlines import are_overlapping, find_fault, is_inside
from companion.core.ids import SpaceId, ZoneId
from companion.documents import Node, parse_json
from companion.errors import InputError
from companion.interchange.area_position import shipped_maps
from tests.board.area_drawings import GONE, WRONG, box, links, paths, put, read, rooms

README = Path(__file__).parents[2] / "companion" / "board" / "README.md"


def shipped(name: str) -> AreaMap:
    return parse_areas(parse_json(shipped_maps()[name], name))


@pytest.mark.rule("GC-MAP-03", "GC-MAP-04", "GC-MAP-05", "GC-MAP-06", "GC-MAP-09")
def test_the_shipped_map_with_drawn_lines() -> None:
    areas = shipped("glasshouse-row")
    assert (len(areas.zones), len(areas.spaces), areas.links) == (7, 31, None)
    assert [door.is_open for door in areas.doors] == [True, False, False]
    assert [token.name for token in areas.tokens] == ["seed-cart", "tea-urn"]
    assert areas.site(SpaceId("palm-house.5")).kind is SpaceKind.INTERACTION
    assert areas.adjacent_zones(ZoneId("palm-house")) == ("fern-room", "row")
    assert areas.adjacent_zones(ZoneId("boiler-room")) == ()  # its hatch is closed
    assert areas.with_changes(doors={"coal-hatch": True}).adjacent_zones(ZoneId("boiler-room")) == ("row",)
    assert all(areas.neighbours(space) for space in areas.spaces)
    assert areas.distance(ZoneId("boiler-room"), ZoneId("fern-room")) == 3


@pytest.mark.rule("GO-BASE-ZONE-01", "GO-BASE-ZONE-02", "GO-BASE-ZONE-03", "GO-BASE-ZONE-04", "GO-WALLBREAK-04")
def test_the_shipped_map_with_links() -> None:
    areas = shipped("sluice-ward")
    assert (len(areas.zones), len(areas.links or ())) == (9, 14)
    assert {zone.elevation for zone in areas.zones} == {0, 1}
    assert [wall.name for wall in areas.walls if wall.level is None] == ["quay-wall"]
    assert areas.zone(ZoneId("lock")).dangerous == 1
    assert areas.zone(ZoneId("east-roof")).difficult == 1
    assert areas.distance(ZoneId("gantry"), ZoneId("lane")) == 3


@pytest.mark.parametrize("name", sorted(shipped_maps()))
def test_a_map_written_and_read_is_the_same(name: str) -> None:
    areas = shipped(name)
    written = json.loads(json.dumps(format_areas(areas)))
    assert parse_areas(Node("again.json", "", written)) == areas


@pytest.mark.parametrize("document", [rooms(notes=["Mind the step."]), links()])
def test_a_drawn_map_written_and_read_is_the_same(document: dict[str, Any]) -> None:
    assert read(format_areas(read(document))) == read(document)


def test_the_maps_of_the_readme_are_read() -> None:
    blocks = re.findall(r"```json\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    found = [parse_areas(parse_json(text, "README.md")) for text in blocks if '"tablewright/areas@1"' in text]
    assert [areas.links is None for areas in found] == [True, False]


BAD_ROOMS: list[tuple[str, Any, str, str]] = [
    ("format", "tablewright/map@1", "format", "tablewright/areas@1"),
    ("borders", GONE, "", "'borders'"),
    ("weather", "rain", "weather", "one of the keys"),
    ("zones", {}, "zones", "at least one zone"),
    ("zones/a.b", {}, "zones.a.b", "a name of letters"),
    ("zones/west/spaces/x y", {"at": [3, 3]}, "zones.west.spaces.x y", "a name of letters"),
    ("zones/west/colour", 3, "zones.west.colour", "one of the keys"),
    ("zones/west/outline", box(0, 0, 20, 20)[:2], "zones.west.outline", "found 2 corners"),
    ("zones/west/outline", [[0, 0], [20, 20], [20, 0], [0, 20]], "zones.west.outline", "found sides 0 and 2 that meet"),
    ("zones/west/outline", [[0, 0], [20, 0], [10, 0], [0, 9]], "zones.west.outline", "run back over each other"),
    ("zones/west/outline", [[0, 0], [20, 0], [20, 20], [0, 0]], "zones.west.outline", "a corner twice"),
    ("zones/west/outline", box(0, 0, 21, 20), "zones.mid.outline", "overlaps west"),
    ("zones/west/outline/1", [20], "zones.west.outline[1]", "a point [x, y]"),
    ("zones/west/outline/1", [20, 0.5], "zones.west.outline[1][1]", "a whole number"),
    ("zones/west/spaces/1/at", [21, 15], "zones.west.spaces.1.at", "found [21, 15], expected a point inside the zone"),
    ("zones/west/spaces/1/at", [0, 10], "zones.west.spaces.1.at", "inside"),  # the rim is not inside
    ("zones/west/spaces/1/at", [14, 10], "zones.west.spaces.2.at", "does not overlap west.1"),
    ("zones/west/spaces/1/kind", "marker", "zones.west.spaces.1.kind", "interaction, normal"),
    ("zones/west/elevation", True, "zones.west.elevation", "a whole number"),
    ("zones/west/terrain", {"lava": 1}, "zones.west.terrain.lava", "difficult, dangerous"),
    ("borders/2", ["west", "attic"], "borders[2][1]", "a zone of the map: west, mid, east"),
    ("borders/2", ["west", "west"], "borders[2][1]", "another zone"),
    ("borders/2", ["mid", "west"], "borders[2]", "every border once"),
    ("borders/2", ["west", "east"], "borders[2]", "do not touch"),
    ("borders/1", ["west", "mid", "east"], "borders[1]", "two zones"),
    ("borders", [["west", "mid"]], "zones.east", "no way there"),
    ("adjacent/4", ["west.1", "west.9"], "adjacent[4][1]", "a space of the map"),
    ("adjacent/4", ["west.1", "west.1"], "adjacent[4][1]", "another space"),
    ("adjacent/4", ["west.2", "west.1"], "adjacent[4]", "every pair once"),
    ("adjacent/4", ["west.3", "mid.3"], "adjacent[4]", "GC-MAP-06"),
    ("adjacent", "nearby", "adjacent", "'zones'"),
    ("walls/upper/line", [[20, 0]], "walls.upper.line", "two points or more"),
    ("walls/upper/line", [[20, 0], [20, 0]], "walls.upper.line[1]", "the same point"),
    ("walls/upper/line", [[15, 0], [15, 20]], "zones.west.spaces.2.at", "beside the wall upper"),
    ("walls/upper/line", [[20, 0], [20, 20]], "doors.door.line", "a gap in the walls"),
    ("walls/upper/level", 2, "walls.upper", "'between'"),
    ("walls/upper/between", ["west", "attic"], "walls.upper.between[1]", "a zone of the map"),
    ("walls/upper/between", ["mid", "east"], "walls.upper.line", "common rim of east and mid"),
    ("doors/door/line", [[20, 8], [20, 10], [20, 12]], "doors.door.line", "two points"),
    ("doors/door/line", [[15, 8], [15, 12]], "zones.west.spaces.2.at", "beside the door door"),
    ("doors/door/open", "yes", "doors.door.open", "true or false"),
    ("objects", {"crate": {"outline": box(13, 8, 17, 12)}}, "objects.crate.outline", "the middle of west.2"),
    ("objects", {"crate": {"outline": box(15, 8, 17, 12)}}, "objects.crate.outline", "the middle of west.2"),
    ("objects", {"crate": {"outline": box(1, 1, 1, 3)}}, "objects.crate.outline", "a corner twice"),
    ("space_radius", 0, "space_radius", "a whole number from 1"),
    ("lines", {"by": "feel"}, "lines.by", "links, polygons"),
    ("lines", {"by": "links"}, "space_radius", "one of the keys"),
    ("lines/links", [], "lines.links", "one of the keys"),
    ("notes", [3], "notes[0]", "text"),
]

BAD_LINKS: list[tuple[str, Any, str, str]] = [
    ("doors", {}, "doors", "one of the keys"),
    ("lines", {"by": "links"}, "lines", "'links'"),
    ("lines/links/2", ["west.eye", "attic.eye"], "lines.links[2][1]", "a space of the map"),
    ("lines/links/2", ["west.eye"], "lines.links[2]", "two markers"),
    ("lines/links/2", ["west.eye", "west.eye"], "lines.links[2][1]", "another space"),
    ("lines/links/2", ["east.eye", "west.eye"], "lines.links[2]", "every link once"),
    ("lines/links/2", ["west.eye", "mid.eye", {"through": 1}], "lines.links[2][2].through", "the keys via"),
    ("lines/links/1/2/via/0", "attic", "lines.links[1][2].via[0]", "a zone of the map"),
    ("lines/links/1/2/via/0", "west", "lines.links[1][2].via[0]", "without those of the markers"),
    ("lines/links/1/2/via/1", "mid", "lines.links[1][2].via[1]", "once"),
    ("zones/west/spaces/eye/kind", "normal", "zones.west.spaces.eye.kind", "one of marker"),
    ("walls/left/level", 0, "walls.left.level", "from 1 to 9"),
    ("borders/3", ["west", "mid"], "borders[3]", "GC-MAP-05"),
]


@pytest.mark.parametrize(("path", "value", "place", "words"), BAD_ROOMS, ids=lambda value: str(value)[:30])
@pytest.mark.rule("GC-MAP-05", "GC-MAP-06")
def test_a_bad_drawn_map_is_refused_at_its_place(path: str, value: Any, place: str, words: str) -> None:
    check_refusal(put(path, value, rooms()), place, words)


@pytest.mark.parametrize(("path", "value", "place", "words"), BAD_LINKS, ids=lambda value: str(value)[:30])
def test_a_bad_linked_map_is_refused_at_its_place(path: str, value: Any, place: str, words: str) -> None:
    check_refusal(put(path, value, links()), place, words)


def check_refusal(document: dict[str, Any], place: str, words: str) -> None:
    with pytest.raises(InputError) as refused:
        read(document)
    assert refused.value.place == place, str(refused.value)
    assert words in str(refused.value)
    assert str(refused.value).count("\n") == 0


def test_a_key_given_twice_is_refused() -> None:
    text = json.dumps(rooms()).replace('"upper": ', '"lower": ')
    with pytest.raises(InputError, match="'lower' twice"):
        parse_areas(parse_json(text, "map.json"))


def test_half_a_map_is_refused_and_never_crashes() -> None:
    text = json.dumps(rooms())
    for cut in range(0, len(text), 11):
        with pytest.raises(InputError):
            parse_areas(parse_json(text[:cut], "map.json"))


@pytest.mark.parametrize("document", [rooms(objects={"crate": {"outline": box(1, 1, 2, 3)}}), links()])
def test_any_value_in_any_place_is_read_or_refused(document: dict[str, Any]) -> None:
    for path in paths(document):
        for wrong in WRONG:
            try:
                read(put(path, wrong, document))
            except InputError as refused:
                assert ": found " in str(refused)


def test_outlines() -> None:
    angle = ((0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4))
    assert find_fault(angle) is None
    assert [is_inside(point, angle) for point in ((1, 1), (3, 3), (2, 2), (2, 3), (1, 3), (0, 0))] == [
        True,
        False,
        False,
        False,
        True,
        False,
    ]
    assert not are_overlapping(angle, ((2, 2), (4, 2), (4, 4), (2, 4)))  # it fills the corner
    assert are_overlapping(angle, ((0, 0), (2, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)))  # the same, a corner more
    assert are_overlapping(angle, ((-1, -1), (5, -1), (5, 5), (-1, 5)))
    assert are_overlapping(((1, 1), (2, 1), (1, 2)), angle)
    assert find_fault(((0, 0), (4, 0), (4, 4), (2, 0), (0, 4))) == "sides 0 and 2 that meet"
