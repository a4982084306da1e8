"""Moving and breaking away: EX-MOVE, EX-TERR, by hand from the catalogue."""

from __future__ import annotations

import pytest

from companion.core.ids import RuleId
from companion.core.rules import Accepted
from companion.games.heroclix.commands import EndTurn, MoveFigure
from companion.games.heroclix.editions.core import CORE
from companion.games.heroclix.events.play import FigureMoved
from companion.games.heroclix.moves.movement import gets_away
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure


@pytest.mark.rule("HC-MOVE-01", "HC-MOVE-14", "HC-ADJ-08", "HC-ACT-12")
def test_eight_squares() -> None:
    """EX-MOVE-01: from (1,1) to (9,5) costs exactly 8; with speed 7 it is out of reach."""
    for speed, legal in [(8, True), (7, False)]:
        scene = Scene()
        a = scene.put("A", "red", (1, 1), figure("A", speed=speed))
        scene.put("B", "blue", (10, 5))
        command = MoveFigure(RED, a, (at(9, 5),))
        if legal:
            moved = next(one for one in scene.do(command) if isinstance(one, FigureMoved))
            assert moved.cost == 8
            assert len(moved.path) == 9
        else:
            assert scene.refused(command) == {"HC-MOVE-01"}


@pytest.mark.rule("HC-MOVE-06", "HC-MOVE-07", "HC-MOVE-08", "HC-MOVE-09", "HC-TOKEN-02", "HC-ACT-12")
@pytest.mark.parametrize(("face", "frees"), [(1, False), (2, False), (3, False), (4, True), (5, True), (6, True)])
def test_break_away(face: int, frees: bool) -> None:
    """EX-MOVE-02, -03: 4 frees, 3 does not; the token comes either way."""
    scene = Scene()
    a = scene.put("A", "red", (5, 5))
    scene.put("B", "blue", (6, 5))
    scene.do(MoveFigure(RED, a, (at(7, 4),)))
    scene.roll(face)
    assert scene.piece(a).spaces == ((at(7, 4),) if frees else (at(5, 5),))
    assert scene.piece(a).tokens == 1
    assert scene.refused(MoveFigure(RED, a, (at(5, 6),))) == {"HC-ACT-04"}


@pytest.mark.rule("HC-MOVE-10")
def test_one_roll_frees_from_all() -> None:
    """EX-MOVE-06."""
    scene = Scene()
    a = scene.put("A", "red", (5, 5))
    scene.put("B", "blue", (6, 5))
    scene.put("D", "blue", (4, 5))
    scene.do(MoveFigure(RED, a, (at(5, 8),)))
    scene.roll(4)
    assert scene.piece(a).spaces == (at(5, 8),)


@pytest.mark.rule("HC-MOVE-04", "HC-MOVE-12")
def test_stops_beside_another_opponent() -> None:
    """EX-MOVE-05 in a corridor: A may come to (8,4), next to C, and no farther that way."""
    walls = [((x, 4), (x, 5)) for x in range(6, 12)] + [((x, 3), (x, 4)) for x in range(6, 8)]
    scene = Scene(walls=walls)
    a = scene.put("A", "red", (5, 5))
    scene.put("B", "blue", (6, 5))
    scene.put("C", "blue", (9, 3))
    assert scene.refused(MoveFigure(RED, a, (at(9, 4),))) == {"HC-MOVE-01"}
    scene.do(MoveFigure(RED, a, (at(8, 4),)))
    scene.roll(5)
    assert scene.piece(a).spaces == (at(8, 4),)


@pytest.mark.rule("HC-MOVE-03", "HC-VAL-10")
def test_through_a_friend_but_not_onto_it() -> None:
    """EX-MOVE-07; two pieces in one square cannot even be overruled."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", speed=2))
    scene.put("F", "red", (1, 0))
    scene.put("X", "blue", (15, 23))
    taken = MoveFigure(RED, a, (at(1, 0),))
    assert scene.refused(taken) == {"HC-VAL-10"}
    waived = GAME.decide(scene.state, taken, waived=frozenset({RuleId("HC-VAL-10")}))
    assert not isinstance(waived, Accepted)
    scene.do(MoveFigure(RED, a, (at(2, 0),)))


@pytest.mark.rule("HC-MOVE-02")
def test_a_move_of_nothing() -> None:
    """EX-MOVE-09, AMB-15: no roll next to an opponent, but a token."""
    scene = Scene()
    a = scene.put("A", "red", (5, 5))
    scene.put("B", "blue", (6, 5))
    scene.do(MoveFigure(RED, a, (at(5, 5),)))
    assert scene.state.flow.open == ()
    assert scene.piece(a).tokens == 1


@pytest.mark.rule("HC-TERR-13", "HC-TERR-14", "HC-TERR-15", "HC-TERR-19")
@pytest.mark.parametrize("kind", ["hindering", "water"])
def test_hindering_stops_and_halves(kind: str) -> None:
    """EX-TERR-01, -02: eastward A stops at (3,0); from there its speed is 4."""
    walls = [((x, 0), (x, 1)) for x in range(9)]
    scene = Scene(terrain={(3, 0): kind, (4, 0): kind}, walls=walls)
    a = scene.put("A", "red", (0, 0))
    scene.put("X", "blue", (15, 23))
    assert scene.refused(MoveFigure(RED, a, (at(4, 0),))) == {"HC-MOVE-01"}
    scene.do(MoveFigure(RED, a, (at(3, 0),)))
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    assert scene.refused(MoveFigure(RED, a, (at(8, 0),))) == {"HC-MOVE-01"}
    scene.do(MoveFigure(RED, a, (at(7, 0),)))


@pytest.mark.rule("HC-MAP-07", "HC-END-04")
def test_off_the_map() -> None:
    scene = Scene(size=(5, 5))
    a = scene.put("A", "red", (0, 0))
    scene.put("X", "blue", (4, 4))
    assert scene.refused(MoveFigure(RED, a, (at(9, 9),))) == {"HC-MAP-07"}


def test_overruled_move_goes_where_it_stands() -> None:
    """A refused move may already stand on the table: with the rule waived it is recorded from here to there."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", speed=3))
    scene.put("X", "blue", (15, 23))
    decision = GAME.decide(scene.state, MoveFigure(RED, a, (at(9, 9),)), waived=frozenset({RuleId("HC-MOVE-01")}))
    assert isinstance(decision, Accepted)
    assert FigureMoved(a, (at(0, 0), at(9, 9)), (at(9, 9),), 0) in decision.events


@pytest.mark.rule("HC-MOVE-07", "HC-MOVE-08")
@pytest.mark.parametrize(
    ("face", "modifier", "succeeds"),
    [(1, 4, False), (6, -4, True), (2, 2, True), (4, -1, False), (3, 0, False), (4, 0, True)],
)
def test_ones_fail_sixes_succeed_whatever_modifies_them(face: int, modifier: int, succeeds: bool) -> None:
    """EX-MOVE-04, and the bare 3 and 4."""
    assert gets_away(face, modifier, CORE.break_away_at) is succeeds
