"""Hints name the best of all ways to attack: by a power, with an object, after a run, with a die for the damage."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId
from companion.games.heroclix.commands import CloseAttack, RangedAttack, UsePower
from companion.text.wording import Wording, told
from tests.conformance.test_faces import Moment, face_of
from tests.games.heroclix.scene import BLUE, RED, Scene, at, figure
from ui.presenters.adapter import GameAdapter, Look, Meant
from ui.presenters.cards import proposal_card
from ui.presenters.games import game_of
from ui.presenters.guide import Guide
from ui.presenters.questions import ChoiceDesk

B = PieceId("B")


def adapter(scene: Scene) -> Any:
    return game_of(scene.game.id).adapter(Moment(scene.game, scene.state))  # type: ignore[arg-type]


def look(game: GameAdapter, chosen: str = "A", lang: str = "en") -> Look:
    return Look("red", (RED,), Wording(lang, game.names("red", lang)), chosen=PieceId(chosen))


def shooting(attack: str, defense: str = "toughness", **printed: Any) -> Scene:
    """A three squares from B, with that attack power."""
    scene = Scene()
    scene.put("A", "red", (0, 0), figure("A", powers={"attack": attack}, damage=2))
    scene.put("B", "blue", (3, 0), figure("B", powers={"defense": defense} if defense else {}, **printed))
    return scene


@pytest.mark.rule("HC-POW-09", "HC-DMG-07")
def test_a_tap_on_a_target_means_the_attack_that_takes_most() -> None:
    scene = shooting("penetrating_psychic_blast")
    game = adapter(scene)
    best = RangedAttack(RED, PieceId("A"), (B,), "penetrating_psychic_blast")
    tap = game.tap_piece(look(game), B)
    assert isinstance(tap, Meant) and tap.command == best
    (advice,) = game.advice(look(game), PieceId("A"))
    assert advice.command == best and told(advice.manner, look(game).wording) == "Penetrating/Psychic Blast"
    plain = RangedAttack(RED, PieceId("A"), (B,))
    assert advice.foretold.expected > game._face.foretell(RED, plain).expected
    unadvised = game.tap_piece(replace(look(game), is_advised=False), B)  # as at an event
    assert isinstance(unadvised, Meant) and unadvised.command == plain


def test_of_attacks_that_take_as_much_the_plain_one_is_meant() -> None:
    game = adapter(shooting("penetrating_psychic_blast", ""))
    tap = game.tap_piece(look(game), B)
    assert isinstance(tap, Meant) and tap.command == RangedAttack(RED, PieceId("A"), (B,))


def test_whoever_turns_to_the_weaker_way_is_led_back() -> None:
    game = adapter(shooting("penetrating_psychic_blast"))
    plain = RangedAttack(RED, PieceId("A"), (B,))
    menu = game.proposal(look(game), plain)
    card = proposal_card(menu, 0, look(game), game, plain)
    assert dict(card.buttons)[card.likely] == "Penetrating/Psychic Blast"


def test_a_knock_out_is_worth_more_than_more_clicks_of_another() -> None:
    scene = Scene()
    scene.put("A", "red", (0, 0), figure("A", damage=3))
    scene.put("B", "blue", (1, 0), figure("B", clicks=6, defense=15))
    scene.put("C", "blue", (0, 1), figure("C", clicks=1, defense=16))
    game = adapter(scene)
    assert [one.target for one in game.advice(look(game), PieceId("A"))] == ["C", "B"]


@pytest.mark.rule("HC-ACT-16")
def test_a_way_to_a_better_attack_is_led_to_before_a_poor_shot() -> None:
    """A hits B beside it seldom; Running Shot takes it to where C is hit far sooner."""
    scene = Scene()
    scene.put("A", "red", (0, 0), figure("A", powers={"speed": "running_shot"}, range=4, damage=2))
    scene.put("B", "blue", (4, 0), figure("B", defense=18))
    scene.put("C", "blue", (0, 6), figure("C", defense=13))
    game = adapter(scene)
    face = face_of("heroclix", Moment(scene.game, scene.state))
    lit = {*face.reach(PieceId("A"))}
    lead = game.onward(PieceId("A"), lit)
    shot = face.attacks(RED, PieceId("A"))[B]
    assert lead.gain > game.gain(shot)
    said = told(lead.why, look(game).wording)
    assert "Running Shot" in said and "C" in said and "%" in said and "clicks on average" in said


def charging(damage: str = "exploit_weakness") -> Scene:
    """A has charged next to B, whose toughness Exploit Weakness passes."""
    scene = Scene()
    scene.put("A", "red", (0, 0), figure("A", powers={"speed": "charge", "damage": damage}, damage=2))
    scene.put("B", "blue", (3, 0), figure("B", powers={"defense": "toughness"}))
    scene.do(UsePower(RED, PieceId("A"), "charge", to=(at(2, 0),)))
    return scene


def question(scene: Scene) -> ChoiceRequest:
    request = scene.state.flow.open[0]
    assert isinstance(request, ChoiceRequest)
    return request


@pytest.mark.rule("HC-ACT-16")
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_answer_after_a_charge_says_target_chance_and_clicks_and_the_better_one_is_lit(lang: str) -> None:
    scene = charging()
    game, request = adapter(scene), question(scene)
    card = ChoiceDesk(None).card(request, game, look(game, lang=lang))
    labels = {does: label for does, label in card.buttons if does != "pass"}
    assert {*labels} == {"choose:plain", "choose:exploit_weakness"}
    averages = {"en": "clicks on average", "fr": "clics en moyenne"}
    assert all(" B " in label and "%" in label and averages[lang] in label for label in labels.values()), labels
    assert card.likely == "choose:exploit_weakness"
    scene.choose("exploit_weakness")
    game, request = adapter(scene), question(scene)
    card = ChoiceDesk(None).card(request, game, look(game, lang=lang))
    power = labels["choose:exploit_weakness"].split(" · ")[0]
    assert power in card.text.splitlines()[0], card.text
    assert card.likely == "choose:B"


@pytest.mark.rule("HC-TOKEN-05", "HC-TOKEN-06", "HC-TOKEN-07")
@pytest.mark.parametrize(("tokens", "rests"), [(0, False), (1, True), (2, False)])
def test_only_who_could_act_and_would_be_hurt_had_better_rest(tokens: int, rests: bool) -> None:
    game = adapter(tired(tokens, "toughness"))
    assert bool(game.rests(PieceId("A"))) == rests
    assert not game.rests(PieceId("B"))


def test_whom_pushing_does_not_hurt_may_act_again() -> None:
    assert not adapter(tired(1, "willpower")).rests(PieceId("A"))


def tired(tokens: int, defense: str) -> Scene:
    """A far from B, with so many tokens."""
    scene = Scene(round_limit=4)
    scene.put("A", "red", (0, 0), figure("A", powers={"defense": defense}))
    scene.put("B", "blue", (12, 12), figure("B"))
    return with_tokens(scene, "A", tokens)


def with_tokens(scene: Scene, name: str, tokens: int) -> Scene:
    pieces = (replace(one, tokens=tokens) if one.id == name else one for one in scene.state.pieces)
    scene.state = replace(scene.state, pieces=tuple(pieces))
    return scene


@pytest.mark.rule("HC-END-02")
@pytest.mark.parametrize(("round_", "leads"), [(3, True), (4, False)])
def test_no_way_without_an_attack_is_led_to_on_the_last_turn(round_: int, leads: bool) -> None:
    scene = Scene(round_limit=4, round=round_)
    scene.put("A", "red", (0, 0))
    scene.put("B", "blue", (12, 12))
    face = face_of("heroclix", Moment(scene.game, scene.state))
    lead = adapter(scene).onward(PieceId("A"), {*face.reach(PieceId("A"))})
    assert (lead is not None) == leads


def evading(attack: str, clicks: int) -> list[str]:
    """Return the lines beside the roll for Super Senses of B, whom A has hit."""
    scene = Scene()
    scene.put("A", "red", (0, 0), figure("A", attack=12, damage=2, powers={"attack": attack} if attack else {}))
    scene.put("B", "blue", (1, 0), figure("B", clicks=clicks, powers={"defense": "super_senses"}))
    scene.put("C", "blue", (9, 9))
    scene.do(CloseAttack(RED, PieceId("A"), B, attack))
    scene.roll(3, 5)
    game = adapter(scene)
    blue = replace(look(game), seats=(BLUE,))
    return [str(line) for line in game.awaited(blue, scene.state.flow.open[0])]


@pytest.mark.rule("HC-DMG-11")
def test_a_roll_that_lets_somebody_fall_says_so() -> None:
    hit, _ = evading("", 2)
    assert "B: click 1 → KO." in hit


@pytest.mark.rule("HC-ATK-07")
def test_a_roll_before_the_die_of_the_damage_does_not_say_how_much() -> None:
    hit, _ = evading("blades_claws_fangs", 6)
    assert "takes" not in hit and "a die may decide the damage: 1–6 instead of 2" in hit


def test_of_several_figures_the_one_whose_attack_takes_most_is_led_to_first() -> None:
    """A hits B seldom, D nearly always."""
    scene = Scene()
    scene.put("A", "red", (0, 0), figure("A", attack=7))
    scene.put("D", "red", (2, 0), figure("D", attack=11))
    scene.put("B", "blue", (1, 0), figure("B", defense=16))
    game = adapter(scene)
    assert Guide(game).first(replace(look(game), chosen=None)) == "D"


@pytest.mark.rule("HC-TOKEN-05")
@pytest.mark.parametrize("defense", ["toughness", "willpower"])
def test_the_click_of_pushing_counts_against_an_attack(defense: str) -> None:
    """D hits a little more often than A, and loses a click by it where pushing hurts."""
    scene = Scene()
    scene.put("A", "red", (0, 0), figure("A", attack=10, damage=2))
    scene.put("D", "red", (2, 0), figure("D", attack=11, damage=2, powers={"defense": defense}))
    scene.put("B", "blue", (1, 0), figure("B", defense=16))
    game = adapter(with_tokens(scene, "D", 1))
    assert Guide(game).first(replace(look(game), chosen=None)) == ("A" if defense == "toughness" else "D")


@pytest.mark.rule("HC-TOKEN-07")
def test_whoever_has_no_token_is_led_on_first() -> None:
    scene = Scene()
    scene.put("A", "red", (0, 0), figure("A", powers={"defense": "willpower"}))
    scene.put("D", "red", (2, 0))
    scene.put("B", "blue", (12, 12))
    game = adapter(with_tokens(scene, "A", 1))
    assert Guide(game).first(replace(look(game), chosen=None)) == "D"


@pytest.mark.rule("HC-POW-09")
def test_a_power_that_an_attack_follows_on_is_no_surer_than_a_better_attack() -> None:
    """A may quake, with B and C beside it; D takes more of E by a plain shot."""
    scene = Scene()
    scene.put("A", "red", (0, 0), figure("A", attack=8, damage=2, powers={"attack": "quake"}))
    scene.put("B", "blue", (1, 0), figure("B", defense=17))
    scene.put("C", "blue", (0, 1), figure("C", defense=17))
    scene.put("D", "red", (9, 9), figure("D", attack=11, damage=4))
    scene.put("E", "blue", (9, 12), figure("E", clicks=9, defense=15))
    game = adapter(scene)
    quakes = [one for one in game._face.offers(RED, PieceId("A")) if getattr(one, "power", "") == "quake"]
    gains = [gain for one in quakes if (gain := game.gain(one)).worth]
    assert {gain.chance for gain in gains} == {Fraction(10, 36)}  # nine and more of two dice
    assert Guide(game).first(replace(look(game), chosen=None)) == "D"


@pytest.mark.rule("HC-DMG-07")
def test_nobody_is_led_to_an_attack_that_takes_next_to_nothing() -> None:
    """It hits often, and only a critical hit goes through."""
    scene = Scene()
    scene.put("A", "red", (0, 0), figure("A", attack=11, damage=2))
    scene.put("B", "blue", (1, 0), figure("B", defense=14, powers={"defense": "invulnerability"}))
    game = adapter(scene)
    (advice,) = game.advice(look(game), PieceId("A"))
    assert advice.foretold.expected == Fraction(1, 36) and not game.gain(advice.command).worth


@pytest.mark.rule("HC-DMG-01")
@pytest.mark.parametrize(("damage", "rolls"), [(2, True), (5, False)])
def test_a_die_for_the_damage_is_advised_where_it_takes_more_on_average(damage: int, *, rolls: bool) -> None:
    """A six-sided one takes 3.5."""
    scene = Scene()
    blades = {"attack": "blades_claws_fangs"}
    scene.put("A", "red", (0, 0), figure("A", attack=12, damage=damage, powers=blades))
    scene.put("B", "blue", (1, 0), figure("B", clicks=12))
    scene.do(CloseAttack(RED, PieceId("A"), B, "blades_claws_fangs"))
    scene.roll(3, 5)
    game = adapter(scene)
    buttons, why = game.counsel(look(game), question(scene))
    assert [*buttons] == (["choose:roll"] if rolls else ["pass"])
    assert ("3.5 clicks" if rolls else "5.0 clicks") in why
