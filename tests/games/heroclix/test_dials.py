"""The dial in play: EX-DIAL-02, -04, the knock-out, turning by hand; by hand from the catalogue."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.events import GameEnded
from companion.core.ids import PieceId
from companion.games.heroclix.commands import AdjustDial, CloseAttack, EndTurn
from companion.games.heroclix.events.damage import DialTurned, KnockedOut
from companion.games.heroclix.figures.figure import Click, Figure, Value, heal_to, ring_of, set_symbol_of
from companion.games.heroclix.forces.enlisting import enlist
from companion.games.heroclix.forces.force import Force, Member
from tests.games.heroclix.opening import opened
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure


def two_clicks() -> Figure:
    """10/9/17/3 with a power on attack, then 9/9/16/2 without it, then like that again."""
    first = Click(1, Value(10), Value(9, "flurry"), Value(17), Value(3), "green")
    second = Click(2, Value(9), Value(9), Value(16), Value(2))
    return replace(figure("A", range=4), dial=(first, second, replace(second, number=3)))


@pytest.mark.rule(
    "HC-DIAL-02", "HC-DIAL-07", "HC-DIAL-08", "HC-DIAL-11", "HC-DIAL-13", "HC-POW-01", "HC-POW-05", "HC-DMG-17"
)
def test_damage_turns_to_the_next_click() -> None:
    """EX-DIAL-02: after 1 damage the second click counts; the power of the first is lost, the range is what it was."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), two_clicks())
    scene.put("X", "blue", (9, 9))
    assert scene.piece(a).click == 1
    scene.do(AdjustDial(BLUE, a, 1, "an effect"))
    shown = next(one for one in GAME.view_for(scene.state, BLUE).pieces if one.id == a)
    assert [slot.value for slot in shown.window] == [9, 9, 16, 2]
    assert [slot.power for slot in shown.window] == [None] * 4
    assert shown.range == 4


@pytest.mark.rule("HC-DMG-15", "HC-DMG-16", "HC-DIAL-11")
def test_healing_stops_at_the_starting_line() -> None:
    """EX-DIAL-04: from 3 healed by 5 is 1; started on 5, from 7 healed by 4 is 5."""
    assert (heal_to(3, 5, 1), heal_to(7, 4, 5)) == (1, 5)
    scene = Scene()
    a = scene.put("A", "red", (0, 0))
    scene.put("X", "blue", (9, 9))
    assert scene.refused(AdjustDial(RED, a, -1, "healing")) == {"HC-DMG-16"}
    scene.do(AdjustDial(RED, a, 2, "an effect"))
    scene.do(AdjustDial(RED, a, -5, "healing"))
    assert scene.piece(a).click == 1


@pytest.mark.rule("HC-DIAL-15", "HC-DMG-16")
def test_a_dial_with_two_starting_lines() -> None:
    """Taken for 60 of 100 / 60 points it starts on click 5, and healing does not bring it past that line."""
    plain = figure("A", clicks=9, points=100)
    dial = tuple(replace(click, starting_line="green" if click.number in (1, 5) else None) for click in plain.dial)
    two_lines = replace(plain, points=(100, 60), dial=dial)
    (enlisted,) = enlist(Force((Member(two_lines, 60),)), RED)
    assert (enlisted.start_click, enlisted.points) == (5, 60)
    assert heal_to(7, 4, enlisted.start_click) == 5


@pytest.mark.rule("HC-DMG-03", "HC-DMG-11", "HC-DIAL-14")
def test_turning_stops_at_the_knock_out() -> None:
    """A dial of 3 clicks that takes 9: turned to the first click without values, and off the map for good."""
    scene = Scene()
    a, b = scene.put("A", "red", (0, 0), figure("A", damage=9)), scene.put("B", "blue", (1, 0), figure("B", clicks=3))
    scene.put("C", "blue", (9, 9))
    scene.do(CloseAttack(RED, a, b))
    events = scene.roll(5, 4)
    assert [(one.before, one.after) for one in events if isinstance(one, DialTurned)] == [(1, 4)]
    assert any(isinstance(one, KnockedOut) for one in events)
    assert scene.piece(b).spaces == ()
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    assert scene.refused(CloseAttack(RED, a, b)) == {"HC-DMG-11"}
    assert scene.refused(AdjustDial(RED, b, -1, "healing")) == {"HC-DMG-11"}


@pytest.mark.rule("HC-DIAL-12", "HC-ACT-08")
def test_nobody_turns_a_dial_to_look(clock: Any) -> None:
    """Nothing to turn, an attack in progress, no game yet, a game that is over: the dial stays as it is."""
    scene = Scene()
    a, b = scene.put("A", "red", (0, 0)), scene.put("B", "blue", (1, 0), figure("B", clicks=2))
    assert scene.refused(AdjustDial(RED, b, 0, "a look")) == {"HC-DIAL-12"}
    scene.do(CloseAttack(RED, a, b))
    assert scene.refused(AdjustDial(RED, b, 1, "an effect")) == {"HC-ACT-08"}
    scene.roll(5, 4)
    assert scene.refused(AdjustDial(RED, a, 1, "an effect")) == {"HC-END-01"}
    session = opened(clock)
    states = (session.state_at(n) for n in range(session.version))
    setting_up = (one for one in states if one.flow.phase == "deployment" and any(one.on_map()))
    state = next(setting_up)
    placed = next(one.id for one in state.on_map())
    refusal: Any = GAME.decide(state, AdjustDial(RED, placed, 1, "an effect"))
    assert {one.rule for one in refusal.violations} == {"HC-SETUP-12"}


@pytest.mark.rule("HC-VP-01", "HC-VP-05", "HC-END-01")
def test_a_knock_out_by_hand_counts_before_the_end_is_judged() -> None:
    """In blue's turn red's last piece falls to an effect left to the players: blue scores it, as the result says."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", points=80))
    scene.put("X", "blue", (9, 9))
    scene.do(EndTurn(RED))
    *_, last = scene.do(AdjustDial(BLUE, a, 9, "an effect"))
    assert isinstance(last, GameEnded)
    assert last.outcome.winners == (BLUE,)
    assert dict(last.outcome.scores) == {RED: 0, BLUE: 80}


@pytest.mark.rule("HC-DIAL-04", "HC-DIAL-05")
def test_colours_of_the_base() -> None:
    """The five colours of the set symbol by rarity; the ring by experience, silver for a unique; else nothing."""
    plain = figure("A")
    symbols = {
        "common": "white",
        "uncommon": "green",
        "rare": "silver",
        "super_rare": "gold",
        "limited_edition": "bronze",
        "chase": None,
        None: None,
    }
    assert {rarity: set_symbol_of(replace(plain, rarity=rarity)) for rarity in symbols} == symbols
    rings = {"rookie": "yellow", "experienced": "blue", "veteran": "red", None: None}
    assert {one: ring_of(replace(plain, experience=one)) for one in rings} == rings
    assert ring_of(replace(plain, unique=True)) == "silver"


@pytest.mark.rule("HC-DIAL-01")
def test_figure_base_and_dial_are_one_piece() -> None:
    """What moves, is hurt or knocked out is the piece with all its parts: B goes with its dial, and goes whole."""
    scene = Scene()
    scene.put("A", "red", (0, 0), figure("A", attack=12, damage=5))
    b = scene.put("B", "blue", (1, 0), figure("B", clicks=5, defense=10))
    scene.put("C", "blue", (9, 9))
    before = scene.piece(b)
    assert (before.spaces, before.click, scene.state.figure(before).range) == ((at(1, 0),), 1, 6)
    scene.do(CloseAttack(RED, PieceId("A"), b))
    scene.roll(3, 2)
    after = scene.piece(b)
    assert (after.ko, after.spaces, after.tokens) == (True, (), 0)
