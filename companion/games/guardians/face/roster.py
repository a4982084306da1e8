"""A figure in the roster of a game: its HEALTH less its damage, its tokens, what its sheet says of it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.face import Standing
from companion.core.ids import PieceId, Seat
from companion.core.phrases import Told, Word, say
from companion.games.guardians.face.view import FigureView


def standing(shown: FigureView, active: PieceId | None) -> Standing:
    """Return the figure as everybody may know it."""
    left = 0 if shown.out else max(0, shown.health - shown.damage)
    states = tuple(_states(shown, is_active=shown.id == active))
    seat = shown.seat or Seat(shown.side)
    return Standing(shown.id, seat, left, shown.health, "health", states=states, is_out=shown.out)


def _states(shown: FigureView, *, is_active: bool) -> Iterator[Told]:
    if shown.at is None and not shown.out:
        yield say("standing_off_the_map")
    if (shown.activated or is_active) and not shown.out:
        yield say("standing_acts" if is_active else "standing_acted")
    if shown.wounds:
        yield say("standing_wounds", count=shown.wounds)
    for stat, amount in shown.tokens:
        yield say("standing_token", what=Word("slot", stat), amount=f"{amount:+d}")
