"""Themed teams in play: EX-THEME-01, EX-TOKEN-03, by hand from the catalogue; the re-roll is asked for after a roll."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.commands import Choose
from companion.core.events import ChoiceRequested
from companion.core.ids import PieceId
from companion.games.heroclix.commands import CloseAttack, EndTurn, MoveFigure
from companion.games.heroclix.events.attack import AttackRolled
from companion.games.heroclix.events.damage import DamageDealt
from companion.games.heroclix.events.play import BreakAwayFailed, TokenPlaced
from companion.games.heroclix.events.powers import RollTakenAgain
from companion.games.heroclix.forces.setup import Tactics, Theme
from companion.games.heroclix.position.rolls import may_reroll
from companion.games.heroclix.state.attack import DamageKind
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure

UNDERTOW = Tactics(themes=(Theme(RED, "Undertow", 4, 2),))


def choose(scene: Scene, option: str) -> list[Any]:
    request: Any = scene.state.flow.open[0]
    return scene.do(Choose(request.seat, request.id, (option,)))


def fight(tactics: Tactics = UNDERTOW, **target: Any) -> tuple[Scene, PieceId, PieceId, PieceId]:
    """Red A next to blue X; red B and D far away."""
    scene = Scene(tactics=tactics)
    a, b = scene.put("A", "red", (0, 0)), scene.put("B", "red", (10, 10))
    scene.put("D", "red", (12, 12))
    x = scene.put("X", "blue", (1, 0), figure("X", **target))
    return scene, a, b, x


@pytest.mark.rule("HC-THEME-07", "HC-THEME-08", "HC-THEME-09", "HC-THEME-10", "HC-TOKEN-08")
def test_a_miss_is_thrown_again_for_a_token() -> None:
    """9 + 2 + 3 misses 16; thrown again 9 + 6 + 5 hits; the piece that did nothing this turn gets the token."""
    scene, a, b, x = fight()
    scene.do(CloseAttack(RED, a, x))
    scene.roll(2, 3)
    request: Any = scene.state.flow.open[0]
    assert (request.seat, request.options) == (RED, ("none", "B", "D")), "A was given the action: HC-THEME-08"
    events = choose(scene, "B")
    assert RollTakenAgain(RED, b) in events
    assert TokenPlaced(b, 1) in events
    scene.roll(6, 5)
    choose(scene, "none")
    assert scene.piece(x).click == 4
    assert scene.piece(b).tokens == 1
    view = next(one for one in GAME.view_for(scene.state, RED).tactics.sheets if one.seat == RED)
    assert (view.theme, view.rerolls_left) == ("Undertow", 1)


@pytest.mark.rule("HC-THEME-10")
def test_as_often_in_a_game_as_there_are_pairs() -> None:
    """EX-THEME-01: a team of three has one use; then nobody is asked."""
    scene, a, b, x = fight(Tactics(themes=(Theme(RED, "Undertow", 3, 1),)))
    scene.do(CloseAttack(RED, a, x))
    scene.roll(2, 3)
    choose(scene, "B")
    events = scene.roll(2, 3)
    assert any(isinstance(one, AttackRolled) for one in events)
    assert may_reroll(scene.state, RED) == ()
    assert scene.piece(b).tokens == 1


@pytest.mark.rule("HC-THEME-09", "HC-TOKEN-08", "HC-TOKEN-05", "HC-VAL-14")
def test_the_second_token_pushes_and_a_third_is_never_taken() -> None:
    """EX-TOKEN-03: with one token the re-roll costs 1 pushing damage; with two it is not offered."""
    scene, a, b, x = fight()
    scene.state = GAME.apply(scene.state, TokenPlaced(b, 1))
    scene.do(CloseAttack(RED, a, x))
    scene.roll(2, 3)
    events = choose(scene, "B")
    pushed = next(one for one in events if isinstance(one, DamageDealt))
    assert (pushed.piece, pushed.taken, pushed.kind) == (b, 1, DamageKind.PUSHING)
    assert (scene.piece(b).tokens, scene.piece(b).click) == (2, 2)
    scene.roll(2, 3)
    request: Any = scene.state.flow.open[0]
    assert request.options == ("none", "D")


@pytest.mark.rule("HC-THEME-07", "HC-DMG-12")
def test_an_opponent_may_have_it_thrown_again_and_pay_with_the_target() -> None:
    """On another's turn too. The target itself pays, its second token knocks it out, and the roll hits nobody."""
    scene, a, _, x = fight(Tactics(themes=(Theme(BLUE, "Undertow", 2, 1),)), clicks=1)
    scene.put("Y", "blue", (15, 15))
    scene.state = GAME.apply(scene.state, TokenPlaced(x, 1))
    scene.do(CloseAttack(RED, a, x))
    scene.roll(6, 5)
    request: Any = scene.state.flow.open[0]
    assert (request.seat, request.options) == (BLUE, ("none", "X", "Y"))
    choose(scene, "X")
    assert scene.piece(x).ko
    events = scene.roll(6, 5)
    rolled = next(one for one in events if isinstance(one, AttackRolled))
    assert rolled.hits == ()
    assert dict(scene.state.scores)[RED] == 50
    assert scene.piece(a).tokens == 1, "the action is complete"


@pytest.mark.rule("HC-THEME-07")
def test_a_break_away_is_thrown_again() -> None:
    """A failed break away (3), thrown again (4): the move goes on. Both teams are asked, the active one first."""
    both = Tactics(themes=(Theme(RED, "Undertow", 4, 2), Theme(BLUE, "Lamplighters", 2, 1)))
    scene, a, _, _ = fight(both)
    scene.do(MoveFigure(RED, a, (at(0, 3),)))
    scene.roll(3)
    assert [choose(scene, option)[0] for option in ("none",)]
    request: Any = scene.state.flow.open[0]
    assert request.seat == BLUE
    events = choose(scene, "none")
    assert any(isinstance(one, BreakAwayFailed) for one in events)
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    scene.do(MoveFigure(RED, a, (at(0, 3),)))
    scene.roll(3)
    choose(scene, "D")
    scene.roll(4)
    for _ in range(2):
        events = choose(scene, "none")
    assert scene.piece(a).spaces == (at(0, 3),)


def test_without_a_themed_team_nobody_is_asked() -> None:
    scene, a, _, x = fight(Tactics())
    scene.do(CloseAttack(RED, a, x))
    assert not any(isinstance(one, ChoiceRequested) for one in scene.roll(2, 3))


@pytest.mark.rule("HC-THEME-07", "HC-VAL-17")
def test_powers_first_then_the_theme_and_all_of_it_again_for_the_new_roll() -> None:
    """Probability Control of A, then of X, then the themed team, twice in a game; a new roll is asked about anew."""
    scene = Scene(tactics=UNDERTOW)
    a = scene.put("A", "red", (0, 0), figure("A", powers={"damage": "probability_control"}))
    scene.put("B", "red", (10, 10))
    scene.put("D", "red", (12, 12))
    x = scene.put("X", "blue", (1, 0), figure("X", powers={"damage": "probability_control"}))
    scene.do(CloseAttack(RED, a, x))
    scene.roll(2, 3)
    seen = [(scene.asked, getattr(scene.state.flow.open[0], "seat", None))]
    answers = ["", "", "B", "3 2", "", "roll_again", "1 3", "", "D", "2 2", "roll_again", "6 5"]
    for answer in answers:
        if " " in answer:
            scene.roll(*map(int, answer.split()))
        else:
            scene.choose(*[answer] if answer else ())
        seen.append((scene.asked, getattr(scene.state.flow.open[0], "seat", None)) if scene.asked else ("", None))
    power, theme, roll = "power.probability_control", "HC-THEME-07", "HC-ATK-05"
    assert seen == [
        (power, RED),
        (power, BLUE),
        (theme, RED),
        (roll, None),
        (power, RED),
        (power, BLUE),
        (roll, None),
        (power, RED),
        (theme, RED),
        (roll, None),
        (power, RED),
        (roll, None),
        ("", None),
    ]
    assert scene.piece(x).click == 4
    assert [scene.piece(PieceId(one)).tokens for one in "ABD"] == [1, 1, 1]
    assert scene.state.work is None


@pytest.mark.rule("HC-THEME-07", "HC-VAL-17")
def test_each_window_is_declined_by_itself_and_the_first_roll_counts() -> None:
    scene = Scene(tactics=UNDERTOW)
    a = scene.put("A", "red", (0, 0), figure("A", powers={"damage": "probability_control"}))
    scene.put("B", "red", (10, 10))
    scene.put("X", "blue", (1, 0))
    scene.do(MoveFigure(RED, a, (at(0, 3),)))
    scene.roll(3)
    assert scene.asked == "power.probability_control"
    scene.choose()
    assert scene.asked == "HC-THEME-07"
    events = scene.choose("none")
    assert any(isinstance(one, BreakAwayFailed) for one in events)
    assert scene.piece(a).used == ()
    assert dict(scene.state.tactics.rerolls) == {}
