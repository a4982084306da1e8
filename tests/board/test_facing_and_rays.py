"""Facings by a table; rays beside a brute-force oracle; dungeons shut off by what is drawn."""

from __future__ import annotations

import random

import pytest

from companion.board.dungeon import Door, Place, build_dungeon
from companion.board.facing import facings_to, is_ahead, is_behind, opposite, quarters, step_on
from companion.board.grid import GridBoard, Tile
from companion.board.rays import is_clear, ray
from companion.board.spaces import Edge, edge
from companion.core.ids import PieceId, SpaceId, ZoneId
from tests.oracles.rays import brute_ray

pytestmark = pytest.mark.slow

B2 = SpaceId("B2")
PLAIN = GridBoard("plain", 7, 6, (Tile(),) * 42)


@pytest.mark.parametrize(
    ("other", "facings", "behind_north", "ahead_north"),
    [
        ("B1", ("N",), False, True),
        ("C1", ("N", "E"), False, False),
        ("C2", ("E",), False, False),
        ("C3", ("E", "S"), True, False),
        ("B3", ("S",), True, False),
        ("A3", ("S", "W"), True, False),
        ("A2", ("W",), False, False),
        ("A1", ("N", "W"), False, False),
    ],
)
def test_sides_of_a_figure(other: str, facings: tuple[str, ...], behind_north: bool, ahead_north: bool) -> None:
    space = SpaceId(other)
    assert facings_to(B2, space) == facings
    assert is_behind(B2, "N", space) is behind_north
    assert is_ahead(B2, "N", space) is ahead_north
    assert is_behind(B2, "S", space) is (other in ("A1", "B1", "C1"))
    assert is_behind(B2, "E", space) is other.startswith("A")
    assert is_behind(B2, "W", space) is other.startswith("C")


def test_quarter_turns() -> None:
    assert [quarters("N", other) for other in ("N", "E", "S", "W")] == [0, 1, 2, 1]
    assert [opposite(one) for one in ("N", "E", "S", "W")] == ["S", "W", "N", "E"]
    assert step_on(PLAIN, B2, "E", 2) == "D2"
    assert step_on(PLAIN, B2, "N", 2) is None


@pytest.mark.rule("HQ-COMBAT-FRIENDLY-08")
@pytest.mark.parametrize("seed", range(4))
def test_a_ray_is_what_brute_force_says(seed: int) -> None:
    rng = random.Random(seed)
    borders = [
        edge(one, other) for one in PLAIN.spaces for other in PLAIN.neighbours(one) if PLAIN.flanks(one, other) is None
    ]
    closed: set[Edge] = set(rng.sample(borders, 25)) if seed else set()

    def is_closed(one: SpaceId, other: SpaceId) -> bool:
        return edge(one, other) in closed

    for start in PLAIN.spaces:
        for through in PLAIN.spaces:
            if start != through:
                assert ray(PLAIN, start, through, is_closed) == brute_ray(PLAIN, start, through, is_closed), (
                    start,
                    through,
                )


def test_a_line_is_the_same_both_ways_but_at_closed_corners() -> None:
    wall = {edge(SpaceId("C2"), SpaceId("D2"))}

    def is_closed(one: SpaceId, other: SpaceId) -> bool:
        return edge(one, other) in wall

    assert not is_clear(PLAIN, SpaceId("A2"), SpaceId("F2"), is_closed)
    assert not is_clear(PLAIN, SpaceId("F2"), SpaceId("A2"), is_closed)
    assert is_clear(PLAIN, SpaceId("A1"), SpaceId("F1"), is_closed)
    assert ray(PLAIN, B2, B2, is_closed) == ()


def test_places_are_walled_off_but_for_doors() -> None:
    a = Place(ZoneId("a"), "a", True, (SpaceId("A1"), SpaceId("B1")))
    b = Place(ZoneId("b"), "b", True, (SpaceId("C1"), SpaceId("C2")))
    door = Door(PieceId("d"), edge(SpaceId("B1"), SpaceId("C1")))
    dungeon = build_dungeon("two rooms", 3, 2, (a, b), (door,))
    assert edge(SpaceId("B1"), SpaceId("C1")) in dungeon.board.walls
    assert edge(SpaceId("A1"), SpaceId("B1")) not in dungeon.board.walls
    assert edge(SpaceId("B1"), SpaceId("B2")) in dungeon.board.walls  # B2 is rock
    assert dungeon.place_at[SpaceId("C2")] == b
    assert SpaceId("B2") not in dungeon.place_at
    assert dungeon.reached([SpaceId("A1")], frozenset()) == {"A1", "B1"}
    assert dungeon.reached([SpaceId("A1")], {door.at}) == {"A1", "B1", "C1", "C2"}
