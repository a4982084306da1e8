"""No square is lit that a hero reaches through the dark alone: that would tell the heroes what lies there."""

from __future__ import annotations

import pytest

from companion.core.ids import PieceId, SpaceId
from companion.games.heroquest.face.face import HeroQuestFace
from tests.casebook.casebooks import session_of

RING = """
system = "heroquest"
[[case]]
id = "x"
title = "x"
rules = ["HQ-GEN-08"]
setup.squares = ["ccccc", "c###c", "ccccc"]
setup.seen = [{seen}]
setup.turn = "elf"
setup.pieces.elf = {{ hero = "elf_4", at = "C1", facing = "W", rolled = 8 }}
expect.over = false
"""
TOP = '"A1", "B1", "C1", "D1", "E1", "A3"'


@pytest.mark.rule("HQ-GEN-08")
@pytest.mark.parametrize(("seen", "is_lit"), [(TOP, False), (f'{TOP}, "A2"', True)])
def test_a_square_that_is_known_is_lit_once_the_way_there_is(seen: str, is_lit: bool) -> None:
    """A ring of corridors: from C1 to A3 it is four steps, over A2, round a corner that nobody has looked behind."""
    face = HeroQuestFace(session_of(RING.format(seen=seen)))
    known = face.state.seen
    assert (SpaceId("A3") in face.reach(PieceId("elf"), known)) == is_lit
    assert SpaceId("A1") in face.reach(PieceId("elf"), known)
