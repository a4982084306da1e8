"""A command as a record holds it, and back: every kind of field that commands have."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.board.spaces import Edge, edge
from companion.core.commands import Place
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.packing import pack, unpack
from companion.games.heroclix.commands import AttackTerrain, End, ProposeEnd
from companion.games.heroclix.state.attack import AttackKind

RED, A = Seat("red"), PieceId("a")
WALL: Edge = edge(SpaceId("C1"), SpaceId("D1"))


@dataclass(frozen=True, slots=True)
class Sorted:
    """Numbers and flags, which no command of a game mixes so."""

    seat: Seat
    count: int
    is_done: bool
    spaces: tuple[SpaceId, ...] = ()


@pytest.mark.parametrize(
    "command",
    [
        AttackTerrain(RED, A, AttackKind.CLOSE, wall=WALL),
        AttackTerrain(RED, A, AttackKind.RANGED, square=SpaceId("C1")),
        ProposeEnd(RED, End.DRAW),
        ProposeEnd(RED, End.SCENARIO, (RED,)),
        Place(RED, A, (SpaceId("A1"), SpaceId("A2"))),
        Sorted(RED, 3, True, (SpaceId("A1"),)),
        Sorted(RED, -3, False),
    ],
    ids=repr,
)
def test_a_packed_command_is_the_same_again(command: object) -> None:
    again = unpack(type(command), pack(command), seat=RED)
    assert again == command
    for name in getattr(command, "__slots__", ()):
        assert type(getattr(again, name)) is type(getattr(command, name))  # `is` tells words of a list apart
