"""Documents nobody would write: whatever comes in, the answer is a refusal or a board, never another exception."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.documents import Node
from companion.errors import InputError
from companion.games.heroclix.figures.files import parse_figures
from companion.interchange.colour_json import parse_colour_json
from companion.interchange.forum_code import parse_forum_code
from companion.interchange.hcunits import parse_units
from companion.interchange.maps import parse_any_map
from companion.interchange.position import parse_position
from tests.cli.positions import a_piece, a_position

pytestmark = pytest.mark.slow

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 200)
    | st.floats(allow_nan=False)
    | st.text(max_size=4)
    | st.sampled_from(["A1", "C7", "outdoor", "hindering", "core", "charge"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["rows", "tiles", "type", "width", "height", "squares", "legend", "id", "dial", "x0", "."]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)

POSITION: dict[str, Any] = json.loads(
    a_position(
        "..:",
        ".#.",
        pieces=[a_piece("A", "A1", speed=4)],
        walls=[["A1", "B1"]],
        objects=[{"square": "C2", "weight": "light"}],
        markers=[{"square": "B1", "kind": "smoke"}],
        removed_walls=[["A1", "B1"]],
    )
)
HCMAP: dict[str, Any] = {
    "name": "Y",
    "type": "indoorOutdoor",
    "width": 2,
    "height": 1,
    "rows": [{"y": 1, "tiles": [{"x": "A", "ramps": {"right": True}}, {"x": "B", "elevation": 2}]}],
    "walls": [{"x0": 1, "y0": 0, "x1": 1, "y1": 1, "type": "door"}],
    "ramps": [{"x0": 0, "y0": 0, "x1": 1, "y1": 0}],
}
UNITS: list[dict[str, Any]] = [
    {
        "unit_id": "zz001",
        "set_id": "zz",
        "collector_number": "001",
        "name": "S",
        "type": "character",
        "special_powers": [{"type": "trait", "name": "N", "description": "D"}],
        "dimensions": "1x1",
        "properties": [],
        "point_values": [5],
        "combat_symbols": ["boot", "fist", "shield", "starburst"],
        "dial": [
            {
                "click_number": 1,
                "starting_line": True,
                "speed_value": 8,
                "attack_value": 9,
                "defense_value": 16,
                "damage_value": 2,
            }
        ],
    }
]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        found += places(part, (*path, key))
    return found


def spoil(document: Any, place: tuple[Any, ...], junk: Any) -> Any:
    if not place:
        return junk
    spoiled = copy.deepcopy(document)
    inner = spoiled
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = junk
    return spoiled


def spoiled(document: Any) -> st.SearchStrategy[Any]:
    return st.builds(spoil, st.just(document), st.sampled_from(places(document)), JUNK)


@settings(max_examples=150, deadline=None)
@given(spoiled(POSITION))
def test_a_spoiled_position_is_refused_or_read(document: Any) -> None:
    try:
        parse_position(Node("p.json", "", document))
    except InputError as wrong:
        assert "\n" not in str(wrong)


@settings(max_examples=150, deadline=None)
@given(spoiled(HCMAP))
def test_a_spoiled_map_is_refused_or_read(document: Any) -> None:
    try:
        parse_any_map(Node("m.json", "", document), "m")
    except InputError as wrong:
        assert "\n" not in str(wrong)


@settings(max_examples=150, deadline=None)
@given(spoiled(UNITS))
def test_a_spoiled_set_is_refused_or_read(document: Any) -> None:
    for parse in (parse_units, parse_colour_json, parse_figures):
        try:
            parse(Node("s.json", "", document))
        except InputError as wrong:
            assert "\n" not in str(wrong)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="zz001 R[b]/dialcksotheringcon=-:0KO.\n", max_size=200))
def test_spoiled_forum_code_is_refused_or_read(text: str) -> None:
    try:
        parse_forum_code(text, "f.txt")
    except InputError as wrong:
        assert "\n" not in str(wrong)
