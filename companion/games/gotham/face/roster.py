"""A figure in the roster of a mission: the wounds that it can still take, and its state."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.face import Standing
from companion.core.phrases import Told, Word, say
from companion.games.gotham.figures import Figure
from companion.games.gotham.state import State


def standing(state: State, figure: Figure) -> Standing:
    """Return the figure as it stands: of a hero its cubes outside the Wound zone, of a tile its Life Points."""
    most = figure.total_cubes if figure.is_hero else state.sheet(figure.id).life
    left = 0 if figure.neutralised else figure.endures
    states = () if figure.neutralised else tuple(_states(figure))  # who is out has no part in the round
    return Standing(figure.id, figure.seat, left, most, "wound", figure.binds, states, None, figure.neutralised)


def _states(figure: Figure) -> Iterator[Told]:
    if figure.zone is None:
        yield say("standing_off_the_map")
    if figure.state:
        yield Word("state", figure.state)
    if figure.lying:
        yield say("lying")
    if figure.over:
        yield say("standing_acted")
