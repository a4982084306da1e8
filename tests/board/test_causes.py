"""The rule named for each kind of reason, in both editions, on boards made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from companion.board import Cause, Occupancy, Occupant, Sight, SightLine, Size, edge
from companion.core.ids import EditionId, PieceId, RuleId
from companion.games.heroclix.editions.lines import SIGHT
from tests.board.boards import XY, board, piece, sq

ROOF = [(0, 0), (1, 0)]  # a roof two squares wide at the left end of row 0


def seen(edition: str, a: XY, b: XY, people: list[Occupant], terrain: dict[str, Any]) -> SightLine:
    sight = Sight(board(6, 3, **terrain), Occupancy.of(people), SIGHT[EditionId(edition)])
    return sight.between(sq(*a), sq(*b))


def at(rule: str, *square: int) -> Cause:
    return Cause(RuleId(rule), square=sq(*square))


def by(rule: str, name: str) -> Cause:
    return Cause(RuleId(rule), piece=PieceId(name))


def along(rule: str, one: XY, other: XY) -> Cause:
    return Cause(RuleId(rule), edge=edge(sq(*one), sq(*other)))


def giant(*squares: XY) -> Occupant:
    return piece("G", *squares, size=Size.GIANT)


ROW = ((0, 0), (4, 0))
STEP = ((0, 0), (1, 1))
FROM_RIM = ((1, 0), (4, 0))

# what is about it, the two ends, who stands there, what lies there, the causes in core, the causes in newer
CASES: list[tuple[str, tuple[XY, XY], list[Occupant], dict[str, Any], list[Cause], list[Cause]]] = [
    ("somebody", ROW, [piece("C", (2, 0))], {}, [by("HC-LOS-02", "C")], [by("HX-LOS-03", "C")]),
    ("blocking", ROW, [], {"blocking": [(2, 0)]}, [at("HC-LOS-03", 2, 0)], [at("HX-LOS-04", 2, 0)]),
    ("hindering", ROW, [], {"hindering": [(2, 0)]}, [at("HC-LOS-08", 2, 0)], [at("HC-LOS-08", 2, 0)]),
    ("target's hindering", ROW, [], {"hindering": [(4, 0)]}, [at("HC-LOS-08", 4, 0)], [at("HC-LOS-08", 4, 0)]),
    ("source's hindering", ROW, [], {"hindering": [(0, 0)]}, [], []),
    (
        "wall",
        ROW,
        [],
        {"walls": [((2, 0), (3, 0))]},
        [along("HC-LOS-03", (2, 0), (3, 0))],
        [along("HX-LOS-04", (2, 0), (3, 0))],
    ),
    ("a house between", ROW, [], {"elevated": [(2, 0)]}, [at("HC-LOS-14", 2, 0)], [at("HX-LOS-04", 2, 0)]),
    ("a roof behind the rim", ROW, [], {"elevated": ROOF}, [at("HC-LOS-12", 1, 0)], [at("HC-LOS-12", 1, 0)]),
    (
        "blocking below the rim",
        FROM_RIM,
        [],
        {"elevated": ROOF, "blocking": [(2, 0)]},
        [at("HC-LOS-12", 2, 0)],
        [at("HC-LOS-12", 2, 0)],
    ),
    (
        "a giant below the rim",
        FROM_RIM,
        [giant((3, 0))],
        {"elevated": ROOF},
        [by("HC-LOS-12", "G")],
        [by("HC-LOS-12", "G")],
    ),
    ("somebody below the rim", FROM_RIM, [piece("C", (3, 0))], {"elevated": ROOF}, [], []),
    (
        "target's hindering below the rim",
        FROM_RIM,
        [],
        {"elevated": ROOF, "hindering": [(4, 0), (3, 0)]},
        [at("HC-LOS-13", 4, 0)],
        [at("HC-LOS-13", 4, 0)],
    ),
    (
        "a giant between two roofs",
        ROW,
        [giant((2, 0))],
        {"elevated": [(0, 0), (4, 0)]},
        [by("HC-LOS-16", "G")],
        [],
    ),
    ("a house outdoors", ROW, [], {"indoor": [(2, 0)]}, [at("HC-MAP-05", 2, 0)], [at("HC-MAP-05", 2, 0)]),
    (
        "a house that is high",
        ROW,
        [],
        {"indoor": [(2, 0)], "elevated": [(2, 0)]},
        [at("HC-MAP-05", 2, 0), at("HC-LOS-14", 2, 0)],
        [at("HC-MAP-05", 2, 0), at("HX-LOS-04", 2, 0)],
    ),
    (
        "two reasons on one square",
        ROW,
        [piece("C", (2, 0))],
        {"blocking": [(2, 0)]},
        [at("HC-LOS-03", 2, 0), by("HC-LOS-02", "C")],
        [at("HX-LOS-04", 2, 0), by("HX-LOS-03", "C")],
    ),
    (
        "a corner closed by two kinds",
        STEP,
        [piece("C", (0, 1))],
        {"blocking": [(1, 0)]},
        [at("HC-LOS-11", 1, 0), by("HC-LOS-11", "C")],
        [at("HC-LOS-11", 1, 0), by("HC-LOS-11", "C")],
    ),
    (
        "a corner's mildest flank",
        STEP,
        [],
        {"blocking": [(1, 0)], "hindering": [(0, 1)]},
        [at("HC-LOS-11", 0, 1)],
        [at("HC-LOS-11", 0, 1)],
    ),
    (
        "a corner closed by walls",
        STEP,
        [],
        {"walls": [((0, 0), (1, 0)), ((0, 1), (1, 1))]},
        [along("HC-LOS-11", (0, 0), (1, 0)), along("HC-LOS-11", (0, 1), (1, 1))],
        [along("HC-LOS-11", (0, 0), (1, 0)), along("HC-LOS-11", (0, 1), (1, 1))],
    ),
    ("a corner with one wall", STEP, [], {"walls": [((0, 0), (1, 0))]}, [], []),
    ("oneself in hindering", ((2, 0), (2, 0)), [], {"hindering": [(2, 0)]}, [], [at("HX-LOS-06", 2, 0)]),
]


@pytest.mark.parametrize(
    ("ends", "people", "terrain", "core", "newer"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
@pytest.mark.rule("HC-LOS-02", "HC-LOS-03", "HC-LOS-08", "HC-LOS-11", "HC-LOS-12", "HC-LOS-13", "HC-LOS-14")
@pytest.mark.rule("HC-LOS-16", "HC-MAP-05", "HX-LOS-03", "HX-LOS-04", "HX-LOS-06")
def test_every_reason_names_its_rule_and_place(
    ends: tuple[XY, XY], people: list[Occupant], terrain: dict[str, Any], core: list[Cause], newer: list[Cause]
) -> None:
    for edition, causes in (("core", core), ("newer", newer)):
        line = seen(edition, *ends, people, terrain)
        assert sorted(line.causes, key=str) == sorted(causes, key=str), edition


@pytest.mark.rule("HC-MULTI-17")
def test_the_sources_own_large_base_hides_its_hindering_squares_and_the_targets_does_not() -> None:
    base = piece("A", (0, 0), (1, 0))
    bushes: dict[str, Any] = {"hindering": [(1, 0)]}
    assert seen("core", (0, 0), (4, 0), [base], bushes).causes == ()
    assert seen("core", (4, 0), (0, 0), [base], bushes).causes == (at("HC-LOS-08", 1, 0),)


@pytest.mark.rule("HC-MULTI-11")
def test_a_piece_on_two_squares_of_the_line_is_named_once() -> None:
    assert seen("core", *ROW, [piece("C", (2, 0), (3, 0))], {}).causes == (by("HC-LOS-02", "C"),)


def test_causes_come_in_the_order_of_the_line() -> None:
    terrain: dict[str, Any] = {"blocking": [(1, 0), (3, 0)], "walls": [((1, 0), (2, 0))]}
    expected = (at("HC-LOS-03", 1, 0), along("HC-LOS-03", (1, 0), (2, 0)), by("HC-LOS-02", "C"), at("HC-LOS-03", 3, 0))
    assert seen("core", *ROW, [piece("C", (2, 0))], terrain).causes == expected
