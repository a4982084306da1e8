"""Two players play the shipped quest at two screens by hand: what each sees, is asked, and is never told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import pytest

from companion.core.ids import PieceId
from companion.games.heroquest import commands as cm
from companion.games.heroquest.face.words import command_words
from companion.games.heroquest.sample import sample_setup
from companion.games.heroquest.verbs import VERBS
from companion.storage.memory import MemoryRecorder
from companion.table.follow import Follower
from companion.text.wording import Wording, told
from tests.ui.quest.players import Player, quest_session
from ui.presenters.adapter import Look
from ui.presenters.table import TablePresenter

SECRETS = [one["id"] for part in ("monsters", "traps") for one in sample_setup().quest[part]]


def names(player: Player) -> set[str]:
    return {token.piece for token in player.model.board.tokens}


def secrets_on(player: Player) -> set[str]:
    """The secrets that the whole model names anywhere."""
    shown = repr(player.model)
    return {one for one in SECRETS if repr(one) in shown}


def play_first_round(heroes: Player, master: Player) -> None:
    """The elf opens two doors, shoots a goblin beside an orc, and pays for it; the others wait."""
    heroes.button("Begin the quest")
    heroes.button("Play Silvane")
    heroes.button("Move: throw the dice")
    heroes.dice("6", "5")
    heroes.tap("A4", "D4", "E4")
    heroes.button("Open the door E4–F4")
    heroes.tap("F4")
    assert secrets_on(heroes) == set()
    heroes.button("Open the door F4–G4")
    assert secrets_on(heroes) == {"goblin-1", "goblin-2", "orc-1"}  # those of the guardroom, and no others
    heroes.tap("G4", "H4")
    heroes.button("Attack goblin 1")
    heroes.dice("skull", "skull", "white", "black", "11")
    assert heroes.model.dice is None  # the master throws for the goblin
    assert heroes.model.now.words == "The master throws the dice" and not heroes.model.now.is_own
    master.dice("black")


def test_two_players_play_a_round_by_hand() -> None:
    session = quest_session()
    heroes, master = Player(session, "heroes"), Player(session, "master")
    assert names(heroes) == {"warrior", "dwarf", "elf", "enchanter"}
    assert secrets_on(master) == set(SECRETS)
    play_first_round(heroes, master)
    # a goblin defends with white shields (HQ-ATK-08): both skulls hit, it has one body point
    assert "goblin-1" not in names(heroes) | names(master)
    assert "Goblin 1 is dead." in [line.text for line in heroes.model.log]
    # the orc beside the shooter may assist (HQ-COMBAT-ASSIST-01): everybody sees who comes first
    assert heroes.model.errands[0] == "The master goes first [HQ-COMBAT-ASSIST-01]; then it goes on where it stopped."
    assert master.model.errands[0] == heroes.model.errands[0]
    master.button("Yes")
    master.dice("skull", "white", "black")
    body = {"Body": "7/7"}
    assert {slot.label: slot.value for slot in heroes.model.dial.slots if slot.label == "Body"} == body  # type: ignore[union-attr]
    heroes.dice("white", "white", "1", "1")  # a skull and a black shield (HQ-AMB-25), both parried; it wants no dodge
    assert {slot.label: slot.value for slot in heroes.model.dial.slots if slot.label == "Body"} == body  # type: ignore[union-attr]
    heroes.end()
    for hero in ("Brakka", "Odrun", "Wend"):
        heroes.button(f"Play {hero}")
        heroes.end()
    assert not heroes.model.can_end_turn
    master.tap("I4")
    master.button("Move: throw the dice")
    master.dice("2", "1")  # two squares, and a step for the half-turn (HQ-MOVE-09)
    master.tap("K4")
    heroes.screen.press("pass")  # the orc leaves the elf, which might strike at it (HQ-COMBAT-OPP-05)
    assert [(one.column, one.row) for one in heroes.model.board.tokens if one.piece == "orc-1"] == [(10, 3)]
    master.end()
    assert heroes.model.title == "The Salt Cellars · Round 2 · The heroes' turn"


def test_what_is_against_the_rules_is_refused_with_its_rule_and_changes_nothing() -> None:
    session = quest_session()
    heroes = Player(session, "heroes")
    heroes.button("Begin the quest")
    heroes.button("Play Brakka")
    before = session.version
    heroes.tap("H4")  # behind two closed doors, and nothing is rolled
    card = heroes.model.card
    assert card is not None
    assert (card.kind, "[HQ-MOVE-" in card.text or "[HQ-ACT-" in card.text) == ("refusal", True), card
    assert session.version == before


def test_the_record_replays_for_each_view() -> None:
    recorder = MemoryRecorder()
    session = quest_session(recorder)
    played = {side: Player(session, side) for side in ("heroes", "master")}
    play_first_round(played["heroes"], played["master"])
    again = quest_session(recorder)
    for side, player in played.items():
        late = Player(again, side).model
        assert (late.board.tiles, late.board.walls, late.board.doors) == (
            player.model.board.tiles,
            player.model.board.walls,
            player.model.board.doors,
        )
        assert [one.text for one in late.log] == [one.text for one in player.model.log]
        assert late.card == player.model.card


def test_one_tablet_for_both_shows_nothing_until_the_other_side_has_it() -> None:
    session = quest_session()
    screen = TablePresenter(session, Follower(session, {}), lang="en")
    screen.press("do:0")
    goes = ("hand_over", "Hand the tablet to the master")
    assert screen.model().beside == (("line", "Check a line of sight"), ("pick:aims", "Objective"), goes)
    screen.press("language")
    assert screen.model().beside[2] == ("hand_over", "Passer la tablette au maître")
    screen.press("language")
    screen.press("hand_over")
    covered = screen.model()
    assert covered.card is not None
    assert covered.card.buttons == (("uncover", "I am the master"), ("hand_over", "No, we wait"))
    assert (covered.board.tokens, covered.board.walls, covered.board.objects, covered.log) == ((), (), (), ())
    assert {tile.terrain for tile in covered.board.tiles} == {"unknown"}
    screen.tap_space(session.state.dungeon.board.spaces[0])
    assert screen.model() == covered
    screen.press("uncover")
    assert {token.piece for token in screen.model().board.tokens} >= {"fimir-1"}


def test_an_undo_past_a_die_is_agreed_upon() -> None:
    session = quest_session()
    heroes = Player(session, "heroes")
    heroes.button("Begin the quest")
    heroes.button("Play Wend")
    heroes.button("Move: throw the dice")
    heroes.dice("3", "4")
    heroes.screen.press("undo")
    card = heroes.model.card
    assert card is not None
    assert [action for action, _ in card.buttons] == ["undo", "dismiss"]
    heroes.screen.press("undo")
    assert heroes.model.dice is not None
    assert heroes.model.log[-1].text != "Wend has 7 steps."


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_command_and_word_is_said_in_both_languages(lang: str) -> None:
    look = Look("heroes", (), Wording(lang))
    given = {"ways": (), "with_": (), "facing": "N", "towards": "N", "path": ("A1",)}
    assert Wording(lang).family("command")
    for kind in VERBS:
        if not issubclass(kind, cm.Order) or kind is cm.GiveAward:
            continue  # the core's have words of their own; these take numbers: the master's card has them
        make: Callable[..., object] = kind
        command = make(**{entry.name: given.get(entry.name, "x") for entry in fields(kind)})
        said = told(command_words(command), look.wording)
        assert said.strip()
        assert "{" not in said


def test_a_french_evening_says_no_english_word() -> None:
    session = quest_session()
    heroes, master = Player(session, "heroes", "fr"), Player(session, "master", "fr")
    heroes.button("Commencer la quête")
    heroes.button("Jouer Silvane")
    heroes.button("Lancer les dés de déplacement")
    heroes.dice("6", "6")
    card = heroes.model.card
    assert card is not None
    said = f"{heroes.model.title} {heroes.model.log} {master.model.title} {card.title} {card.text} "
    said += " ".join(label for _, label in card.buttons)  # what a button presses is no word
    said = said.replace(sample_setup().quest["name"], "")  # a name
    assert [word for word in ("heroes", "turn", "goes", "the ", "dice") if word in said.lower()] == []


@pytest.mark.rule("HQ-ATK-02", "HQ-ATK-06")
def test_the_sheet_shows_the_dice_that_are_thrown_not_only_the_level() -> None:
    """Brakka's level is 5, a claymore has 4 dice; Silvane's bow has as many as its level."""
    heroes = Player(quest_session(), "heroes")
    heroes.button("Begin the quest")
    shown = {}
    for hero in ("warrior", "elf"):
        heroes.screen.tap_piece(PieceId(hero))
        slots = heroes.model.dial.slots  # type: ignore[union-attr]
        shown[hero] = next((slot.value, slot.power) for slot in slots if slot.label == "Attack")
    assert shown == {"warrior": ("4", "claymore · level 5"), "elf": ("4", "sylvan bow")}
