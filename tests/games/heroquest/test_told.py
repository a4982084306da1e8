"""What a log of a quest says of deeds whose result stands nowhere else."""

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
