"""Who risks something by a roll reads what each face brings before the risk is taken; nothing is written by reading."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from fractions import Fraction

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, DiceResult
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.session import Session
from companion.games.heroquest import commands as cm
from companion.games.heroquest.face.face import HeroQuestFace
from companion.text.wording import Wording, told
from tests.casebook.casebooks import session_of

HEAD = """
system = "heroquest"
[[case]]
id = "x"
title = "x"
rules = ["HQ-TRAP-19"]
expect.over = false
"""
PIT = """
setup.squares = ["......"]
setup.traps = [{ id = "pit", type = "pit", squares = ["B1"]}]
setup.turn = "A"
setup.pieces.A = { hero = "HERO", at = "A1", facing = "E" }
"""
LANCE = """
setup.squares = ["......", "......"]
setup.traps = [{ id = "lance", type = "lance", squares = ["A2"]}]
setup.turn = "A"
setup.pieces.A = { hero = "dwarf_4", at = "A1", facing = "E" }
"""
A, NOBODY = PieceId("A"), Seat("")


def thrown(session: Session, face: str) -> None:
    """Every die that is asked for shows that face."""
    for asked in session.state.flow.open:
        assert isinstance(asked, DiceRequest)
        session.submit(ReportDice(asked.roller, DiceResult(asked.id, (face,) * len(asked.dice))))


@pytest.mark.rule("HQ-TRAP-19", "HQ-HERO-ELF-06", "HQ-HERO-DWARF-06")
@pytest.mark.parametrize(
    ("text", "command", "chance"),
    [
        (
            PIT.replace("HERO", "warrior_4"),
            cm.Jump(NOBODY, A, SpaceId("C1")),
            Fraction(1, 2),
        ),  # a star: three faces of six
        (
            PIT.replace("HERO", "elf_4"),
            cm.Jump(NOBODY, A, SpaceId("C1")),
            Fraction(5, 6),
        ),  # an elf falls on a black shield
        (LANCE, cm.DisarmTrap(NOBODY, A, PieceId("lance")), Fraction(5, 6)),
    ],
    ids=["warrior", "elf", "dwarf"],
)
def test_what_a_roll_risks_is_told_before(text: str, command: cm.Jump | cm.DisarmTrap, chance: Fraction) -> None:
    session = session_of(HEAD + textwrap.dedent(text))
    seat = session.state.who(A).seat
    if "traps" in text:
        session.submit(cm.SearchTraps(seat, A))
        thrown(session, "blank")
    if isinstance(command, cm.Jump):
        session.submit(cm.RollMovement(seat, A))
        thrown(session, "3")
    face = HeroQuestFace(session)
    command = replace(command, seat=seat)
    version, foretold = session.version, face.foretell(seat, command)
    assert foretold.chance == chance
    assert face.is_foretold(command), "a second tap confirms it"
    assert all(told(line, Wording(lang)) for line in foretold.lines for lang in ("en", "fr"))
    assert session.version == version
