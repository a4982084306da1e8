"""Turns, actions, tokens and pushing: EX-TURN, EX-ACT, EX-TOKEN, by hand from the catalogue."""

from __future__ import annotations

import pytest

from companion.core.events import GameEnded
from companion.core.ids import Seat
from companion.core.rules import Accepted
from companion.games.heroclix.commands import AdjustDial, CloseAttack, EndTurn, MoveFigure, RangedAttack
from companion.games.heroclix.events.attack import LeftToPlayers
from companion.games.heroclix.figures.figure import Symbols
from tests.games.heroclix.scene import BLUE, RED, Scene, at, figure


def far_apart() -> Scene:
    scene = Scene()
    for number, name in enumerate("ABC"):
        scene.put(name, "red", (number * 2, 0))
    scene.put("X", "blue", (15, 23))
    return scene


@pytest.mark.rule("HC-ACT-01", "HC-ACT-02")
@pytest.mark.parametrize(("build_total", "actions"), [(100, 1), (200, 2), (300, 3), (250, 2), (50, 1)])
def test_action_total(build_total: int, actions: int) -> None:
    """EX-ACT-01, AMB-05."""
    scene = Scene(build_total=build_total)
    scene.put("A", "red", (0, 0))
    b = scene.put("B", "blue", (9, 9))
    scene.put("C", "blue", (9, 11))
    assert scene.state.table.actions == actions
    scene.do(AdjustDial(RED, b, 9, "an effect"))
    assert scene.state.table.actions == actions, "the same after a knock-out"


@pytest.mark.rule("HC-ACT-03", "HC-ACT-04", "HC-ACT-06", "HC-TOKEN-03", "HC-TOKEN-04", "HC-TURN-14")
def test_melissa_gives_two_actions_and_clears_the_others() -> None:
    """EX-ACT-02: A and B act and keep their token; C, which holds one from before, is cleared."""
    scene = Scene(build_total=200)
    a, b, c = (scene.put(name, "red", (x, 0)) for name, x in [("A", 0), ("B", 2), ("C", 4)])
    x = scene.put("X", "blue", (0, 5))
    scene.do(MoveFigure(RED, c, (at(5, 0),)))
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    scene.do(RangedAttack(RED, a, (x,)))
    scene.roll(1, 2)
    assert scene.refused(MoveFigure(RED, a, (at(0, 1),))) == {"HC-ACT-04"}
    scene.do(MoveFigure(RED, b, (at(3, 0),)))
    assert scene.refused(MoveFigure(RED, c, (at(4, 0),))) == {"HC-ACT-03"}
    scene.do(EndTurn(RED))
    assert [scene.piece(one).tokens for one in (a, b, c)] == [1, 1, 0]


@pytest.mark.rule("HC-DMG-09", "HC-TOKEN-01", "HC-TOKEN-05", "HC-TOKEN-06", "HC-TOKEN-07", "HC-ACT-14")
def test_second_token_pushes() -> None:
    """EX-TOKEN-01, -02: token, then 1 pushing damage that Toughness does not reduce; then no action; then cleared."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", powers={"defense": "toughness"}))
    scene.put("X", "blue", (15, 23))
    scene.do(MoveFigure(RED, a, (at(1, 0),)))
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    events = scene.do(MoveFigure(RED, a, (at(2, 0),)))
    assert [type(one).__name__ for one in events] == [
        "ActionGiven",
        "FigureMoved",
        "TokenPlaced",
        "DamageDealt",
        "DialTurned",
        "ActionEnded",
    ]
    assert (scene.piece(a).tokens, scene.piece(a).click) == (2, 2)
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    assert scene.refused(MoveFigure(RED, a, (at(3, 0),))) == {"HC-ACT-14"}
    scene.do(EndTurn(RED))
    assert scene.piece(a).tokens == 0


@pytest.mark.rule("HC-TOKEN-06", "HC-ABIL-09")
@pytest.mark.parametrize("printed", ["willpower", "indomitable"])
def test_pushing_damage_that_is_ignored(printed: str) -> None:
    """A power that names pushing damage keeps it off: the second token costs nothing."""
    scene = Scene()
    symbols = Symbols(defense="indomitable") if printed == "indomitable" else Symbols()
    powers = {"defense": "willpower"} if printed == "willpower" else {}
    a = scene.put("A", "red", (0, 0), figure("A", powers=powers, symbols=symbols))
    scene.put("X", "blue", (15, 23))
    scene.do(MoveFigure(RED, a, (at(1, 0),)))
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    scene.do(MoveFigure(RED, a, (at(2, 0),)))
    assert (scene.piece(a).tokens, scene.piece(a).click, scene.state.work) == (2, 1, None)


@pytest.mark.rule("HC-TURN-01", "HC-TURN-02", "HC-TURN-03")
def test_order_of_turns_skips_the_eliminated() -> None:
    """EX-TURN-01 with the seats in order: A, B, C; once C has nobody left, A, B."""
    scene = Scene(seats=("a", "b", "c"))
    pieces = {seat: scene.put(seat.upper(), seat, (x, 0)) for seat, x in [("a", 0), ("b", 7), ("c", 14)]}
    order = []
    for _ in range(4):
        seat = scene.state.active_seat
        assert seat is not None
        order.append(seat)
        scene.do(EndTurn(seat))
    assert order == ["a", "b", "c", "a"]
    scene.do(AdjustDial(Seat("b"), pieces["c"], 9, "by hand"))
    scene.do(EndTurn(Seat("b")))
    assert scene.state.active_seat == "a"
    assert scene.state.flow.round == 4  # 2: a b c, 3: a b, 4: a
    assert scene.refused(EndTurn(Seat("b"))) == {"HC-TURN-03"}


@pytest.mark.rule("HC-TURN-11", "HC-TURN-13", "HC-KB-18")
def test_first_round_immunity() -> None:
    """EX-TURN-02, EX-TURN-03: nobody touches who has not acted in round 1; acting ends it, and so does round 2."""
    scene = Scene(round=1, seats=("p1", "p2", "p3"))
    p1, p2, p3 = (Seat(name) for name in ("p1", "p2", "p3"))
    a = scene.put("A", "p1", (0, 0))
    q, r = scene.put("Q", "p2", (0, 4)), scene.put("R", "p2", (4, 0))
    c = scene.put("C", "p3", (4, 4))
    assert scene.refused(RangedAttack(p1, a, (q,))) == {"HC-TURN-11"}
    scene.do(EndTurn(p1))
    scene.do(MoveFigure(p2, q, (at(0, 5),)))
    scene.do(EndTurn(p2))
    assert isinstance(scene.decide(RangedAttack(p3, c, (q,))), Accepted)
    assert scene.refused(RangedAttack(p3, c, (r,))) == {"HC-TURN-11"}
    scene.do(EndTurn(p3))
    assert scene.state.flow.round == 2
    assert isinstance(scene.decide(RangedAttack(p1, a, (r,))), Accepted)


@pytest.mark.rule("HC-ACT-08")
def test_one_action_at_a_time() -> None:
    scene = far_apart()
    scene.put("Y", "blue", (0, 4))
    a, b, y = (next(one.id for one in scene.state.pieces if one.id == name) for name in "ABY")
    scene.do(RangedAttack(RED, a, (y,)))
    assert scene.refused(MoveFigure(RED, b, (at(3, 0),))) == {"HC-ACT-08"}
    assert scene.refused(EndTurn(RED)) == {"HC-ACT-08"}


@pytest.mark.rule("HC-END-01", "HC-END-05")
def test_last_team_standing_wins_after_the_action_resolves() -> None:
    """EX-END-01: the KO falls inside the action; the token is placed, then the game ends."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0))
    x = scene.put("X", "blue", (1, 0), figure("X", clicks=2, points=70))
    scene.do(CloseAttack(RED, a, x))
    events = scene.roll(5, 4)
    names = [type(one).__name__ for one in events]
    assert names.index("KnockedOut") < names.index("TokenPlaced") < names.index("GameEnded")
    assert scene.state.flow.outcome is not None
    assert scene.state.flow.outcome.winners == (RED,)
    assert scene.state.scores == (("red", 70), ("blue", 0))
    assert scene.refused(EndTurn(RED)) == {"HC-END-01"}


@pytest.mark.rule("HC-END-02", "HC-END-06", "HC-END-08")
def test_round_limit_then_points_then_a_roll() -> None:
    """EX-END-01, second half: equal points at the limit are rolled off, ties again; the higher total wins."""
    scene = Scene(round_limit=2)
    scene.put("A", "red", (0, 0))
    scene.put("X", "blue", (15, 23))
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    assert {request.purpose for request in scene.state.flow.open} == {"HC-END-08"}
    scene.roll(4, 4)
    scene.roll(5, 3)  # 8 and 8
    assert len(scene.state.flow.open) == 2
    scene.roll(1, 2)
    events = scene.roll(6, 1)
    assert isinstance(events[-1], GameEnded)
    assert events[-1].outcome.winners == (BLUE,)


@pytest.mark.rule("HC-VP-01", "HC-VP-05", "HC-VP-06")
def test_who_scores() -> None:
    """EX-VP-02: on its own turn a piece that dies of pushing scores for the last opponent who hurt it."""
    scene = Scene(seats=("p1", "p2", "p3"))
    p1, p2, p3 = (Seat(name) for name in ("p1", "p2", "p3"))
    shooter = scene.put("A", "p1", (0, 0), figure("A", damage=2))
    scene.put("A2", "p1", (15, 0))
    prey = scene.put("Q", "p2", (0, 4), figure("Q", clicks=3, points=60))
    scene.put("Q2", "p2", (15, 10))
    scene.put("C", "p3", (15, 23))
    scene.do(RangedAttack(p1, shooter, (prey,)))
    scene.roll(5, 4)
    scene.do(EndTurn(p1))
    for _ in range(2):
        scene.do(MoveFigure(p2, prey, (at(0, 5 + _),)))
        if scene.piece(prey).ko:
            break
        scene.do(EndTurn(p2))
        scene.do(EndTurn(p3))
        scene.do(EndTurn(p1))
    assert scene.piece(prey).ko
    assert dict(scene.state.scores)[p1] == 60


def test_left_to_players_is_said() -> None:
    """A power that the companion does not enforce is named when it matters, not passed over."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0))
    x = scene.put("X", "blue", (1, 0), figure("X", powers={"damage": "special", "defense": "toughness"}))
    events = scene.do(CloseAttack(RED, a, x))
    assert LeftToPlayers(x, ("special.damage",)) in events
