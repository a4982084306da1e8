"""Bystander tokens: characters without a dial, beside the map until something brings them on it (HC-BYST)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.commands import Place
from companion.core.rules import Violation, violation
from companion.games.heroclix.opening.footing import footing_violations
from companion.games.heroclix.state import State
from companion.games.heroclix.tactics.events import BystanderBrought

__all__ = ["bring_violations", "brought"]


def bring_violations(state: State, command: Place) -> Iterator[Violation]:
    """The rules that bringing a token breaks; by whose effect it comes is for the players."""
    piece = state.find(command.piece)
    if piece is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif not state.is_bystander(piece) or piece.seat != command.seat or piece.spaces or piece.ko:
        yield violation("HC-BYST-01", piece.id, waivable=False)
    elif state.flow.outcome is not None:
        yield violation("HC-END-01", waivable=False)
    elif state.flow.open or state.agenda:
        yield violation("HC-ACT-08", waivable=False)
    else:
        yield from footing_violations(state, piece, command.spaces)


def brought(command: Place) -> tuple[BystanderBrought]:
    """The event of a token that comes to the map."""
    return (BystanderBrought(command.piece, command.spaces),)
