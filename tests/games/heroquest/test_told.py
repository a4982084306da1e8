"""The log of a quest tells the results of deeds that nothing else shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.dice import DiceRequest, DiceResult, Source
from companion.core.events import DiceReported, GameEnded
from companion.core.flow import Outcome
from companion.core.ids import PieceId, RequestId, RuleId, Seat, SpaceId
from companion.core.procedure import Undertaken, Work
from companion.games.heroquest import events as ev
from companion.games.heroquest.commands import Jump
from companion.games.heroquest.quest import Goal
from companion.text.wording import Wording, told
from tests.casebook.casebooks import session_of
from tests.ui.quest.players import Player
from ui.cli.demo.heroquest import HeroQuest as Demonstration
from ui.cli.demo.script import Options
from ui.presenters.games import game_of
from ui.presenters.log import Log

CASE = """
system = "heroquest"
[[case]]
id = "x"
title = "x"
rules = ["HQ-HERO-ELF-07"]
expect.over = false
setup.squares = ["ccccccccccccc"]
setup.turn = "E"
setup.pieces.E = { hero = "elf_4", at = "A1", facing = "E" }
"""
FAR = ", ".join(f'"{column}1"' for column in "ABCDEF")  # five squares from A1: sight without a scan


@pytest.mark.rule("HQ-HERO-ELF-07", "HQ-GEN-08")
@pytest.mark.parametrize(
    ("seen", "line"),
    [
        ("", "E looks down the corridor: nothing new."),
        (f"setup.seen = [{FAR}]", "E looks down the corridor and sees 5 squares more."),  # G to K: ten from A
    ],
)
def test_a_look_down_a_corridor_says_what_it_brought(seen: str, line: str) -> None:
    session = session_of(CASE + seen)
    heroes = Player(session, "heroes")
    heroes.button("Look down the corridor")
    assert line in [one.text for one in heroes.model.log]


MAGIC = """
setup.squares = ["...."]
setup.turn = "M"
setup.pieces.M = { hero = "enchanter_4", at = "A1", facing = "E", mana = 2 }
setup.pieces.g-2 = { monster = "goblin", at = "D1", facing = "W" }
"""


@pytest.mark.rule("HQ-HERO-ENCH-02", "HQ-HERO-ENCH-07")
def test_magic_says_what_it_spends_and_no_button_is_that_of_the_card() -> None:
    """Two points of mana: two ways to cast; with the deadly intent each is another order, and says so."""
    head = CASE.partition("setup.")[0]
    heroes = Player(session_of(head + MAGIC), "heroes")
    card = heroes.model.card
    assert card is not None
    casts = {label: does for does, label in card.buttons if label.startswith("Cast")}
    assert [*casts] == ["Cast magic → goblin 2 (1 mana)", "Cast magic → goblin 2 (2 mana)"]
    heroes.screen.press(casts["Cast magic → goblin 2 (2 mana)"])
    card = heroes.model.card
    assert card is not None and card.kind == "proposal"
    assert {label for _, label in card.buttons if label.startswith("Cast")} >= {
        "Cast magic → goblin 2 (1 mana)",
        "Cast magic → goblin 2 (2 mana) (deadly intent)",
    }
    assert "Cast magic → goblin 2 (2 mana)" not in [label for _, label in card.buttons]


def test_one_die_is_called_one() -> None:
    """A goblin defends with a single one."""
    head = CASE.partition("setup.")[0]
    session = session_of(head + MAGIC)
    heroes, master = Player(session, "heroes"), Player(session, "master")
    heroes.button("Cast magic → goblin 2 (1 mana)")
    while (asked := heroes.model.dice) is not None:
        heroes.dice("skull" if "skull" in asked.faces else "10")
    assert master.model.dice is not None
    assert master.model.dice.question.endswith("throws the defense die of goblin 2 (combat die).")


@pytest.mark.rule("HQ-CRIT-02")
@pytest.mark.parametrize(("d20", "is_told"), [("18", False), ("19", True)])
def test_a_critical_die_without_a_skull_says_that_it_adds_nothing(d20: str, is_told: bool) -> None:
    head = CASE.partition("setup.")[0]
    session = session_of(head + MAGIC + "setup.content.tables.critical = [[19, 20, 1]]")
    heroes = Player(session, "heroes")
    heroes.button("Cast magic → goblin 2 (1 mana)")
    while (asked := heroes.model.dice) is not None:
        heroes.dice("white" if "white" in asked.faces else d20)
    idle = [one.text for one in heroes.model.log if "No skull, so the D20 adds none" in one.text]
    assert len(idle) == is_told


PIT = """
setup.squares = ["....", "...."]
setup.traps = [{ id = "pit", type = "pit", squares = ["B1"] }, { id = "lance", type = "lance", squares = ["D2"] }]
setup.turn = "D"
setup.pieces.D = { hero = "dwarf_4", at = "A1", facing = "E", rolled = 9 }
"""


GOBLIN = 'setup.pieces.g-2 = { monster = "goblin", at = "D1", facing = "W" }'


@pytest.mark.rule("HQ-HERO-DWARF-02", "HQ-HERO-DWARF-03", "HQ-HERO-DWARF-11")
@pytest.mark.parametrize(
    ("lang", "thrown", "stays"),
    [
        (
            "en",
            "D throws the trap die to escape the trap: safe (by hand): gets away.",
            "D keeps out of the pit on B1 and stays on A1: that step is spent, steps left: 8.",
        ),
        (
            "fr",
            "D lance le dé de piège pour échapper au piège : sûr (à la main) : y échappe.",
            "D évite l'oubliette en B1 et reste en A1 : ce pas est dépensé, pas restants : 8.",
        ),
    ],
)
def test_a_pit_that_is_avoided_says_how_where_its_dwarf_stays_and_what_it_costs(
    lang: str, thrown: str, stays: str
) -> None:
    heroes = Player(session_of(CASE.partition("setup.")[0] + PIT), "heroes", lang)
    heroes.tap("B1")
    heroes.dice("safe")
    assert [one.text for one in heroes.model.log][-2:] == [thrown, stays]


@pytest.mark.rule("HQ-HERO-DWARF-04")
def test_a_dwarf_that_searches_finds_in_one_line() -> None:
    """It throws no die: its search is over at once."""
    heroes = Player(session_of(CASE.partition("setup.")[0] + PIT), "heroes")
    before = len(heroes.model.log)
    heroes.button("Search for traps")
    assert [one.text for one in heroes.model.log][before:] == ["D searches for traps: pit and spear trap."]


DODGE = """
setup.squares = ["...."]
setup.turn = "E"
setup.pieces.E = { hero = "elf_4", at = "A1", facing = "E" }
setup.pieces.g-2 = { monster = "goblin", at = "B1", facing = "W" }
"""
ADDS = ": hand to hand the elf adds it to a black shield, "
IN_VAIN = " in vain, {}" + ADDS + "and none lies there"


@pytest.mark.rule("HQ-DODGE-03", "HQ-DODGE-04", "HQ-DODGE-07", "HQ-DODGE-11", "HQ-DODGE-12", "HQ-DODGE-13")
@pytest.mark.parametrize(
    ("manner", "faces", "dodge"),
    [
        (
            "melee",
            ("white", "skull", "skull", "5", "5"),
            "(1 white shield; dodge +3" + IN_VAIN.format("a double, sum a multiple of 5") + ")",
        ),
        (
            "melee",
            ("skull", "skull", "black", "4", "1"),
            "(no white shield; dodge +2, odd sum, sum a multiple of 5"
            + ADDS
            + "which can strike back but stops nothing)",
        ),
        (
            "melee",
            ("white", "skull", "black", "1", "5"),
            "(1 white shield; dodge +0: sum 6, even, not over 21 and no multiple of 5; no double, no 20; "
            "1 black shield stops nothing)",
        ),
        (
            "ranged",
            ("white", "skull", "skull", "15", "8"),
            "(1 white shield; dodge +2 on a white shield: sum over 21, odd sum)",
        ),
        (
            "ranged",
            ("black", "skull", "skull", "3", "4"),
            "(no white shield; dodge +1 in vain, odd sum: it needs a white shield; 1 black shield stops nothing)",
        ),
    ],
)
def test_a_defense_says_which_shields_stop_what_a_dodge_is_worth_and_which_shield_it_needs(
    manner: str, faces: tuple[str, ...], dodge: str
) -> None:
    """An elf's black shields hand to hand, white ones from afar, and which of them stop; the numbers are those of the
    rules' text.
    """
    session = session_of(CASE.partition("setup.")[0] + DODGE)
    game, elf, goblin = game_of(session.system.id).adapter(session), PieceId("E"), PieceId("g-2")
    worth = int(dodge.partition("+")[2][0])
    white, black = faces.count("white"), faces.count("black")
    if "in vain" not in dodge:
        white, black = (white + worth, black) if manner == "ranged" else (white, black + worth)
    asked = DiceRequest(RequestId("1"), ("combat",) * 3 + ("d20",) * 2, Seat("heroes"), RuleId("HQ-ATK-07"), elf)
    log = (
        ev.StrikeDeclared((goblin,), elf, "own", manner),
        ev.StrikeRolled((goblin,), elf, 3),
        DiceReported(DiceResult(asked.id, faces, Source.MACHINE)),
    )
    defended = ev.Defended(elf, white, black, RuleId("HQ-ATK-07"))
    after = replace(session.state, work=Work(Undertaken("Walk", Seat("master"), ()), (*log, defended)))
    wording = Wording("en", game.names("heroes", "en"))
    assert told(game.words(defended, after, after, "en") or "", wording).count(dodge) == 1


@pytest.mark.rule("HQ-COMBAT-COUNTER-05", "HQ-DODGE-04")
@pytest.mark.parametrize(
    ("lang", "says"),
    [
        (
            "en",
            "stops nothing (no white shield; dodge +1, sum over 21: hand to hand the elf adds it to a black shield, "
            "which stops nothing): 1 point gets through.",
        ),
        (
            "fr",
            "n'arrête rien (aucun bouclier blanc ; esquive +1, somme de plus de 21 : au corps à corps, l'elfe l'ajoute "
            "à un bouclier noir, qui n'arrête rien) : 1 point passe.",
        ),
    ],
)
def test_a_parry_says_that_black_shields_stop_nothing(lang: str, says: str) -> None:
    session = session_of(CASE.partition("setup.")[0] + DODGE)
    game, elf, goblin = game_of(session.system.id).adapter(session), PieceId("E"), PieceId("g-2")
    log = (
        ev.ReactionRolled(goblin, elf, 1, RuleId("HQ-COMBAT-OPP-04")),
        DiceReported(DiceResult(RequestId("1"), ("black", "5", "17"), Source.MACHINE)),
    )
    after = replace(session.state, work=Work(Undertaken("Walk", Seat("heroes"), ()), log))
    parried = ev.Defended(elf, 0, 2, RuleId("HQ-COMBAT-COUNTER-05"))
    assert told(game.words(parried, after, after, lang) or "", Wording(lang)).endswith(says)


@pytest.mark.rule("HQ-ATK-08")
def test_shields_that_are_thrown_against_no_attack_are_told_by_their_colour() -> None:
    """Of a trap, or furniture that is thrown."""
    session = session_of(CASE.partition("setup.")[0] + DODGE)
    game, goblin = game_of(session.system.id).adapter(session), PieceId("g-2")
    for faces, says in {
        ("white", "black"): "blocks 1 skull (1 white shield; 1 black shield stops nothing).",
        ("skull", "skull"): "blocks nothing (no white shield).",
    }.items():
        log = (DiceReported(DiceResult(RequestId("1"), faces, Source.MACHINE)),)
        after = replace(session.state, work=Work(Undertaken("Walk", Seat("master"), ()), log))
        held = ev.Defended(goblin, faces.count("white"), faces.count("black"), RuleId("HQ-ATK-07"))
        assert told(game.words(held, after, after, "en") or "", Wording("en")).endswith(says)


@pytest.mark.rule("HQ-GEN-02", "HQ-GEN-05")
@pytest.mark.parametrize(
    ("slain", "rule", "says"),
    [
        ((), "HQ-GEN-02", "No hero is left, and the objective was not reached: slay goblin 2. Not come home: E and D."),
        (
            ("g-2",),
            "HQ-GEN-02",
            "The objective was reached, but no hero is left to come home: slay goblin 2. Not come home: E and D.",
        ),
        ((), "TW-CONCEDE-01", "A player gave up. Not come home: E and D."),
    ],
)
def test_an_end_names_the_heroes_who_fell_whoever_won(slain: tuple[str, ...], rule: str, says: str) -> None:
    """The master, by the last blow, by one that slew both, or because the heroes gave up."""
    second = 'setup.pieces.D = { hero = "dwarf_4", at = "C1", facing = "E" }'
    session = session_of(CASE.partition("setup.")[0] + DODGE + second)
    state = session.state
    state = replace(state, _table=replace(state._table, quest=replace(state.quest, goal=Goal("slay", "g-2"))))
    for piece in ("E", "D", *slain):
        state = session.system.apply(state, ev.Killed(PieceId(piece), RuleId("HQ-ATK-07"), PieceId("g-2")))
    ended = GameEnded(Outcome((state.table.gm,), RuleId(rule)))
    over = session.system.apply(state, ended)
    game = game_of(session.system.id).adapter(session)
    assert told(game.why(over), Wording("en", game.names("heroes", "en"))) == says


@pytest.mark.rule("HQ-GEN-03", "HQ-GEN-05")
def test_what_a_monster_has_left_is_told_to_its_master_alone() -> None:
    session = session_of(CASE.partition("setup.")[0] + MAGIC.replace("goblin", "ogre"))
    heroes, master = Player(session, "heroes"), Player(session, "master")
    heroes.button("Cast magic → ogre 2 (1 mana)")
    while (asked := heroes.model.dice) is not None:
        heroes.dice("skull" if "skull" in asked.faces else "10")
    master.dice("black", "black", "black")
    lost = "Ogre 2 loses 1 Body Point"
    assert [one.text for one in master.model.log if lost in one.text] == [f"{lost}: 3 of 4 left."]
    assert [one.text for one in heroes.model.log if lost in one.text] == [f"{lost}."]


@pytest.mark.rule("HQ-MON-CHAOS-06")
def test_a_stance_is_declared_to_the_heroes() -> None:
    fight = DODGE.replace("elf_4", "warrior_4").replace("goblin", "chaos_warrior")
    session = session_of(CASE.partition("setup.")[0] + fight)
    heroes, master = Player(session, "heroes"), Player(session, "master")
    heroes.screen.tap_piece(PieceId("g-2"))
    heroes.confirm()
    master.button("2")
    for player in (heroes, master):
        said = [one.text for one in player.model.log]
        assert said.count("Attack dice that Chaos warrior 2 moves to its defense: 2.") == 1


def test_the_blow_of_a_monster_with_no_weapon_but_its_own_is_hand_to_hand_and_no_more() -> None:
    declared = ev.StrikeDeclared((PieceId("g-2"),), PieceId("E"), "own", "melee")
    assert told(declared.told["manner"], Wording("en")) == "hand to hand"


def test_a_turn_of_the_master_in_which_nothing_happens_stands_in_no_heading() -> None:
    """No monster is left to act."""
    session = session_of(CASE)
    heroes, master = Player(session, "heroes"), Player(session, "master")
    heroes.button("Look down the corridor")
    heroes.end()
    master.end()
    heroes.button("Play E")
    story = Log(session, Seat("heroes"), heroes.screen.game).told(Wording("en"))
    assert [words for _, words, is_heading in story if is_heading][-1] == "Round 2 · The heroes' turn · E's turn"


def test_nobody_of_a_demonstration_walks_into_a_trap_that_all_see() -> None:
    """The dwarf has kept out of the pit once; a goblin waits beyond."""
    session = session_of(CASE.partition("setup.")[0] + PIT.replace(', "...."', "").replace("D2", "D1") + GOBLIN)
    heroes = Player(session, "heroes")
    heroes.tap("B1")
    heroes.dice("safe")
    assert Demonstration(Options()).deeds(session) == [Jump(Seat("D"), PieceId("D"), SpaceId("C1"))]


SHIELD = """
setup.squares = ["...", "...", "..."]
setup.turn = "A"
setup.goal = { slay = "g" }
setup.pieces.A = { hero = "warrior_4", at = "B3", facing = "N" }
setup.pieces.o = { monster = "orc", at = "B2", facing = "S", body = 2 }
setup.pieces.g = { monster = "goblin", at = "A2" }
"""


@pytest.mark.rule("HQ-GEN-02", "HQ-MON-TECH-03")
def test_nothing_befalls_anybody_once_the_quest_is_over() -> None:
    """The living shield was what the quest was about: the blow goes on, and only then it is seen."""
    session = session_of(CASE.partition("setup.")[0] + SHIELD)
    heroes, master = Player(session, "heroes"), Player(session, "master")
    heroes.screen.tap_piece(PieceId("o"))
    heroes.confirm()
    heroes.dice("skull", "skull", "skull", "black")
    master.dice("white", "skull")
    card = master.model.card
    assert card is not None
    master.button(next(label for _, label in card.buttons if "goblin" in label.lower()))
    events = [record.event for record in session.records]
    told_of = [type(one) for one in events if isinstance(one, ev.Killed | ev.Hurt | GameEnded)]
    assert told_of == [ev.Killed, ev.Hurt, GameEnded]
