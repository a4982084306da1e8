"""The shipped cards in play: a feat, a condition and an event dial that do what their rows say. By hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.documents import Node
from companion.games.heroclix.commands import (
    CloseAttack,
    EndTurn,
    MoveFigure,
    TurnEventDial,
    TurnOff,
    UseFeat,
    UsePower,
)
from companion.games.heroclix.events.tactics import ConditionCancelled, ConditionRolled
from companion.games.heroclix.figures.collection import load_figures
from companion.games.heroclix.forces.cards import load_cards
from companion.games.heroclix.forces.enlisting import tactics_of
from companion.games.heroclix.forces.files import FORMAT, parse_force
from companion.games.heroclix.forces.rules import check_force
from companion.games.heroclix.forces.setup import Condition, EventDial, Feat, Tactics
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure

CARDS = load_cards()
MIST = '{"amount": -1, "value": "attack", "verb": "modify_value"}'


def gaff(*pieces: Any) -> Feat:
    card = CARDS.feats["long-gaff"]
    return Feat("red-feat-1", RED, card.name, card.points, pieces, needs=card.needs, effects=card.effects)


def brought(**words: Any) -> Tactics:
    document = {"format": FORMAT, "figures": [{"figure": "lq004", "as": "eel"}], **words}
    return tactics_of({RED: parse_force(Node("force.json", "", document), load_figures()), BLUE: EMPTY})


EMPTY = parse_force(Node("force.json", "", {"format": FORMAT, "figures": [{"figure": "lq001"}]}), load_figures())


@pytest.mark.rule("HC-FEAT-01", "HC-FEAT-11", "HC-FEAT-16")
def test_a_feat_modifies_while_it_is_used() -> None:
    """Long Gaff: damage +1 in close attacks while Charge and damage 3 show; off for one action; gone with Charge."""
    scene = Scene(tactics=Tactics(feats=(gaff("A"),)))
    a = scene.put("A", "red", (0, 0), figure("A", damage=3, powers={"speed": "charge"}))
    b = scene.put("B", "blue", (1, 0), figure("B", clicks=12, powers={"damage": "outwit"}))
    scene.do(CloseAttack(RED, a, b))
    scene.roll(5, 4)
    assert scene.piece(b).click == 5
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    scene.do(TurnOff(RED, a, "red-feat-1"))
    assert scene.refused(UseFeat(RED, "red-feat-1", a)) == {"HC-FEAT-15"}
    scene.do(CloseAttack(RED, a, b))
    scene.roll(5, 4)
    assert scene.piece(b).click == 8
    scene.do(UseFeat(RED, "red-feat-1", a))
    scene.do(EndTurn(RED))
    scene.do(UsePower(BLUE, b, "outwit", (a,), (), "charge"))
    assert scene.refused(UseFeat(RED, "red-feat-1", a)) == {"HC-FEAT-18"}


@pytest.mark.rule("HC-FEAT-14")
def test_an_altered_symbol_disables_its_feat() -> None:
    """EX-FEAT: the wing that a feat asks for is gone while Earthbound shows, and back without it."""
    card = replace(gaff("A"), needs=replace(gaff().needs, powers=(), symbols=("wing",), least=()))
    printed = figure("A", symbols=replace(figure("A").symbols, speed="wing"))
    earthbound = figure("A", powers={"speed": "earthbound_neutralized"}).dial
    scene = Scene(tactics=Tactics(feats=(card,)))
    a = scene.put("A", "red", (0, 0), replace(printed, dial=(printed.dial[0], *earthbound[1:])))
    scene.put("B", "blue", (9, 9))
    scene.do(UseFeat(RED, "red-feat-1", a))
    scene.state = scene.state.with_piece(replace(scene.piece(a), click=2))
    assert scene.refused(UseFeat(RED, "red-feat-1", a)) == {"HC-FEAT-18"}


@pytest.mark.rule("HC-BFC-03", "HC-BFC-04", "HC-BFC-05", "HC-BFC-06")
def test_gusts_are_rolled_for_each_copy_and_turn() -> None:
    """Two copies: two dice as each turn begins; 1 or 2 takes two squares of range away for that turn."""
    card = CARDS.conditions["gusts"]
    copies = tuple(Condition(f"{seat}-condition-1", seat, card.name, card.text, card.effects) for seat in (RED, BLUE))
    scene = Scene(tactics=Tactics(conditions=copies), seats=("red", "blue", "green"))
    a = scene.put("A", "red", (0, 0))
    scene.put("B", "blue", (9, 9))
    scene.put("C", "green", (5, 5))
    scene.do(MoveFigure(RED, a, (at(1, 0),)))  # the first turn of a scene begins without a loop of its own
    while scene.state.flow.open:
        scene.roll(6)
    scene.do(EndTurn(RED))
    assert scene.asked == "HC-BFC-05"
    events = scene.roll(2)
    assert ConditionRolled("red-condition-1", 2, strikes=True) in events
    events = scene.roll(1)
    assert ConditionRolled("blue-condition-1", 1, strikes=True) in events
    assert {one.range for one in GAME.view_for(scene.state, RED).pieces} == {3}, "6 less the rule of three"
    scene.do(EndTurn(BLUE))
    assert scene.asked == "HC-BFC-05"
    scene.roll(6)
    scene.roll(3)
    assert {one.range for one in GAME.view_for(scene.state, RED).pieces} == {6}


def test_a_cancelled_copy_does_nothing() -> None:
    copies = tuple(Condition(f"mist-{n}", seat, "Mist", "", (MIST,)) for n, seat in ((1, RED), (2, BLUE)))
    scene = Scene(tactics=Tactics(conditions=copies))
    a, b = scene.put("A", "red", (0, 0), figure("A", attack=9)), scene.put("B", "blue", (1, 0))
    scene.state = GAME.apply(scene.state, ConditionCancelled(RED, "mist-2"))
    scene.do(CloseAttack(RED, a, b))
    attack = scene.state.attack
    assert attack is not None
    assert attack.attack == 8


@pytest.mark.rule("HC-EVENT-03", "HC-EVENT-09", "HC-EVENT-10")
def test_the_lantern_hour() -> None:
    """Amber on clicks 1 and 2: attacks +1; blue on 2 and 3: nobody is pushed; it turns as a round begins."""
    dial = brought(event="lantern-hour").event
    assert isinstance(dial, EventDial)
    scene = Scene(tactics=Tactics(event=dial))
    a = scene.put("A", "red", (0, 0), figure("A", attack=9))
    b = scene.put("B", "blue", (1, 0), figure("B", clicks=12))

    def declared() -> int:
        scene.do(CloseAttack(RED, a, b))
        assert scene.state.attack is not None
        value = scene.state.attack.attack
        scene.roll(1, 2)
        return value

    assert declared() == 10
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    assert scene.state.tactics.event_click == 2
    assert declared() == 10
    assert (scene.piece(a).tokens, scene.piece(a).click) == (2, 1), "blue: not pushed"
    scene.do(TurnEventDial(RED, 2))
    scene.do(EndTurn(RED))
    scene.do(EndTurn(BLUE))
    assert scene.state.tactics.event_click == 1, "from 4 back to 1, whose line is green"


@pytest.mark.rule("HC-EVENT-04", "HC-VP-04")
def test_an_event_dial_may_win_the_game() -> None:
    dial = EventDial("Siege", 3, (1,), wins_at=50)
    scene = Scene(tactics=Tactics(event=dial))
    a, b = scene.put("A", "red", (0, 0)), scene.put("B", "blue", (1, 0), figure("B", clicks=1, points=50))
    scene.put("C", "blue", (9, 9))
    scene.do(CloseAttack(RED, a, b))
    scene.roll(5, 4)
    outcome = scene.state.flow.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.rule) == ((RED,), "HC-EVENT-04")


def test_what_forces_bring_keeps_its_rows() -> None:
    tactics = brought(conditions=["gusts"], feats=[{"feat": "long-gaff", "to": ["eel"]}])
    assert [one.effects for one in tactics.conditions] == [CARDS.conditions["gusts"].effects]
    assert [one.effects for one in tactics.feats] == [CARDS.feats["long-gaff"].effects]
    assert CARDS.conditions["gusts"].effects
    force = parse_force(
        Node("f", "", {"format": FORMAT, "figures": [{"figure": "lq001"}], "event": "lantern-hour"}), load_figures()
    )
    assert check_force(force, 300).is_legal


@pytest.mark.rule("HC-FEAT-09")
def test_a_feat_is_nobody_elses() -> None:
    scene = Scene(tactics=Tactics(feats=(replace(gaff("A"), needs=replace(gaff().needs, powers=(), least=())),)))
    a = scene.put("A", "red", (0, 0))
    b = scene.put("B", "blue", (1, 0), figure("B", clicks=9))
    assert scene.refused(UseFeat(BLUE, "red-feat-1", a)) == {"HC-FEAT-09"}
    scene.state = scene.state.with_piece(replace(scene.piece(a), seat=BLUE, owner=RED))
    assert "red-feat-1" not in {one.power for one in scene.state.held(scene.piece(a))}, f"beside {b}"


@pytest.mark.rule("HC-EVENT-09")
def test_the_event_dial_turns_while_an_attack_waits_for_its_dice() -> None:
    """The attack goes on from where it stood, and the dial stays where it was turned to."""
    scene = Scene(tactics=Tactics(event=EventDial("Storm", 6, (1,))))
    a, b = scene.put("A", "red", (0, 0)), scene.put("B", "blue", (1, 0))
    scene.do(CloseAttack(RED, a, b))
    scene.do(TurnEventDial(RED, 2))
    scene.roll(5, 4)
    assert (scene.piece(b).click, scene.state.tactics.event_click, scene.state.work) == (4, 3, None)
