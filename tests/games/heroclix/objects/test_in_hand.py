"""Objects in hands: who may take which one from where, and how one gets rid of it (HC-OBJ-18..29, -40)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.commands import Concede
from companion.core.ids import PieceId
from companion.games.heroclix import commands as cm
from companion.games.heroclix.attack.declaring import wielded
from companion.games.heroclix.commands import AttackTerrain, ObjectId, ThrowObject
from companion.games.heroclix.events.attack import AttackShaped
from companion.games.heroclix.events.play import FigureMoved
from companion.games.heroclix.events.powers import EffectBegan
from companion.games.heroclix.events.tactics import ElementRemoved, ObjectDropped, ObjectEffectsIgnored
from companion.games.heroclix.figures.figure import SpecialPower, Symbols
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.state.lasting import Lasting, LastingKind, Until
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure

CRATE = ObjectId(PieceId("crate"))
STRONG = {"attack": "super_strength"}


def strong(name: str, **values: Any) -> Any:
    return figure(name, powers=values.pop("powers", STRONG), **values)


def scene(weight: str = "light", where: Any = (2, 1), **settings: Any) -> tuple[Scene, Any, Any, ObjectId]:
    """Red's strong A at (0, 0), blue's B far off, an object."""
    one = Scene(size=(12, 6), **settings)
    a = one.put("A", "red", (0, 0), strong("A"))
    b = one.put("B", "blue", (11, 5))
    return one, a, b, one.lay("crate", weight, where)


def holder(one: Scene, item: str = "crate") -> list[str]:
    return [row.piece for row in one.state.tactics.held if row.object == item]


def lies(one: Scene, item: str = "crate") -> list[str]:
    return [row.space for row in one.state.tactics.lying if row.object == item]


@pytest.mark.rule("HC-OBJ-18")
def test_nobody_picks_up_what_is_immobile() -> None:
    one, a, _, crate = scene("immobile")
    assert one.refused(cm.MoveFigure(RED, a, (at(2, 0),), pick_up=crate)) == {"HC-OBJ-18"}


@pytest.mark.rule("HC-OBJ-19")
def test_it_takes_a_power() -> None:
    one = Scene(size=(6, 3))
    a, crate = one.put("A", "red", (0, 0)), one.lay("crate", "light", (1, 1))
    one.put("B", "blue", (5, 2))
    assert one.refused(cm.MoveFigure(RED, a, (at(1, 0),), pick_up=crate)) == {"HC-OBJ-19"}
    assert not [c for c in GAME.legal_commands(one.state, RED) if getattr(c, "pick_up", None)]


@pytest.mark.rule("HC-OBJ-21")
def test_somebody_on_its_square_does_not_matter() -> None:
    one, a, _, crate = scene()
    friend = one.put("F", "red", (2, 1))
    one.do(cm.MoveFigure(RED, a, (at(4, 0),), pick_up=crate))
    assert holder(one) == [a]
    assert one.piece(friend).spaces == (at(2, 1),)


@pytest.mark.rule("HC-OBJ-22", "HC-OBJ-40")
def test_it_is_held_at_once_and_hinders_no_more() -> None:
    """Taken from (1, 0), the object on (2, 0) does not stop the move that goes over its square."""
    one, a, _, crate = scene(where=(2, 0), terrain={(x, 1): "blocking" for x in range(12)})
    assert cm.MoveFigure(RED, a, (at(5, 0),)) not in list(GAME.legal_commands(one.state, RED))
    moved = one.do(cm.MoveFigure(RED, a, (at(5, 0),), pick_up=crate))
    assert next(e for e in moved if isinstance(e, FigureMoved)).path == tuple(at(x, 0) for x in range(6))
    assert holder(one) == [a]
    assert not one.state.table.board.tile(at(2, 0)).terrain


@pytest.mark.rule("HC-OBJ-20")
def test_without_leaving_its_square() -> None:
    one, a, _, crate = scene(where=(1, 1))
    one.do(cm.MoveFigure(RED, a, (at(0, 0),), pick_up=crate))
    assert holder(one) == [a]
    assert one.piece(a).spaces == (at(0, 0),)


def test_on_a_longer_way_only_when_it_is_said() -> None:
    """(0, 0) to (2, 0) by way of (1, 1) or (2, 1) passes beside (3, 2); the straight way does not."""
    one, a, _, crate = scene(where=(3, 2))
    assert "HC-OBJ-20" in one.refused(cm.MoveFigure(RED, a, (at(2, 0),), pick_up=crate))
    assert one.refused(cm.MoveFigure(RED, a, (at(2, 0),), pick_up_at=at(2, 1))) == {"TW-PIECE-01"}
    one.do(cm.MoveFigure(RED, a, (at(2, 0),), pick_up=crate, pick_up_at=at(2, 1)))
    assert (holder(one), one.piece(a).spaces) == ([a], (at(2, 0),))


@pytest.mark.rule("HC-OBJ-25")
def test_one_at_a_time_and_no_putting_down() -> None:
    one, a, _, crate = scene()
    one.lay("bench", "heavy", a)
    assert one.refused(cm.MoveFigure(RED, a, (at(2, 0),), pick_up=crate)) == {"HC-OBJ-25"}
    assert "HC-OBJ-25" in one.refused(cm.TurnOff(RED, a, "super_strength"))


@pytest.mark.rule("HC-OBJ-25", "HC-POW-15")
def test_strength_that_a_text_grants_holds_too() -> None:
    """Neither the power nor the text that grants it may be turned off while it holds something."""
    one = Scene(size=(6, 3))
    text = SpecialPower("attack", "Grip", "A can use Super Strength.")
    a = one.put("A", "red", (0, 0), replace(figure("A", powers={"attack": "special"}), specials=(text,)))
    one.put("B", "blue", (5, 2))
    crate = one.lay("crate", "light", (1, 1))
    one.do(cm.MoveFigure(RED, a, (at(2, 0),), pick_up=crate))
    assert holder(one) == [a]
    assert "HC-OBJ-25" in one.refused(cm.TurnOff(RED, a, "super_strength"))
    assert "HC-OBJ-25" in one.refused(cm.TurnOff(RED, a, "special.attack"))


@pytest.mark.rule("HC-OBJ-26", "HC-OBJ-27")
def test_nobody_takes_or_attacks_what_is_held() -> None:
    one, a, _, crate = scene(where="A")
    other = one.put("C", "red", (1, 0), strong("C"))
    assert one.refused(cm.MoveFigure(RED, other, (at(1, 1),), pick_up=crate)) == {"HC-OBJ-26"}
    assert one.refused(AttackTerrain(RED, other, AttackKind.CLOSE, object=crate)) == {"HC-OBJ-26"}
    kinds = {type(c).__name__ for c in GAME.legal_commands(one.state, RED, piece=a)}
    assert "ThrowObject" not in kinds  # B stands twelve squares off: what is held stays held


@pytest.mark.rule("HC-OBJ-28")
@pytest.mark.parametrize("kind", [LastingKind.COUNTERS, LastingKind.TURNED_OFF])
def test_it_falls_when_the_power_is_gone(kind: LastingKind) -> None:
    one, a, _, _ = scene(where="A")
    friend = one.put("F", "red", (6, 0))
    gone = Lasting(1, kind, a, "super_strength", Until.TURN_END)
    one.state = GAME.apply(one.state, EffectBegan(gone))
    events = one.do(cm.MoveFigure(RED, friend, (at(7, 0),)))
    assert ObjectDropped(a, CRATE, at(0, 0)) in events
    assert (lies(one), holder(one)) == ([at(0, 0)], [])


@pytest.mark.rule("HC-OBJ-28", "HC-OBJ-29")
def test_it_falls_with_a_click_before_the_knock_back() -> None:
    """The click without the power comes with the damage; the way back comes after it (HC-KB-01)."""
    one = Scene(size=(12, 6))
    a = one.put("A", "red", (3, 3), figure("A", attack=11, damage=2))
    weak = strong("B", defense=14)
    dial = (weak.dial[0], *figure("B").dial[1:])
    b = one.put("B", "blue", (4, 3), replace(weak, dial=dial))
    one.lay("crate", "heavy", b)
    one.do(cm.CloseAttack(RED, a, b))
    one.roll(4, 4)
    assert one.piece(b).spaces == (at(6, 3),)
    assert lies(one) == [at(4, 3)]


@pytest.mark.rule("HC-OBJ-29", "HC-VP-02")
def test_it_leaves_the_game_where_another_one_lies() -> None:
    one, a, _, _ = scene(where="A")
    one.put("F", "red", (6, 0))
    one.lay("bench", "heavy", (0, 0))
    events = one.do(cm.AdjustDial(RED, a, 9, "a card"))
    assert ElementRemoved("crate", "HC-OBJ-29") in events
    assert lies(one, "bench") == [at(0, 0)]


def test_it_falls_when_its_holder_gives_up() -> None:
    one = Scene(size=(12, 6), seats=("red", "blue", "green"))
    a = one.put("A", "red", (0, 0), strong("A"))
    one.put("B", "blue", (11, 5))
    one.put("C", "green", (11, 0))
    one.lay("crate", "light", a)
    one.do(Concede(RED))
    assert lies(one) == [at(0, 0)]


@pytest.mark.rule("HC-OBJ-40")
def test_it_goes_where_its_holder_goes() -> None:
    """Moved, and knocked back."""
    one = Scene(size=(12, 6))
    a = one.put("A", "red", (0, 3), figure("A", attack=11, damage=1))
    b = one.put("B", "blue", (1, 3), strong("B", defense=14))
    one.lay("crate", "light", b)
    one.do(cm.CloseAttack(RED, a, b))
    one.roll(4, 4)
    assert one.piece(b).spaces == (at(2, 3),)
    assert holder(one) == [b]
    assert not one.state.table.board.tile(at(2, 3)).terrain
    one.do(cm.EndTurn(RED))
    one.do(cm.MoveFigure(BLUE, b, (at(6, 3),)))
    assert holder(one) == [b]


@pytest.mark.rule("HC-OBJ-39")
def test_against_several_or_against_terrain_it_stays_in_the_hand() -> None:
    one = Scene(size=(6, 6), terrain={(1, 0): "blocking"})
    a = one.put("A", "red", (1, 1), strong("A", powers={"attack": "quake"}))
    c = one.put("C", "red", (0, 0), strong("C", damage=1))
    one.put("B", "blue", (2, 1))
    one.lay("crate", "heavy", c)
    one.do(AttackTerrain(RED, c, AttackKind.CLOSE, square=at(1, 0)))
    assert holder(one) == [c]
    assert one.piece(a).spaces == (at(1, 1),)
    assert not one.state.table.board.tile(at(1, 0)).terrain - {"hindering"}  # 1 and 2 of its strength


@pytest.mark.rule("HC-OBJ-30")
def test_a_harmless_attack_does_not_use_it() -> None:
    """No damage or 0 damage: it stays; a power that only pierces uses it."""
    one, a, _, _ = scene("heavy", where="A")
    for shape, is_used in (
        (None, True),
        (AttackShaped("exploit_weakness", penetrating=True), True),
        (AttackShaped("incapacitate", harmless=True), False),
        (AttackShaped("x", damage=0), False),
    ):
        found = wielded(one.state, one.piece(a), ("B",), AttackKind.CLOSE, shape)  # type: ignore[arg-type]
        assert (found is not None) == is_used, shape


@pytest.mark.rule("HC-OBJ-36")
def test_a_throw_is_a_ranged_attack() -> None:
    """Not next to an opponent, not through one, and over hindering terrain the target is harder to hit."""
    one = Scene(size=(12, 6), terrain={(3, 0): "hindering"})
    a = one.put("A", "red", (0, 0), strong("A", range=0))
    b, c = one.put("B", "blue", (5, 0)), one.put("C", "blue", (6, 0))
    one.lay("crate", "light", a)
    assert "HC-LOS-04" in one.refused(ThrowObject(RED, a, c))
    one.do(ThrowObject(RED, a, b))
    assert one.state.attack is not None
    assert one.state.attack.targets[0].defense == 17
    near = Scene(size=(12, 6))
    a, b = near.put("A", "red", (0, 0), strong("A")), near.put("B", "blue", (1, 0))
    near.lay("crate", "light", a)
    assert "HC-RNG-01" in near.refused(ThrowObject(RED, a, b))


@pytest.mark.rule("HC-OBJ-35", "HC-ATK-11")
def test_only_a_critical_hit_adds_to_a_throw() -> None:
    one = Scene(size=(12, 6))
    a = one.put("A", "red", (0, 0), strong("A", damage=5))
    one.put("E", "red", (0, 1), figure("E", powers={"damage": "enhancement"}))
    b = one.put("B", "blue", (4, 0), figure("B", clicks=9))
    one.lay("crate", "heavy", a)
    one.do(ThrowObject(RED, a, b))
    one.roll(6, 6)
    assert one.piece(b).click == 5  # 3 and 1


def test_a_flyer_goes_on_from_over_it() -> None:
    one = Scene(size=(12, 3))
    a = one.put("A", "red", (0, 0), strong("A", symbols=Symbols("wing")))
    one.put("B", "blue", (11, 2))
    crate = one.lay("crate", "light", (2, 0))
    one.do(cm.MoveFigure(RED, a, (at(8, 0),), pick_up=crate))
    assert (holder(one), one.piece(a).spaces) == ([a], (at(8, 0),))


def test_a_charge_may_take_one_along_and_strike_with_it() -> None:
    one = Scene(size=(12, 3))
    powers = {"speed": "charge", "attack": "super_strength"}
    a = one.put("A", "red", (0, 0), strong("A", powers=powers))
    b = one.put("B", "blue", (5, 0), figure("B", defense=12, clicks=9))
    crate = one.lay("crate", "heavy", (2, 1))
    one.do(cm.UsePower(RED, a, "charge", (), (at(4, 0),), pick_up=crate))
    one.choose("B")
    one.roll(3, 4)
    assert one.piece(b).click == 6  # 3 and 2
    assert holder(one) == []
    assert "HC-OBJ-20" in Scene.refused(scene_with_support(), cm.UsePower(RED, a, "support", pick_up=crate))


def scene_with_support() -> Scene:
    one = Scene(size=(12, 3))
    one.put("A", "red", (0, 0), strong("A", powers={"attack": "super_strength", "damage": "support"}))
    one.put("B", "blue", (5, 0))
    one.lay("crate", "heavy", (1, 1))
    return one


@pytest.mark.rule("HC-OBJ-04")
def test_what_a_special_object_does_is_said_to_be_ignored() -> None:
    one = Scene(size=(12, 3))
    a = one.put("A", "red", (0, 0), strong("A"))
    one.put("B", "blue", (5, 0))
    crate = one.lay("crate", "heavy", (1, 1), points=8)
    events = one.do(cm.MoveFigure(RED, a, (at(0, 0),), pick_up=crate))
    assert ObjectEffectsIgnored(crate) in events
