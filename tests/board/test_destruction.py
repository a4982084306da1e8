"""Walls and blocking terrain under attack, what is left of them, special lines, passengers and placing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.board import (
    Cause,
    Edge,
    GridBoard,
    Lens,
    Occupancy,
    Occupant,
    Sight,
    Size,
    Terrain,
    Verdict,
    carry,
    line_to_wall,
    placings,
)
from companion.core.ids import PieceId, RuleId
from companion.games.heroclix.editions.lines import CORE_SIGHT
from companion.games.heroclix.moves.gaits import CARRY_PENALTY, policy_of
from companion.games.heroclix.terrain import littered_by
from tests.board.boards import board, piece, sq, wall

STEALTH = RuleId("stealth")


def sight(grid: GridBoard, *pieces: Occupant) -> Sight:
    return Sight(grid, Occupancy.of(pieces), CORE_SIGHT)


@pytest.mark.rule("HC-TERR-34", "HC-TERR-35", "HC-TERR-38", "HC-LOS-19")
def test_a_line_to_a_wall_ends_behind_it() -> None:  # EX-WALL-01
    grid = board(walls=[((4, 0), (5, 0))])
    line = line_to_wall(sight(grid), [sq(0, 0)], wall((4, 0), (5, 0)))
    assert (line.verdict, line.end, line.range) == (Verdict.CLEAR, sq(5, 0), 5)
    assert sight(grid).between(sq(0, 0), sq(5, 0)).verdict is Verdict.BLOCKED


@pytest.mark.rule("HC-TERR-36")
def test_who_stands_behind_the_wall_blocks_nothing_who_stands_before_it_does() -> None:  # EX-WALL-02
    grid, section = board(walls=[((4, 0), (5, 0))]), wall((4, 0), (5, 0))
    assert line_to_wall(sight(grid, piece("B", (5, 0))), [sq(0, 0)], section).verdict is Verdict.CLEAR
    blocked = line_to_wall(sight(grid, piece("B", (4, 0))), [sq(0, 0)], section)
    assert blocked.causes == (Cause(RuleId("HC-LOS-02"), piece=PieceId("B")),)


@pytest.mark.rule("HC-TERR-34")
def test_the_line_must_cross_the_square_before_the_wall() -> None:  # EX-WALL-03
    reached = line_to_wall(sight(board(walls=[((3, 2), (4, 2))])), [sq(0, 0)], wall((3, 2), (4, 2)))
    assert (reached.verdict, reached.end) == (Verdict.CLEAR, sq(4, 2))
    section = wall((4, 1), (4, 2))
    missed = line_to_wall(sight(board(walls=[((4, 1), (4, 2))])), [sq(0, 0)], section)
    assert missed.verdict is Verdict.BLOCKED
    assert missed.causes == (Cause(RuleId("HC-TERR-34"), edge=section),)


@pytest.mark.rule("HC-TERR-38")
def test_other_sections_block() -> None:  # EX-WALL-04
    grid = board(walls=[((4, 0), (5, 0)), ((2, 0), (3, 0))])
    assert line_to_wall(sight(grid), [sq(0, 0)], wall((4, 0), (5, 0))).verdict is Verdict.BLOCKED


@pytest.mark.rule("HC-TERR-33", "HC-TERR-34")
def test_a_wall_of_the_own_square_and_of_a_larger_base() -> None:
    grid, section = board(walls=[((4, 0), (5, 0))]), wall((4, 0), (5, 0))
    assert line_to_wall(sight(grid), [sq(4, 0)], section).range == 1
    long = piece("A", (3, 0), (4, 0), size=Size.GIANT)
    assert line_to_wall(sight(grid, long), long.spaces, section).start == sq(4, 0)


@pytest.mark.rule("HC-TERR-26")
def test_a_blocking_square_does_not_block_its_own_line() -> None:
    grid = board(blocking=[(3, 0), (5, 0)])
    assert sight(grid).verdict(sq(0, 0), sq(3, 0)) is Verdict.CLEAR
    assert sight(grid).verdict(sq(0, 0), sq(5, 0)) is Verdict.BLOCKED


def without_wall(grid: GridBoard, section: Edge) -> GridBoard:
    markers = [(side, "debris") for side in littered_by(grid, section)]
    return grid.with_changes(removed_walls=[section], markers=markers)


@pytest.mark.rule("HC-TERR-29", "HC-TERR-30", "HC-TERR-28")
def test_a_destroyed_square_hinders_instead_of_blocking() -> None:  # EX-TERR-04
    grid = board(blocking=[(3, 0)], elevated=[(3, 0)]).with_changes(markers=[(sq(3, 0), "debris")])
    assert grid.tile(sq(3, 0)).terrain == {Terrain.HINDERING}
    assert grid.level(sq(3, 0)) == 2
    flat = board(blocking=[(3, 0)]).with_changes(markers=[(sq(3, 0), "debris")])
    assert sight(flat).verdict(sq(0, 0), sq(6, 0)) is Verdict.HINDERED


@pytest.mark.rule("HC-TERR-39", "HC-TERR-37")
def test_a_fallen_wall_leaves_debris_on_its_clear_sides() -> None:  # EX-WALL-05, EX-WALL-07
    section = wall((2, 2), (2, 3))
    grid = without_wall(board(walls=[((2, 2), (2, 3))]), section)
    assert grid.walls == frozenset()
    assert grid.is_adjacent(sq(2, 2), sq(2, 3))
    assert [grid.has(sq(2, y), Terrain.HINDERING) for y in (1, 2, 3, 4)] == [False, True, True, False]
    wet = without_wall(board(walls=[((2, 2), (2, 3))], water=[(2, 3)]), section)
    assert [set(wet.tile(sq(2, y)).terrain) for y in (2, 3)] == [{Terrain.HINDERING}, {Terrain.WATER}]
    roof = without_wall(board(walls=[((2, 2), (2, 3))], elevated=[(2, 2)]), section)  # AMB-23
    assert [set(roof.tile(sq(2, y)).terrain) for y in (2, 3)] == [set(), {Terrain.HINDERING}]


def test_a_hidden_target_is_not_seen_through_hindering_terrain() -> None:
    grid = board(hindering=[(2, 0), (6, 0)])
    hidden = Lens(hidden_by=STEALTH)
    line = sight(grid).between(sq(0, 0), sq(4, 0), hidden)
    assert (line.verdict, [cause.rule for cause in line.causes]) == (Verdict.BLOCKED, ["stealth", "HC-LOS-08"])
    assert sight(grid).between(sq(3, 0), sq(4, 0), hidden).verdict is Verdict.CLEAR
    assert sight(grid).between(sq(5, 0), sq(6, 0), hidden).verdict is Verdict.BLOCKED  # its own square hinders


LENSES: list[tuple[Lens, Verdict]] = [
    (Lens(), Verdict.BLOCKED),
    (Lens(ignores_hindering=True, ignores_blocking=True, pieces=frozenset({PieceId("B")})), Verdict.CLEAR),
    (Lens(ignores_blocking=True, pieces=frozenset({PieceId("B")})), Verdict.HINDERED),
    (Lens(ignores_blocking=True, ignores_hindering=True), Verdict.BLOCKED),
    (Lens(ignores_hindering=True, pieces=frozenset({PieceId("B")})), Verdict.BLOCKED),
]


@pytest.mark.parametrize(("lens", "verdict"), LENSES)
def test_a_special_line_ignores_what_it_says_and_nothing_else(lens: Lens, verdict: Verdict) -> None:
    grid = board(blocking=[(2, 0)], hindering=[(3, 0)], walls=[((4, 0), (5, 0))])
    assert sight(grid, piece("B", (6, 0))).between(sq(0, 0), sq(8, 0), lens).verdict is verdict


def test_a_line_that_ignores_heights_still_meets_who_stands_there() -> None:
    grid, lens = board(elevated=[(2, 0)]), Lens(ignores_elevation=True)
    assert sight(grid).verdict(sq(0, 0), sq(4, 0)) is Verdict.BLOCKED
    assert sight(grid).between(sq(0, 0), sq(4, 0), lens).verdict is Verdict.CLEAR
    assert sight(grid, piece("B", (3, 0))).between(sq(0, 0), sq(4, 0), lens).verdict is Verdict.BLOCKED


def passengers(grid: GridBoard, mover: Occupant, friend: Occupant, *others: Occupant) -> dict[str, tuple[str, ...]]:
    occupancy = Occupancy.of([mover, friend, *others])
    found = carry(grid, occupancy, mover, friend, policy_of(mover.abilities), penalty=CARRY_PENALTY)
    assert found.costs.keys() == found.set_down.keys()
    return {str(end): spaces for end, spaces in found.set_down.items()}


@pytest.mark.rule("HC-MOVE-15")
def test_a_carrier_is_two_slower_and_sets_its_passenger_down_beside_it() -> None:
    mover, friend = piece("A", (0, 0), speed=4), piece("B", (1, 0))
    ends = passengers(board(6, 1), mover, friend)
    assert ends == {"A1": ("B1",), "B1": ("A1", "C1"), "C1": ("B1", "D1")}  # two squares far, and it leaves B1


@pytest.mark.rule("HC-MOVE-15", "HC-VAL-10", "HC-TERR-20")
def test_a_passenger_is_set_down_on_a_free_square() -> None:
    """A goes one square, to A2: B1 is rock, C stands on B2, and A1 is free again.

    A # .
    . C .      B stands on A2 and is carried
    """
    grid = board(2, 3, blocking=[(1, 0)])
    mover, friend, other = piece("A", (0, 0), speed=3), piece("B", (0, 1)), piece("C", (1, 1))
    ends = passengers(grid, mover, friend, other)
    assert ends == {"A1": ("A2",), "A2": ("A1", "A3", "B3")}


@pytest.mark.rule("HC-MOVE-15", "HC-TERR-14")
def test_carrying_comes_off_after_halving() -> None:
    mover, friend = piece("A", (0, 0), speed=8), piece("B", (1, 0))
    ends = passengers(board(8, 1, hindering=[(0, 0)]), mover, friend)
    assert set(ends) == {"A1", "B1", "C1"}  # 8, 4, 2


def test_nobody_is_carried_who_is_opposed_far_or_too_big() -> None:
    grid, mover = board(6, 2), piece("A", (0, 0))
    with pytest.raises(ValueError, match="no friend"):
        passengers(grid, mover, piece("B", (1, 0), side="red"))
    with pytest.raises(ValueError, match="not stand next to"):
        passengers(grid, mover, piece("B", (3, 0)))
    with pytest.raises(ValueError, match="one square each"):
        passengers(grid, mover, piece("B", (1, 0), (2, 0)))


@pytest.mark.rule("HC-MOVE-13", "HC-VAL-10", "HC-MULTI-05", "HC-MULTI-06", "HC-MULTI-07")
def test_placing_ignores_what_lies_between_and_minds_where_it_ends() -> None:  # EX-MOVE-08
    grid = board(4, 1, blocking=[(1, 0)])
    placed = set(placings(grid, Occupancy.of([piece("A", (0, 0)), piece("B", (3, 0))]), piece("A", (0, 0))))
    assert placed == {(sq(0, 0),), (sq(2, 0),)}
    long = piece("L", (0, 0), (1, 0))
    ledge = board(4, 1, elevated=[(2, 0)], walls=[((2, 0), (3, 0))])
    assert set(placings(ledge, Occupancy.of([long]), long)) == {(sq(0, 0), sq(1, 0))}
    assert set(placings(replace(ledge, walls=frozenset()), Occupancy.of([long]), long)) == {(sq(0, 0), sq(1, 0))}
