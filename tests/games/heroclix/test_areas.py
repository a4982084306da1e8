"""Starting areas and deployment: EX-SETUP-02, -03, by hand from the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.board.grid import GridBoard, Tile
from companion.board.loading import format_map
from companion.board.spaces import Terrain, edge
from companion.core.commands import Choose, Place
from companion.core.ids import PieceId, Seat
from companion.games.heroclix.commands import BeginGame
from companion.games.heroclix.events.play import AreaTaken, MapChosen
from companion.games.heroclix.legal import offers_in_turn
from companion.games.heroclix.opening.areas import area_spaces, has_room, opposites_on
from tests.games.heroclix.scene import GAME, Scene, at, figure

Area = tuple[range, range]
FOUR: dict[str, Area] = {
    "north": (range(3, 9), range(1)),
    "south": (range(3, 9), range(11, 12)),
    "west": (range(1), range(3, 9)),
    "east": (range(11, 12), range(3, 9)),
}


def waiting(areas: dict[str, Area], seats: Sequence[str], *, tiles: dict[tuple[int, int], Tile] | None = None) -> Scene:
    """A game that has not begun on a 12 × 12 map with these areas; a piece for each seat."""
    scene = Scene(size=(12, 12), seats=seats)
    drawn = list(scene.board.tiles)
    for name, (columns, rows) in areas.items():
        for column in columns:
            for row in rows:
                drawn[row * 12 + column] = Tile(starting=name)
    for (column, row), tile in (tiles or {}).items():
        drawn[row * 12 + column] = tile
    scene.board = replace(scene.board, tiles=tuple(drawn))
    for seat in seats:
        scene.put(seat.upper(), seat, (0, 0))
    return scene


def begun(scene: Scene, *totals: int) -> None:
    """The game begins, and the seats roll these totals in order."""
    scene.state = GAME.initial_state(scene.setup)
    scene.do(BeginGame(scene.state.table.seats[0]))
    for total in totals:
        scene.roll(total // 2, total - total // 2)


def choose(scene: Scene, seat: str, area: str) -> list[Any]:
    (request,) = scene.state.flow.open
    assert getattr(request, "seat", None) == seat
    return scene.do(Choose(Seat(seat), request.id, (area,)))


@pytest.mark.rule("HC-SETUP-01", "HC-SETUP-06", "HC-SETUP-11", "HC-SETUP-12")
def test_three_players_choose_and_deploy_in_turn() -> None:
    """EX-SETUP-02: P1 is first player; areas P2, P3, then P1 among those left; set up P1, P2, P3."""
    scene = waiting(FOUR, ["p1", "p2", "p3"])
    begun(scene, 11, 5, 4)
    choose(scene, "p2", "west")
    choose(scene, "p3", "north")
    (request,) = scene.state.flow.open
    assert getattr(request, "options", ()) == ("east", "south")
    choose(scene, "p1", "south")
    for seat, spot in [("p1", (3, 11)), ("p2", (0, 3)), ("p3", (3, 0))]:
        assert scene.state.flow.active == {seat}
        scene.do(Place(Seat(seat), scene.piece(PieceId(seat.upper())).id, (at(*spot),)))
    assert (scene.state.flow.round, scene.state.active_seat) == (1, "p1")


@pytest.mark.rule("HC-SETUP-07")
@pytest.mark.parametrize(
    ("mine", "other"), [("north", "south"), ("south", "north"), ("west", "east"), ("east", "west")]
)
def test_two_players_stand_on_opposite_sides(mine: str, other: str) -> None:
    scene = waiting(FOUR, ["red", "blue"])
    begun(scene, 11, 5)
    events = choose(scene, "blue", mine)
    assert AreaTaken(Seat("red"), other) in events
    assert opposites_on(scene.board)[mine] == (other,)


@pytest.mark.rule("HC-SETUP-06")
def test_a_map_without_an_area_for_everybody_is_refused() -> None:
    scene = waiting({name: FOUR[name] for name in ("north", "south")}, ["a", "b", "c"])
    scene.state = GAME.initial_state(scene.setup)
    assert scene.refused(BeginGame(Seat("a"))) == {"HC-SETUP-06"}


@pytest.mark.rule("HC-SETUP-08")
@pytest.mark.parametrize(("team", "rows"), [(8, 2), (9, 3), (13, 4)])
def test_areas_grow_until_every_team_fits(team: int, rows: int) -> None:
    """EX-SETUP-03: two rows of four, a team of nine: every area becomes three rows deep."""
    areas = {"north": (range(4, 8), range(2)), "south": (range(4, 8), range(10, 12))}
    scene = waiting(areas, ["red", "blue"])
    for number in range(team - 1):
        scene.put(f"R{number}", "red", (0, 0))
    begun(scene, 11, 5)
    choose(scene, "blue", "south")
    assert area_spaces(scene.state, Seat("red")) == tuple(at(x, y) for y in range(rows) for x in range(4, 8))
    assert area_spaces(scene.state, Seat("blue")) == tuple(at(x, y) for y in range(12 - rows, 12) for x in range(4, 8))


@pytest.mark.rule("HC-SETUP-11", "HC-VAL-10", "HC-TERR-20")
def test_nobody_sets_up_in_blocking_terrain() -> None:
    wall = Tile(frozenset({Terrain.BLOCKING}), starting="north")
    scene = waiting(FOUR, ["red", "blue"], tiles={(4, 0): wall})
    begun(scene, 11, 5)
    choose(scene, "blue", "south")
    red = scene.piece(PieceId("RED")).id
    assert scene.refused(Place(Seat("red"), red, (at(4, 0),))) == {"HC-TERR-20"}
    offered = {one.spaces for one in offers_in_turn(scene.state, Seat("red"), None) if isinstance(one, Place)}
    assert offered == {(at(x, 0),) for x in (3, 5, 6, 7, 8)}


@pytest.mark.rule("HC-MULTI-01", "HC-MULTI-06", "HC-MULTI-07", "HC-MULTI-09")
def test_a_larger_base_is_laid_down_whole() -> None:
    areas = {"north": (range(12), range(2)), "south": (range(12), range(10, 12))}
    scene = waiting(areas, ["red", "blue"], tiles={(6, 0): Tile(starting="north", elevation=2)})
    big = scene.put("BIG", "red", (0, 0), replace(figure("BIG"), dimensions=(2, 1)))
    scene.board = replace(scene.board, walls=frozenset(Scene(walls=[((8, 0), (9, 0))]).board.walls))
    begun(scene, 11, 5)
    choose(scene, "blue", "south")

    def refused(*squares: tuple[int, int]) -> set[str]:
        return scene.refused(Place(Seat("red"), big, tuple(at(*square) for square in squares)))

    assert refused((0, 0), (3, 0)) == {"HC-MULTI-01"}
    assert refused((0, 0), (1, 1)) == {"HC-MULTI-01"}
    assert refused((0, 0)) == {"HC-MULTI-01"}
    assert refused((5, 0), (6, 0)) == {"HC-MULTI-06"}
    assert refused((8, 0), (9, 0)) == {"HC-MULTI-07"}
    assert refused((0, 1), (0, 2)) == {"HC-SETUP-11"}
    scene.do(Place(Seat("red"), big, (at(1, 0), at(1, 1))))
    assert scene.refused(Place(Seat("red"), scene.piece(PieceId("RED")).id, (at(1, 1),))) == {"HC-VAL-10"}


@pytest.mark.rule("HC-SETUP-05")
def test_of_several_maps_the_first_player_chooses_one() -> None:
    """EX-SETUP-02: blue rolls highest of three, chooses the second map, and then green, left of it, an area there."""
    scene = waiting({"north": FOUR["north"], "south": FOUR["south"], "east": FOUR["east"]}, ["red", "blue", "green"])
    other = replace(scene.board, name="other", tiles=tuple(replace(one, indoor=True) for one in scene.board.tiles))
    scene.state = GAME.initial_state(replace(scene.setup, other_maps=(format_map(other),)))
    scene.do(BeginGame(Seat("red")))
    for faces in [(1, 2), (6, 5), (3, 3)]:
        scene.roll(*faces)
    (request,) = scene.state.flow.open
    assert (scene.asked, getattr(request, "seat", ""), request.options) == (  # type: ignore[union-attr]
        "HC-SETUP-05",
        "blue",
        ("test", "other"),
    )
    assert scene.refused(Choose(Seat("red"), request.id, ("other",))) == {"TW-ASK-02"}
    assert MapChosen(Seat("blue"), "other") in scene.do(Choose(Seat("blue"), request.id, ("other",)))
    assert scene.state.table.board == other
    assert getattr(scene.state.flow.open[0], "seat", "") == "green"


@pytest.mark.rule("HC-SETUP-08", "HC-MULTI-07")
def test_larger_bases_must_really_fit() -> None:
    """Three columns, two rows: 2 x 2 with two singles or with 1 x 2 upright, or two of 3 x 1; not two of 2 x 2.

    With a wall between the rows bases lie along them: two of 2 x 1, which leave one square of each row.
    """
    rows = tuple(Tile(starting="north") for _ in range(6)) + tuple(Tile() for _ in range(6))
    open_floor = GridBoard("test", 3, 4, rows)
    walls = frozenset(edge(at(column, 0), at(column, 1)) for column in range(3))
    walled = GridBoard("test", 3, 4, rows, walls)
    for board, bases, fits in [
        (open_floor, ((2, 2), (1, 1), (1, 1)), True),
        (open_floor, ((2, 2), (1, 2)), True),
        (open_floor, ((2, 2), (2, 2)), False),
        (open_floor, ((3, 1), (3, 1)), True),
        (open_floor, ((3, 1), (2, 1), (2, 1)), False),
        (walled, ((2, 2),), False),
        (walled, ((2, 1), (2, 1), (1, 1), (1, 1)), True),
        (walled, ((2, 1), (2, 1), (2, 1)), False),
    ]:
        assert has_room(board, "north", 0, bases) is fits, (board.walls, bases)
    assert has_room(walled, "north", 2, ((2, 2),))
