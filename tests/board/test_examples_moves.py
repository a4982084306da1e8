"""The catalogue's worked examples for adjacency, moves and pushes: EX-ADJ, EX-MOVE, EX-TERR, EX-INT, EX-ELEV, EX-KB."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.board import (
    GridBoard,
    MovePolicy,
    Occupancy,
    Occupant,
    Reach,
    halved,
    reach,
)
from companion.board.grid import Tile
from companion.core.ids import PieceId
from companion.games.heroclix.damage.pushes import PushKind, directions_away, step
from companion.games.heroclix.moves.gaits import policy_of
from tests.board.boards import XY, board, piece, sq

ZONE_E = [(x, y) for x in range(3) for y in range(5)]


def adjacent(grid: GridBoard, x: int, y: int) -> set[str]:
    return set(grid.adjacent(sq(x, y)))


def squares(*pairs: XY) -> set[str]:
    return {sq(*pair) for pair in pairs}


def walk(grid: GridBoard, mover: Occupant, *others: Occupant, by: str = "", broke_away: bool = True) -> Reach:
    abilities = {by} if by else set[str]()
    return reach(grid, Occupancy.of([mover, *others]), mover, policy_of(abilities), broke_away=broke_away)


@pytest.mark.rule("HC-ADJ-01", "HC-ADJ-04", "HC-ADJ-02", "HC-ADJ-08")
def test_eight_squares_are_adjacent() -> None:  # EX-ADJ-01, -02, -03
    around = [(4, 4), (5, 4), (6, 4), (4, 5), (6, 5), (4, 6), (5, 6), (6, 6)]
    assert adjacent(board(), 5, 5) == squares(*around)
    assert not board().is_adjacent(sq(2, 2), sq(7, 2))
    assert len(adjacent(board(), 0, 0)) == 3


@pytest.mark.rule("HC-ADJ-03", "HC-TERR-22", "HC-ADJ-07")
def test_walls_part_neighbours() -> None:  # EX-ADJ-04, -05
    one = board(walls=[((2, 2), (3, 2))])
    assert not one.is_adjacent(sq(2, 2), sq(3, 2))
    assert one.is_adjacent(sq(2, 2), sq(3, 3))
    two = board(walls=[((2, 2), (3, 2)), ((2, 2), (2, 3))])
    assert not two.is_adjacent(sq(2, 2), sq(3, 3))


@pytest.mark.rule("HC-ADJ-05", "HC-TERR-42")
def test_height_parts_neighbours() -> None:  # EX-ELEV-01, -02
    assert not board(elevated=ZONE_E).is_adjacent(sq(2, 2), sq(3, 2))
    assert not board(elevated=ZONE_E).is_adjacent(sq(2, 2), sq(3, 3))


@pytest.mark.rule("HC-TERR-40", "HC-TERR-41", "HC-TERR-44", "HC-TERR-45", "HC-TERR-46", "HC-ABIL-13")
def test_height_closes_the_way_and_nothing_else() -> None:
    """On a roof 3 wide: a walk stays on it, at the cost of any other; a flight comes down; blocking stays blocking."""
    roof = board(7, 1, elevated=[(0, 0), (1, 0), (2, 0)])
    assert dict(walk(roof, piece("A", (0, 0), speed=6)).costs) == {sq(x, 0): x for x in range(3)}
    assert set(walk(roof, piece("A", (4, 0), speed=6)).costs) == squares(*((x, 0) for x in range(3, 7)))
    assert walk(roof, piece("A", (0, 0), speed=6), by="flight").costs[sq(6, 0)] == 6
    chimney = board(7, 1, elevated=[(0, 0), (1, 0), (2, 0)], blocking=[(1, 0)])
    assert set(walk(chimney, piece("A", (0, 0), speed=6)).costs) == {sq(0, 0)}


@pytest.mark.rule("HC-ADJ-06", "HC-TERR-47", "HC-TERR-48", "HC-TERR-45", "HC-TERR-46")
def test_stairs_join_two_levels() -> None:  # EX-ELEV-03
    stairs = board(elevated=ZONE_E, ramps=[((2, 2), (3, 2))])
    assert stairs.is_adjacent(sq(2, 2), sq(3, 2))
    found = walk(stairs, piece("A", (5, 2), speed=6))
    assert found.costs[sq(1, 2)] == 4
    assert found.path_to(sq(1, 2)) == tuple(sq(x, 2) for x in (4, 3, 2, 1))
    assert found.costs[sq(2, 3)] == 4  # by the stairs, not from (3, 3)


@pytest.mark.rule("HC-TERR-49")
def test_a_ladder_is_climbed_straight() -> None:  # EX-ELEV-04
    ladder = board(elevated=ZONE_E, ramps=[((2, 1), (3, 1))])
    assert walk(ladder, piece("A", (4, 1), speed=2)).costs[sq(2, 1)] == 2
    assert sq(2, 1) not in walk(ladder, piece("A", (3, 2), speed=1)).costs


@pytest.mark.rule("HC-MULTI-02", "HC-MULTI-03")
def test_a_large_base_touches_more() -> None:  # EX-MULTI-01, -02, -03
    two, four = [(2, 2), (3, 2)], [(2, 2), (3, 2), (2, 3), (3, 3)]
    for base, count in ((two, 10), (four, 12)):
        touched = set().union(*(adjacent(board(), *square) for square in base)) - squares(*base)
        assert len(touched) == count
    assert not board().is_adjacent(sq(2, 1), sq(2, 3))


@pytest.mark.rule("HC-MOVE-01", "HC-MOVE-02", "HC-ADJ-08", "HC-TERR-08")
def test_a_move_counts_every_step_one() -> None:  # EX-MOVE-01
    found = walk(board(), piece("A", (1, 1), speed=8, side="red"), piece("B", (10, 5)))
    assert found.costs[sq(9, 5)] == 8
    assert found.costs[sq(1, 1)] == 0
    assert board().is_adjacent(sq(9, 5), sq(10, 5))


@pytest.mark.rule("HC-MOVE-06", "HC-MOVE-10", "HC-MOVE-11", "HC-MOVE-09")
def test_breaking_away_frees_the_first_steps() -> None:  # EX-MOVE-02, -03
    me, foe = piece("A", (5, 5), speed=8, side="red"), piece("B", (6, 5))
    found = walk(board(), me, foe)
    first = {space for space, cost in found.costs.items() if cost == 1}
    assert first == adjacent(board(), 5, 5) - {sq(6, 5)}
    assert found.costs[sq(7, 4)] == 2
    assert dict(walk(board(), me, foe, broke_away=False).costs) == {sq(5, 5): 0}


@pytest.mark.rule("HC-MOVE-04", "HC-MOVE-12", "HC-VAL-13")
def test_a_new_opponent_stops_the_move() -> None:  # EX-MOVE-05
    narrow = board(16, 1)
    me = piece("A", (2, 0), side="red")
    found = walk(narrow, me, piece("C", (7, 0)))
    assert found.costs[sq(6, 0)] == 4
    assert sq(7, 0) not in found.costs
    assert sq(8, 0) not in found.costs
    flying = walk(narrow, me, piece("C", (7, 0)), by="flight")
    assert flying.costs[sq(8, 0)] == 6
    assert sq(7, 0) not in flying.costs, "over somebody, but never onto"


@pytest.mark.rule("HC-MOVE-03")
def test_friends_are_passed_but_no_place_to_end() -> None:  # EX-MOVE-07
    narrow, friend = board(5, 1), piece("F", (1, 0), side="red")
    assert sq(2, 0) in walk(narrow, piece("A", (0, 0), speed=2, side="red"), friend).costs
    assert set(walk(narrow, piece("A", (0, 0), speed=1, side="red"), friend).costs) == {sq(0, 0)}


@pytest.mark.rule("HC-TERR-13", "HC-TERR-14", "HC-TERR-15", "HC-TERR-19", "HC-TERR-10")
@pytest.mark.parametrize("kind", ["hindering", "water"])
def test_hindering_terrain_and_water_stop_and_halve(kind: str) -> None:  # EX-TERR-01, -02
    both = [(3, 0), (4, 0)]
    narrow = board(12, 1, hindering=both if kind == "hindering" else [], water=both if kind == "water" else [])
    first = walk(narrow, piece("A", (0, 0), speed=8))
    assert max(first.costs.values()) == 3
    second = walk(narrow, piece("A", (3, 0), speed=8))
    assert second.costs[sq(7, 0)] == 4
    assert sq(8, 0) not in second.costs


@pytest.mark.rule("HC-TERR-14")
def test_half_a_speed_rounds_up() -> None:  # EX-TERR-03, EX-VAL-04
    assert [halved(speed) for speed in (0, 1, 7, 8)] == [0, 1, 4, 4]


@pytest.mark.rule("HC-TERR-51")
def test_a_hindering_corner_ends_the_move() -> None:  # EX-TERR-06
    corner = board(hindering=[(1, 0), (0, 1)])
    first = walk(corner, piece("A", (0, 0), speed=8))
    assert first.costs[sq(1, 1)] == 1
    assert sq(2, 2) not in first.costs
    second = walk(corner, piece("A", (1, 1), speed=8))
    assert second.costs[sq(9, 9)] == 8
    inside = board(hindering=[(0, 0), (1, 0), (0, 1)])  # leaving a hindering square, the corner does not stop
    assert walk(inside, piece("A", (0, 0), speed=8)).costs[sq(4, 4)] == 4


@pytest.mark.rule("HC-TERR-51", "HC-TERR-20")
def test_corners_close_diagonal_steps() -> None:  # EX-INT-01, -03, -08
    me = piece("A", (0, 0), speed=1)
    for blocking, is_open in (([(1, 0)], True), ([(1, 0), (0, 1)], False)):
        grid = board(blocking=blocking)
        assert (sq(1, 1) in walk(grid, me).costs) is is_open
        assert grid.is_adjacent(sq(0, 0), sq(1, 1)) is is_open
    for elevated, is_open in (([(1, 0), (0, 1)], False), ([(1, 0)], True)):
        assert (sq(1, 1) in walk(board(elevated=elevated), me).costs) is is_open
    roofs = board(elevated=[(0, 0), (1, 1)], blocking=[(1, 0), (0, 1)])
    assert sq(1, 1) in walk(roofs, me).costs
    assert roofs.is_adjacent(sq(0, 0), sq(1, 1))


@pytest.mark.rule("HC-TERR-51")
def test_two_opponents_close_a_corner_two_friends_do_not() -> None:  # EX-INT-09
    me = piece("A", (0, 0), speed=1, side="red")
    flanks = [piece("B", (1, 0)), piece("C", (0, 1))]
    assert sq(1, 1) not in walk(board(), me, *flanks).costs
    assert sq(1, 1) in walk(board(), me, flanks[0]).costs
    assert sq(1, 1) in walk(board(), me, *(replace(other, side="red") for other in flanks)).costs
    assert sq(1, 1) in walk(board(), me, *flanks, by="flight").costs
    assert board().is_adjacent(sq(0, 0), sq(1, 1))


@pytest.mark.rule("HC-MULTI-08")
def test_one_hindering_square_halves_a_large_base() -> None:  # EX-MULTI-04
    narrow = board(hindering=[(2, 2)])
    assert max(walk(narrow, piece("A", (2, 2), (3, 2), speed=6)).costs.values()) == 3


@pytest.mark.rule("HC-MULTI-05", "HC-MULTI-06", "HC-MULTI-07")
def test_a_large_base_lies_flat_and_whole() -> None:  # EX-MULTI-05
    me = piece("A", (2, 0), (3, 0), speed=3)
    walled = walk(board(16, 1, walls=[((4, 0), (5, 0))]), me)
    assert set(walled.costs) == squares((0, 0), (1, 0), (2, 0), (3, 0), (4, 0))
    slope = board(7, 1, elevated=[(5, 0), (6, 0)], ramps=[((4, 0), (5, 0))])
    assert sq(5, 0) not in walk(slope, replace(me, speed=2)).costs  # half on the step
    assert sq(6, 0) in walk(slope, me).costs


@pytest.mark.rule("HC-MULTI-04")
def test_the_rear_may_not_swing_to_the_front() -> None:  # EX-MULTI-08
    found = walk(board(16, 3), piece("A", (2, 1), (3, 1), speed=3))
    assert found.costs[sq(6, 1)] == 3
    assert sq(7, 1) not in found.costs


@pytest.mark.rule("HC-KB-09", "HC-KB-12")
def test_what_a_pushed_piece_meets() -> None:  # EX-KB-01, -06, -11, -16
    assert step(board(walls=[((2, 0), (3, 0))]), sq(2, 0), (1, 0)).kind is PushKind.WALL
    assert step(board(), sq(15, 0), (1, 0)).kind is PushKind.EDGE
    assert step(board(elevated=ZONE_E), sq(3, 2), (-1, 0)).kind is PushKind.RISE
    assert step(board(blocking=[(2, 1), (1, 2)]), sq(1, 1), (1, 1)).kind is PushKind.CORNER
    assert step(board(blocking=[(2, 1)]), sq(1, 1), (1, 1)).kind is PushKind.FREE
    assert step(board(blocking=[(2, 0)]), sq(1, 0), (1, 0)).kind is PushKind.BLOCKING
    assert step(board(hindering=[(2, 0)], water=[(2, 0)]), sq(1, 0), (1, 0)).kind is PushKind.FREE  # EX-KB-07


@pytest.mark.rule("HC-KB-14", "HC-KB-15", "HC-KB-19")
def test_falling_off_a_roof() -> None:  # EX-KB-08, -10, -18
    roof = board(elevated=ZONE_E)
    assert step(roof, sq(2, 2), (1, 0)).kind is PushKind.FALL
    assert step(roof, sq(2, 2), (1, 0), {sq(3, 2)}).kind is PushKind.OCCUPIED
    assert step(board(elevated=ZONE_E, blocking=[(3, 2)]), sq(2, 2), (1, 0)).kind is PushKind.BLOCKING
    assert step(board(elevated=ZONE_E, walls=[((2, 2), (3, 2))]), sq(2, 2), (1, 0)).kind is PushKind.WALL
    stairs = board(elevated=ZONE_E, ramps=[((2, 2), (3, 2))])  # AMB-60
    assert step(stairs, sq(2, 2), (1, 0)).kind is PushKind.FALL
    assert step(stairs, sq(3, 2), (-1, 0)).kind is PushKind.RISE


@pytest.mark.rule("HC-KB-10", "HC-KB-13")
def test_people_beside_a_diagonal_push() -> None:  # EX-KB-05, -19
    assert step(board(), sq(2, 0), (1, 0), {sq(3, 0)}).kind is PushKind.OCCUPIED
    grid = board(blocking=[(1, 2)])
    assert step(grid, sq(1, 1), (1, 1), {sq(2, 1)}).kind is PushKind.CROWDED
    assert step(board(), sq(1, 1), (1, 1), {sq(2, 1)}).kind is PushKind.FREE
    assert not PushKind.CROWDED.is_solid
    assert PushKind.CORNER.is_solid


@pytest.mark.rule("HC-KB-05", "HC-KB-06")
@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ((1, 0), [(1, 0)]),
        ((1, 1), [(1, 1)]),
        ((4, 4), [(1, 1)]),
        ((0, 5), [(0, 1)]),  # EX-KB-01, -02
        ((2, 1), [(1, 0), (1, 1)]),  # EX-KB-03: the attacker chooses
        ((4, 1), [(1, 0)]),
        ((3, 1), [(1, 0)]),  # EX-KB-04
        ((1, 2), [(0, 1), (1, 1)]),
        ((3, 2), [(1, 0), (1, 1)]),
        ((1, 4), [(0, 1)]),
    ],
)
def test_directions_of_a_push(target: XY, expected: list[XY]) -> None:
    assert list(directions_away(sq(0, 0), sq(*target))) == expected
    mirrored = directions_away(sq(9, 9), sq(9 - target[0], 9 - target[1]))
    assert list(mirrored) == [(-c, -r) for c, r in expected]


@pytest.mark.rule("HC-MULTI-04", "HC-ADJ-04")
def test_a_larger_base_counts_no_square_of_its_own_first() -> None:
    """A4 and A5 are a step up from the base on A2 and A3: at speed 2 the walk is A4, A5, never A3, A4."""
    grid = board(3, 5, elevated=[(0, 3), (0, 4)], ramps=[((0, 2), (0, 3))])
    mover = piece("A", (0, 1), (0, 2), speed=2)
    found = reach(grid, Occupancy.of([mover]), mover, policy_of(()))
    assert sq(0, 3) not in found.costs
    assert found.costs[sq(0, 4)] == 2
    assert found.path_to(sq(0, 4)) == (sq(0, 3), sq(0, 4))


def test_past_opponents_without_stopping() -> None:
    """X at (2,1): a plain mover stops beside it; one that passes beside goes on, but not through its square."""
    row = GridBoard("row", 6, 2, (Tile(),) * 12)
    mover = Occupant(PieceId("A"), "red", (row.spaces[0],), speed=5)
    foe = Occupant(PieceId("X"), "blue", (row.spaces[8],))
    plain = reach(row, Occupancy.of([mover, foe]), mover, MovePolicy())
    runner = reach(row, Occupancy.of([mover, foe]), mover, MovePolicy(passes_beside=True))
    assert row.spaces[1] in plain.costs
    assert not plain.goes_on(row.spaces[1])
    assert row.spaces[5] not in plain.costs
    assert runner.goes_on(row.spaces[1])
    assert runner.costs[row.spaces[5]] == 5
    assert foe.spaces[0] not in runner.costs
