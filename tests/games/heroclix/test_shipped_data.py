"""What the project ships: two crews of 300 points, boards one can play on, the powers table."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.board import Occupancy, Occupant, Terrain, reach
from companion.core.ids import FigureId, PieceId
from companion.games.heroclix.figures.collection import DATA, load_figures, shipped_map
from companion.games.heroclix.figures.figure import SLOTS
from companion.games.heroclix.figures.powers_table import WHITE, name_of_power, power_names
from companion.games.heroclix.forces.force import Force, Member
from companion.games.heroclix.forces.rules import action_total, check_force
from companion.games.heroclix.moves.gaits import policy_of
from companion.interchange.maps import load_map

LAMPLIGHTERS = ("lq001", "lq002", "lq003", "lq006")
UNDERTOW = ("lq007", "lq008", "lq009", "lq011")
MAPS = sorted(path.stem for path in (DATA / "maps").glob("*.json"))


@pytest.mark.rule("HC-TEAM-01")
@pytest.mark.parametrize("crew", [LAMPLIGHTERS, UNDERTOW])
def test_two_crews_of_three_hundred_points(crew: tuple[str, ...]) -> None:
    figures = load_figures()
    force = Force(tuple(Member(figures[FigureId(name)]) for name in crew))
    assert force.total == 300
    assert check_force(force, 300).is_legal
    keywords = [set(member.figure.keywords) for member in force.members]
    assert set.intersection(*keywords)


@pytest.mark.rule("HC-DIAL-07", "HC-DIAL-08")
def test_every_figure_is_whole() -> None:
    figures = load_figures()
    assert len(figures) >= 10
    for figure in figures.values():
        assert 6 <= len(figure.dial) <= 10, figure.id
        assert [click.number for click in figure.dial] == list(range(1, len(figure.dial) + 1))
        assert figure.dial[0].starting_line == "green"
        assert [line.points for line in figure.starting_lines] == list(figure.points)
        assert figure.unique or len(figure.points) == 1
        uses = {click.damage.power for click in figure.dial} | {click.speed.power for click in figure.dial}
        assert ("special" in uses) <= bool(figure.specials)
    assert {figure.symbols.speed for figure in figures.values()} == {"boot", "wing", "dolphin"}
    assert Counter(len(figure.points) for figure in figures.values())[2] == 2


@pytest.mark.rule("HC-ACT-01")
def test_the_action_total() -> None:
    assert [action_total(points) for points in (50, 100, 199, 200, 300, 450)] == [1, 1, 1, 2, 3, 4]


def test_the_powers_table() -> None:
    table = power_names()
    assert Counter(power.slot for power in table.values()) == dict.fromkeys(SLOTS, 12)
    assert len({(power.slot, power.colour) for power in table.values()}) == 48
    assert name_of_power("leap_climb") == "Leap/Climb"
    assert name_of_power("leap_climb", "fr") == "Saut/Escalade"
    assert name_of_power(None) == ""
    assert name_of_power("special") == "Special"
    assert not WHITE & set(table)


@pytest.mark.parametrize("name", MAPS)
def test_a_shipped_map_can_be_played(name: str) -> None:
    board, remarks = load_map(str(shipped_map(name)))
    assert not remarks
    assert (board.columns, board.rows) in ((16, 24), (16, 16))
    areas = {name: [s for s in board.spaces if board.tile(s).starting == name] for name in ("north", "south")}
    assert all(len(area) >= 16 for area in areas.values())
    terrain = {kind for tile in board.tiles for kind in tile.terrain}
    assert terrain == set(Terrain)
    assert board.walls
    walker = Occupant(PieceId("A"), "red", (areas["north"][0],), speed=99)
    flood = reach(board, Occupancy.of([walker]), walker, policy_of({"swim", "flight"}))
    assert set(areas["south"]) <= set(flood.costs)
    for ramp in board.ramps:
        assert board.level(ramp.a) != board.level(ramp.b)


@pytest.mark.parametrize("name", MAPS)
def test_a_shipped_map_is_crossed_on_foot(name: str) -> None:
    board, _ = load_map(str(shipped_map(name)))
    start = next(s for s in board.spaces if board.tile(s).starting == "north")
    seen, todo = {start}, [start]
    while todo:  # move after move, until nothing new is reached
        walker = Occupant(PieceId("A"), "red", (todo.pop(),), speed=8)
        new = set(reach(board, Occupancy.of([walker]), walker, policy_of(())).costs) - seen
        seen |= new
        todo += sorted(new)
    free = {s for s in board.spaces if not board.has(s, Terrain.BLOCKING)}
    assert free == seen
