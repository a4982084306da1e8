"""Rolls, re-rolls, hits and criticals of the newer edition: ED-01, ED-14..21 of the catalogue, numbers by hand."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.dice import DiceRequest
from companion.core.ids import RequestId, RuleId
from companion.games.heroclix.commands import CloseAttack, EndTurn, RangedAttack, TurnOff, UsePower
from companion.games.heroclix.events.attack import AttackResolved, AttackRolled, HitRedirected, HitsSettled
from companion.games.heroclix.events.damage import DamageDealt
from companion.games.heroclix.events.play import TokenPlaced
from companion.games.heroclix.forces.setup import Tactics, Theme
from companion.games.heroclix.position.rolls import rerollers
from tests.games.heroclix.newer.duels import CORE, NEWER, Fight, clicks_of, names_of, of, taken
from tests.games.heroclix.scene import BLUE, RED, at

STEPS = {
    "AttackDeclared",
    "TargetLost",
    "AttackRolled",
    "HitsSettled",
    "DamageDivided",
    "DamageDealt",
    "KnockedBack",
    "AttackResolved",
}


@pytest.mark.rule("HX-ATK-05")
def test_ed_01_seven_steps_in_order() -> None:
    """Targets, roll, success, damage dealt, damage sequence, knock back, resolution; the older has no last step."""
    for edition, last in ((CORE, []), (NEWER, ["AttackResolved"])):
        scene = Fight(edition)
        a, b = scene.stand("A", "red", (0, 0), attack=12), scene.stand("B", "blue", (1, 0))
        events = [*scene.do(CloseAttack(RED, a, b)), *scene.roll(3, 3)]
        if edition is NEWER:
            events += scene.choose("knock_back")
        happened = [one for one in names_of(events) if one in STEPS]
        settled = ["HitsSettled"] if edition is NEWER else []
        assert happened == [
            "AttackDeclared",
            "AttackRolled",
            *settled,
            "DamageDivided",
            "DamageDealt",
            "KnockedBack",
            *last,
        ]
        assert scene.piece(b).spaces == (at(4, 0),)


@pytest.mark.rule("HX-ROLL-01", "HX-ROLL-02", "HX-HIT-01", "HX-HIT-02", "HX-HIT-03")
def test_one_roll_for_all_targets_each_compared() -> None:
    """EX-HX-09: 9 + 8 = 17 hits 16 and misses 18; all missed, and nothing is dealt."""
    scene = Fight()
    a = scene.stand("A", "red", (0, 0), attack=9, targets=2)
    b, c = scene.stand("B", "blue", (4, 0), defense=16), scene.stand("C", "blue", (0, 4), defense=18)
    scene.do(RangedAttack(RED, a, (b, c)))
    request: Any = scene.state.flow.open[0]
    assert (request.purpose, request.roller, request.dice) == ("HX-ROLL-01", RED, ("d6", "d6"))
    events = scene.roll(5, 3)
    assert of(events, AttackRolled)[0].total == 17
    assert (of(events, HitsSettled)[0].hits, of(events, HitsSettled)[0].misses) == ((b,), (c,))
    scene.do(EndTurn(RED))
    scene.do(RangedAttack(BLUE, c, (a,)))
    assert of(scene.roll(1, 2), DamageDealt) == []


@pytest.mark.rule("HX-ROLL-03", "HX-ROLL-06", "HX-ROLL-08", "HX-ROLL-09")
def test_ed_14_the_active_player_first_with_all_it_has_then_the_other() -> None:
    """Red may re-roll by a power and by its themed team, blue by a power: red's two questions come before blue's; in
    the older edition powers go first. After blue's re-roll red throws, and is asked again."""
    theme = Tactics(themes=(Theme(RED, "Undertow", 4, 2),))
    asked = dict[str, list[Any]]()
    for edition in (CORE, NEWER):
        scene = Fight(edition, tactics=theme)
        a = scene.stand("A", "red", (0, 0), powers={"damage": "probability_control"})
        scene.stand("D", "red", (12, 12))
        x = scene.stand("X", "blue", (1, 0), powers={"damage": "probability_control"})
        scene.do(CloseAttack(RED, a, x))
        scene.roll(5, 3)
        order = []
        for _ in range(3):
            request: Any = scene.state.flow.open[0]
            order.append((request.seat, request.purpose))
            if len(order) < 3:
                scene.choose(*(["none"] if request.purpose == "HC-THEME-07" else []))
        asked[edition.id] = order
    power, theme_rule = "power.probability_control", "HC-THEME-07"
    assert asked["core"] == [(RED, power), (BLUE, power), (RED, theme_rule)]
    assert asked["newer"] == [(RED, power), (RED, theme_rule), (BLUE, power)]
    scene.choose("roll_again")
    again: Any = scene.state.flow.open[0]
    assert (again.purpose, again.roller) == ("HX-ROLL-01", RED)
    scene.roll(1, 2)
    assert scene.asked == power
    scene.choose()
    assert scene.asked == theme_rule
    events = scene.choose("none")
    assert of(events, AttackRolled)[0].total == 12


@pytest.mark.rule("HX-ROLL-08", "HC-THEME-07")
def test_ed_14_a_themed_team_throws_again_within_the_same_loop() -> None:
    scene = Fight(tactics=Tactics(themes=(Theme(RED, "Undertow", 4, 2),)))
    a, d = scene.stand("A", "red", (0, 0)), scene.stand("D", "red", (12, 12))
    x = scene.stand("X", "blue", (1, 0))
    scene.do(CloseAttack(RED, a, x))
    scene.roll(1, 2)
    events = scene.choose("D")
    assert TokenPlaced(d, 1) in events
    scene.roll(5, 4)
    assert scene.asked == "HC-THEME-07" or scene.piece(x).click == 4
    if scene.asked:
        scene.choose("none")
    assert scene.piece(x).click == 4


@pytest.mark.rule("HX-ROLL-07")
@pytest.mark.parametrize(("dice", "may"), [(("d6",), True), (("d6", "d6"), True), (("d6", "d6", "d6"), False)])
def test_ed_14_only_rolls_of_one_die_or_two(dice: tuple[str, ...], may: bool) -> None:
    scene = Fight(effects={"luck": {"verb": "reroll", "within": 4}})
    a, _ = scene.stand("A", "red", (0, 0), "luck"), scene.stand("B", "blue", (5, 5))
    request = DiceRequest(RequestId("ask-1"), dice, RED, RuleId("power.support"), a)
    assert any(rerollers(scene.state, request)) == may


@pytest.mark.rule("HX-ROLL-04", "HX-ROLL-05")
@pytest.mark.parametrize(
    ("thrown", "die", "again", "faces"), [((3, 5), "die_1", 6, (6, 5)), ((1, 1), "die_2", 4, (1, 4))]
)
def test_ed_14_one_die_again(thrown: tuple[int, int], die: str, again: int, faces: tuple[int, int]) -> None:
    """EX-HX-07: the other die is kept and added; nothing follows from the first roll, not even two ones."""
    scene = Fight(effects={"luck": {"verb": "reroll", "within": 0, "dice": 1}})
    a, b = scene.stand("A", "red", (0, 0), "luck"), scene.stand("B", "blue", (1, 0))
    scene.do(CloseAttack(RED, a, b))
    scene.roll(*thrown)
    scene.choose(die)
    request: Any = scene.state.flow.open[0]
    assert request.dice == ("d6",)
    events = scene.roll(again)
    assert of(events, AttackRolled)[0].faces == faces
    assert scene.piece(a).click == 1


@pytest.mark.rule("HX-ROLL-04")
def test_one_die_again_of_a_power_that_throws_two() -> None:
    """Support throws two dice: 1 and 6 become 5 and 6, 9 + 11 reaches 16, and the patient heals."""
    luck = {"verb": "reroll", "within": 4, "dice": 1, "rolls": ["power"]}
    scene = Fight(effects={"luck": luck})
    a = scene.stand("A", "red", (0, 0), "luck", powers={"damage": "support"})
    f = scene.stand("F", "red", (1, 0))
    scene.stand("B", "blue", (9, 9))
    scene.state = scene.state.with_piece(type(scene.piece(f))(**{**_fields(scene.piece(f)), "click": 4}))
    scene.do(UsePower(RED, a, "support", (f,)))
    scene.roll(1, 6)
    scene.choose("die_1")
    scene.roll(5)
    scene.roll(4)
    assert scene.piece(f).click == 2


def _fields(piece: Any) -> dict[str, Any]:
    return {name: getattr(piece, name) for name in piece.__dataclass_fields__}


@pytest.mark.rule("HX-ROLL-03", "HX-ATK-06")
def test_ed_15_what_changes_the_total_comes_after_the_re_rolls() -> None:
    """9 + 2 + 3 thrown again is 9 + 3 + 3, and the effect adds 1: 16 hits 16; doubles are judged on the last roll."""
    rows = {"luck": {"verb": "reroll", "within": 0}, "focus": {"verb": "raise_total", "amount": 1}}
    scene = Fight(effects=rows)
    a, b = scene.stand("A", "red", (0, 0), "luck", "focus"), scene.stand("B", "blue", (1, 0))
    scene.do(CloseAttack(RED, a, b))
    scene.roll(2, 3)
    scene.choose("roll_again")
    events = scene.roll(3, 3)
    assert (of(events, AttackRolled)[0].total, of(events, AttackRolled)[0].hits) == (16, (b,))
    assert scene.asked == "HX-KB-03"


@pytest.mark.rule("HX-HIT-08", "HX-HIT-09")
def test_ed_16_two_ones_miss_all_and_hurt_when_the_attack_is_resolved() -> None:
    """12 + 2 would hit 12; the older edition hurts at once, the newer when the attack is resolved."""
    for edition, rule in ((CORE, "HC-ATK-09"), (NEWER, "HX-HIT-09")):
        scene = Fight(edition)
        a, b = scene.stand("A", "red", (0, 0), attack=12), scene.stand("B", "blue", (1, 0), defense=12)
        scene.do(CloseAttack(RED, a, b))
        events = scene.roll(1, 1)
        assert of(events, AttackRolled)[0].misses == (b,)
        hurt = of(events, DamageDealt)[0]
        assert (hurt.piece, hurt.taken, hurt.kind.value, hurt.rule) == (a, 1, "unavoidable", rule)
        if edition is NEWER:
            assert events.index(of(events, AttackResolved)[0]) < events.index(hurt)
        assert clicks_of(scene, a, b) == [2, 1]


@pytest.mark.rule("HX-HIT-10", "HX-HIT-11")
def test_ed_17_two_sixes_hit_all_for_one_more_in_both() -> None:
    for edition in (CORE, NEWER):
        scene = Fight(edition)
        a = scene.stand("A", "red", (0, 0), attack=2, damage=2)
        b = scene.stand("B", "blue", (1, 0), defense=20)
        scene.do(CloseAttack(RED, a, b))
        assert taken(scene.roll(6, 6)) == [3]


@pytest.mark.rule("HX-HIT-12")
def test_ed_18_two_sixes_are_not_evaded() -> None:
    for edition, asked in ((CORE, "power.super_senses"), (NEWER, "HX-KB-03")):
        scene = Fight(edition)
        a, b = scene.stand("A", "red", (0, 0)), scene.stand("B", "blue", (1, 0), powers={"defense": "super_senses"})
        scene.do(CloseAttack(RED, a, b))
        scene.roll(6, 6)
        assert scene.asked == asked


@pytest.mark.rule("HX-HIT-05")
@pytest.mark.parametrize(("face", "hits"), [(4, 1), (5, 0)])
def test_ed_19_evading_comes_before_hits_are_final(face: int, hits: int) -> None:
    scene = Fight()
    a, b = scene.stand("A", "red", (0, 0)), scene.stand("B", "blue", (1, 0), powers={"defense": "super_senses"})
    scene.do(CloseAttack(RED, a, b))
    assert not of(scene.roll(5, 4), HitsSettled)
    events = scene.roll(face)
    assert len(of(events, HitsSettled)[0].hits) == hits
    assert ("DamageDealt" in names_of(events)) == bool(hits)


@pytest.mark.rule("HX-HIT-05")
def test_precision_makes_evading_harder() -> None:
    """The card of 2022: one less on the die, so only a six evades."""
    for face, left in ((5, [3]), (6, [])):
        scene = Fight()
        a = scene.stand("A", "red", (0, 0), powers={"attack": "precision_strike"})
        b = scene.stand("B", "blue", (1, 0), powers={"defense": "super_senses"})
        scene.do(CloseAttack(RED, a, b))
        scene.roll(5, 4)
        assert taken(scene.roll(face)) == left


@pytest.mark.rule("HX-HIT-06", "HX-HIT-07")
def test_ed_20_who_becomes_the_hit_target_is_hit() -> None:
    """D is out of range and could evade; it becomes the hit target for C, and does not evade."""
    scene = Fight()
    a = scene.stand("A", "red", (0, 0), range=3)
    c = scene.stand("C", "blue", (3, 0), powers={"defense": "mastermind"}, points=80)
    d = scene.stand("D", "blue", (4, 0), powers={"defense": "super_senses", "damage": "shape_change"})
    scene.do(RangedAttack(RED, a, (c,)))
    scene.roll(5, 4)
    assert scene.asked == "power.mastermind"
    events = scene.choose(d)
    assert of(events, HitRedirected)[0].target.piece == d
    assert of(events, HitsSettled)[0].hits == (d,)
    assert clicks_of(scene, c, d) == [1, 4]


@pytest.mark.rule("HX-HIT-04", "HX-DMG-06")
def test_ed_21_what_a_hit_brings_comes_before_damage_is_dealt() -> None:
    """Incapacitate: a token instead of damage, after hits are final and before anything is dealt."""
    scene = Fight()
    a = scene.stand("A", "red", (0, 0), powers={"attack": "incapacitate"})
    b = scene.stand("B", "blue", (1, 0))
    scene.do(CloseAttack(RED, a, b, "incapacitate"))
    events = [name for name in names_of(scene.roll(5, 4)) if name in ("HitsSettled", "TokenPlaced", "DamageDivided")]
    assert events[:3] == ["HitsSettled", "TokenPlaced", "DamageDivided"]
    assert (scene.piece(b).tokens, scene.piece(b).click) == (1, 1)


@pytest.mark.rule("HC-POW-07")
def test_powers_are_no_longer_turned_off() -> None:
    scene = Fight()
    a = scene.stand("A", "red", (0, 0), powers={"speed": "stealth"})
    scene.stand("B", "blue", (5, 5))
    assert scene.refused(TurnOff(RED, a, "stealth")) == {"HC-POW-07"}
    assert not [one for one in scene.game.legal_commands(scene.state, RED) if isinstance(one, TurnOff)]


@pytest.mark.rule("HX-HIT-06")
@pytest.mark.parametrize("chosen", [True, False])
def test_ed_20_who_becomes_the_target_cannot_refuse_it(chosen: bool) -> None:
    """D, far out of range, becomes the target for C and may not change its shape; evading a hit it still may try."""
    scene = Fight(effects={"decoy": {"verb": "redirect_hit", "becomes": "target", "within": 9, "lesser": False}})
    a, c = scene.stand("A", "red", (0, 0), range=3), scene.stand("C", "blue", (3, 0), "decoy")
    d = scene.stand("D", "blue", (9, 0), powers={"defense": "super_senses", "damage": "shape_change"})
    scene.do(RangedAttack(RED, a, (c,)))
    assert scene.asked == "power.decoy"
    scene.choose(*([d] if chosen else []))
    assert scene.asked == "HX-ROLL-01"
    scene.roll(5, 4)
    if chosen:
        assert scene.asked == "power.super_senses"
        scene.roll(1)
    assert clicks_of(scene, c, d) == ([1, 4] if chosen else [4, 1])
