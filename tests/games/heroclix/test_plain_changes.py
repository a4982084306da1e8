"""Texts that state a plain change are in force, by the grammar of their sentences; whatever has a condition is not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.core.ids import PieceId
from companion.games.heroclix.editions.core import CORE
from companion.games.heroclix.editions.newer import NEWER
from companion.games.heroclix.face.words import names_of
from companion.games.heroclix.figures.figure import SpecialPower
from companion.games.heroclix.figures.hand import Gone, deal
from companion.games.heroclix.figures.reading import Reading, read_special
from companion.games.heroclix.moves.gaits import grants_of
from companion.interchange.figures import load_figure_file
from companion.text.wording import Wording, told
from tests.games.heroclix.scene import figure
from tests.ui.test_powers import A, B, screen

ADA = ("Ada Mott", "Lamplighter")


def read(text: str, slot: str = "trait") -> Reading:
    return read_special(SpecialPower(slot, "Some Title", text), ADA)


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(row) for row in read(text).effects]


def modify(value: str, amount: int, **more: object) -> dict[str, Any]:
    verb = "modify_for" if {"keywords", "tokens"} & more.keys() else "modify_value"
    return {"verb": verb, "value": value, "amount": amount, **more}


def kept(**more: object) -> dict[str, Any]:
    return {"verb": "keep_values", "opponents": False, **more}


def lent(row: dict[str, Any], **more: object) -> dict[str, Any]:
    return {"verb": "lend_powers", "effects": [row], **more}


# what a card could say, and what is in force: by hand, from what the words mean
PLAIN: dict[str, list[dict[str, Any]]] = {
    "Modify Ada's speed and attack values by +1.": [modify("speed", 1), modify("attack", 1)],
    "Modify this character's damage value by -1.": [modify("damage", -1)],
    "Ada Mott modifies her defense value by +2 against ranged combat attacks.": [modify("defense", 2, attack="ranged")],
    "Modify Ada's combat values +1.": [modify(value, 1) for value in ("speed", "attack", "defense", "damage")],
    "Lamplighter has +1 attack.": [modify("attack", 1)],
    "Modify Ada's attack value by +1 when making a close combat attack.": [modify("attack", 1, attack="close")],
    "Adjacent friendly characters modify their damage values by +1.": [modify("damage", 1, whom="adjacent_friends")],
    "Opposing characters within 3 squares of Ada modify their attack values by -1.": [
        modify("attack", -1, whom="opponents_within", within=3)
    ],
    "Ada and adjacent friendly characters modify their defense values by +1.": [
        *(modify("defense", 1, whom="adjacent_friends"), modify("defense", 1)),
    ],
    "Other friendly characters with the Crew or Watch keyword modify their speed values by +1.": [
        modify("speed", 1, whom="friends", keywords=["Crew", "Watch"])
    ],
    "Ada ignores knock back.": [{"verb": "stand_firm"}],
    "Ada ignores pushing damage. Ada can't be carried.": [
        *({"verb": "ignore_pushing"}, {"verb": "forbid", "carried": True}),
    ],
    "Ada's powers can't be countered.": [{"verb": "beyond_counter"}],
    "Ada can't be the target of Mind Control or Incapacitate.": [
        {"verb": "forbid", "spared": ["mind_control", "incapacitate"]}
    ],
    "Ada ignores other characters' Stealth.": [{"verb": "forbid", "ignores": ["stealth"]}],
    "Ada ignores hindering terrain for movement purposes.": [{"verb": "gait", "gait": "clear_hindering"}],
    "Ada ignores hindering terrain for line of fire purposes.": [{"verb": "see_through_hindering"}],
    "Improved Movement: Elevated, Hindering.": [
        *({"verb": "gait", "gait": "clear_elevated"}, {"verb": "gait", "gait": "clear_hindering"}),
    ],
    "Protected: Outwit.": [{"verb": "beyond_counter"}],
    "All damage dealt by Ada causes knockback.": [{"verb": "knocks_back"}],
    "Ada's ranged combat attacks deal penetrating damage.": [{"verb": "pierce", "attack": "ranged"}],
    "Damage dealt to Ada is reduced by 1.": [{"verb": "reduce", "amount": 1}],
    "Ada has a range value of 6.": [{"verb": "have_value", "value": "range", "amount": 6}],
    "Ada can't be healed.": [{"verb": "forbid", "healed": True}],
    "Ada can't be targeted by ranged combat attacks.": [{"verb": "forbid", "targeted": ["ranged"]}],
    "Ada ignores damage from close combat attacks.": [{"verb": "not_damaged", "attack": "close"}],
    "Adjacent friendly characters can use Toughness and the Flight ability.": [
        {"verb": "lend_powers", "powers": ["toughness", "flight"], "whom": "adjacent_friends"}
    ],
    "Friendly characters with the Crew keyword modify their damage values by +1.": [
        *(modify("damage", 1, whom="friends", keywords=["Crew"]), modify("damage", 1, keywords=["Crew"])),
    ],
    "Friendly characters with the Crew keyword can use Toughness.": [
        {"verb": "lend_powers", "powers": ["toughness"], "whom": "friends", "keywords": ["Crew"], "own": True}
    ],
    "Friendly characters within 4 squares of Ada can use Willpower.": [
        {"verb": "lend_powers", "powers": ["willpower"], "whom": "friends_within", "within": 4}
    ],
    "Toughness. Modify defense +1.": [modify("defense", 1)],
    "Ada's attack value is increased by 2.": [modify("attack", 2)],
    "Reduce Ada's damage value by 1.": [modify("damage", -1)],
    "Add 1 to Ada's range value.": [modify("range", 1)],
    "Modify adjacent opposing characters' attack values by -1.": [modify("attack", -1, whom="adjacent_opponents")],
    "Ada isn't knocked back. Ada can't be targeted with Outwit.": [{"verb": "stand_firm"}, {"verb": "beyond_counter"}],
    "Ada ignores elevated and hindering terrain when moving.": [
        *({"verb": "gait", "gait": "clear_elevated"}, {"verb": "gait", "gait": "clear_hindering"}),
    ],
    "Ada ignores hindering terrain for movement and line of fire purposes.": [
        *({"verb": "gait", "gait": "clear_hindering"}, {"verb": "see_through_hindering"}),
    ],
    "When Ada has no action tokens, modify her defense value by +1.": [modify("defense", 1, tokens=[0])],
    "While Ada has one or more action tokens, Ada modifies her damage value by +1.": [
        modify("damage", 1, tokens=[1, 2])
    ],
    "When Ada makes a close combat attack, modify her attack and damage values by +1.": [
        *(modify("attack", 1, attack="close"), modify("damage", 1, attack="close")),
    ],
    "Ada's combat values can't be replaced or positively modified.": [kept(against=["replaced", "raised"])],
    "Ada's attack and damage values cannot be modified.": [kept(values=["attack", "damage"])],
    "Opposing characters can't modify Ada's defense value.": [{"verb": "keep_values", "values": ["defense"]}],
    "Ada's damage value can't be decreased by opponents.": [
        {"verb": "keep_values", "values": ["damage"], "against": ["lowered"]}
    ],
    "Ada can't have her speed value replaced.": [kept(values=["speed"], against=["replaced"])],
    "Ada can reduce penetrating damage.": [{"verb": "reduce_penetrating"}],
    "Damage dealt to Ada is reduced by 2, even penetrating damage.": [
        {"verb": "reduce", "amount": 2, "penetrating": True}
    ],
    "Reduce damage dealt to Ada by 1. This can reduce penetrating damage.": [
        {"verb": "reduce", "amount": 1, "penetrating": True}
    ],
    "Penetrating damage dealt to Ada is reduced by 1.": [
        {"verb": "reduce", "amount": 1, "penetrating": True, "normal": False}
    ],
    "Damage dealt to Ada by close combat attacks is reduced to 1.": [
        {"verb": "reduce_to", "amount": 1, "attack": "close"}
    ],
    "Ada can't be dealt more than 3 damage.": [{"verb": "bound_damage", "most": 3}],
    "Ada and adjacent friendly characters ignore the effects of hindering terrain on line of fire.": [
        *(lent({"verb": "see_through_hindering"}, whom="adjacent_friends"), {"verb": "see_through_hindering"}),
    ],
    "Adjacent friendly characters can use Toughness and ignore hindering terrain for movement purposes.": [
        {"verb": "lend_powers", "powers": ["toughness"], "whom": "adjacent_friends"},
        lent({"verb": "gait", "gait": "clear_hindering"}, whom="adjacent_friends"),
    ],
    "Friendly characters with the Crew keyword ignore knock back.": [
        lent({"verb": "stand_firm"}, whom="friends", keywords=["Crew"], own=True)
    ],
    "Other friendly characters with the Crew keyword within 4 squares of Ada modify damage +1.": [
        modify("damage", 1, whom="friends_within", within=4, keywords=["Crew"])
    ],
    "All damage dealt by Ada generates knock back equal to the damage taken.": [{"verb": "knocks_back"}],
    "Ada can't be carried and she can't be placed by Telekinesis.": [
        *({"verb": "forbid", "carried": True}, {"verb": "forbid", "spared": ["telekinesis"]}),
    ],
    "Opponents cannot laugh.": [],
}

NOT_PLAIN = (
    "When Ada attacks, modify Ada's attack value by +1.",
    "Modify Ada's attack value by +1 for each adjacent friend.",
    "Modify that character's attack value by +1.",
    "Modify Ben's attack value by +1.",
    "Modify Ada and Ben's attack value by +1.",
    "Once per game, sing. Modify Ada's attack value by +1.",
    "This turn, modify Ada's speed value by +2.",
    "Modify Ada's attack value by +1 until your next turn.",
    "Choose one: Modify Ada's attack value by +1. Ada can use Charge.",
    "If Ada is alone, Ada ignores knock back.",
    "Ada ignores damage unless it is raining.",
    "Modify Ada's attack value by +1. This effect lasts until she is hit.",
    "When a friendly character is targeted by a ranged attack, modify their defense +1.",
    "When an opposing character has no action tokens, modify his defense value by +1.",
    "Friendly characters named Ben modify their attack values by +1.",
    "Ada's attack value can't be modified this turn.",
    "Ben's attack value can't be modified.",
    "When Ada is adjacent to a friend, damage dealt to her is reduced to 1.",
    "Opposing characters ignore hindering terrain for movement purposes.",
)


@pytest.mark.rule("HC-VAL-01", "HC-POW-02", "HC-ABIL-14")
def test_a_plain_change_is_in_force() -> None:
    assert {text: rows(text) for text in PLAIN} == PLAIN
    assert {text for text in PLAIN if not read(text).is_whole} == {"Opponents cannot laugh."}


def test_what_has_a_condition_or_is_about_somebody_else_is_not() -> None:
    assert {text: rows(text) for text in NOT_PLAIN} == {text: [] for text in NOT_PLAIN}
    assert [text for text in NOT_PLAIN if read(text).is_whole] == []


def test_a_title_ends_no_sentence() -> None:
    special = SpecialPower(
        "trait", "", "The powers of Dr. Mott can't be countered. Modify Dr. Mott's speed value by +1."
    )
    found = read_special(special, ("Dr. Mott",))
    assert ([json.loads(row)["verb"] for row in found.effects], found.is_whole) == (
        ["beyond_counter", "modify_value"],
        True,
    )


@pytest.mark.parametrize("name", ["Ada, Keeper of Lamps", "A. Mott", "Mott: Lamplighter"])
def test_what_parts_a_name_parts_no_sentence(name: str) -> None:
    special = SpecialPower(
        "trait", "", f"{name} ignores knock back. When {name} has no action tokens, modify her {DEF}"
    )
    found = read_special(special, (name,))
    assert [json.loads(row) for row in found.effects] == [{"verb": "stand_firm"}, modify("defense", 1, tokens=[0])]
    assert found.is_whole


DEF = "defense value by +1."


def test_he_or_they_behind_a_sentence_of_others_is_not_the_figure() -> None:
    found = read(
        "Adjacent friendly characters can use Toughness. Modify their defense values by +1. They can use Flurry."
    )
    assert [json.loads(row)["verb"] for row in found.effects] == ["lend_powers"]
    assert (found.uses, found.is_whole) == ((), False)


def test_changes_under_a_condition_are_asked_for() -> None:
    assert read(NOT_PLAIN[0]).asked == ("attack+1",)
    assert read("If Ada is alone, modify Ada's attack and damage values by +2.").asked == ("attack+2", "damage+2")
    assert read(NOT_PLAIN[3]).asked == ()


def test_it_is_on_the_sheet_in_the_reach_and_in_the_number_before_anybody_throws(clock: Any) -> None:
    """Speed 8 and attack 9 by the dial: the sheet shows 9 and 10, the move counts of 9, against 17 it needs 7."""
    texts = (
        SpecialPower("trait", "Quick", "Modify Ada's speed and attack values by +1."),
        SpecialPower("trait", "Bold", "When attacking a giant, modify Ada's damage value by +2."),
    )
    ada = replace(figure("A", speed=8, attack=9), name="Ada", specials=texts)
    made = screen(clock, ada, ("B", "blue", (1, 0), figure("B", defense=17)))
    made.tap_piece(A)
    model = made.model()
    shown = {slot.slot: slot.value for slot in model.dial.slots} if model.dial else {}
    assert (shown["speed"], shown["attack"]) == ("9", "10")
    made.tap_piece(B)
    card = made.model().card
    assert card is not None
    assert "needs 7" in card.text
    assert "When attacking a giant" in card.text, "what is left or asked for is told before it matters"
    assert any("Damage +2" in label for _, label in card.buttons), "and may be said with a tap, at that moment"


def test_what_friends_are_given_is_called_as_the_card_calls_it(clock: Any) -> None:
    text = SpecialPower("trait", "Scout", "Adjacent friendly characters ignore hindering terrain when moving.")
    made = screen(clock, replace(figure("A"), specials=(text,)), ("P", "red", (0, 1), figure("P")))
    state = made.session.state
    (given,) = (one.power for one in state.held(state.piece(PieceId("P"))) if "lent" in one.power)
    assert told(names_of(state, "en")[given], Wording("en")) == "Scout"
    assert "clear_hindering" in state.occupant(state.piece(PieceId("P"))).abilities


def test_what_a_card_lets_its_figure_ignore_is_played_where_the_rules_know_it() -> None:
    """Improved Movement and Targeting are of later cards: the core rulebook has neither."""
    ada = replace(figure("A"), improved_movement=("hindering", "move_through"), improved_targeting=("hindering",))
    ids = [one.power for one in deal(ada, 1, Gone(), (), {}).held]
    assert ids == ["improved_movement_hindering", "improved_movement_move_through", "improved_targeting_hindering"]
    assert dict(grants_of(NEWER.powers))["improved_movement_hindering"] == "clear_hindering"
    assert not set(ids) & set(CORE.powers)
    assert "improved_movement_move_through" not in NEWER.powers, "left to the players"


def test_a_real_figure_of_that_kind(shared: Path, clock: Any) -> None:
    figures = load_figure_file(str(shared / "data" / "heroclix" / "hcunits" / "sets" / "im3.json")).figures
    real = next(one for one in figures if one.id == "im3001")
    made = screen(clock, real, ("B", "blue", (9, 9), figure("B", defense=17)))
    window = {slot.slot: slot.value for slot in made.session.system.view_for(made.session.state, None).pieces[0].window}
    dial = real.dial[0]
    assert (window["speed"], window["attack"]) == ((dial.speed.value or 0) + 1, (dial.attack.value or 0) + 1)
    assert (window["defense"], window["damage"]) == (dial.defense.value, dial.damage.value)
