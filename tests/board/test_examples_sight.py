"""The catalogue's worked examples for lines of sight: EX-INT, EX-LOS, EX-ELEV, EX-WALL, EX-MULTI, EX-MAP, EX-HX."""

from __future__ import annotations

import pytest

from companion.board import Cause, GridBoard, Lens, Occupancy, Occupant, Sight, Size, Verdict, within_reach
from companion.core.ids import PieceId, RuleId
from companion.games.heroclix.editions.lines import CORE_SIGHT, NEWER_SIGHT
from tests.board.boards import XY, board, piece, sq, wall

CLEAR, HINDERED, BLOCKED = Verdict.CLEAR, Verdict.HINDERED, Verdict.BLOCKED
ZONE_E = [(x, y) for x in range(3) for y in range(5)]  # columns 0-2, rows 0-4
TWO_ROOFS = [(x, y) for x in (0, 1, 2, 8, 9, 10) for y in range(5)]


def line(grid: GridBoard, a: XY, b: XY, *others: Occupant, newer: bool = False) -> Verdict:
    sight = Sight(grid, Occupancy.of(others), NEWER_SIGHT if newer else CORE_SIGHT)
    assert sight.between(sq(*a), sq(*b)).verdict is sight.verdict(sq(*a), sq(*b))
    return sight.verdict(sq(*a), sq(*b))


@pytest.mark.rule("HC-LOS-11")
@pytest.mark.parametrize(
    ("blocking", "hindering", "expected"),
    [
        ([(1, 0)], [], CLEAR),  # EX-INT-01
        ([(1, 0)], [(0, 1)], HINDERED),  # EX-INT-02
        ([(1, 0), (0, 1)], [], BLOCKED),  # EX-INT-03
        ([], [(1, 0), (0, 1)], HINDERED),  # EX-INT-04
    ],
)
def test_a_corner_is_as_good_as_its_better_flank(blocking: list[XY], hindering: list[XY], expected: Verdict) -> None:
    assert line(board(blocking=blocking, hindering=hindering), (0, 0), (1, 1)) is expected


@pytest.mark.rule("HC-LOS-11")
def test_people_close_a_corner_for_lines() -> None:  # EX-INT-05
    one, other = piece("C", (1, 0)), piece("D", (0, 1))
    assert line(board(), (0, 0), (1, 1), one) is CLEAR
    assert line(board(), (0, 0), (1, 1), one, other) is BLOCKED
    assert line(board(blocking=[(0, 1)]), (0, 0), (1, 1), one) is BLOCKED


@pytest.mark.rule("HC-LOS-11")
def test_long_diagonals_pass_several_corners() -> None:  # EX-INT-06
    assert line(board(blocking=[(1, 2)]), (0, 0), (3, 3)) is CLEAR
    assert line(board(blocking=[(1, 2), (2, 1)]), (0, 0), (3, 3)) is BLOCKED
    assert line(board(blocking=[(1, 2)], hindering=[(2, 1)]), (0, 0), (3, 3)) is HINDERED


@pytest.mark.rule("HC-LOS-11")
def test_a_line_may_pass_a_corner_off_the_diagonal() -> None:  # EX-INT-07
    assert line(board(blocking=[(2, 0)]), (0, 0), (3, 1)) is CLEAR
    assert line(board(blocking=[(2, 0), (1, 1)]), (0, 0), (3, 1)) is BLOCKED
    assert line(board(blocking=[(1, 0)]), (0, 0), (3, 1)) is BLOCKED


@pytest.mark.rule("HC-LOS-11", "HC-LOS-14", "HC-LOS-15")
def test_height_closes_a_corner_only_from_below() -> None:  # EX-INT-08
    assert line(board(elevated=[(1, 0), (0, 1)]), (0, 0), (1, 1)) is BLOCKED
    assert line(board(elevated=[(1, 0)]), (0, 0), (1, 1)) is CLEAR
    assert line(board(elevated=[(0, 0), (1, 1)], blocking=[(1, 0), (0, 1)]), (0, 0), (1, 1)) is CLEAR


@pytest.mark.rule("HC-LOS-02")
def test_somebody_on_the_way_blocks() -> None:  # EX-LOS-01
    answer = Sight(board(), Occupancy.of([piece("C", (2, 1))]), CORE_SIGHT).between(sq(0, 0), sq(4, 2))
    assert answer.crossed == tuple(sq(*s) for s in [(1, 0), (1, 1), (2, 1), (3, 1), (3, 2)])
    assert answer.verdict is BLOCKED
    assert answer.causes == (Cause(RuleId("HC-LOS-02"), piece=PieceId("C")),)


@pytest.mark.rule("HC-LOS-03", "HC-TERR-20", "HC-TERR-26", "HC-LOS-19")
def test_blocking_terrain_blocks_where_it_is_crossed() -> None:  # EX-LOS-02, EX-TERR-05
    assert line(board(blocking=[(2, 1)]), (0, 0), (4, 2)) is BLOCKED
    assert line(board(blocking=[(2, 0)]), (0, 0), (4, 2)) is CLEAR
    assert line(board(blocking=[(2, 2)]), (0, 0), (4, 2)) is CLEAR
    assert line(board(blocking=[(3, 0)]), (0, 0), (3, 0)) is CLEAR  # the target square does not block its own line
    assert line(board(blocking=[(2, 0), (3, 0)]), (0, 0), (3, 0)) is BLOCKED


@pytest.mark.rule("HC-LOS-06")
def test_the_worst_thing_met_counts() -> None:  # EX-LOS-03
    assert line(board(hindering=[(2, 0)], blocking=[(3, 0)]), (0, 0), (5, 0)) is BLOCKED


@pytest.mark.rule("HC-LOS-08", "HC-LOS-09")
@pytest.mark.parametrize(
    ("hindering", "modifier"),
    [([(2, 0)], 1), ([(2, 0), (3, 0)], 1), ([(0, 0)], 0), ([(0, 0), (2, 0)], 1), ([(4, 0)], 1), ([], 0)],
)
def test_hindering_terrain_gives_one_defense(hindering: list[XY], modifier: int) -> None:  # EX-LOS-04
    answer = Sight(board(hindering=hindering), Occupancy(), CORE_SIGHT).between(sq(0, 0), sq(4, 0))
    assert answer.defense_modifier == modifier


@pytest.mark.rule("HC-OBJ-11", "HC-TERR-16")
def test_an_object_on_the_floor_hinders() -> None:  # EX-LOS-05
    assert line(board().with_changes(objects=[sq(2, 0)]), (0, 0), (4, 0)) is HINDERED


@pytest.mark.rule("HC-LOS-03", "HC-TERR-21")
def test_a_wall_blocks() -> None:  # EX-LOS-06
    answer = Sight(board(walls=[((2, 0), (3, 0))]), Occupancy(), CORE_SIGHT).between(sq(0, 0), sq(4, 0))
    assert answer.verdict is BLOCKED
    assert answer.causes == (Cause(RuleId("HC-LOS-03"), edge=wall((2, 0), (3, 0))),)


@pytest.mark.rule("HC-LOS-05", "HX-LOS-05", "HX-LOS-06")
def test_everybody_sees_itself() -> None:  # EX-LOS-07
    here = board(hindering=[(2, 2)])
    assert line(here, (2, 2), (2, 2), piece("A", (2, 2))) is CLEAR
    assert line(here, (2, 2), (2, 2), piece("A", (2, 2)), newer=True) is HINDERED


@pytest.mark.rule("HC-LOS-10", "HC-TERR-18")
def test_water_is_clear_for_lines() -> None:  # EX-TERR-02
    assert line(board(water=[(2, 0), (4, 0)]), (0, 0), (4, 0)) is CLEAR


@pytest.mark.rule("HC-LOS-12", "HC-LOS-13", "HC-TERR-43", "HC-TERR-50", "HC-ABIL-12")
def test_a_line_over_the_rim() -> None:  # EX-ELEV-05
    roof = board(elevated=ZONE_E)
    assert line(roof, (2, 2), (6, 2)) is CLEAR
    assert line(roof, (2, 2), (6, 2), piece("C", (4, 2))) is CLEAR
    assert line(roof, (2, 2), (6, 2), piece("C", (4, 2), size=Size.GIANT)) is BLOCKED
    assert line(roof, (2, 2), (6, 2), piece("C", (4, 2), size=Size.COLOSSAL)) is BLOCKED
    assert line(board(elevated=ZONE_E, hindering=[(4, 2)]), (2, 2), (6, 2)) is CLEAR
    bushes = board(elevated=ZONE_E, hindering=[(6, 2)])
    assert line(bushes, (2, 2), (6, 2)) is HINDERED
    assert line(bushes, (6, 2), (2, 2)) is CLEAR
    assert line(board(elevated=ZONE_E, blocking=[(4, 2)]), (2, 2), (6, 2)) is BLOCKED


@pytest.mark.rule("HC-LOS-12")
def test_only_the_rim_sees_down() -> None:  # EX-ELEV-06
    answer = Sight(board(elevated=ZONE_E), Occupancy(), CORE_SIGHT).between(sq(1, 2), sq(6, 2))
    assert answer.verdict is BLOCKED
    assert answer.causes == (Cause(RuleId("HC-LOS-12"), square=sq(2, 2)),)


@pytest.mark.rule("HC-LOS-15", "HC-LOS-16")
def test_roof_to_roof_looks_over_the_street() -> None:  # EX-ELEV-07
    assert line(board(elevated=TWO_ROOFS, blocking=[(5, 2)]), (2, 2), (8, 2)) is CLEAR
    assert line(board(elevated=TWO_ROOFS), (2, 2), (8, 2), piece("C", (5, 2))) is CLEAR
    assert line(board(elevated=TWO_ROOFS, blocking=[(9, 2)]), (2, 2), (10, 2)) is BLOCKED
    assert line(board(elevated=TWO_ROOFS), (2, 2), (10, 2), piece("C", (9, 2))) is BLOCKED


@pytest.mark.rule("HC-LOS-14")
def test_a_house_blocks_the_street() -> None:  # EX-ELEV-08
    assert line(board(elevated=TWO_ROOFS), (5, 2), (13, 2)) is BLOCKED
    assert line(board(elevated=TWO_ROOFS), (5, 2), (13, 2), newer=True) is BLOCKED  # EX-HX-27


@pytest.mark.rule("HX-LOS-04", "HC-LOS-16")
def test_a_giant_in_the_street_blocks_the_roofs_in_one_edition() -> None:  # EX-HX-27
    giant = piece("C", (5, 2), size=Size.GIANT)
    assert line(board(elevated=TWO_ROOFS), (2, 2), (8, 2), giant) is BLOCKED
    assert line(board(elevated=TWO_ROOFS), (2, 2), (8, 2), giant, newer=True) is CLEAR


@pytest.mark.rule("HX-LOS-03")
def test_somebody_on_the_way_blocks_in_the_newer_edition_too() -> None:
    answer = Sight(board(), Occupancy.of([piece("C", (2, 0))]), NEWER_SIGHT).between(sq(0, 0), sq(4, 0))
    assert answer.causes == (Cause(RuleId("HX-LOS-03"), piece=PieceId("C")),)


@pytest.mark.rule("HC-TERR-52", "HC-LOS-15")
def test_walls_have_levels() -> None:  # EX-WALL-08
    low = board(elevated=TWO_ROOFS, walls=[((4, 2), (5, 2))])
    assert line(low, (2, 2), (8, 2)) is CLEAR
    assert line(low, (2, 2), (6, 2)) is BLOCKED
    assert line(board(elevated=TWO_ROOFS, walls=[((8, 2), (9, 2))]), (2, 2), (10, 2)) is BLOCKED


@pytest.mark.rule("HC-TERR-34", "HC-TERR-38", "HC-TERR-36", "HC-LOS-19")
def test_a_wall_under_attack_does_not_hide_itself() -> None:  # EX-WALL-01, -02, -04
    target = wall((4, 0), (5, 0))
    grid = board(walls=[((4, 0), (5, 0))])
    sight = Sight(grid, Occupancy.of([piece("C", (5, 0))]), CORE_SIGHT)
    answer = sight.between(sq(0, 0), sq(5, 0), Lens(wall=target))
    assert answer.verdict is CLEAR
    assert answer.crossed[-1] == sq(4, 0)
    assert answer.range == 5
    beside = Sight(grid, Occupancy.of([piece("C", (4, 0))]), CORE_SIGHT)
    assert beside.between(sq(0, 0), sq(5, 0), Lens(wall=target)).verdict is BLOCKED
    second = Sight(board(walls=[((4, 0), (5, 0)), ((2, 0), (3, 0))]), Occupancy(), CORE_SIGHT)
    assert second.between(sq(0, 0), sq(5, 0), Lens(wall=target)).verdict is BLOCKED


@pytest.mark.rule("HC-TERR-34")
def test_the_line_to_a_wall_passes_its_near_square() -> None:  # EX-WALL-03
    sight = Sight(board(), Occupancy(), CORE_SIGHT)
    assert sight.between(sq(0, 0), sq(4, 2)).crossed[-1] == sq(3, 2)
    assert sq(4, 1) not in sight.between(sq(0, 0), sq(4, 2)).crossed


@pytest.mark.rule("HC-TERR-39", "HC-TERR-37", "HC-TERR-30", "HC-TERR-32")
def test_a_fallen_wall_leaves_debris() -> None:  # EX-WALL-05, EX-TERR-04
    before = board(walls=[((2, 2), (2, 3))])
    after = before.with_changes(removed_walls=before.walls, markers=[(sq(2, 2), "debris"), (sq(2, 3), "debris")])
    assert not before.is_adjacent(sq(2, 2), sq(2, 3))
    assert after.is_adjacent(sq(2, 2), sq(2, 3))
    assert line(after, (2, 2), (2, 3)) is HINDERED
    rubble = board(blocking=[(3, 0)]).with_changes(markers=[(sq(3, 0), "debris")])
    assert line(rubble, (0, 0), (5, 0)) is HINDERED


@pytest.mark.rule("HC-LOS-18", "HC-MULTI-10", "HC-MULTI-12", "HC-MULTI-16", "HC-MULTI-17")
def test_a_large_base_looks_by_its_best_square() -> None:  # EX-MULTI-06
    big, foe, friend = piece("A", (2, 2), (3, 2), side="red"), piece("B", (3, 5)), piece("F", (2, 3), side="red")
    sight = Sight(board(), Occupancy.of([big, foe, friend]), CORE_SIGHT)
    assert sight.verdict(sq(2, 2), sq(3, 5)) is BLOCKED
    best = sight.between_pieces(PieceId("A"), PieceId("B"))
    assert (best.verdict, best.start, best.end, best.range) == (CLEAR, sq(3, 2), sq(3, 5), 3)
    bushes = Sight(board(hindering=[(2, 2), (3, 2)]), Occupancy.of([big]), CORE_SIGHT)
    assert bushes.verdict(sq(2, 2), sq(6, 2)) is CLEAR  # its own hindering squares do not count


@pytest.mark.rule("HC-MULTI-11")
def test_a_large_base_blocks_with_every_square() -> None:  # EX-MULTI-07
    assert line(board(), (0, 2), (6, 2), piece("A", (2, 2), (3, 2))) is BLOCKED


@pytest.mark.rule("HC-MAP-05", "HC-LOS-17")
def test_nobody_outdoors_looks_over_a_house() -> None:  # EX-MAP-01
    house = [(x, y) for x in (5, 6, 7) for y in range(24)]
    assert line(board(indoor=house), (2, 2), (10, 2)) is BLOCKED
    roofs = [(2, 2), (10, 2)]
    assert line(board(indoor=house, elevated=roofs), (2, 2), (10, 2)) is BLOCKED
    assert line(board(indoor=house), (5, 2), (7, 2)) is CLEAR
    assert line(board(indoor=house), (2, 2), (6, 2)) is CLEAR
    assert line(board(indoor=[(1, 0), (0, 1)]), (0, 0), (1, 1)) is BLOCKED  # AMB-24
    assert line(board(indoor=[(1, 0)]), (0, 0), (1, 1)) is CLEAR


@pytest.mark.rule("HC-LOS-11")
def test_walls_meeting_at_a_corner() -> None:  # AMB-17
    straight = board(walls=[((0, 0), (1, 0)), ((0, 1), (1, 1))])
    assert line(straight, (0, 0), (1, 1)) is BLOCKED
    assert line(board(walls=[((0, 0), (1, 0))]), (0, 0), (1, 1)) is CLEAR


@pytest.mark.rule("HC-LOS-11")
def test_a_closed_corner_names_everything_that_closes_it() -> None:
    grid = board(blocking=[(1, 0)], hindering=[(0, 1)], walls=[((0, 0), (0, 1))])
    answer = Sight(grid, Occupancy(), CORE_SIGHT).between(sq(0, 0), sq(1, 1))
    corner = RuleId("HC-LOS-11")
    assert answer.verdict is BLOCKED
    assert set(answer.causes) == {Cause(corner, square=sq(1, 0)), Cause(corner, edge=wall((0, 0), (0, 1)))}


@pytest.mark.rule("HC-LOS-06")
def test_causes_are_those_of_the_verdict_only() -> None:
    grid = board(hindering=[(1, 0), (4, 0)], blocking=[(2, 0), (3, 0)])
    answer = Sight(grid, Occupancy(), CORE_SIGHT).between(sq(0, 0), sq(4, 0))
    assert [cause.square for cause in answer.causes] == [sq(2, 0), sq(3, 0)]


@pytest.mark.rule("HX-LOS-06", "HC-MULTI-10")
def test_a_large_base_sees_itself_by_its_best_square() -> None:
    grid = board(hindering=[(2, 2)])
    sight = Sight(grid, Occupancy.of([piece("A", (2, 2), (3, 2))]), NEWER_SIGHT)
    assert sight.between_pieces(PieceId("A"), PieceId("A")).verdict is CLEAR


@pytest.mark.rule("HX-RNG-02", "HX-TERM-06")
def test_squares_within_range_are_counted_outward() -> None:  # EX-HX-01
    grid, here = board(), sq(5, 5)
    expected = {sq(x, y) for x in range(3, 8) for y in range(3, 8)}
    assert set(grid.within(2, here)) == expected
    assert len(set(grid.within(2, here)) - {here}) == 24


@pytest.mark.rule("HX-TERM-03")
def test_a_direct_line_keeps_its_row_column_or_diagonal() -> None:  # EX-HX-02
    grid = board()
    assert [grid.is_direct(sq(5, 5), sq(*end)) for end in [(5, 9), (2, 5), (8, 8), (6, 6), (7, 6)]] == [
        True,
        True,
        True,
        True,
        False,
    ]


@pytest.mark.rule("HX-TERM-04", "HX-TERM-05", "HX-TERM-08", "HX-TERM-09", "HC-RNG-05", "HC-MULTI-16")
def test_range_and_line_are_measured_from_the_same_square() -> None:
    """Near is not seen: a wall hides what is two squares away. Seen is not near: E1 is, F1 is not."""
    long = piece("A", (0, 0), (1, 0), size=Size.GIANT)
    grid = board(6, 2, walls=[((1, 0), (2, 0)), ((1, 1), (2, 1))], blocking=[(0, 1)])
    sight = Sight(grid, Occupancy.of([long]), NEWER_SIGHT)
    assert sq(3, 0) in grid.within(2, *long.spaces)
    assert sq(3, 0) not in within_reach(sight, long.spaces, 9)
    open_board = Sight(board(6, 2), Occupancy.of([long, piece("B", (2, 1))]), NEWER_SIGHT)
    near = within_reach(open_board, long.spaces, 3)
    assert (sq(4, 0) in near, sq(5, 0) in near) == (True, False)
    assert sq(4, 1) in within_reach(open_board, long.spaces, 4)
