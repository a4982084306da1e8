"""The facts of a game by name: those that cases expect of pieces, and those that summaries print."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.heroclix.face.view import TableView
from companion.games.heroclix.figures.figure import SLOTS
from companion.games.heroclix.position.holding import usable_feats
from companion.games.heroclix.position.team_abilities import holdings
from companion.games.heroclix.state.state import Piece, State

OfPiece = Callable[[State, Piece], Any]


def _value(slot: str) -> OfPiece:
    return lambda state, piece: state.value(piece, slot)


def _uses(state: State, piece: Piece) -> str:
    return next((held.power for held in state.held(piece) if held.slot == "team" and not held.by), "")


PIECE: Mapping[str, OfPiece] = {
    "at": lambda state, piece: sorted(piece.spaces),
    "click": lambda state, piece: piece.click,
    "tokens": lambda state, piece: piece.tokens,
    "points": lambda state, piece: piece.points,
    "range": lambda state, piece: state.figure(piece).range,
    "targets": lambda state, piece: state.figure(piece).targets,
    "ko": lambda state, piece: piece.ko,
    "acted": lambda state, piece: piece.acted,
    "immune": lambda state, piece: state.is_immune(piece),
    "size": lambda state, piece: state.occupant(piece).size,
    "powers": lambda state, piece: sorted(state.powers(piece).values()),
    "feats": lambda state, piece: sorted(feat.id for feat in usable_feats(state, piece)),
    "team": lambda state, piece: sorted(held.ability for held in holdings(state, piece)),
    "uses_team": _uses,
    **{str(slot): _value(slot) for slot in SLOTS},
}


def summary_of(view: TableView) -> dict[str, Any]:
    """Round, turn, scores and what for, winners, pieces."""
    return {
        "round": view.round,
        "turn": view.turn,
        "scores": dict(view.scores),
        "sheet": [
            {"seat": line.seat, "points": line.points, "rule": line.rule, "for": line.element}
            for sheet in view.tactics.sheets
            for line in sheet.lines
        ],
        "winners": list(view.outcome.winners) if view.outcome else None,
        "pieces": [
            {
                "id": piece.id,
                "name": piece.name,
                "squares": list(piece.spaces),
                "click": piece.click,
                "tokens": piece.tokens,
                "ko": piece.ko,
            }
            for piece in view.pieces
        ],
    }
