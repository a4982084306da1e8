"""Attacks, damage and knock back: EX-ATK, EX-RNG, EX-KB, EX-LOS-04, by hand from the catalogue."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.commands import Choose
from companion.core.ids import PieceId
from companion.games.heroclix.commands import CloseAttack, RangedAttack
from companion.games.heroclix.events.attack import AttackRolled, DamageDivided
from companion.games.heroclix.events.damage import DamageDealt, KnockedBack
from companion.games.heroclix.figures.figure import Symbols
from tests.games.heroclix.scene import BLUE, RED, Scene, at, figure


def only(events: list[Any], kind: type) -> Any:
    (one,) = [event for event in events if isinstance(event, kind)]
    return one


def duel(
    a: dict[str, Any], b: dict[str, Any], *, spot: tuple[int, int] = (1, 0), **scene: Any
) -> tuple[Scene, Any, Any]:
    drawn = Scene(**scene)
    return drawn, drawn.put("A", "red", (0, 0), figure("A", **a)), drawn.put("B", "blue", spot, figure("B", **b))


@pytest.mark.rule(
    "HC-ACT-13", "HC-ATK-05", "HC-ATK-06", "HC-ATK-08", "HC-ATK-09", "HC-ATK-10", "HC-ATK-11", "HC-VAL-19"
)
@pytest.mark.parametrize(
    ("attack", "defense", "faces", "hit", "taken", "recoil"),
    [
        (9, 17, (5, 3), True, 3, 0),  # EX-ATK-01: 17 against 17
        (9, 18, (5, 3), False, 0, 0),
        (11, 12, (1, 1), False, 0, 1),  # EX-ATK-02: 13 is enough, 1-1 is not
        (6, 20, (6, 6), True, 4, 0),  # EX-ATK-03: 6-6 always hits, +1
    ],
)
def test_attack_roll(attack: int, defense: int, faces: tuple[int, int], hit: bool, taken: int, recoil: int) -> None:
    scene, a, b = duel({"attack": attack, "clicks": 9}, {"defense": defense, "clicks": 9}, size=(40, 2))
    scene.do(CloseAttack(RED, a, b))
    events = scene.roll(*faces)
    assert (only(events, AttackRolled).hits == (b,)) is hit
    assert scene.piece(b).click == 1 + taken
    assert scene.piece(a).click == 1 + recoil
    backs = [one.path[-1] for one in events if isinstance(one, KnockedBack)]
    assert backs == ([at(5, 0)] if faces == (6, 6) else []), "doubles that hit knock back, here by 4"


@pytest.mark.rule("HC-ATK-03", "HC-ATK-04", "HC-ATK-02", "HC-RNG-07")
def test_who_may_be_attacked() -> None:
    scene, a, b = duel({}, {}, spot=(3, 0))
    friend = scene.put("F", "red", (0, 1))
    assert scene.refused(CloseAttack(RED, a, b)) == {"HC-ATK-04"}
    assert scene.refused(CloseAttack(RED, a, friend)) == {"HC-ATK-03", "HC-ATK-04"}
    assert scene.refused(RangedAttack(RED, a, ())) == {"HC-ATK-02"}
    assert scene.refused(RangedAttack(RED, a, (b, b))) == {"HC-RNG-07"}  # EX-RNG-05
    assert scene.refused(RangedAttack(RED, a, (PieceId("nobody"),))) == {"TW-PIECE-01"}


@pytest.mark.rule("HC-RNG-09", "HC-RNG-11", "HC-ATK-16")
def test_jason_hits_one_of_two() -> None:
    """EX-RNG-01: 17 misses defense 18 and hits 15 for the whole 3."""
    scene, a, b = duel({"attack": 9, "targets": 2, "damage": 3}, {"defense": 18}, spot=(4, 0))
    c = scene.put("C", "blue", (0, 4), figure("C", defense=15))
    scene.do(RangedAttack(RED, a, (b, c)))
    events = scene.roll(3, 5)
    assert only(events, DamageDivided).dealt == ((c, 3),)
    assert (scene.piece(b).click, scene.piece(c).click) == (1, 4)


@pytest.mark.rule("HC-RNG-10", "HC-ATK-11")
def test_norm_divides_his_damage() -> None:
    """EX-RNG-02 and EX-ATK-04: 4/0 to 0/4 are offered, nothing else; 6-6 adds one to each after dividing."""
    scene, a, b = duel({"targets": 2, "damage": 4}, {"defense": 12, "clicks": 9}, spot=(4, 0))
    c = scene.put("C", "blue", (0, 4), figure("C", defense=12, clicks=9))
    scene.do(RangedAttack(RED, a, (b, c)))
    scene.roll(6, 6)
    (request,) = scene.state.flow.open
    assert getattr(request, "options", ()) == ("4/0", "3/1", "2/2", "1/3", "0/4")
    for wrong in ("2/1", "5/0", "2.5/1.5"):
        assert scene.refused(Choose(RED, request.id, (wrong,))) == {"TW-ASK-03"}
    events = scene.do(Choose(RED, request.id, ("3/1",)))
    assert only(events, DamageDivided).dealt == ((b, 4), (c, 2))


@pytest.mark.rule("HC-RNG-01", "HC-RNG-02", "HC-RNG-03", "HC-RNG-06")
def test_who_may_shoot() -> None:
    """EX-RNG-03, EX-RNG-04."""
    scene, a, b = duel({"range": 8}, {}, spot=(6, 0))
    scene.put("D", "blue", (1, 1))
    assert scene.refused(RangedAttack(RED, a, (b,))) == {"HC-RNG-01"}
    for reach, rules in [(4, {"HC-RNG-02"}), (0, {"HC-RNG-01", "HC-RNG-02"})]:
        scene, a, b = duel({"range": reach}, {}, spot=(5, 3))
        assert scene.refused(RangedAttack(RED, a, (b,))) == rules
    scene, a, b = duel({"range": 5}, {}, spot=(5, 3))
    c = scene.put("C", "blue", (5, 0))
    assert scene.refused(RangedAttack(RED, a, (b, c))) == {"HC-RNG-06"}
    scene.do(RangedAttack(RED, a, (b,)))


@pytest.mark.rule("HC-ATK-01", "HC-ATK-04", "HC-ACT-13")
@pytest.mark.parametrize("spot", [(4, 4), (5, 4), (6, 4), (4, 5), (6, 5), (4, 6), (5, 6), (6, 6)])
def test_nobody_has_a_back(spot: tuple[int, int]) -> None:
    """There is no facing: all eight squares around may be attacked."""
    scene = Scene()
    a, b = scene.put("A", "red", (5, 5)), scene.put("B", "blue", spot)
    scene.do(CloseAttack(RED, a, b))


@pytest.mark.rule("HC-DIAL-09", "HC-RNG-06", "HC-RNG-08", "HC-RNG-02")
def test_every_target_needs_a_line_and_is_within_the_whole_range() -> None:
    """Two bolts, range 5: 5 east and 5 south are legal together; one behind a figure or at 6 spoils the attack."""
    for spot, rules in [((0, 5), None), ((0, 6), {"HC-RNG-02"}), ((3, 3), {"HC-LOS-04"})]:
        scene, a, b = duel({"range": 5, "targets": 2}, {}, spot=(5, 0))
        c = scene.put("C", "blue", spot)
        scene.put("D", "red", (2, 2))
        if rules:
            assert scene.refused(RangedAttack(RED, a, (b, c))) == rules
        else:
            scene.do(RangedAttack(RED, a, (b, c)))


@pytest.mark.rule("HC-DMG-06", "HC-ATK-09", "HC-ATK-11")
@pytest.mark.parametrize(("faces", "taken", "recoil"), [((6, 6), 1, 0), ((1, 1), 0, 1), ((4, 5), 0, 0)])
def test_a_damage_value_of_nothing(faces: tuple[int, int], taken: int, recoil: int) -> None:
    """EX-ATK-06: 0 damage can be increased: 6-6 deals 1; 1-1 hurts the attacker; a plain hit does nothing."""
    scene, a, b = duel({"damage": 0}, {"defense": 12})
    scene.do(CloseAttack(RED, a, b))
    scene.roll(*faces)
    assert (scene.piece(b).click, scene.piece(a).click) == (1 + taken, 1 + recoil)


@pytest.mark.rule("HC-DMG-08", "HC-ATK-09")
@pytest.mark.parametrize("power", ["toughness", "invulnerability", "impervious", "super_senses"])
def test_unavoidable_damage(power: str) -> None:
    """A critical miss: nothing takes the 1 off, and nobody is asked."""
    scene, a, b = duel({"powers": {"defense": power}}, {})
    scene.do(CloseAttack(RED, a, b))
    scene.roll(1, 1)
    assert (scene.piece(a).click, scene.state.flow.open) == (2, ())


@pytest.mark.rule("HC-KB-17")
def test_knocked_back_is_not_moved() -> None:
    """B, slow and beside two opponents, goes 3 squares past the second: no break away, no stop, no token."""
    scene, a, b = duel({"damage": 3}, {"speed": 1, "clicks": 9})
    scene.put("C", "red", (2, 1))
    scene.do(CloseAttack(RED, a, b))
    scene.roll(4, 4)
    assert (scene.piece(b).spaces, scene.piece(b).tokens) == ((at(4, 0),), 0)
    assert scene.state.flow.open == ()


@pytest.mark.rule("HC-LOS-04", "HC-LOS-02")
def test_a_figure_in_the_way() -> None:
    scene, a, b = duel({"range": 8}, {}, spot=(4, 2))
    scene.put("C", "red", (2, 1))
    assert scene.refused(RangedAttack(RED, a, (b,))) == {"HC-LOS-04"}


@pytest.mark.rule("HC-LOS-07", "HC-LOS-08", "HC-LOS-09", "HC-TERR-11", "HC-TERR-12", "HC-ATK-15")
@pytest.mark.parametrize(
    ("hindering", "defense"),
    [([(2, 0)], 17), ([(2, 0), (3, 0)], 17), ([(0, 0)], 16), ([(0, 0), (2, 0)], 17), ([(4, 0)], 17), ([], 16)],
)
def test_hindered_line_adds_one(hindering: list[tuple[int, int]], defense: int) -> None:
    """EX-LOS-04."""
    scene, a, b = duel({"range": 8}, {"defense": 16}, spot=(4, 0), terrain=dict.fromkeys(hindering, "hindering"))
    scene.do(RangedAttack(RED, a, (b,)))
    assert scene.state.attack is not None
    assert scene.state.attack.targets[0].defense == defense
    scene, a, b = duel({}, {"defense": 16}, terrain={(0, 0): "hindering", (1, 0): "hindering"})
    scene.do(CloseAttack(RED, a, b))
    assert scene.state.attack is not None
    assert scene.state.attack.targets[0].defense == 16


@pytest.mark.rule("HC-VAL-08")
def test_defensive_powers_count_against_their_kind_of_attack() -> None:
    scene, a, b = duel({"range": 8}, {"defense": 16, "powers": {"defense": "energy_shield_deflection"}}, spot=(4, 0))
    scene.do(RangedAttack(RED, a, (b,)))
    assert scene.state.attack is not None
    assert scene.state.attack.targets[0].defense == 18


KB = [
    # id, B, taken, walls, terrain, others, end, damage
    ("EX-KB-01", (1, 0), 2, [((2, 0), (3, 0))], {}, [], (2, 0), 1),
    ("EX-KB-02", (1, 1), 2, [], {}, [], (3, 3), 0),
    ("EX-KB-05", (1, 0), 3, [], {}, [(3, 0)], (2, 0), 0),
    ("EX-KB-07", (1, 0), 2, [], {(2, 0): "hindering"}, [], (3, 0), 0),
    ("EX-KB-16a", (1, 1), 2, [], {(2, 1): "blocking", (1, 2): "blocking"}, [], (1, 1), 1),
    ("EX-KB-16b", (1, 1), 2, [], {(2, 1): "blocking"}, [], (3, 3), 0),
    ("EX-KB-19a", (1, 1), 2, [], {(1, 2): "blocking"}, [(2, 1)], (1, 1), 0),
    ("EX-KB-19b", (1, 1), 2, [], {}, [(2, 1)], (3, 3), 0),
]


@pytest.mark.rule(
    "HC-KB-01",
    "HC-KB-04",
    "HC-KB-05",
    "HC-KB-08",
    "HC-KB-09",
    "HC-KB-10",
    "HC-KB-11",
    "HC-KB-12",
    "HC-KB-13",
    "HC-DMG-09",
    "HC-VAL-19",
)
@pytest.mark.parametrize(("name", "spot", "taken", "walls", "terrain", "others", "end", "damage"), KB)
def test_knock_back(
    name: str, spot: Any, taken: int, walls: Any, terrain: Any, others: Any, end: tuple[int, int], damage: int
) -> None:
    scene, a, b = duel({"damage": taken}, {"clicks": 9}, spot=spot, walls=walls, terrain=terrain)
    for number, place in enumerate(others):
        scene.put(f"C{number}", "blue", place)
    scene.do(CloseAttack(RED, a, b))
    before = scene.state.table.board
    back = only(scene.roll(4, 4), KnockedBack)
    assert (back.path[-1], back.damage) == (at(*end), damage)
    assert scene.piece(b).click == 1 + taken + damage
    assert scene.state.table.board == before, "nothing is destroyed by it"


@pytest.mark.rule("HC-KB-09", "HC-TERR-23")
def test_knock_back_at_the_edge() -> None:
    """EX-KB-06."""
    scene = Scene()
    a, b = scene.put("A", "red", (13, 0)), scene.put("B", "blue", (14, 0), figure("B", clicks=9))
    scene.do(CloseAttack(RED, a, b))
    back = only(scene.roll(4, 4), KnockedBack)
    assert (back.path[-1], back.stop, back.damage) == (at(15, 0), "edge", 1)


@pytest.mark.rule("HC-KB-06")
@pytest.mark.parametrize(
    ("spot", "options", "ends"),
    [
        ((2, 1), ("east", "south_east"), {"east": (5, 1), "south_east": (5, 4)}),  # EX-KB-03
        ((4, 1), (), {"": (7, 1)}),  # EX-KB-04
        ((3, 1), (), {"": (6, 1)}),
    ],
)
def test_direction_off_a_straight_line(spot: Any, options: Any, ends: Any) -> None:
    for choice, end in ends.items():
        scene, a, b = duel({"damage": 3, "range": 8}, {"clicks": 9}, spot=spot)
        scene.do(RangedAttack(RED, a, (b,)))
        scene.roll(4, 4)
        if options:
            (request,) = scene.state.flow.open
            assert getattr(request, "options", ()) == options
            scene.do(Choose(RED, request.id, (choice,)))
        assert scene.piece(b).spaces == (at(*end),)


ROOF = {(x, y): 2 for x in range(3) for y in range(5)}


@pytest.mark.rule("HC-KB-14", "HC-KB-15", "HC-KB-16", "HC-KB-19", "HC-KB-09", "HC-ABIL-13", "HC-TERR-41")
@pytest.mark.parametrize(
    ("name", "wing", "extra", "other", "end", "damage"),
    [
        ("EX-KB-08", False, {}, None, (3, 2), 2),
        ("EX-KB-09", True, {}, None, (3, 2), 0),
        ("EX-KB-10", False, {}, (3, 2), (2, 2), 0),
        ("EX-KB-17", True, {}, (3, 2), (2, 2), 0),
        ("EX-KB-18a", False, {"terrain": {(3, 2): "blocking"}}, None, (2, 2), 1),
        ("EX-KB-18b", False, {"walls": [((2, 2), (3, 2))]}, None, (2, 2), 1),
    ],
)
def test_falling(name: str, wing: bool, extra: Any, other: Any, end: Any, damage: int) -> None:
    scene = Scene(levels=ROOF, **extra)
    a = scene.put("A", "red", (0, 2), figure("A", damage=3))
    symbols = Symbols(speed="wing") if wing else Symbols()
    b = scene.put("B", "blue", (1, 2), figure("B", clicks=12, symbols=symbols))
    if other:
        scene.put("C", "blue", other)
    scene.do(CloseAttack(RED, a, b))
    back = only(scene.roll(4, 4), KnockedBack)
    assert (back.path[-1], back.damage) == (at(*end), damage)


@pytest.mark.rule("HC-KB-09")
def test_knock_back_up_a_roof_stops() -> None:
    """EX-KB-11."""
    scene = Scene(levels=ROOF)
    a = scene.put("A", "red", (5, 2), figure("A", damage=2))
    b = scene.put("B", "blue", (4, 2), figure("B", clicks=9))
    scene.do(CloseAttack(RED, a, b))
    back = only(scene.roll(4, 4), KnockedBack)
    assert (back.path[-1], back.damage) == (at(3, 2), 1)


@pytest.mark.rule("HC-KB-11", "HC-DMG-10")
def test_knock_back_damage_is_reduced_by_itself() -> None:
    """EX-KB-12: 1 knock back damage with Toughness is 0; the attack's own damage was reduced apart."""
    scene, a, b = duel({"damage": 3}, {"clicks": 9, "powers": {"defense": "toughness"}}, walls=[((1, 0), (2, 0))])
    scene.do(CloseAttack(RED, a, b))
    events = scene.roll(4, 4)
    assert [(one.dealt, one.taken) for one in events if isinstance(one, DamageDealt)] == [(3, 2), (1, 0)]


@pytest.mark.rule("HC-KB-03", "HC-KB-04", "HC-DMG-12", "HC-MULTI-13", "HC-ABIL-12")
def test_no_knock_back() -> None:
    """EX-KB-13, EX-KB-15: the knocked out, the unhurt, the giant and the larger base stay."""
    cases: list[tuple[dict[str, Any], int | None]] = [
        ({"clicks": 2}, None),
        ({"powers": {"defense": "invulnerability"}}, None),
        ({"symbols": Symbols(damage="giant")}, 1),
        ({"symbols": Symbols(damage="colossal")}, 1),
        ({"powers": {"speed": "charge"}}, 1),
    ]
    for b, moved in cases:
        scene, attacker, target = duel({"damage": 2}, b)
        scene.do(CloseAttack(RED, attacker, target))
        backs = [one for one in scene.roll(4, 4) if isinstance(one, KnockedBack)]
        assert [len(one.path) for one in backs] == ([] if moved is None else [1])
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", damage=2))
    large = scene.put("B", "blue", [(1, 0), (2, 0)], replace(figure("B"), dimensions=(2, 1)))
    scene.do(CloseAttack(RED, a, large))
    assert len(only(scene.roll(4, 4), KnockedBack).path) == 1
    assert scene.piece(large).spaces == (at(1, 0), at(2, 0))


@pytest.mark.rule("HC-MULTI-10", "HC-MULTI-16", "HC-RNG-02", "HC-RNG-05")
def test_a_larger_base_is_shot_at_where_it_can_be_reached() -> None:
    """B covers (3,6) and (3,7); only the line to (3,6) crosses hindering (2,3), only (3,6) is within range 6.

    The clear line is 7 long, so the hindered one counts; with range 5 there is none.
    """
    for reach, refused in [(7, None), (6, None), (5, {"HC-RNG-02"})]:
        scene = Scene(terrain={(2, 3): "hindering"})
        a = scene.put("A", "red", (0, 0), figure("A", range=reach))
        b = scene.put("B", "blue", [(3, 6), (3, 7)], replace(figure("B", defense=16), dimensions=(1, 2)))
        if refused:
            assert scene.refused(RangedAttack(RED, a, (b,))) == refused
            continue
        scene.do(RangedAttack(RED, a, (b,)))
        assert scene.state.attack is not None
        (target,) = scene.state.attack.targets
        assert (target.end, target.defense) == ((at(3, 7), 16) if reach == 7 else (at(3, 6), 17))


@pytest.mark.rule("HC-KB-07")
def test_farthest_first() -> None:
    """EX-KB-14: C is resolved first and goes to (7,1); B, pushed east, then reaches (5,1)."""
    scene, a, b = duel({"damage": 5, "targets": 2, "range": 8}, {"clicks": 9}, spot=(2, 1))
    c = scene.put("C", "blue", (5, 1), figure("C", clicks=9))
    scene.do(RangedAttack(RED, a, (b, c)))
    scene.roll(4, 4)
    (request,) = scene.state.flow.open
    scene.do(Choose(RED, request.id, ("3/2",)))
    (request,) = scene.state.flow.open
    scene.do(Choose(RED, request.id, ("east",)))
    assert (scene.piece(c).spaces, scene.piece(b).spaces) == ((at(7, 1),), (at(5, 1),))


@pytest.mark.rule("HC-DMG-02")
def test_damage_that_a_power_by_hand_may_change_is_asked_for() -> None:
    scene, a, b = duel({"damage": 3}, {"powers": {"defense": "special"}})
    scene.do(CloseAttack(RED, a, b))
    scene.roll(5, 4)
    (request,) = scene.state.flow.open
    assert getattr(request, "options", ()) == ("3", "2", "1", "0")
    scene.do(Choose(BLUE, request.id, ("1",)))
    assert scene.piece(b).click == 2
