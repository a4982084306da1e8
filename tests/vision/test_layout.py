"""Layout files: what they say, and how they are refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.core.ids import PieceId
from companion.errors import InputError
from vision.plane.layout import build_layout, format_layout, parse_layout

GOOD = build_layout(16, 12, {8: PieceId("red-1"), 9: PieceId("blue-1")})


def test_a_layout_survives_the_text_border() -> None:
    assert parse_layout(format_layout(GOOD), "layout.json") == GOOD


def test_a_layout_names_the_family_of_its_tags() -> None:
    sturdy = replace(GOOD, family="APRILTAG_36h11")
    assert parse_layout(format_layout(sturdy), "layout.json") == sturdy
    many = format_layout(sturdy).replace('"tag": 9', '"tag": 77')
    assert set(parse_layout(many, "layout.json").by_tag) == {8, 77}
    with pytest.raises(InputError, match="family"):
        parse_layout(format_layout(sturdy).replace("36h11", "16h5"), "layout.json")


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("format",), "tablewright/layout@9", "format"),
        (("colour",), "red", "colour"),
        (("map", "columns"), 0, "map.columns"),
        (("map", "columns"), True, "map.columns"),
        (("map", "square_mm"), "38", "map.square_mm"),
        (("map", "depth"), 3, "map.depth"),
        (("corner_markers", 2, "id"), 50, "corner_markers[2].id"),
        (("corner_markers", 1, "id"), 0, "corner_markers[1].id"),
        (("corner_markers", 0, "centre_mm"), [1, 2, 3], "corner_markers[0].centre_mm"),
        (("corner_markers",), [], "corner_markers"),
        (("base_tags", 0, "piece"), "", "base_tags[0].piece"),
        (("base_tags", 1, "tag"), 8, "base_tags[1].tag"),
        (("base_tags", 1, "tag"), 0, "base_tags[1].tag"),
        (("base_tags", 0, "height_mm"), None, "base_tags[0].height_mm"),
        (("base_tags", 0, "tag_offset_mm"), "6", "base_tags[0].tag_offset_mm"),
        (("base_tags", 0, "kind"), "ring", "base_tags[0].kind"),
        (("base_tags", 0, "kind"), "collar", "base_tags[0].tag"),  # 8 is no collar: they are 100 to 123
    ],
)
def test_a_bad_value_is_refused_with_its_place(path: tuple[str | int, ...], value: object, place: str) -> None:
    document: Any = json.loads(format_layout(GOOD))
    spot = document
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = value
    with pytest.raises(InputError) as refused:
        parse_layout(json.dumps(document), "layout.json")
    assert refused.value.place == place
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '"x"', "null", "[" * 100_000])
def test_text_that_is_no_layout_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_layout(text, "layout.json")


def test_a_collar_is_a_base_tag_of_its_own_kind() -> None:
    document: Any = json.loads(format_layout(GOOD))
    document["base_tags"][0] |= {"kind": "collar", "tag": 107}
    layout = parse_layout(json.dumps(document), "layout.json")
    assert layout.collars == {7}
    assert layout.flat_tags == {9}
    assert parse_layout(format_layout(layout), "layout.json") == layout


def test_base_tags_cannot_take_a_corner_id() -> None:
    with pytest.raises(ValueError, match="tag 3"):
        build_layout(4, 4, {3: PieceId("x")})
