"""What the board is now: terrain destroyed, debris, markers, objects that come and go."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.board.spaces import Terrain, Verdict, edge
from companion.games.heroclix import commands as cm
from companion.games.heroclix.commands import AttackTerrain
from companion.games.heroclix.editions.core import CORE
from companion.games.heroclix.events.tactics import BlockingDestroyed, DebrisPlaced, TerrainHeld, WallDestroyed
from companion.games.heroclix.position.lines import sight_of
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.system import HeroClix
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure

CLOSE, RANGED = AttackKind.CLOSE, AttackKind.RANGED


def terrain(one: Scene, x: int, y: int) -> set[str]:
    return {kind.value for kind in one.state.table.board.tile(at(x, y)).terrain}


def lay(one: Scene, *events: Any) -> None:
    for event in events:
        one.state = GAME.apply(one.state, event)


@pytest.mark.rule("HC-TERR-06", "HC-TERR-29", "HC-TERR-30")
def test_a_zone_falls_in_two() -> None:
    """Of three blocking squares in a row the middle one is destroyed: the others still block, each for itself."""
    one = Scene(size=(7, 3), terrain={(2, 1): "blocking", (3, 1): "blocking", (4, 1): "blocking"})
    a = one.put("A", "red", (3, 0))
    one.put("B", "blue", (6, 2))
    one.do(AttackTerrain(RED, a, CLOSE, square=at(3, 1)))
    assert [terrain(one, x, 1) for x in (2, 3, 4)] == [{"blocking"}, {"hindering"}, {"blocking"}]
    sight = sight_of(one.state)
    assert sight.between(at(3, 0), at(3, 2)).verdict is Verdict.HINDERED
    assert sight.between(at(2, 0), at(2, 2)).verdict is Verdict.BLOCKED


@pytest.mark.rule("HC-TERR-31", "HC-TERR-32", "HC-OBJ-17")
@pytest.mark.parametrize(("kind", "left"), [("hindering", {"hindering"}), ("water", {"hindering", "water"})])
def test_debris_adds_to_what_is_there(kind: str, left: set[str]) -> None:
    """An immobile object, by whatever effect it came there."""
    one = Scene(size=(7, 3), terrain={(3, 1): kind})
    a = one.put("A", "red", (3, 0))
    one.put("B", "blue", (6, 2))
    bench = one.lay("bench", "immobile", (3, 1))
    one.do(AttackTerrain(RED, a, CLOSE, object=bench))
    assert terrain(one, 3, 1) == left
    assert one.state.tactics.debris == (at(3, 1),)


@pytest.mark.rule("HC-TERR-16", "HC-OBJ-11", "HC-OBJ-16")
def test_an_object_gives_its_square_back_as_it_was() -> None:
    """Wherever it lay: on clear ground, in a wood, on debris."""
    one = Scene(size=(7, 3), terrain={(3, 1): "hindering"})
    a = one.put("A", "red", (2, 0))
    c = one.put("C", "red", (4, 0))
    d = one.put("D", "red", (6, 0))
    one.put("B", "blue", (0, 2))
    first, second = one.lay("first", "light", (3, 1)), one.lay("second", "light", (1, 1))
    third = one.lay("third", "light", (5, 1))
    lay(one, DebrisPlaced(at(5, 1)))
    assert terrain(one, 1, 1) == {"hindering"}
    for piece, item in ((a, second), (c, first), (d, third)):
        one.do(AttackTerrain(RED, piece, CLOSE, object=item))
    assert (terrain(one, 1, 1), terrain(one, 3, 1), terrain(one, 5, 1)) == (set(), {"hindering"}, {"hindering"})


@pytest.mark.rule("HC-TERR-28")
def test_heights_are_not_destroyed() -> None:
    """What blocks on a height is, and its debris lies as high."""
    one = Scene(size=(7, 3), levels={(3, 0): 2, (3, 1): 2}, terrain={(3, 0): "blocking"})
    a = one.put("A", "red", (3, 1))
    one.put("B", "blue", (6, 2))
    assert one.refused(AttackTerrain(RED, a, CLOSE, square=at(3, 1))) == {"HC-TERR-24", "HC-TERR-28"}
    one.do(AttackTerrain(RED, a, CLOSE, square=at(3, 0)))
    assert (terrain(one, 3, 0), one.state.table.board.level(at(3, 0))) == ({"hindering"}, 2)


@pytest.mark.rule("HC-TERR-24", "HC-TERR-37")
def test_damage_is_not_kept() -> None:
    """EX-WALL-06: two attacks of 2 on one wall, and it stands."""
    one = Scene(size=(7, 3), walls=[((2, 0), (3, 0))])
    a, c = one.put("A", "red", (2, 0), figure("A", damage=2)), one.put("C", "red", (3, 0), figure("C", damage=2))
    one.put("B", "blue", (6, 2))
    wall = edge(at(2, 0), at(3, 0))
    for piece in (a, c):
        assert TerrainHeld("C1|D1") in one.do(AttackTerrain(RED, piece, CLOSE, wall=wall))
    assert one.state.table.board.walls == {wall}


@pytest.mark.rule("HC-TERR-25", "HC-TERR-33")
def test_only_what_is_beside_it_is_struck() -> None:
    one = Scene(size=(7, 4), terrain={(2, 0): "blocking"}, walls=[((0, 1), (0, 2)), ((0, 0), (1, 0))])
    a = one.put("A", "red", (0, 0))
    one.put("B", "blue", (6, 3))
    assert "HC-TERR-25" in one.refused(AttackTerrain(RED, a, CLOSE, square=at(2, 0)))
    assert one.refused(AttackTerrain(RED, a, CLOSE, wall=edge(at(0, 1), at(0, 2)))) == {"HC-TERR-33"}
    assert one.refused(AttackTerrain(RED, a, CLOSE, wall=edge(at(3, 1), at(3, 2)))) == {"HC-TERR-33"}
    assert one.refused(AttackTerrain(RED, a, CLOSE, square=at(1, 1))) == {"HC-TERR-24"}
    assert not any(one.state.table.board.has(space, Terrain.HINDERING) for space in one.state.table.board.spaces)
    one.do(AttackTerrain(RED, a, CLOSE, wall=edge(at(0, 0), at(1, 0))))


@pytest.mark.rule("HC-TERR-27", "HC-OBJ-15")
def test_one_target_and_no_character_with_it() -> None:
    one = Scene(size=(7, 3), terrain={(1, 0): "blocking"}, walls=[((0, 0), (0, 1))])
    a = one.put("A", "red", (0, 0))
    one.put("B", "blue", (6, 2))
    both = AttackTerrain(RED, a, CLOSE, square=at(1, 0), wall=edge(at(0, 0), at(0, 1)))
    assert one.refused(both) == {"HC-TERR-27"}
    assert one.refused(AttackTerrain(RED, a, CLOSE)) == {"HC-ATK-02"}


@pytest.mark.rule("HC-RNG-01", "HC-TERR-26")
def test_who_stands_beside_an_opponent_does_not_shoot_at_terrain() -> None:
    one = Scene(size=(7, 3), terrain={(4, 0): "blocking"})
    a = one.put("A", "red", (0, 0))
    one.put("B", "blue", (1, 0))
    assert "HC-RNG-01" in one.refused(AttackTerrain(RED, a, RANGED, square=at(4, 0)))
    assert offered(one) == []


def offered(one: Scene) -> list[AttackTerrain]:
    return [command for command in GAME.legal_commands(one.state, RED) if isinstance(command, AttackTerrain)]


@pytest.mark.rule("HX-ATK-02")
def test_an_edition_may_say_that_attacks_target_characters_only() -> None:
    game = HeroClix(replace(CORE, attack_targets_terrain=False))
    one = Scene(size=(7, 3), terrain={(1, 0): "blocking"}, game=game)
    a = one.put("A", "red", (0, 0))
    one.put("B", "blue", (6, 2))
    assert one.refused(AttackTerrain(RED, a, CLOSE, square=at(1, 0))) == {"HX-ATK-02"}
    assert not [c for c in game.legal_commands(one.state, RED) if isinstance(c, AttackTerrain)]


@pytest.mark.rule("HC-TERR-09", "HC-POW-13")
def test_a_barrier_is_destroyed_and_its_debris_goes_with_it() -> None:
    one = Scene(size=(9, 3))
    a = one.put("A", "red", (0, 0), figure("A", powers={"defense": "barrier"}))
    b = one.put("B", "blue", (8, 0), figure("B", range=8))
    one.do(cm.UsePower(RED, a, "barrier", (), (at(3, 0), at(4, 0))))
    one.do(cm.EndTurn(RED))
    one.do(AttackTerrain(BLUE, b, RANGED, square=at(4, 0)))
    assert (terrain(one, 3, 0), terrain(one, 4, 0)) == ({"blocking"}, {"hindering"})
    one.do(cm.EndTurn(BLUE))  # red's turn begins, and the markers go
    assert (terrain(one, 3, 0), terrain(one, 4, 0)) == (set(), set())
    assert one.state.table.printed is None


@pytest.mark.rule("HC-TERR-09", "HC-TERR-31")
def test_no_smoke_where_it_hinders_already() -> None:
    one = Scene(size=(9, 3), terrain={(2, 0): "hindering"})
    a = one.put("A", "red", (0, 0), figure("A", powers={"attack": "smoke_cloud"}))
    one.put("B", "blue", (8, 0))
    assert "HC-VAL-10" in one.refused(cm.UsePower(RED, a, "smoke_cloud", (), (at(2, 0), at(3, 0))))
    one.do(cm.UsePower(RED, a, "smoke_cloud", (), (at(3, 0), at(4, 0))))
    assert terrain(one, 3, 0) == {"hindering"}


def test_strength_breaks_what_is_beside_it() -> None:
    """2 more at arm's length, nothing at a distance."""
    one = Scene(size=(9, 3), terrain={(1, 0): "blocking", (3, 2): "blocking"})
    a = one.put("A", "red", (0, 0), figure("A", damage=1, powers={"attack": "super_strength"}))
    c = one.put("C", "red", (0, 2), figure("C", damage=1, powers={"attack": "super_strength"}))
    one.put("B", "blue", (8, 0))
    one.do(AttackTerrain(RED, a, CLOSE, square=at(1, 0)))
    assert TerrainHeld("D3") in one.do(AttackTerrain(RED, c, RANGED, square=at(3, 2)))
    assert terrain(one, 1, 0) == {"hindering"}


@pytest.mark.rule("HC-TERR-01", "HC-TERR-38")
def test_everything_at_once_lies_on_the_printed_board() -> None:
    """A wall that fell, debris, an object, smoke: each square says what it is, and it all goes as it came."""
    one = Scene(size=(9, 3), walls=[((1, 0), (2, 0))], terrain={(5, 0): "blocking"})
    a = one.put("A", "red", (0, 1), figure("A", powers={"attack": "smoke_cloud"}))
    one.put("B", "blue", (8, 2))
    one.lay("crate", "light", (4, 2))
    lay(one, WallDestroyed(edge(at(1, 0), at(2, 0)), (at(1, 0),)), BlockingDestroyed(at(5, 0)))
    one.do(cm.UsePower(RED, a, "smoke_cloud", (), (at(2, 1), at(3, 1))))
    rows = ["".join(":" if terrain(one, x, y) == {"hindering"} else "." for x in range(9)) for y in range(3)]
    assert rows == [".:...:...", "..::.....", "....:...."]
    assert not one.state.table.board.walls
    printed = one.state.table.printed
    assert printed is not None
    assert printed.walls == one.board.walls
    assert printed.has(at(5, 0), Terrain.BLOCKING)
