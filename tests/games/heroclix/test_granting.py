"""What special powers, traits and abilities give in play: granted, countered, turned off, lost. By hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.heroclix.commands import AdjustDial, CloseAttack, EndTurn, MoveFigure, TurnOff, UsePower, UseText
from companion.games.heroclix.edition import is_standard
from companion.games.heroclix.editions.core import CORE
from companion.games.heroclix.events.attack import LeftToPlayers
from companion.games.heroclix.events.damage import DamageDealt
from companion.games.heroclix.events.powers import EffectsEnded, PowerUsed
from companion.games.heroclix.figures.figure import Figure, SpecialPower, Symbols, Value
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure


def special(slot: str, text: str, name: str = "Knack", **more: Any) -> Figure:
    """A figure with that special power on every click, or that trait."""
    shown = {} if slot == "trait" else {slot: "special"}
    printed = figure("S", powers=shown, **more)
    return replace(printed, specials=(SpecialPower(slot, name, text),))


def names(scene: Scene, piece: Any) -> set[str]:
    return {one.power for one in scene.state.held(scene.piece(piece))}


@pytest.mark.rule("HC-POW-02", "HC-POW-04", "HC-POW-20")
def test_each_white_square_is_a_power_of_its_own() -> None:
    """Two white squares are two powers, told apart by the value they surround; a trait is none of them."""
    printed = figure("A", powers={"speed": "special", "attack": "special", "defense": "toughness"})
    texts = (
        SpecialPower("speed", "One", "A can use Charge."),
        SpecialPower("attack", "Two", "A can use Quake."),
        SpecialPower("trait", "Three", "A can use Stealth."),
    )
    scene = Scene()
    a = scene.put("A", "red", (0, 0), replace(printed, specials=texts))
    scene.put("B", "blue", (5, 5))
    held = {"special.speed", "charge", "special.attack", "quake", "trait.1", "stealth", "toughness"}
    assert names(scene, a) == held
    scene.do(TurnOff(RED, a, "special.attack"))
    assert names(scene, a) == held - {"special.attack", "quake"}
    view = next(one for one in GAME.view_for(scene.state, RED).pieces if one.id == a)
    assert [(one.slot, one.in_force) for one in view.window if one.power == "special"] == [
        ("speed", True),
        ("attack", False),
    ]
    assert [(one.key, one.grants) for one in view.texts] == [("special.speed", ("charge",)), ("trait.1", ("stealth",))]


@pytest.mark.rule("HC-ABIL-01", "HC-ABIL-14")
def test_abilities_and_traits_are_there_on_every_click() -> None:
    scene = Scene()
    printed = special("trait", "S can use Toughness.", clicks=3, symbols=Symbols("wing", "sharpshooter", "indomitable"))
    a = scene.put("A", "red", (0, 0), printed)
    scene.put("B", "blue", (5, 5))
    for click in (1, 2, 3):
        assert scene.piece(a).click == click
        assert {"flight", "carry", "sharpshooter", "indomitable", "trait.1", "toughness"} == names(scene, a)
        if click < 3:
            scene.do(AdjustDial(RED, a, 1, "by hand"))


def test_a_special_power_is_lost_with_its_click() -> None:
    printed = special("defense", "S can use Toughness.")
    dial = tuple(replace(one, defense=Value(16)) if one.number > 1 else one for one in printed.dial)
    scene = Scene()
    a = scene.put("A", "red", (0, 0), replace(printed, dial=dial))
    b = scene.put("B", "blue", (1, 0), figure("B", damage=2))
    scene.do(EndTurn(RED))
    scene.do(CloseAttack(BLUE, b, a))
    events = scene.roll(5, 4)
    assert next(one.taken for one in events if isinstance(one, DamageDealt)) == 1, "Toughness took one off"
    assert names(scene, a) == set()


@pytest.mark.rule("HC-POW-13", "HC-POW-17")
def test_an_effect_of_a_granted_power_goes_with_what_grants_it() -> None:
    """Perplex by a special power: +1 while it shows; countered, the +1 ends at once."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), special("damage", "S can use Perplex."))
    b = scene.put("B", "blue", (3, 0), figure("B", powers={"damage": "outwit"}))
    scene.do(UsePower(RED, a, "perplex", (a,), (), "attack+1"))
    assert [one.power for one in scene.state.lasting] == ["perplex"]
    scene.do(EndTurn(RED))
    assert scene.refused(UsePower(BLUE, b, "outwit", (a,), (), "perplex")) == {"HC-POW-17"}
    events = scene.do(UsePower(BLUE, b, "outwit", (a,), (), "special.damage"))
    assert any(isinstance(one, EffectsEnded) for one in events)
    assert names(scene, a) == set()


def test_both_are_there_when_the_dial_shows_what_a_trait_grants() -> None:
    """Countered is what is possessed: the trait lets it use Toughness all the same; the two add up (AMB-04)."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", damage=3, powers={"damage": "outwit"}))
    printed = replace(special("trait", "S can use Toughness."), dial=figure("B", powers={"defense": "toughness"}).dial)
    b = scene.put("B", "blue", (1, 0), printed)
    scene.do(UsePower(RED, a, "outwit", (b,), (), "toughness"))
    assert names(scene, b) == {"trait.1", "toughness"}
    scene.do(CloseAttack(RED, a, b))
    scene.roll(5, 4)
    assert scene.piece(b).click == 3


@pytest.mark.rule("HC-POW-19")
def test_a_granted_power_is_activated_like_any_other() -> None:
    """To activate a power is to begin to use it: one event says so, whatever grants it."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), special("speed", "S can use Force Blast."))
    b = scene.put("B", "blue", (1, 0))
    events = scene.do(UsePower(RED, a, "force_blast", (b,)))
    assert PowerUsed(a, "force_blast", (b,)) in events
    scene.roll(2)
    assert (scene.piece(b).spaces, scene.piece(a).tokens) == ((at(3, 0),), 1)
    assert scene.refused(UsePower(RED, a, "force_blast", (b,))) >= {"HC-ACT-04"}, "one action a turn (HC-POW-11)"


@pytest.mark.rule("HC-POW-21")
def test_an_ability_of_the_card_is_standard_too() -> None:
    assert is_standard(CORE.powers, "toughness")
    assert is_standard(CORE.powers, "sharpshooter")
    assert not is_standard(CORE.powers, "special.attack")
    assert not is_standard(CORE.powers, "test-A/trait.1")


def test_gaits_are_granted_and_lost() -> None:
    """Phasing by a trait goes through the wall of blocking squares; Earthbound lets no symbol fly."""
    terrain = {(1, y): "blocking" for y in range(24)}
    scene = Scene(terrain=terrain)
    a = scene.put("A", "red", (0, 0), special("trait", "S can use Phasing/Teleport."))
    scene.put("B", "blue", (9, 9))
    scene.do(MoveFigure(RED, a, (at(2, 0),)))
    scene = Scene(terrain=terrain)
    a = scene.put("A", "red", (0, 0), figure("A"))
    scene.put("B", "blue", (9, 9))
    assert scene.refused(MoveFigure(RED, a, (at(2, 0),))) == {"HC-MOVE-01"}


def test_the_rest_of_a_text_is_told_when_it_matters() -> None:
    """A text about attacks is named when somebody attacks; one about songs is not."""
    for text, told in [("S can use Toughness. When S attacks, hum.", True), ("Sing at dawn.", False)]:
        scene = Scene()
        a = scene.put("A", "red", (0, 0), special("trait", text))
        b = scene.put("B", "blue", (1, 0))
        events = scene.do(CloseAttack(RED, a, b))
        assert (LeftToPlayers(a, ("trait.1",)) in events) is told


@pytest.mark.rule("HC-POW-15")
def test_a_condition_holds_for_one_action() -> None:
    scene = Scene()
    a = scene.put("A", "red", (0, 0), special("trait", "If it rains, S can use Toughness."))
    b = scene.put("B", "blue", (1, 0), figure("B", damage=2))
    assert names(scene, a) == {"trait.1"}
    offers = [one for one in GAME.legal_commands(scene.state, RED) if isinstance(one, UseText)]
    assert offers == [UseText(RED, a, "trait.1", "toughness"), UseText(RED, a, "trait.1")]
    assert scene.refused(UseText(RED, a, "trait.1", "charge")) == {"HC-POW-15"}
    assert scene.refused(UseText(BLUE, a, "trait.1", "toughness")) == {"HC-ACT-04"}
    assert scene.refused(UseText(RED, a, "trait.2", "toughness")) == {"HC-POW-01"}
    scene.do(EndTurn(RED))
    scene.do(offers[0])
    assert scene.refused(offers[0]) == {"HC-POW-15"}, "granted already"
    scene.do(CloseAttack(BLUE, b, a))
    scene.roll(5, 4)
    assert scene.piece(a).click == 2
    assert names(scene, a) == {"trait.1"}, "the action is over"


def test_a_hand_is_worked_out_once_for_a_click() -> None:
    scene = Scene()
    a = scene.put("A", "red", (0, 0), special("attack", "S can use Quake."))
    scene.put("B", "blue", (9, 9))
    before = scene.state.hand(scene.piece(a))
    scene.do(MoveFigure(RED, a, (at(1, 0),)))
    assert scene.state.hand(scene.piece(a)) is before
