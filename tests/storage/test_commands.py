"""Commands cross from one process to another: each comes back as it was; what is none is refused with words."""

from __future__ import annotations

import pytest

from companion.core.commands import Choose, Pass, Place, ReportDice
from companion.core.dice import DiceResult
from companion.core.ids import PieceId, RequestId, Seat, SpaceId
from companion.errors import InputError
from companion.games.heroquest import commands as cm
from companion.games.heroquest.system import HeroQuest
from companion.storage.codec import CommandCodec

CODEC = CommandCodec(HeroQuest().command_types)
RED, PIECE = Seat("red"), PieceId("a")


@pytest.mark.parametrize(
    "command",
    [
        ReportDice(RED, DiceResult(RequestId("ask-1"), ("3", "skull"))),
        Choose(RED, RequestId("ask-1"), ("left", "right")),
        Place(RED, PIECE, (SpaceId("B2"),), None, RequestId("ask-1")),
        Pass(RED),
        cm.Walk(RED, PIECE, (SpaceId("B2"), SpaceId("C2"))),
        cm.Attack(RED, PIECE, PieceId("b"), ("deadly",)),
    ],
)
def test_a_command_comes_back_as_it_was(command: object) -> None:
    assert CODEC.decode(CODEC.encode(command), "phone-1") == command


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"", "expected a command"),
        (b"\xff\xfe", "expected a command"),
        (b'{"type": "Fly", "command": {}}', "type: found 'Fly', expected a command of this game"),
        (b'{"type": "Walk", "command": {"seat": "red"}}', "missing required field `piece`"),
        (b'{"type": "Walk", "command": {"seat": 3, "piece": "a", "path": []}}', "Expected `str`, got `int`"),
        (b'{"type": "Pass", "command": {"seat": "red"}, "as": "blue"}', "unknown field `as`"),
        (b"[" * 5000, "expected a command"),
    ],
)
def test_what_is_no_command_is_refused_in_one_line(line: bytes, words: str) -> None:
    with pytest.raises(InputError) as refused:
        CODEC.decode(line, "phone-1")
    assert words in str(refused.value)
    assert str(refused.value).startswith("phone-1") and "\n" not in str(refused.value)
