"""Powers that speak while somebody is attacked: numbers by hand from the powers catalogue, ruleset 2010."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.dice import DiceRequest
from companion.core.ids import PieceId
from companion.core.phrases import Phrase, joined
from companion.games.heroclix.commands import CloseAttack, EndTurn, MoveFigure, RangedAttack, TurnOff, UsePower
from companion.games.heroclix.events.attack import HitEvaded, ValueReckoned
from companion.games.heroclix.events.damage import DamageDealt, KnockedBack, PowersChanged
from companion.games.heroclix.face import throwing
from companion.games.heroclix.figures.figure import Symbols, Value
from tests.games.heroclix.scene import BLUE, RED, Scene, at, figure


def duel(
    a: dict[str, Any], b: dict[str, Any], spot: tuple[int, int] = (1, 0), **scene: Any
) -> tuple[Scene, PieceId, PieceId]:
    drawn = Scene(**scene)
    b = {"clicks": 12} | b
    return drawn, drawn.put("A", "red", (0, 0), figure("A", **a)), drawn.put("B", "blue", spot, figure("B", **b))


def taken(events: list[Any]) -> list[int]:
    return [one.taken for one in events if isinstance(one, DamageDealt)]


@pytest.mark.rule("HC-DMG-02")
@pytest.mark.parametrize(
    ("power", "damage", "left"),
    [("toughness", 3, 2), ("toughness", 1, 0), ("invulnerability", 3, 1), ("invulnerability", 1, 0)],
)
def test_damage_is_reduced(power: str, damage: int, left: int) -> None:
    scene, a, b = duel({"damage": damage}, {"powers": {"defense": power}})
    scene.do(CloseAttack(RED, a, b))
    assert taken(scene.roll(5, 4)) == [left]


@pytest.mark.rule("HC-DMG-07")
@pytest.mark.parametrize(("power", "left"), [("toughness", 3), ("invulnerability", 3), ("invincible", 1)])
def test_penetrating_damage_is_not_reduced_but_may_be_ignored(power: str, left: int) -> None:
    """EX-ATK-08: 3 against Toughness are 3; half of 3 is 1.5, 2 are ignored, 1 is left."""
    scene, a, b = duel({"damage": 3, "powers": {"damage": "exploit_weakness"}}, {"powers": {"defense": power}})
    scene.do(CloseAttack(RED, a, b, "exploit_weakness"))
    assert taken(scene.roll(5, 4)) == [left]


@pytest.mark.parametrize(("face", "left"), [(5, 0), (6, 0), (4, 2), (1, 2)])
def test_impervious(face: int, left: int) -> None:
    """4 damage: on 5 and 6 nothing, else 2 less."""
    scene, a, b = duel({"damage": 4}, {"powers": {"defense": "impervious"}})
    scene.do(CloseAttack(RED, a, b))
    scene.roll(5, 4)
    assert scene.asked == "power.impervious"
    assert taken(scene.roll(face)) == [left]


@pytest.mark.rule("HC-DMG-07")
def test_impervious_does_not_help_against_penetrating_damage() -> None:
    scene, a, b = duel(
        {"damage": 3, "powers": {"attack": "penetrating_psychic_blast"}}, {"powers": {"defense": "impervious"}}, (4, 0)
    )
    scene.do(RangedAttack(RED, a, (b,), "penetrating_psychic_blast"))
    assert taken(scene.roll(5, 4)) == [3]


@pytest.mark.parametrize(("damage", "left"), [(4, 2), (3, 1), (1, 0)])
def test_invincible(damage: int, left: int) -> None:
    """Half is ignored, the half rounded up."""
    scene, a, b = duel({"damage": damage}, {"powers": {"defense": "invincible"}})
    scene.do(CloseAttack(RED, a, b))
    assert taken(scene.roll(5, 4)) == [left]


@pytest.mark.rule("HC-ATK-07")
@pytest.mark.parametrize(("face", "left"), [(4, [3]), (5, []), (6, [])])
def test_super_senses(face: int, left: list[int]) -> None:
    """A hit becomes a miss on 5 and 6, a critical one too (AMB-35); penetrating damage is evaded as well."""
    scene, a, b = duel({"damage": 3, "powers": {"damage": "exploit_weakness"}}, {"powers": {"defense": "super_senses"}})
    scene.do(CloseAttack(RED, a, b, "exploit_weakness"))
    scene.roll(5, 4)
    events = scene.roll(face)
    assert taken(events) == left
    assert any(isinstance(one, HitEvaded) for one in events) == (left == [])


@pytest.mark.rule("HC-ATK-07")
@pytest.mark.parametrize("face", ["2", "4", "5"])
def test_super_senses_say_what_they_needed(face: str) -> None:
    scene, a, b = duel({"damage": 3}, {"powers": {"defense": "super_senses"}})
    scene.do(CloseAttack(RED, a, b))
    scene.roll(5, 4)
    (asked,) = scene.state.flow.open
    assert isinstance(asked, DiceRequest)
    came = throwing.meaning(scene.game, scene.state, asked, (face,), lambda event: True).came
    assert came == Phrase("needs_span", {"faces": joined(", ", "5–6")})


@pytest.mark.rule("HC-VAL-03", "HC-LOS-08")
@pytest.mark.parametrize(
    ("power", "close", "ranged"),
    [("combat_reflexes", 18, 16), ("energy_shield_deflection", 16, 18), ("toughness", 16, 16)],
)
def test_defense_bonuses_count_against_their_kind(power: str, close: int, ranged: int) -> None:
    for spot, kind, wanted in [((1, 0), "close", close), ((4, 0), "ranged", ranged)]:
        scene, a, b = duel({}, {"defense": 16, "powers": {"defense": power}}, spot)
        events = scene.do(CloseAttack(RED, a, b) if kind == "close" else RangedAttack(RED, a, (b,)))
        assert scene.state.attack is not None
        assert scene.state.attack.targets[0].defense == wanted
        said = [str(part) for one in events if isinstance(one, ValueReckoned) for part in one.parts]
        assert said == ([f"+2 {power}"] if wanted == 18 else [])


@pytest.mark.rule("HC-VAL-02")
def test_defend_is_replaced_then_modified() -> None:
    """B 15 behind D 18, hindered: 18 + 1 = 19; declined, 15 + 1 = 16. A worse defense is not offered."""
    for option, wanted in [("D", 19), ("", 16)]:
        scene, a, b = duel({"range": 8}, {"defense": 15}, (4, 0), terrain={(2, 0): "hindering"})
        scene.put("D", "blue", (5, 0), figure("D", defense=18, powers={"defense": "defend"}))
        scene.put("E", "blue", (5, 1), figure("E", defense=14, powers={"defense": "defend"}))
        scene.do(RangedAttack(RED, a, (b,)))
        request: Any = scene.state.flow.open[0]
        assert (request.purpose, request.seat, request.options) == ("power.defend", BLUE, ("D",))
        scene.choose(*filter(None, [option]))
        assert scene.state.attack is not None
        assert scene.state.attack.targets[0].defense == wanted


@pytest.mark.parametrize(("face", "hit"), [(4, True), (5, False)])
def test_shape_change(face: int, hit: bool) -> None:
    """On 5 and 6 the attacker must look for another target: C; without one there is no attack, but a token."""
    scene, a, b = duel({}, {"powers": {"damage": "shape_change"}})
    c = scene.put("C", "blue", (0, 1), figure("C", clicks=12))
    scene.do(CloseAttack(RED, a, b))
    assert scene.asked == "power.shape_change"
    scene.roll(face)
    if not hit:
        request: Any = scene.state.flow.open[0]
        assert (request.seat, request.options) == (RED, (c,))
        scene.choose(c)
    scene.roll(5, 4)
    assert (scene.piece(b).click, scene.piece(c).click) == ((4, 1) if hit else (1, 4))


@pytest.mark.rule("HC-TOKEN-02")
def test_shape_change_with_nobody_else_to_attack() -> None:
    scene, a, b = duel({"powers": {"damage": "close_combat_expert"}}, {"powers": {"damage": "shape_change"}})
    scene.do(CloseAttack(RED, a, b))
    scene.roll(6)
    assert (scene.state.work, scene.piece(a).tokens, scene.piece(b).click) == (None, 1, 1)
    assert [one.key for one in scene.state.lasting] == [a]


@pytest.mark.parametrize(
    ("power", "left"), [("toughness", 1), ("super_senses", 1), ("mastermind", 1), ("invulnerability", 1)]
)
def test_precision_strike(power: str, left: int) -> None:
    """Damage 1 stays 1; nobody rolls to evade it, nobody else takes it."""
    scene, a, b = duel({"damage": 1, "powers": {"attack": "precision_strike"}}, {"powers": {"defense": power}})
    scene.put("M", "blue", (2, 0), figure("M", points=10))
    scene.do(CloseAttack(RED, a, b))
    assert taken(scene.roll(5, 4)) == [left]


@pytest.mark.rule("HC-ABIL-08")
def test_sharpshooter() -> None:
    """Past an opponent in the way, and at one beside it; a friend in the way still blocks."""
    marks = Symbols(attack="sharpshooter")
    scene, a, b = duel({"range": 8, "symbols": marks}, {}, (4, 0))
    scene.put("C", "blue", (2, 0))
    scene.do(RangedAttack(RED, a, (b,)))
    scene, a, b = duel({"range": 8, "symbols": marks}, {})
    scene.do(RangedAttack(RED, a, (b,)))
    scene, a, b = duel({"range": 8, "symbols": marks}, {}, (4, 0))
    scene.put("F", "red", (2, 0))
    assert scene.refused(RangedAttack(RED, a, (b,))) == {"HC-LOS-04"}


@pytest.mark.rule("HC-LOS-07")
def test_stealth_hides_behind_what_hinders() -> None:
    """A hindered line is blocked, a clear one is not, and at arm's length nothing matters."""
    powers = {"speed": "stealth"}
    scene, a, b = duel({"range": 8}, {"powers": powers}, (4, 0), terrain={(2, 0): "hindering"})
    assert scene.refused(RangedAttack(RED, a, (b,))) == {"HC-LOS-04"}
    scene, a, b = duel({"range": 8}, {"powers": powers}, (4, 0))
    scene.do(RangedAttack(RED, a, (b,)))
    scene, a, b = duel({}, {"powers": powers}, terrain={(1, 0): "hindering"})
    scene.do(CloseAttack(RED, a, b))


@pytest.mark.rule("HC-POW-06", "HC-POW-07", "HC-POW-08")
def test_stealth_turned_off() -> None:
    """Optional powers may be turned off between actions, until the next player's turn; others may not."""
    scene, a, b = duel({"range": 8}, {"powers": {"speed": "stealth"}}, (4, 0), terrain={(2, 0): "hindering"})
    c = scene.put("C", "blue", (9, 9), figure("C", powers={"defense": "toughness"}))
    assert scene.refused(TurnOff(BLUE, c, "toughness")) == {"HC-POW-06"}
    assert scene.refused(TurnOff(RED, b, "stealth")) == {"HC-ACT-04"}
    assert scene.refused(TurnOff(BLUE, b, "charge")) == {"HC-POW-01"}
    scene.do(TurnOff(BLUE, b, "stealth"))
    scene.do(RangedAttack(RED, a, (b,)))
    assert scene.refused(TurnOff(BLUE, b, "stealth")) == {"HC-ACT-08"}


@pytest.mark.rule("HC-ABIL-03", "HC-POW-08", "HC-TOKEN-06")
def test_an_ability_turned_off() -> None:
    """Indomitable off: the second token pushes; as blue's turn begins it is in force again (AMB-08)."""
    scene, a, _ = duel({"symbols": Symbols(defense="indomitable")}, {}, (9, 9))
    scene.do(TurnOff(RED, a, "indomitable"))
    scene.state = scene.state.with_piece(replace(scene.piece(a), tokens=1))
    scene.do(MoveFigure(RED, a, (at(1, 0),)))
    assert scene.piece(a).click == 2
    scene.do(EndTurn(RED))
    assert not scene.state.lasting
    assert scene.state.abilities(scene.piece(a)) == {"indomitable"}


def test_battle_fury() -> None:
    scene, a, b = duel({"range": 8, "powers": {"damage": "battle_fury"}}, {}, (4, 0))
    assert scene.refused(RangedAttack(RED, a, (b,))) == {"HC-RNG-01"}


@pytest.mark.rule("HC-DMG-15", "HC-DMG-16")
def test_steal_energy() -> None:
    """Each close attack that hurts heals 1, not past the starting line, and nothing from afar."""
    powers = {"attack": "steal_energy"}
    for before, spot, after in [(3, (1, 0), 2), (1, (1, 0), 1), (3, (4, 0), 3)]:
        scene, a, b = duel({"powers": powers, "range": 8}, {}, spot)
        scene.state = scene.state.with_piece(_on_click(scene.piece(a), before))
        scene.do(CloseAttack(RED, a, b) if spot == (1, 0) else RangedAttack(RED, a, (b,)))
        scene.roll(5, 4)
        assert scene.piece(a).click == after


@pytest.mark.parametrize(("option", "clicks"), [("M", (1, 4)), ("", (4, 1))])
def test_mastermind(option: str, clicks: tuple[int, int]) -> None:
    """All 3 go to the adjacent friend of fewer points, or none; the dearer friend is not offered."""
    scene, a, b = duel({}, {"points": 80, "powers": {"defense": "mastermind"}})
    m = scene.put("M", "blue", (2, 0), figure("M", points=50, clicks=12))
    scene.put("D", "blue", (2, 1), figure("D", points=90))
    scene.do(CloseAttack(RED, a, b))
    scene.roll(5, 4)
    request: Any = scene.state.flow.open[0]
    assert (request.purpose, request.options) == ("power.mastermind", (m,))
    scene.choose(*filter(None, [option]))
    assert (scene.piece(b).click, scene.piece(m).click) == clicks


@pytest.mark.rule("HC-KB-02", "HC-KB-11")
@pytest.mark.parametrize(("goes", "end"), [(True, (4, 0)), (False, (1, 0))])
def test_combat_reflexes_gives_way(goes: bool, end: tuple[int, int]) -> None:
    """Hit for 3 without doubles: it may go 3 squares; doubles against a wall hurt it no more than the attack did."""
    powers = {"defense": "combat_reflexes"}
    scene, a, b = duel({}, {"defense": 14, "powers": powers})
    scene.do(CloseAttack(RED, a, b))
    scene.roll(5, 4)
    scene.choose(*(["give_way"] if goes else []))
    assert scene.piece(b).spaces == (at(*end),)
    scene, a, b = duel({}, {"defense": 14, "powers": powers}, walls=[((1, 0), (2, 0))])
    scene.do(CloseAttack(RED, a, b))
    events = scene.roll(4, 4)
    assert [(one.stop, one.damage) for one in events if isinstance(one, KnockedBack)] == [("wall", 0)]
    assert scene.piece(b).click == 4


@pytest.mark.rule("HC-KB-03")
def test_who_ignores_a_knock_back_by_then_is_not_asked_whether_to_accept_one() -> None:
    """Hit from Combat Reflexes down to clicks that show Charge, which stands firm."""
    printed = figure("B", defense=14, powers={"defense": "combat_reflexes"})
    later = tuple(replace(click, speed=Value(8, "charge")) if click.number > 1 else click for click in printed.dial)
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", damage=3))
    b = scene.put("B", "blue", (1, 0), replace(printed, dial=later))
    scene.do(CloseAttack(RED, a, b))
    scene.roll(5, 4)
    assert (scene.piece(b).click, scene.piece(b).spaces, scene.state.flow.open) == (4, (at(1, 0),), ())


@pytest.mark.rule("HC-POW-01", "HC-POW-05", "HC-DMG-17")
def test_powers_that_come_and_go_are_said() -> None:
    printed = figure("B", powers={"defense": "toughness"})
    later = tuple(
        replace(click, defense=Value(16, "impervious")) if click.number > 2 else click for click in printed.dial
    )
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", damage=3))
    b = scene.put("B", "blue", (1, 0), replace(printed, dial=later))
    scene.do(CloseAttack(RED, a, b))
    events = scene.roll(5, 4)
    assert PowersChanged(b, ("impervious",), ("toughness",)) in events


@pytest.mark.rule("HC-ABIL-11", "HC-KB-03")
def test_earthbound_takes_the_symbols_away() -> None:
    """A giant that is earthbound is knocked back, and a wing does not fly."""
    powers = {"speed": "earthbound_neutralized"}
    scene, a, b = duel({}, {"powers": powers, "symbols": Symbols(speed="wing", damage="giant")})
    assert scene.state.occupant(scene.piece(b)).abilities == frozenset()
    scene.do(CloseAttack(RED, a, b))
    scene.roll(4, 4)
    assert scene.piece(b).spaces == (at(4, 0),)
    assert scene.refused(TurnOff(BLUE, b, "earthbound_neutralized")) == {"HC-POW-06"}


def _on_click(piece: Any, click: int) -> Any:
    return replace(piece, click=click)


def test_a_power_that_is_left_to_the_players_has_no_command() -> None:
    scene, a, b = duel({"powers": {"speed": "no_such_power"}}, {})
    assert scene.refused(UsePower(RED, a, "no_such_power", (b,))) == {"HC-ACT-15"}
