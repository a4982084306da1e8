"""A small map for hand-computed cases, and its documents: three rooms in a row, twenty by twenty each.

   0        20        40        60
 0 ┌─────────┬─────────┬─────────┐      west.1 (5,10)   west.2 (15,10)   west.3 (15,4)
   │   w3    ║         │         │      mid.1  (25,10)  mid.2  (35,10)   mid.3  (30,3)
   │ w1  w2  /  m1  m2 │ e1  e2  │      east.1 (45,10)  east.2 (55,10)
   │         ║         │         │      walls: x = 20 above y = 8 and below y = 12; the door: between
20 └─────────┴─────────┴─────────┘
"""

from __future__ import annotations

import copy
from enum import Enum
from typing import Any

from companion.board import Occupancy, Occupant, SightLine
from companion.board.areas import AreaMap, Blockers, PolygonSight, Relations, parse_areas
from companion.core.ids import PieceId, SpaceId
from companion.documents import Node
from companion.games.guardians.lines import MELEE, RANGED


def box(left: int, top: int, right: int, bottom: int) -> list[list[int]]:
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def room(left: int, **spaces: list[int]) -> dict[str, Any]:
    named = {name.lstrip("_"): {"at": at} for name, at in spaces.items()}
    return {"outline": box(left, 0, left + 20, 20), "spaces": named}


def rooms(**changes: Any) -> dict[str, Any]:
    """The document of the drawn map, some of its keys replaced."""
    return {
        "format": "tablewright/areas@1",
        "name": "Three Rooms",
        "space_radius": 2,
        "zones": {
            "west": room(0, _1=[5, 10], _2=[15, 10], _3=[15, 4]),
            "mid": room(20, _1=[25, 10], _2=[35, 10], _3=[30, 3]),
            "east": room(40, _1=[45, 10], _2=[55, 10]),
        },
        "borders": [["west", "mid"], ["mid", "east"]],
        "adjacent": [["west.1", "west.2"], ["west.2", "mid.1"], ["mid.1", "mid.2"], ["mid.2", "east.1"]],
        "walls": {"upper": {"line": [[20, 0], [20, 8]]}, "lower": {"line": [[20, 12], [20, 20]]}},
        "doors": {"door": {"line": [[20, 8], [20, 12]], "open": True}},
        "lines": {"by": "polygons"},
        **changes,
    }


def links(**changes: Any) -> dict[str, Any]:
    """Three zones in a row with a marker each, walls between, and the links the test gives."""
    zones = {"west": room(0, eye=[10, 10]), "mid": room(20, eye=[30, 10]), "east": room(40, eye=[50, 10])}
    zones["yard"] = {"outline": box(0, 20, 60, 40), "spaces": {"eye": {"at": [30, 30]}}, "elevation": 1}
    return {
        "format": "tablewright/areas@1",
        "name": "Three Halls",
        "zones": zones,
        "borders": [["west", "yard"], ["mid", "yard"], ["east", "yard"]],
        "adjacent": "zones",
        "walls": {
            "left": {"line": [[20, 0], [20, 20]], "between": ["west", "mid"], "level": 1},
            "right": {"line": [[40, 0], [40, 20]], "between": ["mid", "east"], "level": 2},
            "bare": {"line": [[0, 20], [10, 20]]},
            "kerb": {"line": [[50, 20], [55, 20]], "between": ["east", "yard"], "level": 1},
        },
        "lines": {"by": "links", "links": [["west.eye", "east.eye"], ["yard.eye", "west.eye", {"via": ["mid"]}]]},
        **changes,
    }


def read(document: dict[str, Any]) -> AreaMap:
    return parse_areas(Node("map.json", "", document))


def piece(name: str, space: str, side: str = "blue") -> Occupant:
    return Occupant(PieceId(name), side, (SpaceId(space),))


def look(areas: AreaMap, start: str, end: str, *pieces: Occupant, melee: bool = False, **blockers: Any) -> SightLine:
    """The line on a drawn map with these pieces on it."""
    friends = blockers.pop("friends", ())
    found = Blockers(Occupancy.of(pieces), Relations.of(friends), **blockers)
    return PolygonSight(areas, MELEE if melee else RANGED, found).between(SpaceId(start), SpaceId(end))


def told(line: SightLine) -> list[tuple[str, str]]:
    return [(cause.rule, cause.feature or cause.piece or cause.square or "") for cause in line.causes]


class Gone(Enum):
    """No value: the key is taken out of the document."""

    KEY = "gone"


GONE = Gone.KEY
WRONG: tuple[Any, ...] = (None, True, -1, 2.5, "x", [], {}, [[]], [None, None], {"at": 3})


def put(path: str, value: object, document: dict[str, Any]) -> dict[str, Any]:
    """A copy of the document with another value at a path of keys and places, or without it."""
    made = copy.deepcopy(document)
    *steps, last = path.split("/")
    here: Any = made
    for step in steps:
        here = here[int(step)] if isinstance(here, list) else here[step]
    if value is GONE:
        del here[last]
    elif isinstance(here, list) and int(last) == len(here):
        here.append(value)
    else:
        here[int(last) if isinstance(here, list) else last] = value
    return made


def paths(value: Any, before: str = "") -> list[str]:
    """Every place of a document."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: list[str] = []
    for key, inner in steps:
        found += [f"{before}{key}", *paths(inner, f"{before}{key}/")]
    return found
