"""Rolls that are thrown again: whose power may ask for it, and when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.dice import DiceRequest
from companion.core.ids import PieceId
from companion.games.heroclix.attack.targeting import is_in_sight
from companion.games.heroclix.powers.holding import active
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import Piece, State

__all__ = ["Reroll", "dice_of", "rerollers"]


@dataclass(frozen=True, slots=True)
class Reroll(Verb):
    """Once in the own turn an own roll, once a round in an opponent's turn one of that opponent's.

    The piece that rolled is within so many squares and in sight. All dice are thrown again, and the first roll is
    ignored; what the roll is added to stays.
    """

    within: int
    dice: int = 0  # how many of them; none: all
    rolls: tuple[str, ...] = ()  # which rolls, ``attack`` and ``break_away``; none: all


def dice_of(state: State, piece: Piece, power: str) -> int:
    """How many dice that power of the piece has thrown again; none: all (HX-ROLL-04)."""
    return next((verb.dice for name, verb in active(state, piece, Reroll) if name == power), 0)


def rerollers(
    state: State, request: DiceRequest, declined: tuple[PieceId, ...] = ()
) -> Iterator[tuple[Piece, str]]:
    """The pieces that may have this roll thrown again now, with their power: the active player's first (HC-VAL-17)."""
    rolled = state.find(request.piece) if request.piece else None
    active_seat = state.active_seat
    if rolled is None or not rolled.spaces or active_seat is None or request.roller != active_seat:
        return
    if len(request.dice) > state.edition.attack.rerolls.most_dice or set(request.dice) != {"d6"}:  # HX-ROLL-07
        return
    rule = state.edition.rule
    kind = {rule("HC-ATK-05"): "attack", rule("HC-MOVE-07"): "break_away"}.get(request.purpose, "power")
    for piece in sorted(state.on_map(), key=lambda one: (one.seat != active_seat, one.id)):
        is_teammate = piece.seat != active_seat and state.is_friend(active_seat, piece.seat)
        if piece.id in declined or is_teammate:
            continue
        for power, verb in active(state, piece, Reroll):
            key = power if piece.seat == active_seat else f"{power}@{state.flow.round}"
            near = piece.id == rolled.id or is_in_sight(state, piece, rolled, verb.within)
            if key not in piece.used and near and (not verb.rolls or kind in verb.rolls):
                yield piece, power
