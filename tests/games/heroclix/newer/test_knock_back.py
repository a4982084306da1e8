"""Knock back in the newer edition: ED-36..41 of the catalogue, squares by hand."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.heroclix.commands import CloseAttack, RangedAttack, UsePower
from companion.games.heroclix.events.attack import KnockBackGained
from companion.games.heroclix.events.damage import DamageDealt, KnockBackSettled, KnockedBack
from tests.games.heroclix.newer.duels import CORE, NEWER, Fight, clicks_of, mark_stop, of, taken
from tests.games.heroclix.scene import RED, at

KEYWORD = {"shove": {"verb": "knocks_back"}}


@pytest.mark.rule("HX-KB-01", "HX-KB-02", "HX-KB-03", "HX-KB-04")
def test_ed_36_doubles_knock_back_by_choice() -> None:
    """3-3 hits for 3: the older edition knocks back three squares, the newer asks the attacker."""
    scene = Fight(CORE)
    a, b = scene.stand("A", "red", (0, 0), attack=12), scene.stand("B", "blue", (1, 0))
    scene.do(CloseAttack(RED, a, b))
    scene.roll(3, 3)
    assert scene.piece(b).spaces == (at(4, 0),)
    for options, spot in ((("knock_back",), (4, 0)), ((), (1, 0))):
        scene = Fight()
        a, b = scene.stand("A", "red", (0, 0), attack=12), scene.stand("B", "blue", (1, 0))
        scene.do(CloseAttack(RED, a, b))
        events = scene.roll(3, 3)
        assert of(events, KnockBackGained) == [KnockBackGained(a, "doubles")]
        request: Any = scene.state.flow.open[0]
        assert (request.purpose, request.seat, request.optional) == ("HX-KB-03", RED, True)
        scene.choose(*options)
        assert scene.piece(b).spaces == (at(*spot),)


@pytest.mark.rule("HX-KB-03", "HX-SEQ-10")
def test_ed_37_by_clicks_not_by_damage_taken() -> None:
    """5 taken, 2 clicked: two squares."""
    scene = Fight(effects=KEYWORD)
    a, b = scene.stand("A", "red", (0, 0), "shove", attack=12, damage=5), scene.stand("B", "blue", (1, 0), clicks=8)
    mark_stop(scene, b, 3)
    scene.do(CloseAttack(RED, a, b))
    events = scene.roll(5, 4)
    assert taken(events) == [5]
    scene.choose("knock_back")
    assert (scene.piece(b).click, scene.piece(b).spaces) == (3, (at(3, 0),))


@pytest.mark.rule("HX-KB-06", "HX-KB-07", "HX-KB-01", "HX-KB-02")
def test_ed_38_a_blast_is_no_attack_and_no_choice() -> None:
    """Four squares by the die, from two squares away; the wall at the end hurts as in any knock back (AMB-48)."""
    scene = Fight(walls=[((4, 0), (5, 0))])
    a = scene.stand("A", "red", (0, 0), powers={"speed": "force_blast"})
    b = scene.stand("B", "blue", (2, 0))
    scene.do(UsePower(RED, a, "force_blast", (b,)))
    events = scene.roll(4)
    assert scene.asked == ""
    assert of(events, KnockedBack) == [KnockedBack(b, (at(2, 0), at(3, 0), at(4, 0)), "wall", 1)]
    assert (scene.piece(b).spaces, scene.piece(b).click) == ((at(4, 0),), 2)


@pytest.mark.rule("HX-KB-05")
def test_ed_39_once_for_a_source_of_damage() -> None:
    """Doubles and a power: one question, one knock back."""
    scene = Fight(effects=KEYWORD)
    a = scene.stand("A", "red", (0, 0), "shove", attack=12, damage=2, powers={"attack": "super_strength"})
    b = scene.stand("B", "blue", (1, 0))
    scene.do(CloseAttack(RED, a, b))
    scene.roll(4, 4)
    events = scene.choose("knock_back")
    assert len(of(events, KnockedBack)) == 1
    assert scene.asked == ""
    assert scene.piece(b).spaces == (at(3, 0),)


@pytest.mark.rule("HX-KB-03", "HC-KB-07")
def test_ed_40_all_of_them_or_none_the_farthest_first() -> None:
    """EX-HX-20: 3 and 1 clicked; C is nearer. A friend that was hit is not knocked back."""
    scene = Fight()
    a = scene.stand("A", "red", (5, 5), attack=12, damage=4, targets=2)
    b, c = scene.stand("B", "blue", (5, 8)), scene.stand("C", "blue", (7, 5))
    scene.do(RangedAttack(RED, a, (c, b)))
    scene.roll(3, 3)
    scene.choose("1/3")
    events = scene.choose("knock_back")
    assert of(events, KnockBackSettled)[0].distances == ((b, 3), (c, 1))
    assert [one.piece for one in of(events, KnockedBack)] == [b, c]
    assert (scene.piece(b).spaces, scene.piece(c).spaces) == ((at(5, 11),), (at(8, 5),))


@pytest.mark.rule("HX-KB-03", "HX-ATK-04")
def test_friends_and_those_who_took_nothing_stay() -> None:
    scene = Fight()
    a = scene.stand("A", "red", (5, 5), attack=12, powers={"attack": "pulse_wave"}, range=6)
    f, b = scene.stand("F", "red", (5, 7)), scene.stand("B", "blue", (7, 5))
    t = scene.stand("T", "blue", (5, 3), powers={"defense": "toughness"})
    scene.do(UsePower(RED, a, "pulse_wave"))
    scene.roll(3, 3)
    scene.choose("knock_back")
    assert scene.piece(b).spaces == (at(8, 5),)
    assert scene.piece(f).spaces == (at(5, 7),)
    assert clicks_of(scene, f, b) == [2, 2]
    assert scene.piece(t).click in (1, 2)


@pytest.mark.rule("HX-KB-08", "HC-KB-06")
def test_ed_41_path_and_stops_are_those_of_the_older_book() -> None:
    """Off every straight line the attacker picks one of two ways (AMB-48); at the edge one damage, reduced like other
    knock back damage."""
    scene = Fight(size=(8, 8), effects=KEYWORD)
    a = scene.stand("A", "red", (0, 0), "shove", attack=12)
    b = scene.stand("B", "blue", (6, 3), clicks=12)
    scene.do(RangedAttack(RED, a, (b,)))
    scene.roll(5, 4)
    scene.choose("knock_back")
    request: Any = scene.state.flow.open[0]
    assert (request.purpose, request.options) == ("HC-KB-06", ("east", "south_east"))
    events = scene.choose("east")
    assert of(events, KnockedBack)[0].stop == "edge"
    assert [(one.taken, one.kind.value) for one in of(events, DamageDealt)] == [(1, "knockback")]
    assert scene.piece(b).spaces == (at(7, 3),)


@pytest.mark.rule("HX-KB-03")
def test_nobody_who_can_be_knocked_back_and_nobody_is_asked() -> None:
    scene = Fight(effects={**KEYWORD, "rock": {"verb": "stand_firm"}})
    a, b = scene.stand("A", "red", (0, 0), "shove", attack=12), scene.stand("B", "blue", (1, 0), "rock")
    scene.do(CloseAttack(RED, a, b))
    events = scene.roll(5, 4)
    assert scene.asked == ""
    assert of(events, KnockBackSettled) == [KnockBackSettled(a, ())]
    assert NEWER.attack.knock_back.keyword
