"""Effects that last, free actions, the start of a turn, rolls thrown again: by hand, ruleset 2010."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.heroclix.commands import AdjustDial, CloseAttack, EndTurn, MoveFigure, RangedAttack, UsePower
from companion.games.heroclix.events.attack import AttackRolled
from companion.games.heroclix.events.damage import DamageDealt
from companion.games.heroclix.events.play import TurnBegan, TurnEnded
from companion.games.heroclix.events.powers import EffectsEnded
from companion.games.heroclix.figures.figure import Figure, Symbols, Value
from companion.games.heroclix.position.lines import line_between
from companion.text.wording import Wording
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure


def with_power(power: str, slot: str = "damage", **printed: Any) -> Figure:
    return figure("A", powers={slot: power}, **printed)


def only_first_click(printed: Figure, slot: str) -> Figure:
    """The figure without its power from the second click on."""
    later: list[Any] = []
    for one in printed.dial:
        changes: dict[str, Any] = {slot: Value(getattr(one, slot).value)}
        later.append(one if one.number == 1 else replace(one, **changes))
    return replace(printed, dial=tuple(later))


@pytest.mark.rule("HC-POW-14", "HC-POW-16", "HC-POW-18", "HC-TURN-05")
def test_outwit() -> None:
    """Toughness of B, 4 squares off, is countered until red's next turn: 3 damage, not 2; then it is back."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), with_power("outwit"))
    b = scene.put("B", "blue", (4, 0), figure("B", clicks=12, powers={"defense": "toughness"}))
    far = scene.put("C", "blue", (0, 11), figure("C", powers={"defense": "toughness"}))
    assert scene.refused(UsePower(RED, a, "outwit", (far,), (), "toughness")) == {"HC-RNG-05"}
    assert scene.refused(UsePower(RED, a, "outwit", (b,), (), "willpower")) == {"HC-POW-16"}
    scene.do(UsePower(RED, a, "outwit", (b,), (), "toughness"))
    assert scene.refused(UsePower(RED, a, "outwit", (b,), (), "toughness")) >= {"HC-ACT-09"}
    shown = next(one for one in GAME.view_for(scene.state, None).pieces if one.id == b)
    assert [one.in_force for one in shown.window if one.slot == "defense"] == [False]
    scene.do(RangedAttack(RED, a, (b,)))
    scene.roll(5, 4)
    assert scene.piece(b).click == 4
    scene.do(EndTurn(RED))
    assert scene.state.powers(scene.piece(b)) == {}
    events = scene.do(EndTurn(BLUE))
    names = [type(one).__name__ for one in events]
    assert names.index("TurnBegan") < names.index("EffectsEnded")
    over = next(one for one in events if isinstance(one, EffectsEnded))
    assert Wording("en", {"toughness": "Toughness"}).event(over) == "These end: B – Toughness is countered (outwit)."
    assert scene.state.powers(scene.piece(b)) == {"defense": "toughness"}


@pytest.mark.rule("HC-POW-13")
def test_outwit_ends_with_the_power() -> None:
    """A loses Outwit by a click, and what it countered is back at once."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), only_first_click(with_power("outwit"), "damage"))
    b = scene.put("B", "blue", (4, 0), figure("B", powers={"defense": "toughness"}))
    scene.do(UsePower(RED, a, "outwit", (b,), (), "toughness"))
    assert scene.state.powers(scene.piece(b)) == {}
    assert any(isinstance(one, EffectsEnded) for one in scene.do(AdjustDial(RED, a, 1, "an effect")))
    assert scene.state.powers(scene.piece(b)) == {"defense": "toughness"}


@pytest.mark.rule("HC-POW-16", "HC-POW-17", "HC-ABIL-04")
def test_an_ability_is_countered_and_what_it_lets_use_with_it() -> None:
    """Indomitable lets use Willpower, which is not possessed: the ability may be countered, the power may not."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), with_power("outwit"))
    b = scene.put("B", "blue", (4, 0), figure("B", symbols=Symbols(speed="wing", defense="indomitable")))
    assert scene.refused(UsePower(RED, a, "outwit", (b,), (), "willpower")) == {"HC-POW-16"}
    scene.do(UsePower(RED, a, "outwit", (b,), (), "indomitable"))
    assert scene.state.abilities(scene.piece(b)) == {"flight", "carry"}
    scene.do(EndTurn(RED))
    for _ in range(2):
        scene.state = scene.state.with_piece(replace(scene.piece(b), tokens=1))
        scene.do(MoveFigure(BLUE, b, (at(4, 2 + _),)))
        if not _:
            assert scene.piece(b).click == 2, "pushed while Indomitable is countered"
            scene.do(EndTurn(BLUE))
            scene.do(EndTurn(RED))
    assert scene.piece(b).click == 2


@pytest.mark.rule("HC-VAL-02", "HC-VAL-03", "HC-TURN-05", "HC-ACT-09")
def test_perplex() -> None:
    """Attack 9 + 1 = 10 reaches 17 with a 7; the view says why; over when red's next turn begins."""
    scene = Scene()
    a, f = scene.put("A", "red", (0, 0), with_power("perplex")), scene.put("F", "red", (3, 0))
    b = scene.put("B", "blue", (4, 0), figure("B", defense=17, clicks=9))
    scene.do(UsePower(RED, a, "perplex", (f,), (), "attack+1"))
    assert scene.state.actions_left == 3
    shown = next(one for one in GAME.view_for(scene.state, None).pieces if one.id == f)
    assert [(one.value, [*map(str, one.parts)]) for one in shown.window if one.slot == "attack"] == [
        (10, ["+1 perplex"])
    ]
    scene.do(CloseAttack(RED, f, b))
    events = scene.roll(3, 4)
    assert next(one for one in events if isinstance(one, AttackRolled)).hits == (b,)
    scene.do(EndTurn(RED))
    assert [one.key for one in scene.state.lasting] == ["attack"]
    scene.do(EndTurn(BLUE))
    assert scene.state.lasting == ()


def test_perplex_ends_with_a_click() -> None:
    scene = Scene()
    a, b = scene.put("A", "red", (0, 0), with_power("perplex")), scene.put("B", "blue", (4, 0))
    scene.do(UsePower(RED, a, "perplex", (b,), (), "defense-1"))
    scene.do(AdjustDial(RED, b, 1, "an effect"))
    assert scene.state.lasting == ()


def test_perplex_on_speed_and_range() -> None:
    """Speed 8 + 1 reaches 9 squares; in hindering terrain 4 + 1; range 6 - 1 does not reach 6."""
    for terrain, reach in [({}, 9), ({(0, 0): "hindering"}, 5)]:
        scene = Scene(terrain=terrain)
        a = scene.put("A", "red", (0, 0), with_power("perplex"))
        scene.put("B", "blue", (15, 23))
        scene.do(UsePower(RED, a, "perplex", (a,), (), "speed+1"))
        assert scene.refused(MoveFigure(RED, a, (at(reach + 1, 0),))) == {"HC-MOVE-01"}
        scene.do(MoveFigure(RED, a, (at(reach, 0),)))
    scene = Scene()
    a, b = scene.put("A", "red", (0, 0), with_power("perplex", range=6)), scene.put("B", "blue", (6, 0))
    scene.do(UsePower(RED, a, "perplex", (a,), (), "range-1"))
    assert scene.refused(RangedAttack(RED, a, (b,))) == {"HC-RNG-02"}


@pytest.mark.rule("HC-TURN-06", "HC-TURN-10", "HC-ACT-03")
@pytest.mark.parametrize(("face", "actions"), [(3, 3), (4, 4), (6, 4)])
def test_leadership(face: int, actions: int) -> None:
    """4 to 6: one more action this turn, once; only before the first action, and not in the next turn."""
    scene = Scene()
    a, f = (
        scene.put("A", "red", (0, 0), with_power("leadership")),
        scene.put("F", "red", (3, 0), with_power("leadership")),
    )
    scene.put("B", "blue", (15, 23))
    scene.do(UsePower(RED, a, "leadership"))
    scene.roll(face)
    assert (scene.state.actions_left, scene.piece(a).tokens) == (actions, 0)
    if face == 6:
        scene.do(UsePower(RED, f, "leadership"))
        scene.roll(5)
        assert scene.state.actions_left == 4, "at most one a turn"
    scene.do(MoveFigure(RED, a, (at(1, 0),)))
    if face != 6:
        assert scene.refused(UsePower(RED, f, "leadership")) == {"HC-TURN-06"}
    scene.do(EndTurn(RED))
    assert scene.state.actions_left == 3


@pytest.mark.rule("HC-TURN-06", "HC-TURN-11")
def test_poison() -> None:
    """1 to each adjacent opponent, which Toughness takes off; nothing to a friend, nor to who is immune."""
    scene = Scene()
    a = scene.put("A", "red", (1, 1), with_power("poison", "attack"))
    b = scene.put("B", "blue", (0, 0))
    c = scene.put("C", "blue", (2, 2), figure("C", powers={"defense": "toughness"}))
    f = scene.put("F", "red", (1, 2))
    events = scene.do(UsePower(RED, a, "poison"))
    assert [(one.piece, one.taken, one.kind.value) for one in events if isinstance(one, DamageDealt)] == [
        (b, 1, "effect"),
        (c, 0, "effect"),
    ]
    assert [scene.piece(one).click for one in (b, c, f)] == [2, 1, 1]
    scene = Scene(round=1)
    a, b = scene.put("A", "red", (1, 1), with_power("poison", "attack")), scene.put("B", "blue", (0, 0))
    scene.do(UsePower(RED, a, "poison"))
    assert scene.piece(b).click == 1


@pytest.mark.rule("HC-TURN-05", "HC-TURN-06", "HC-TURN-07")
def test_what_ends_comes_before_what_begins() -> None:
    """EX-TURN-04: this turn's effects end after the declaration, the others as the next turn begins, before Poison."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", powers={"damage": "perplex", "attack": "poison"}))
    b = scene.put("B", "blue", (1, 0), figure("B", clicks=9, powers={"damage": "shape_change"}))
    scene.do(UsePower(RED, a, "perplex", (a,), (), "defense+1"))
    scene.do(CloseAttack(RED, a, b))
    scene.roll(6)
    assert {one.power for one in scene.state.lasting} == {"perplex", "shape_change"}
    events = scene.do(EndTurn(RED))
    order = [type(one) for one in events if isinstance(one, TurnEnded | EffectsEnded | TurnBegan)]
    assert order == [TurnEnded, EffectsEnded, TurnBegan]
    events = scene.do(EndTurn(BLUE))
    order = [type(one) for one in events if isinstance(one, TurnEnded | EffectsEnded | TurnBegan)]
    assert order == [TurnEnded, TurnBegan, EffectsEnded]
    assert scene.state.lasting == ()
    scene.do(UsePower(RED, a, "poison"))


@pytest.mark.rule("HC-VAL-17")
@pytest.mark.parametrize("again", [True, False])
def test_probability_control_of_the_attacker(again: bool) -> None:
    """A's own miss of 1+2 may be thrown again, once; the second roll counts, with the same numbers to reach."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), with_power("probability_control"))
    b = scene.put("B", "blue", (1, 0), figure("B", clicks=9))
    scene.do(CloseAttack(RED, a, b))
    events = scene.roll(1, 2)
    assert not any(isinstance(one, AttackRolled) for one in events)
    assert (scene.asked, scene.state.flow.open[0].id) == ("power.probability_control", scene.state.flow.open[0].id)
    if not again:
        scene.choose()
        assert scene.piece(b).click == 1
        return
    scene.choose("roll_again")
    assert scene.asked == "HC-ATK-05"
    scene.roll(5, 4)
    assert (scene.piece(b).click, scene.state.flow.open) == (4, ())


@pytest.mark.rule("HC-VAL-17")
def test_probability_control_of_the_other_side() -> None:
    """The active player is asked first, then blue, who makes red throw a hit again; once a round."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), with_power("probability_control"))
    b = scene.put("B", "blue", (1, 0), figure("B", clicks=9, powers={"damage": "probability_control"}))
    far = scene.put("P", "blue", (0, 11), figure("P", powers={"damage": "probability_control"}))
    scene.do(CloseAttack(RED, a, b))
    scene.roll(5, 4)
    asked: Any = scene.state.flow.open[0]
    assert (asked.seat, asked.piece) == (RED, a)
    scene.choose()
    asked = scene.state.flow.open[0]
    assert (asked.seat, asked.piece) == (BLUE, b), f"{far} is 11 squares off"
    scene.choose("roll_again")
    scene.roll(1, 2)
    asked = scene.state.flow.open[0]
    assert (asked.seat, asked.piece) == (RED, a), "it has not used its own yet"
    scene.choose()
    assert (scene.piece(b).click, scene.state.work) == (1, None)


def test_a_roll_of_a_power_is_thrown_again_too() -> None:
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", powers={"defense": "regeneration", "damage": "probability_control"}))
    scene.put("B", "blue", (15, 23))
    scene.state = scene.state.with_piece(replace(scene.piece(a), click=6))
    scene.do(UsePower(RED, a, "regeneration"))
    scene.roll(1)
    scene.choose("roll_again")
    scene.roll(6)
    assert scene.piece(a).click == 2
    scene.do(EndTurn(RED))


@pytest.mark.rule("HC-VAL-10", "HC-POW-13")
def test_smoke_and_barrier() -> None:
    """Four squares in a row, within range, one in sight: they hinder, or block, until red's next turn."""
    for power, slot, verdict in [("smoke_cloud", "attack", "hindered"), ("barrier", "defense", "blocked")]:
        scene = Scene(terrain={(0, 2): "blocking"})
        a = scene.put("A", "red", (0, 0), with_power(power, slot, range=4))
        b, c = scene.put("B", "red", (3, 3)), scene.put("C", "blue", (3, 0))
        row = tuple(at(2, y) for y in range(4))
        assert scene.refused(UsePower(RED, a, power, (), (*row, at(2, 4)))) == {"HC-MAP-07"}
        assert scene.refused(UsePower(RED, a, power, (), (at(5, 0),))) == {"HC-RNG-02", "HC-RNG-05"}
        assert scene.refused(UsePower(RED, a, power, (), (at(2, 0), at(2, 2)))) == {"HC-ADJ-01"}
        assert "HC-VAL-10" in scene.refused(UsePower(RED, a, power, (), (at(0, 2),)))
        printed = scene.state.table.board
        scene.do(UsePower(RED, a, power, (), row))
        refused = scene.decide(RangedAttack(RED, b, (c,)))
        assert scene.piece(a).tokens == 1
        line = line_between(scene.state, scene.piece(a), scene.piece(c))
        assert (line.verdict.value, str(refused)[:8]) == (verdict, "Accepted")
        scene.do(EndTurn(RED))
        assert scene.state.table.board != printed
        scene.do(EndTurn(BLUE))
        assert scene.state.table.board == printed
    scene = Scene()
    a = scene.put("A", "red", (0, 0), with_power("barrier", "defense", range=4))
    c = scene.put("C", "blue", (3, 0))
    assert "HC-VAL-10" in scene.refused(UsePower(RED, a, "barrier", (), (at(3, 0),)))
