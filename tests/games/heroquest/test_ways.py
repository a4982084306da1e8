"""The way to a tapped square, its steps on the board, in the panel, and taken: by hand from the rules of turning."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.ids import PieceId, SpaceId
from companion.core.rules import Rejected
from companion.core.session import Session
from companion.games.heroquest import commands as cm
from companion.games.heroquest.apply import fold
from companion.games.heroquest.face.face import HeroQuestFace
from companion.games.heroquest.finds import TrapChanged
from companion.games.heroquest.moves.ways import ways
from companion.text.wording import Wording, told
from tests.casebook.casebooks import session_of

CASE = """
system = "heroquest"
[[case]]
id = "x"
title = "x"
rules = ["HQ-MOVE-09"]
expect.over = false
setup.turn = "A"
"""
ROW = 'setup.squares = ["...."]\nsetup.pieces.A = { hero = "warrior_4", at = "B1", facing = "W", rolled = 4 }'
FRIEND = """
setup.squares = ["...", "..."]
setup.pieces.A = { hero = "warrior_4", at = "A2", facing = "HERE", rolled = 7 }
setup.pieces.F = { hero = "dwarf_4", at = "FRIEND", facing = "N" }
"""
A = PieceId("A")


def walk_of(session: Session, space: str) -> cm.Walk:
    walk = HeroQuestFace(session).to(A, SpaceId(space))
    assert isinstance(walk, cm.Walk)
    return walk


@pytest.mark.rule("HQ-MOVE-02", "HQ-MOVE-04", "HQ-MOVE-09")
@pytest.mark.parametrize(
    ("facing", "cost", "line"),
    [  # to D1, behind its back: a half-turn (1) and two steps; another quarter there is free, another half costs 1
        (None, 3, "1 of them for turning round; at the end facing east."),
        ("N", 3, "1 of them for turning round; at the end facing north."),
        ("W", 4, "2 of them for turning round; at the end facing west."),
    ],
)
def test_the_panel_says_the_steps_that_are_taken(facing: str | None, cost: int, line: str) -> None:
    session = session_of(CASE + ROW)
    walk = replace(walk_of(session, "D1"), facing=facing)
    lines = HeroQuestFace(session).foretell(walk.seat, walk).lines
    assert [told(one, Wording("en")) for one in lines[:2]] == [f"B1 → D1, {cost} of 4 steps", line]
    session.submit(walk)
    figure = session.state.who(A)
    assert figure.turn is not None and figure.turn.left == 4 - cost


@pytest.mark.rule("HQ-MOVE-04")
def test_the_board_shows_the_steps_that_are_taken() -> None:
    squares = [SpaceId(space) for space in ("A1", "B1", "C1", "D1")]
    assert HeroQuestFace(session_of(CASE + ROW)).reach(A, squares) == {"A1": 1, "C1": 2, "D1": 3}


@pytest.mark.rule("HQ-MOVE-11")
@pytest.mark.parametrize(("facing", "friend", "path"), [("N", "A1", "B2 C2 C1"), ("E", "B2", "A1 B1 C1")])
def test_of_ways_alike_one_through_nobody(facing: str, friend: str, path: str) -> None:
    """Past the corner of a friend where the others lead through it: three steps each, a quarter turn is free."""
    session = session_of(CASE + FRIEND.replace("HERE", facing).replace("FRIEND", friend))
    assert " ".join(walk_of(session, "C1").path) == path


@pytest.mark.rule("HQ-MOVE-08", "HQ-TRAP-18")
def test_of_ways_alike_one_past_no_trap_and_with_fewest_turns() -> None:
    board = CASE + FRIEND.replace("HERE", "N").replace("FRIEND", "A1").replace('at = "A1"', 'at = "C2"')
    assert " ".join(walk_of(session_of(board), "B1").path) == "A1 B1"  # one turn; the other way two
    trapped = session_of(board + 'setup.traps = [{ id = "lance", type = "lance", squares = ["A1"] }]')
    assert " ".join(walk_of(trapped, "B1").path) == "A1 B1"  # of a trap that nobody has found no way tells
    found = TrapChanged(PieceId("lance"), "revealed", "lance", (SpaceId("A1"),))
    seen = fold(trapped.state, found)
    assert " ".join(ways(seen, seen.who(A), 7)[SpaceId("B1")]) == "B2 B1"


@pytest.mark.rule("HQ-MOVE-01")
@pytest.mark.parametrize(
    ("rolled", "said"),
    [("", ["A throws the movement dice first."]), (", rolled = 2", ["D1 takes 3 steps; steps left: 2."])],
)
def test_a_walk_that_is_refused_says_what_is_missing(rolled: str, said: list[str]) -> None:
    session = session_of(CASE + ROW.replace(", rolled = 4", rolled))
    decision = session.submit(HeroQuestFace(session).step(A, SpaceId("D1")))
    assert isinstance(decision, Rejected)
    assert [Wording("en").violation(one) for one in decision.violations] == said
