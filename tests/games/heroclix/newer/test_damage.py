"""Damage dealt, taken and clicked, and the end of a piece, in the newer edition: ED-22..35, ED-45, ED-46, by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.ids import PieceId
from companion.games.heroclix.commands import AdjustDial, CloseAttack, EndTurn, MoveFigure, RangedAttack, UsePower
from companion.games.heroclix.events.attack import AttackDeclared, DamageDivided
from companion.games.heroclix.events.damage import DamageClicked, DamageDealt, EffectDealt, KnockedOut, UnavoidableDealt
from companion.games.heroclix.events.play import TokenPlaced
from companion.games.heroclix.events.powers import EffectsEnded
from companion.games.heroclix.state.attack import DamageKind
from tests.games.heroclix.newer.duels import CORE, NEWER, Fight, clicks_of, mark_stop, names_of, of, taken
from tests.games.heroclix.scene import BLUE, RED, Scene, at


def duel(
    a: dict[str, Any], b: dict[str, Any], *effects: str, rows: dict[str, Any] | None = None, **more: Any
) -> tuple[Fight, PieceId, PieceId]:
    """A next to B, which has those effects; further pieces far away keep the game going."""
    scene = Fight(more.pop("edition", NEWER), effects=rows, **more)
    one = scene.stand("A", "red", (0, 0), **({"attack": 12} | a))
    other = scene.stand("B", "blue", (1, 0), *effects, **({"clicks": 12} | b))
    scene.stand("Z", "blue", (15, 23))
    return scene, one, other


def struck(scene: Scene, a: PieceId, b: PieceId, power: str = "") -> list[Any]:
    """What a plain hit of A on B brings."""
    return [*scene.do(CloseAttack(RED, a, b, power)), *scene.roll(5, 4)]


@pytest.mark.rule("HX-DMG-02", "HX-DMG-03")
def test_ed_22_bolts_divide_and_other_targets_do_not_share() -> None:
    """Two bolts on two: 3 is divided. Both within three squares by an effect: 3 to each, told to divide: divided."""
    volley = {"action": "power", "verb": "attack_each", "within": 4}
    for effect, asked in (("", "HX-DMG-02"), ("volley", ""), ("split", "HX-DMG-02")):
        scene = Fight(effects={"volley": volley, "split": {**volley, "divide": True}})
        a = scene.stand("A", "red", (0, 0), "volley", "split", attack=12, targets=2)
        b, c = scene.stand("B", "blue", (4, 0)), scene.stand("C", "blue", (0, 4))
        scene.do(UsePower(RED, a, effect) if effect else RangedAttack(RED, a, (b, c)))
        scene.roll(5, 4)
        assert scene.asked == asked
        if asked:
            request: Any = scene.state.flow.open[0]
            assert request.options == ("3/0", "2/1", "1/2", "0/3"), "all of it, none to one of them too"
            scene.choose("3/0")
            assert clicks_of(scene, b, c) == [4, 1]
        else:
            assert clicks_of(scene, b, c) == [4, 4]


@pytest.mark.rule("HX-SEQ-01", "HX-SEQ-03", "HX-SEQ-10", "HX-DMG-08", "HX-DMG-01")
def test_ed_23_dealt_taken_clicked() -> None:
    """5 dealt, Toughness leaves 4, the stop on click 3 leaves 2 turns."""
    scene, a, b = duel({"damage": 5}, {"powers": {"defense": "toughness"}})
    mark_stop(scene, b, 3)
    events = struck(scene, a, b)
    dealt = of(events, DamageDealt)[0]
    assert (dealt.dealt, dealt.taken, dealt.rule) == (5, 4, "HX-DMG-01")
    assert of(events, DamageClicked) == [DamageClicked(b, 4, 2, DamageKind.ATTACK)]
    order = [name for name in names_of(events) if name in ("DamageDealt", "DialTurned", "DamageClicked")]
    assert order == ["DamageDealt", "DialTurned", "DamageClicked"]


@pytest.mark.rule("HX-DMG-07", "HX-DMG-09")
@pytest.mark.parametrize(("amount", "each"), [(1, [4, 2]), (-2, [1, 0])])
def test_ed_24_damage_dealt_is_raised_after_it_is_divided(amount: int, each: list[int]) -> None:
    """3 and one more by a modifier, divided 3/1; then each is raised by 1, or lowered by 2, never below 0."""
    rows = {
        "force": {"verb": "raise_dealt", "amount": amount},
        "strong": {"verb": "modify_value", "value": "damage", "amount": 1},
    }
    scene = Fight(effects=rows)
    a = scene.stand("A", "red", (0, 0), "force", "strong", attack=12, targets=2)
    b, c = scene.stand("B", "blue", (4, 0)), scene.stand("C", "blue", (0, 4))
    assert of(scene.do(RangedAttack(RED, a, (b, c))), AttackDeclared)[0].damage == 4
    scene.roll(5, 4)
    divided = of(scene.choose("3/1"), DamageDivided)[0]
    assert [amount for _, amount in divided.dealt] == each


@pytest.mark.rule("HX-HIT-09", "HX-DMG-06")
def test_ed_25_no_damage_is_no_case_of_its_own() -> None:
    """A token instead of normal damage, and two ones: the older edition spares the attacker, the newer does not."""
    for edition, click in ((CORE, 1), (NEWER, 2)):
        scene, a, b = duel({"powers": {"attack": "incapacitate"}}, {}, edition=edition)
        scene.do(CloseAttack(RED, a, b, "incapacitate"))
        scene.roll(1, 1)
        assert clicks_of(scene, a) == [click]


@pytest.mark.rule("HX-DMG-06")
def test_instead_of_normal_damage_the_stated_amount() -> None:
    row = {"action": "power", "verb": "make_attack", "attack": "close", "damage": 1}
    scene = Fight(effects={"tap": row})
    a, b = scene.stand("A", "red", (0, 0), "tap", damage=4), scene.stand("B", "blue", (1, 0))
    scene.do(UsePower(RED, a, "tap", (b,)))
    assert taken(scene.roll(5, 4)) == [1]


@pytest.mark.rule("HX-SEQ-04", "HX-SEQ-05")
def test_ed_26_one_reduction_picked_by_the_damaged_pieces_player() -> None:
    """5 against Toughness and 2 less by an effect: 2 in the older edition, 4 or 3 in the newer."""
    rows = {"shell": {"verb": "reduce", "amount": 2}}
    scene, a, b = duel({"damage": 5}, {"powers": {"defense": "toughness"}}, "shell", rows=rows, edition=CORE)
    assert taken(struck(scene, a, b)) == [2]
    for option, left in (("toughness", 4), ("shell", 3)):
        scene, a, b = duel({"damage": 5}, {"powers": {"defense": "toughness"}}, "shell", rows=rows)
        struck(scene, a, b)
        request: Any = scene.state.flow.open[0]
        assert (request.purpose, request.seat, request.options) == ("HX-SEQ-04", BLUE, ("toughness", "shell"))
        assert taken(scene.choose(option)) == [left]


@pytest.mark.rule("HX-SEQ-04")
@pytest.mark.parametrize(("option", "face", "left"), [("shell", None, 2), ("impervious", 3, 3), ("impervious", 5, 0)])
def test_a_reduction_by_a_die_is_thrown_for_only_when_it_is_picked(option: str, face: int | None, left: int) -> None:
    rows = {"shell": {"verb": "reduce", "amount": 3}}
    scene, a, b = duel({"damage": 5}, {"powers": {"defense": "impervious"}}, "shell", rows=rows)
    struck(scene, a, b)
    events = scene.choose(option)
    if face:
        assert scene.asked == "power.impervious"
        events = scene.roll(face)
    assert taken(events) == [left]


@pytest.mark.rule("HX-SEQ-06", "HX-SEQ-07")
@pytest.mark.parametrize(
    ("damage", "power", "bounds", "left"),
    [
        (2, "invulnerability", {"least": 1}, 1),
        (7, "toughness", {"most": 4}, 4),
        (3, "toughness", {"most": 4}, 2),
        (1, "invulnerability", {}, 0),
    ],
)
def test_ed_27_the_least_and_the_most_come_after_the_reduction(
    damage: int, power: str, bounds: dict[str, int], left: int
) -> None:
    rows = {"bounds": {"verb": "bound_damage", **bounds}}
    scene, a, b = duel({"damage": damage}, {"powers": {"defense": power}}, "bounds", rows=rows)
    assert taken(struck(scene, a, b)) == [left]


@pytest.mark.rule("HX-SEQ-08")
@pytest.mark.parametrize(("damage", "answers"), [(1, 0), (2, 1)])
def test_ed_28_who_takes_nothing_is_not_damaged(damage: int, answers: int) -> None:
    rows = {"thorns": {"verb": "strike_back", "damage": 1}}
    scene, a, b = duel({"damage": damage}, {"powers": {"defense": "toughness"}}, "thorns", rows=rows)
    events = struck(scene, a, b)
    assert len(of(events, UnavoidableDealt)) == answers
    assert clicks_of(scene, a) == [1 + answers]


@pytest.mark.rule("HX-SEQ-02")
def test_ed_29_the_sequence_runs_outside_attacks_too() -> None:
    """Poison deals 1; the stop, the clicks and the reductions are those of any damage."""
    for power, left in (("toughness", 0), ("defend", 1)):
        scene, a, _ = duel({"powers": {"attack": "poison"}}, {"powers": {"defense": power}})
        events = scene.do(UsePower(RED, a, "poison"))
        assert taken(events) == [left]
        assert [one.clicked for one in of(events, DamageClicked)] == ([1] if left else [])


@pytest.mark.rule("HX-SEQ-09")
def test_ed_30_the_dial_stops() -> None:
    """Five damage from click 2 with a stop on 4: click 4. The older edition leaves the mark to the players."""
    for edition, click in ((CORE, 6), (NEWER, 4)):
        scene, a, b = duel({"damage": 4}, {}, edition=edition)
        scene.state = scene.state.with_piece(replace(scene.piece(b), click=2))
        mark_stop(scene, b, 4)
        struck(scene, a, b)
        assert clicks_of(scene, b) == [click]
    scene.do(AdjustDial(RED, b, 3, "by hand"))
    assert clicks_of(scene, b) == [7], "from the stop it turns on"


@pytest.mark.rule("HX-KO-01", "HX-KO-02")
@pytest.mark.parametrize(("damage", "is_out"), [(2, False), (3, True)])
def test_ed_31_knocked_out_past_a_line(damage: int, is_out: bool) -> None:
    """A blue line on click 3: on it the piece stands, past it it is out; without the effect it is not."""
    rows = {"frail": {"verb": "fall_past", "line": "blue"}}
    for effects in (("frail",), ()):
        scene, a, b = duel({"damage": damage}, {}, *effects, rows=rows)
        table = scene.state.table
        lined = tuple(
            replace(one, dial=tuple(replace(s, starting_line="blue") if s.number == 3 else s for s in one.dial))
            for one in table.figures
        )
        scene.state = replace(scene.state, table=replace(table, figures=lined))
        events = struck(scene, a, b)
        assert bool(of(events, KnockedOut)) == (is_out and bool(effects))
    scene, a, b = duel({"damage": 3}, {"clicks": 3})
    assert of(struck(scene, a, b), KnockedOut), "a KO symbol shows"


@pytest.mark.rule("HX-KO-03", "HX-KO-04", "HX-KO-05", "HX-KO-06")
def test_ed_32_off_the_map_without_tokens_and_effects_its_square_remembered() -> None:
    """B perplexed C, holds a token and goes out: its effect ends, and its burst hurts those next to where it stood."""
    rows = {"burst": {"verb": "burst", "damage": 1}}
    scene, a, b = duel({"damage": 3}, {"clicks": 3, "powers": {"damage": "perplex"}}, "burst", rows=rows)
    c = scene.stand("C", "blue", (2, 1))
    scene.do(EndTurn(RED))
    scene.do(UsePower(BLUE, b, "perplex", (c,), (), "attack+1"))
    scene.do(EndTurn(BLUE))
    scene.state = scene.game.apply(scene.state, TokenPlaced(b, 1))
    events = struck(scene, a, b)
    assert of(events, KnockedOut) == [KnockedOut(b, at(1, 0))]
    assert of(events, EffectDealt)[0].to == (a, c)
    assert of(events, EffectsEnded)
    out = scene.piece(b)
    assert (out.ko, out.spaces, out.tokens) == (True, (), 0)
    assert clicks_of(scene, a, c) == [2, 2]
    assert scene.state.lasting == ()


@pytest.mark.rule("HX-DMG-10")
@pytest.mark.parametrize(("power", "left"), [("toughness", [3]), ("invincible", [1]), ("super_senses", [])])
def test_ed_33_penetrating_damage_is_not_reduced(power: str, left: list[int]) -> None:
    """Exploit Weakness needs no action in 2022; Invincible of that year reduces it all the same, and one may evade."""
    scene, a, b = duel({"damage": 3, "powers": {"damage": "exploit_weakness"}}, {"powers": {"defense": power}})
    events = struck(scene, a, b)
    if scene.asked:
        events = scene.roll(6)
    assert taken(events) == left


@pytest.mark.rule("HX-DMG-11", "HX-DMG-13")
def test_ed_34_unavoidable_damage_beats_cannot_be_damaged() -> None:
    """Plain damage does nothing to it, its own two ones do."""
    rows: dict[str, Any] = {"stone": {"verb": "not_damaged"}, "bounds": {"verb": "bound_damage", "most": 0}}
    scene, a, b = duel({"damage": 5}, {}, "stone", "bounds", rows=rows)
    assert taken(struck(scene, a, b)) == [0]
    scene.do(EndTurn(RED))
    scene.do(CloseAttack(BLUE, b, a))
    assert taken(scene.roll(1, 1)) == [1]
    assert clicks_of(scene, b) == [2]


@pytest.mark.rule("HX-DMG-12")
@pytest.mark.parametrize(("effect", "left"), [("stone", 1), ("tough", 1), ("steady", 0)])
def test_ed_35_pushing_damage_yields_only_to_what_names_it(effect: str, left: int) -> None:
    rows: dict[str, Any] = {
        "stone": {"verb": "not_damaged"},
        "tough": {"verb": "reduce", "amount": 2},
        "steady": {"verb": "ignore_pushing"},
    }
    scene = Fight(effects=rows)
    a = scene.stand("A", "red", (5, 5), effect)
    scene.stand("Z", "blue", (15, 23))
    scene.state = scene.game.apply(scene.state, TokenPlaced(a, 1))
    scene.do(MoveFigure(RED, a, (at(6, 5),)))
    assert (scene.piece(a).tokens, scene.piece(a).click) == (2, 1 + left)


@pytest.mark.rule("HX-DMG-04")
def test_ed_45_damage_is_dealt_to_all_at_once() -> None:
    """What everybody is dealt is settled before the first of them takes any."""
    scene = Fight()
    a = scene.stand("A", "red", (0, 0), attack=12, targets=2)
    b, c = scene.stand("B", "blue", (4, 0), clicks=1), scene.stand("C", "blue", (0, 4))
    scene.do(RangedAttack(RED, a, (b, c)))
    scene.roll(5, 4)
    events = scene.choose("1/2")
    divided = of(events, DamageDivided)[0]
    assert divided.dealt == ((b, 1), (c, 2))
    assert events.index(divided) < names_of(events).index("DamageDealt")
    assert taken(events) == [1, 2]


@pytest.mark.rule("HX-ATK-06", "HX-DMG-05")
def test_ed_46_what_counts_is_the_final_value() -> None:
    """9 and one more for close attacks, 3 and one more: the attack says 10 and 4, and 10 + 6 hits 16 for 4."""
    scene, a, b = duel({"attack": 9, "powers": {"damage": "close_combat_expert"}}, {})
    declared = of(scene.do(CloseAttack(RED, a, b)), AttackDeclared)[0]
    assert (declared.attack, declared.damage) == (10, 4)
    assert taken(scene.roll(2, 4)) == [4]
