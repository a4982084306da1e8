"""What a piece holds now: the hand of its click, less what is countered or off, and what it has beside its figure.

deal(figure, click) once a game ── countered, turned off ── granted by a text ── team ability, feats, conditions, event
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.heroclix.figures.hand import NONE_GONE, STANDARD, Gone, Hand, Held, deal, follow
from companion.games.heroclix.powers.lasting import LastingKind
from companion.games.heroclix.tactics.bringing import brought_by

if TYPE_CHECKING:  # the state asks here
    from companion.games.heroclix.state import Piece, State, Table

__all__ = ["TAKING", "hand_of"]

TAKING = (LastingKind.COUNTERS, LastingKind.TURNED_OFF)


def hand_of(state: State, piece: Piece, kinds: tuple[LastingKind, ...] = TAKING) -> Hand:
    """What the piece holds now; of ``kinds`` are the effects that take things away from it (HC-POW-07, -08, -18)."""
    table, gone, more = state.table, NONE_GONE, list[Held]()
    own = [one for one in state.lasting if one.piece == piece.id]
    if own:
        taken = [frozenset(one.key for one in own if one.kind is kind and kind in kinds) for kind in TAKING]
        gone = Gone(*taken) if any(taken) else NONE_GONE
        more = [Held(one.key, "text", False, one.power, False) for one in own if one.kind is LastingKind.GRANTS]
    hand = _of_click(table, piece, gone)
    if table.rows or hand.teams:
        figure = state.figure(piece)
        more += brought_by(table.tactics, state.tactics, piece.id, piece.seat, figure, hand, table.rows)
    if not more:
        return hand
    more += follow(more, dict(table.lets_use))
    left = tuple(one for one in more if not gone.takes(one))
    abilities = hand.abilities | {one.power for one in left if one.is_ability and one.slot != "team"}
    return replace(hand, held=(*hand.held, *left), abilities=abilities)


def _of_click(table: Table, piece: Piece, gone: Gone) -> Hand:
    """What the click gives: worked out once for each figure and click, unless something of it is gone."""
    known = table.hands.setdefault(piece.figure, {})
    found = known.get(piece.click) if gone is NONE_GONE else None
    if found is None:
        standard = {power for power, given in table.grants if given == STANDARD}
        figure = next(one for one in table.figures if one.id == piece.figure)
        found = deal(figure, piece.click, gone, standard, dict(table.lets_use))
        if gone is NONE_GONE:
            known[piece.click] = found
    return found
