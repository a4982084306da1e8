"""The chances of an attack's plain roll, held against every face of every die counted one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from companion.core.ids import PieceId
from companion.games.heroquest.attack.odds import odds
from companion.games.heroquest.attack.pool import RANGED, Part, Pool
from companion.games.heroquest.state import State
from tests.ui.quest.players import quest_session


def counted(state: State, dice: tuple[str, ...], deadly: int, points: int, defense: int, body: int) -> list[Fraction]:
    """How likely a skull, and a body point lost: an obvious count, face by face."""
    kinds, table = state.content.dice, state.content.tables.critical
    own = [[face.label for face in kinds[die].faces] for die in (*dice, "d20", *(("combat",) * defense))]
    struck = lost = every = 0
    for thrown in product(*own):
        faces, critical, guards = thrown[: len(dice)], int(thrown[len(dice)]), thrown[len(dice) + 1 :]
        worth = [(int(face[0]) if face[0].isdigit() else 1) if face.endswith("skull") else 0 for face in faces]
        skulls, free = sum(worth), sum(worth[len(dice) - deadly :]) if deadly else 0
        if skulls:
            skulls += points + sum(more for least, most, more in table if least <= critical <= most)
        white = list(guards).count("white")
        finished = body == 1 and skulls >= max(1, defense) and defense >= 2
        every, struck = every + 1, struck + bool(skulls)
        lost += bool(finished or free or skulls > white)
    return [Fraction(struck, every), Fraction(lost, every)]


@pytest.mark.rule("HQ-ATK-05", "HQ-ATK-07", "HQ-CRIT-02", "HQ-COMBAT-FINISH-01")
@pytest.mark.parametrize(
    ("dice", "deadly", "points", "defense"),
    [
        (("combat",), 0, 0, 0),
        (("combat", "combat"), 0, 0, 2),
        (("combat", "combat"), 1, 0, 2),
        (("yellow", "combat"), 0, 1, 1),
        (("violet",), 0, 0, 3),
    ],
)
@pytest.mark.parametrize("target", ["goblin-1", "orc-1"])
def test_the_chances_are_those_of_every_face_counted(
    dice: tuple[str, ...], deadly: int, points: int, defense: int, target: str
) -> None:
    state: State = quest_session().state
    part = Part(PieceId("elf"), "bow", RANGED, Pool(dice, deadly, "skull", points))
    found = odds(state, part, PieceId(target), defense)
    assert [found.strikes, found.wounds] == counted(
        state, dice, deadly, points, defense, state.who(PieceId(target)).body
    )
