"""The log of a quest tells the results of deeds that nothing else shows."""

from __future__ import annotations

import pytest

from tests.casebook.casebooks import session_of
from tests.ui.quest.players import Player

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
    told = [one.text for one in heroes.model.log if "No skull, so the D20 adds none" in one.text]
    assert len(told) == is_told
