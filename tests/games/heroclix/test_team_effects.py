"""What team abilities do, ruleset 2010: each by hand from the powers catalogue, section 8."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.heroclix.commands import (
    ChooseTeamAbility,
    CloseAttack,
    EndTurn,
    MoveFigure,
    RangedAttack,
    UsePower,
)
from companion.games.heroclix.editions.core import CORE
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.position.lines import line_between
from companion.games.heroclix.position.team_abilities import copyable, team_abilities
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure


def member(name: str, *teams: str, **printed: Any) -> Figure:
    return replace(figure(name, **printed), team_abilities=teams)


def test_every_row_is_of_a_team_with_a_name() -> None:
    rows = {power for power in CORE.powers if power in team_abilities()}
    assert len(rows) >= 28
    assert not [one for one in team_abilities().values() if one.wild and one.id in rows]
    done = {power for power in rows if CORE.powers[power].verbs}
    assert len(done) >= 22


@pytest.mark.parametrize("team", ["superman_ally", "avengers_initiative"])
def test_hindering_terrain_is_clear(team: str) -> None:
    """A line through hindering terrain has no modifier; the move does not stop there, nor is it halved."""
    scene = Scene(terrain={(0, 0): "hindering", (2, 0): "hindering", (3, 0): "hindering"})
    a = scene.put("A", "red", (0, 0), member("A", team, speed=4))
    b = scene.put("B", "blue", (5, 0))
    line = line_between(scene.state, scene.piece(a), scene.piece(b))
    assert (line.verdict.value, line.defense_modifier) == ("clear", 0)
    scene.do(MoveFigure(RED, a, (at(4, 0),)))


def test_stealth_by_team_blocks_hindered_lines() -> None:
    scene = Scene(terrain={(2, 0): "hindering"})
    a = scene.put("A", "red", (0, 0), figure("A", powers={"damage": "outwit"}))
    b = scene.put("B", "blue", (4, 0), member("B", "batman_ally"))
    assert scene.refused(RangedAttack(RED, a, (b,))) == {"HC-LOS-04"}


@pytest.mark.rule("HC-TA-05")
@pytest.mark.parametrize(("face", "click"), [(4, 2), (5, 1)])
def test_x_men_heal_each_other(face: int, click: int) -> None:
    """A gives: B heals 1; on 1 to 4 A takes 1 that nothing avoids. Not to a friend of no team, not from afar."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), member("A", "x_men", powers={"defense": "impervious"}))
    b, c = scene.put("B", "red", (1, 0), member("B", "x_men")), scene.put("C", "red", (0, 1))
    far = scene.put("D", "red", (5, 5), member("D", "x_men"))
    scene.put("X", "blue", (9, 9))
    scene.state = scene.state.with_piece(replace(scene.piece(b), click=3))
    for other in (c, far):
        assert scene.refused(UsePower(RED, a, "x_men", (other,))) == {"HC-TA-05"}
    scene.do(UsePower(RED, a, "x_men", (b,)))
    scene.roll(face)
    assert (scene.piece(b).click, scene.piece(a).click, scene.piece(a).tokens) == (2, click, 1)
    offers = [one for one in GAME.legal_commands(scene.state, RED) if isinstance(one, UsePower)]
    assert offers == [UsePower(RED, b, "x_men", (a,))]


def test_fantastic_four_heal_when_one_falls() -> None:
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", damage=3))
    b = scene.put("B", "blue", (1, 0), member("B", "fantastic_four", clicks=2))
    c, d = scene.put("C", "blue", (9, 9), member("C", "fantastic_four")), scene.put("D", "blue", (5, 5))
    scene.state = scene.state.with_piece(replace(scene.piece(c), click=4))
    scene.do(CloseAttack(RED, a, b))
    scene.roll(5, 4)
    assert scene.asked == "power.fantastic_four"
    scene.choose("heal")
    assert (scene.piece(b).ko, scene.piece(c).click, scene.piece(d).click) == (True, 3, 1)


@pytest.mark.parametrize(("points", "offered"), [(30, True), (60, False)])
def test_superman_enemies_outwit_beside_a_cheaper_one(points: int, offered: bool) -> None:
    scene = Scene()
    a = scene.put("A", "red", (0, 0), member("A", "superman_enemy", points=50))
    scene.put("C", "red", (0, 1), member("C", "superman_enemy", points=points))
    b = scene.put("B", "blue", (4, 0), figure("B", powers={"defense": "toughness"}))
    use = UsePower(RED, a, "outwit", (b,), (), "toughness")
    assert (use in list(GAME.legal_commands(scene.state, RED))) is offered
    if offered:
        scene.do(use)


@pytest.mark.rule("HC-ABIL-16", "HC-TA-04")
def test_power_cosmic_cannot_be_countered_nor_copied_and_is_not_pushed() -> None:
    scene = Scene()
    a = scene.put("A", "red", (0, 0), member("A", "power_cosmic", powers={"defense": "toughness"}))
    w = scene.put("W", "red", (3, 3), member("W", "drifters"))
    b = scene.put("B", "blue", (4, 0), figure("B", powers={"damage": "outwit"}))
    assert copyable(scene.state, scene.piece(w)) == ()
    scene.state = scene.state.with_piece(replace(scene.piece(a), tokens=1))
    scene.do(MoveFigure(RED, a, (at(0, 1),)))
    assert (scene.piece(a).tokens, scene.piece(a).click) == (2, 1)
    scene.do(EndTurn(RED))
    for option, rule in [("toughness", "HC-POW-16"), ("power_cosmic", "HC-TA-04"), ("willpower", "HC-POW-17")]:
        assert scene.refused(UsePower(BLUE, b, "outwit", (a,), (), option)) == {rule}


def test_watchmen_keep_their_values() -> None:
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", powers={"damage": "perplex"}))
    b = scene.put("B", "blue", (4, 0), member("B", "watchmen"))
    assert scene.refused(UsePower(RED, a, "perplex", (b,), (), "defense-1")) == {"HC-VAL-01"}


def test_street_fighters_move_three_and_strike() -> None:
    """Up to 3 squares, then one close attack which no power joins."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), member("A", "street_fighter", powers={"damage": "exploit_weakness"}))
    b = scene.put("B", "blue", (4, 0), figure("B", powers={"defense": "toughness"}))
    assert scene.refused(UsePower(RED, a, "street_fighter", (), (at(4, 1),))) == {"HC-MOVE-01"}
    scene.do(UsePower(RED, a, "street_fighter", (), (at(3, 0),)))
    scene.choose(b)
    scene.roll(5, 4)
    assert (scene.piece(b).click, scene.piece(a).tokens) == (3, 1)


def test_skrulls_refuse_on_a_six() -> None:
    scene = Scene()
    a = scene.put("A", "red", (0, 0))
    b = scene.put("B", "blue", (1, 0), member("B", "skrulls"))
    scene.do(CloseAttack(RED, a, b))
    assert scene.asked == "power.skrulls"
    scene.roll(5)
    assert scene.asked == "HC-ATK-05"


@pytest.mark.rule("HC-TA-01")
def test_green_lanterns_carry() -> None:
    scene = Scene()
    a = scene.put("A", "red", (0, 0), member("A", "green_lantern_corps", speed=6))
    c = scene.put("C", "red", (0, 1))
    scene.put("B", "blue", (9, 9))
    scene.do(MoveFigure(RED, a, (at(4, 0),), c, at(4, 1)))
    assert scene.piece(c).spaces == (at(4, 1),)


def test_kaiju_strike_back_and_mystics_copied_by_a_wild_card_too() -> None:
    """W uses the mystics' ability while X stands: whoever damages W takes 1, evaded by nothing."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", powers={"defense": "toughness"}))
    w = scene.put("W", "blue", (1, 0), member("W", "drifters"))
    scene.put("X", "blue", (9, 9), member("X", "kaiju"))
    scene.do(ChooseTeamAbility(BLUE, w, "kaiju"))
    scene.do(CloseAttack(RED, a, w))
    scene.roll(5, 4)
    assert (scene.piece(w).click, scene.piece(a).click) == (4, 2)


@pytest.mark.rule("HC-TA-12", "HC-TA-13")
def test_a_switch_makes_no_action_illegal() -> None:
    """W hides behind a copy: not from the action that comes next; from the one after it."""
    scene = Scene(terrain={(2, 0): "hindering"})
    a = scene.put("A", "red", (0, 0))
    w = scene.put("W", "blue", (4, 0), member("W", "drifters", clicks=9))
    scene.put("X", "blue", (9, 9), member("X", "batman_ally"))
    scene.do(ChooseTeamAbility(BLUE, w, "batman_ally"))
    scene.do(RangedAttack(RED, a, (w,)))
    scene.roll(1, 2)
    line = line_between(scene.state, scene.piece(a), scene.piece(w))
    assert line.verdict.value == "blocked"
    assert "HC-LOS-04" in scene.refused(RangedAttack(RED, a, (w,)))


@pytest.mark.rule("HC-TA-08")
def test_one_team_ability_in_an_action() -> None:
    """A of two teams: the first that does something counts, until the other is chosen."""
    scene = Scene(terrain={(2, 0): "hindering"})
    a = scene.put("A", "red", (0, 0), member("A", "superman_ally", "police"))
    c, b = scene.put("C", "red", (0, 1)), scene.put("B", "blue", (4, 1))
    scene.do(RangedAttack(RED, c, (b,)))
    attack = scene.state.attack
    assert attack is not None
    assert attack.targets[0].defense == 16, "no covering fire"
    scene.roll(1, 2)
    scene.do(ChooseTeamAbility(RED, a, "police"))
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    scene.do(RangedAttack(RED, c, (b,)))
    attack = scene.state.attack
    assert attack is not None
    assert attack.targets[0].defense == 15
