"""A game in plain values, as a replay prints it."""

from __future__ import annotations

from typing import Any

from companion.games.heroclix.view import TableView

__all__ = ["summary_of"]


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
            {"id": one.id, "name": one.name, "squares": list(one.spaces), "click": one.click, "tokens": one.tokens,
             "ko": one.ko}
            for one in view.pieces
        ],
    }  # fmt: skip
