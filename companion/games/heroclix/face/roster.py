"""A figure in the roster: the clicks that are left of its dial, its tokens, its state."""

from __future__ import annotations

from companion.core.face import Standing
from companion.core.phrases import Told, say
from companion.games.heroclix.figures.figure import is_ko
from companion.games.heroclix.state.state import Piece, State


def standing(state: State, piece: Piece) -> Standing:
    """Return the figure as it stands: the forces lie open (HC-SETUP-02), so how long a dial is everybody knows."""
    figure = state.figure(piece)
    end = piece.start_click
    while not is_ko(figure, end):
        end += 1
    says = (
        (piece.acted, "acted"),
        (not piece.spaces and not piece.ko, "off_the_map"),
        (bool(piece.spaces) and state.is_immune(piece), "immune"),
    )
    states: tuple[Told, ...] = tuple(say(f"standing_{word}") for holds, word in says if holds)
    left = 0 if piece.ko else max(0, end - piece.click)
    return Standing(
        piece.id, piece.seat, left, end - piece.start_click, "click", piece.tokens, states, piece.points, piece.ko
    )
