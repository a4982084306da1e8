"""Changes to a state that several events have in common."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.ids import PieceId
from companion.games.heroclix.state.play import ScoreLine
from companion.games.heroclix.state.state import State


def letting_fall(state: State, piece: PieceId) -> State:
    """The state in which what the piece holds falls where it stands, before it leaves the map (HC-OBJ-28)."""
    if not any(holding.piece == piece for holding in state.tactics.held):
        return state
    spaces = state.piece(piece).spaces
    falls = spaces[0] if spaces else None
    held = tuple(replace(holding, falls=falls) if holding.piece == piece else holding for holding in state.tactics.held)
    return replace(state, tactics=replace(state.tactics, held=held))


def with_points(state: State, line: ScoreLine) -> State:
    """The state with the points of one more line on the score sheet."""
    scores = tuple((seat, points + line.points if seat == line.seat else points) for seat, points in state.scores)
    return replace(state, scores=scores, tactics=replace(state.tactics, sheet=(*state.tactics.sheet, line)))


def nothing(state: State, event: object) -> State:
    """The state as it is: what the event tells changes nothing on the table."""
    return state


def with_attack(state: State, **changes: Any) -> State:
    """The state with the attack in progress changed."""
    assert state.attack is not None
    return replace(state, attack=replace(state.attack, **changes))
