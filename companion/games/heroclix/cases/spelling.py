"""Every command by its word, and the seat that gives it: the one named, the owner of the piece, or the one to act.

move · close_attack · ranged_attack · end_turn · turn_dial · begin · place · pass · concede
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.board.spaces import Edge
from companion.casebook.language import Opening, Order
from companion.casebook.ordering import ANSWERING, ANSWERS, order_of
from companion.casebook.spelling import Spelling, members_of, read_fields, spell_commands
from companion.core import commands as core
from companion.core.ids import PieceId, Seat, SpaceId
from companion.documents import Node
from companion.games.heroclix import commands as cm
from companion.games.heroclix.cases.squares import read_border, read_squares
from companion.games.heroclix.commands import ObjectId

__all__ = ["SPELLINGS", "WORDS", "read_command"]

SPELLINGS: Mapping[str, tuple[type, Spelling]] = spell_commands(
    [kind for kind in members_of(cm.Command) if kind not in ANSWERS],
    {
        cm.BeginGame: Spelling("begin"),
        cm.MoveFigure: Spelling("move"),
        cm.AdjustDial: Spelling("turn_dial", usual={"reason": ""}),
        core.Place: Spelling("place", {"spaces": "at"}, ANSWERING),
        core.Pass: Spelling("pass", filled=ANSWERING),
    },
)
WORDS: Mapping[str, type] = {word: kind for word, (kind, _) in SPELLINGS.items()}


def read_command(node: Node, opening: Opening, others: Collection[str]) -> Order:
    """The command in a table, once the state is known that says who gives it."""
    if not isinstance(node.value, dict) or "do" not in node:
        node.refuse("a command, which is a table with 'do'")
    kind, spelling = SPELLINGS[node["do"].word(SPELLINGS)]
    known, board = opening.pieces, opening.extra.board

    def piece(entry: Node) -> PieceId:
        if entry.text() not in known and entry.text() not in opening.extra.objects:
            entry.refuse(f"a piece of the set-up ({', '.join(sorted(known)) or 'it has none'})")
        return PieceId(entry.text())

    def thing(entry: Node) -> ObjectId:
        return ObjectId(PieceId(entry.word(opening.extra.objects)))

    readers: dict[Any, Any] = {
        PieceId: piece,
        ObjectId: thing,
        Edge: lambda entry: read_border(entry, board),
        SpaceId: lambda entry: read_squares(entry, board)[0],
        tuple[SpaceId, ...]: lambda entry: read_squares(entry, board),
        Seat: lambda entry: Seat(entry.word(opening.seats)),
    }
    written = read_fields(kind, node, spelling, readers, {"do", "by", *others})
    by = Seat(node["by"].word(opening.seats)) if "by" in node else None
    actor = next((value for value in written.values() if isinstance(value, str) and value in known), None)

    return order_of(kind, spelling, written, by, actor, lambda state: state.active_seat or state.table.seats[0])
