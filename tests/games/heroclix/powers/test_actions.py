"""Powers that are used by an action: numbers by hand from the powers catalogue, ruleset 2010."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.commands import Place
from companion.games.heroclix.commands import CloseAttack, EndTurn, MoveFigure, RangedAttack, UsePower
from companion.games.heroclix.events.attack import AttackDeclared
from companion.games.heroclix.events.damage import DamageDealt
from companion.games.heroclix.events.play import TokenPlaced
from companion.games.heroclix.figures.figure import Symbols, Value
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure, scene_of


def offers(scene: Scene, piece: Any, kind: type) -> list[Any]:
    seat = scene.piece(piece).seat
    return [one for one in GAME.legal_commands(scene.state, seat, piece=piece) if isinstance(one, kind)]


def only(events: list[Any], kind: type) -> Any:
    (one,) = [event for event in events if isinstance(event, kind)]
    return one


@pytest.mark.rule("HC-ACT-10", "HC-ACT-11", "HC-ACT-16", "HC-TOKEN-01")
def test_charge() -> None:
    """Speed 7 halved is 4: to (4,0), next to B at (5,0), which is hit for 3; one token for all of it."""
    scene, a = scene_of("charge", "speed", speed=7)
    b = scene.put("B", "blue", (5, 0), figure("B", clicks=9))
    assert "HC-MOVE-01" in scene.refused(UsePower(RED, a, "charge", (), (at(0, 5),)))
    scene.do(UsePower(RED, a, "charge", (), (at(4, 0),)))
    assert scene.piece(a).spaces == (at(4, 0),)
    scene.choose(b)
    scene.roll(5, 4)
    assert (scene.piece(b).click, scene.piece(a).tokens, scene.state.work) == (4, 1, None)
    assert scene.state.actions_left == 2


def test_charge_from_what_hinders() -> None:
    """10 halved is 5, and halved again is 3."""
    scene, a = scene_of("charge", "speed", speed=10, terrain={(0, 0): "hindering"})
    scene.put("B", "blue", (15, 23))
    ends = {use.to[0] for use in offers(scene, a, UsePower)}
    assert at(3, 0) in ends
    assert at(4, 0) not in ends


@pytest.mark.rule("HC-ATK-17", "HC-ACT-07", "HC-ACT-16", "HC-POW-09", "HC-POW-12")
def test_charge_and_blades() -> None:
    """EX-ACT-05: the close combat action that Charge gives may activate Blades/Claws/Fangs; the die is the damage."""
    scene, a = scene_of("charge", "speed", powers={"attack": "blades_claws_fangs"})
    b = scene.put("B", "blue", (3, 0), figure("B", clicks=9))
    scene.do(UsePower(RED, a, "charge", (), (at(2, 0),)))
    request: Any = scene.state.flow.open[0]
    assert request.options == ("plain", "blades_claws_fangs")
    scene.choose("blades_claws_fangs")
    scene.choose(b)
    scene.roll(5, 4)
    assert scene.asked == "power.blades_claws_fangs"
    scene.choose("roll")
    scene.roll(6)
    assert (scene.piece(b).click, scene.piece(a).tokens) == (7, 1)


@pytest.mark.rule("HC-POW-11", "HC-POW-12", "HC-ACT-11")
def test_charge_and_close_combat_expert() -> None:
    """EX-ACT-06: each needs its own power action; Exploit Weakness joins the close combat action instead."""
    scene, a = scene_of("charge", "speed", powers={"damage": "close_combat_expert"})
    b = scene.put("B", "blue", (3, 0), figure("B", clicks=9))
    scene.do(UsePower(RED, a, "charge", (), (at(2, 0),)))
    assert getattr(scene.state.flow.open[0], "options", ()) == (b,), "no power to choose"
    scene, a = scene_of("charge", "speed", powers={"damage": "exploit_weakness"})
    scene.put("B", "blue", (3, 0), figure("B", clicks=9))
    scene.do(UsePower(RED, a, "charge", (), (at(2, 0),)))
    assert getattr(scene.state.flow.open[0], "options", ()) == ("plain", "exploit_weakness")


@pytest.mark.rule("HC-MOVE-09")
@pytest.mark.parametrize(("face", "tokens", "moved"), [(3, 1, False), (4, 1, True)])
def test_charge_that_does_not_get_away(face: int, tokens: int, moved: bool) -> None:
    """EX-MOVE-10: break away fails: no move, no close combat action, exactly one token."""
    scene, a = scene_of("charge", "speed")
    scene.put("B", "blue", (1, 0))
    scene.do(UsePower(RED, a, "charge", (), (at(0, 3),)))
    scene.roll(face)
    assert (scene.piece(a).tokens, scene.piece(a).spaces != (at(0, 0),)) == (tokens, moved)
    assert (scene.state.flow.open, scene.state.work) == ((), None)


def test_charge_may_stop_at_the_move() -> None:
    scene, a = scene_of("charge", "speed")
    scene.put("B", "blue", (3, 0))
    scene.do(UsePower(RED, a, "charge", (), (at(2, 0),)))
    events = scene.choose()
    assert not any(isinstance(one, AttackDeclared) for one in events)
    assert scene.piece(a).tokens == 1


def test_running_shot() -> None:
    """Speed 8 halved is 4; from (4,0) B at (9,0) is 5 away. Piercing joins: a ranged combat action is given."""
    scene, a = scene_of("running_shot", "speed", range=5, powers={"attack": "penetrating_psychic_blast"})
    b = scene.put("B", "blue", (9, 0), figure("B", clicks=9, powers={"defense": "toughness"}))
    scene.do(UsePower(RED, a, "running_shot", (), (at(4, 0),)))
    scene.choose("penetrating_psychic_blast")
    scene.choose(b)
    scene.roll(5, 4)
    assert scene.piece(b).click == 4


@pytest.mark.rule("HC-ACT-17")
def test_hypersonic_speed() -> None:
    """EX-ACT-03: past C without stopping, a close attack on B in which Quake is not offered, and on: 8 squares in all.

    From (0,0) to (4,0) are 4; 4 are left, back to (0,0) or on to (4,4), not to (4,5).
    """
    scene, a = scene_of("hypersonic_speed", "speed", powers={"attack": "quake"})
    b = scene.put("B", "blue", (5, 1), figure("B", clicks=9))
    scene.put("C", "blue", (2, 1))
    scene.do(UsePower(RED, a, "hypersonic_speed", (), (at(4, 0),)))
    request: Any = scene.state.flow.open[0]
    assert request.options == (b,)
    scene.choose(b)
    scene.roll(5, 4)
    placing: Any = scene.state.flow.open[0]
    assert {at(0, 0), at(4, 4)} <= set(placing.spaces)
    assert at(4, 5) not in placing.spaces
    assert scene.refused(Place(RED, a, (at(4, 5),), None, placing.id)) == {"TW-ASK-03"}
    scene.do(Place(RED, a, (at(0, 0),), None, placing.id))
    assert (scene.piece(a).spaces, scene.piece(a).tokens, scene.piece(b).click) == ((at(0, 0),), 1, 4)


def test_hypersonic_speed_shoots_at_half_range_and_gets_away_freely() -> None:
    """Range 7 halved is 4: B at distance 4 from (4,0) may be shot at, D at 5 may not."""
    scene, a = scene_of("hypersonic_speed", "speed", range=7)
    b = scene.put("B", "blue", (8, 0), figure("B", clicks=9))
    scene.put("D", "blue", (9, 3))
    e = scene.put("E", "blue", (0, 1))  # no roll to get away from it, and 4 squares off at the end
    scene.do(UsePower(RED, a, "hypersonic_speed", (), (at(4, 0),)))
    assert getattr(scene.state.flow.open[0], "options", ()) == (b, e)


@pytest.mark.rule("HC-RNG-07")
def test_hypersonic_speed_attacks_once_whom_it_reaches_in_both_ways() -> None:
    """A sharpshooter beside B could strike and shoot: B is offered, and attacked, once."""
    scene, a = scene_of("hypersonic_speed", "speed", range=7, symbols=Symbols(attack="sharpshooter"))
    b = scene.put("B", "blue", (5, 0), figure("B", clicks=9))
    scene.do(UsePower(RED, a, "hypersonic_speed", (), (at(4, 0),)))
    assert getattr(scene.state.flow.open[0], "options", ()) == (b,)
    scene.choose(b)
    assert scene.state.attack is not None
    assert [target.piece for target in scene.state.attack.targets] == [b]


@pytest.mark.rule("HC-ACT-17")
def test_flurry() -> None:
    """EX-ACT-04: two separate close attacks, the second on anybody; Exploit Weakness is offered for neither."""
    scene, a = scene_of("flurry", "speed", powers={"damage": "exploit_weakness"})
    b, c = (scene.put(name, "blue", spot, figure(name, clicks=9)) for name, spot in [("B", (1, 0)), ("C", (0, 1))])
    scene.do(CloseAttack(RED, a, b, "flurry"))
    scene.roll(5, 4)
    assert getattr(scene.state.flow.open[0], "options", ()) == (b, c)
    scene.choose(c)
    scene.roll(6, 3)
    assert (scene.piece(b).click, scene.piece(c).click, scene.piece(a).tokens) == (4, 4, 1)


@pytest.mark.rule("HC-POW-13")
def test_flurry_that_is_lost_between_the_attacks() -> None:
    """A critical miss turns A to a click without Flurry: there is no second attack."""
    printed = figure("A", powers={"speed": "flurry"})
    dial = tuple(replace(one, speed=Value(8)) if one.number > 1 else one for one in printed.dial)
    scene = Scene()
    a, b = scene.put("A", "red", (0, 0), replace(printed, dial=dial)), scene.put("B", "blue", (1, 0))
    scene.do(CloseAttack(RED, a, b, "flurry"))
    scene.roll(1, 1)
    assert (scene.state.flow.open, scene.state.work, scene.piece(a).tokens) == ((), None, 1)


@pytest.mark.rule("HC-ACT-15", "HC-ACT-18", "HC-POW-09")
def test_a_power_that_the_action_does_not_activate() -> None:
    scene, a = scene_of("penetrating_psychic_blast", "attack")
    b = scene.put("B", "blue", (1, 0))
    assert scene.refused(CloseAttack(RED, a, b, "penetrating_psychic_blast")) == {"HC-POW-09"}
    assert scene.refused(CloseAttack(RED, a, b, "flurry")) == {"HC-POW-09"}
    assert scene.refused(UsePower(RED, a, "toughness")) == {"HC-ACT-15"}


@pytest.mark.parametrize(
    ("power", "slot", "spot"),
    [
        ("close_combat_expert", "damage", (1, 0)),
        ("ranged_combat_expert", "damage", (4, 0)),
    ],
)
def test_combat_experts(power: str, slot: str, spot: tuple[int, int]) -> None:
    """Damage 3 + 2 = 5; the critical hit's +1 comes on top of the rule of three: 6."""
    scene, a = scene_of(power, slot, range=6)
    b = scene.put("B", "blue", spot, figure("B", clicks=12))
    scene.do(UsePower(RED, a, power, (b,)))
    assert only(scene.roll(5, 4), DamageDealt).taken == 5
    scene, a = scene_of(power, slot, range=6)
    b = scene.put("B", "blue", spot, figure("B", clicks=12))
    scene.do(UsePower(RED, a, power, (b,)))
    assert scene.roll(6, 6) and scene.piece(b).click == 7


@pytest.mark.rule("HC-DMG-04", "HC-DMG-05", "HC-ATK-12", "HC-VAL-14", "HC-TOKEN-05", "HC-TOKEN-08")
@pytest.mark.parametrize(
    ("tokens", "faces", "after", "click", "recoil"),
    [
        (0, (5, 4), 1, 1, 1),
        (1, (5, 4), 2, 2, 1),
        (2, (5, 4), 2, 1, 1),
        (0, (6, 6), 1, 1, 1),
        (0, (1, 1), 0, 1, 1),
    ],
)
def test_incapacitate(tokens: int, faces: tuple[int, int], after: int, click: int, recoil: int) -> None:
    """EX-ATK-05: no damage, not even a critical one; a token, the second of which pushes, and never a third."""
    scene, a = scene_of("incapacitate", "attack")
    b = scene.put("B", "blue", (4, 0))
    scene.state = scene.state.with_piece(replace(scene.piece(b), tokens=tokens))
    scene.do(RangedAttack(RED, a, (b,), "incapacitate"))
    scene.roll(*faces)
    assert (scene.piece(b).tokens, scene.piece(b).click, scene.piece(a).click) == (after, click, recoil)


@pytest.mark.rule("HC-DMG-15", "HC-DMG-16")
@pytest.mark.parametrize(("face", "click"), [(6, 2), (2, 6), (1, 6), (3, 5)])
def test_regeneration(face: int, click: int) -> None:
    """On click 6: a die less 2, never less than nothing."""
    scene, a = scene_of("regeneration", "defense", clicks=9)
    scene.put("B", "blue", (9, 9))
    scene.state = scene.state.with_piece(replace(scene.piece(a), click=6))
    scene.do(UsePower(RED, a, "regeneration"))
    scene.roll(face)
    assert (scene.piece(a).click, scene.piece(a).tokens) == (click, 1)


@pytest.mark.rule("HC-ATK-13")
@pytest.mark.parametrize(
    ("faces", "face", "click"),
    [
        ((4, 3), 6, 2),  # 9 + 7 reach 16; 6 - 2 = 4
        ((4, 3), 1, 5),  # at least 1
        ((3, 3), None, 6),  # 15 do not
        ((1, 1), None, 7),  # EX-ATK-07: the patient takes 1
        ((6, 6), 6, 1),  # one more
    ],
)
def test_support(faces: tuple[int, int], face: int | None, click: int) -> None:
    scene, a = scene_of("support", "damage", clicks=9)
    scene.put("B", "blue", (9, 9))
    c = scene.put("C", "red", (1, 0), figure("C", clicks=9))
    scene.state = scene.state.with_piece(replace(scene.piece(c), click=6))
    scene.do(UsePower(RED, a, "support", (c,)))
    scene.roll(*faces)
    if face is not None:
        scene.roll(face)
    assert (scene.piece(c).click, scene.piece(a).tokens, scene.state.work) == (click, 1, None)


def test_support_needs_quiet() -> None:
    scene, a = scene_of("support", "damage")
    c = scene.put("C", "red", (1, 0))
    scene.put("B", "blue", (2, 0))
    assert scene.refused(UsePower(RED, a, "support", (c,))) == {"HC-ADJ-02"}


@pytest.mark.rule("HC-ACT-09", "HC-VAL-06", "HC-VAL-07")
def test_sidestep() -> None:
    """A free action: two squares, no token, no action of the total; once a turn, and a move action is still to come."""
    scene, a = scene_of("sidestep", "speed")
    scene.put("B", "blue", (15, 23))
    assert {use.to[0] for use in offers(scene, a, UsePower)} == {at(x, y) for x in range(3) for y in range(3)}
    scene.do(UsePower(RED, a, "sidestep", (), (at(2, 1),)))
    assert (scene.piece(a).spaces, scene.piece(a).tokens, scene.state.actions_left) == ((at(2, 1),), 0, 3)
    assert scene.refused(UsePower(RED, a, "sidestep", (), (at(2, 2),))) == {"HC-ACT-09"}
    scene.do(MoveFigure(RED, a, (at(10, 1),)))


@pytest.mark.rule("HC-MOVE-09")
def test_a_free_move_that_does_not_get_away() -> None:
    """EX-MOVE-10: no movement, no token."""
    scene, a = scene_of("sidestep", "speed")
    scene.put("B", "blue", (1, 0))
    scene.do(UsePower(RED, a, "sidestep", (), (at(0, 2),)))
    scene.roll(3)
    assert (scene.piece(a).spaces, scene.piece(a).tokens, scene.state.work) == ((at(0, 0),), 0, None)


@pytest.mark.rule("HC-MOVE-07", "HC-MOVE-08")
@pytest.mark.parametrize(
    ("own", "other", "face", "free"),
    [
        ("plasticity", None, 2, True),
        ("plasticity", None, 1, False),
        (None, "plasticity", 5, False),
        (None, "plasticity", 6, True),
        ("plasticity", "plasticity", 4, True),
        ("plasticity", "plasticity", 3, False),
        ("leap_climb", None, 0, True),
    ],
)
def test_breaking_away(own: str | None, other: str | None, face: int, free: bool) -> None:
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", powers={"speed": own} if own else {}))
    scene.put("B", "blue", (1, 0), figure("B", powers={"speed": other} if other else {}))
    scene.do(MoveFigure(RED, a, (at(0, 4),)))
    if face:
        scene.roll(face)
    assert (scene.piece(a).spaces == (at(0, 4),)) is free


@pytest.mark.rule("HC-VAL-08", "HC-VAL-03")
@pytest.mark.parametrize(
    ("power", "kind", "damage"),
    [
        ("enhancement", "ranged", 5),
        ("enhancement", "close", 3),
        ("empower", "close", 5),
        ("empower", "ranged", 3),
    ],
)
def test_friends_that_make_stronger(power: str, kind: str, damage: int) -> None:
    """Two friends beside it: 3 + 1 + 1; a third one, further away, does not count."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", range=6))
    for name, spot in [("E", (0, 1)), ("F", (1, 1)), ("G", (0, 2))]:
        scene.put(name, "red", spot, figure(name, powers={"damage": power}))
    b = scene.put("B", "blue", (1, 0) if kind == "close" else (4, 0), figure("B", clicks=12))
    scene.do(CloseAttack(RED, a, b) if kind == "close" else RangedAttack(RED, a, (b,)))
    assert only(scene.roll(5, 4), DamageDealt).taken == damage


@pytest.mark.rule("HC-ABIL-06", "HC-MOVE-15", "HC-MULTI-15")
def test_carry() -> None:
    """Speed 8 less 2: six squares, the friend beside the end; it is set down and rests for this turn."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", symbols=Symbols(speed="wing")))
    f, w = scene.put("F", "red", (1, 0)), scene.put("W", "red", (0, 1), figure("W", symbols=Symbols(speed="wing")))
    scene.put("B", "blue", (15, 23))
    assert scene.refused(MoveFigure(RED, a, (at(7, 0),), f, at(8, 0))) == {"HC-MOVE-01"}
    assert scene.refused(MoveFigure(RED, a, (at(6, 0),), w, at(7, 0))) == {"HC-ABIL-06"}
    scene.do(MoveFigure(RED, a, (at(6, 0),), f, at(7, 0)))
    assert (scene.piece(a).spaces, scene.piece(f).spaces) == ((at(6, 0),), (at(7, 0),))
    assert (scene.piece(a).tokens, scene.piece(f).tokens) == (1, 0)
    assert scene.refused(MoveFigure(RED, f, (at(8, 0),))) == {"HC-ACT-04"}
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    scene.do(MoveFigure(RED, f, (at(8, 0),)))


def test_tokens_are_given_once() -> None:
    """A power action places one token, whatever it brings."""
    scene, a = scene_of("charge", "speed")
    scene.put("B", "blue", (3, 0))
    events = scene.do(UsePower(RED, a, "charge", (), (at(2, 0),)))
    events += scene.choose("B")
    events += scene.roll(2, 1)
    assert [one.tokens for one in events if isinstance(one, TokenPlaced)] == [1]
