"""Reactions to an attack: taking wounds in the target's place, tokens instead of wounds.

absorb   before the dice are rolled, each ally of the target is asked (GO-SACRIFICE-02)
bind     the attacker says how many tokens (GO-BIND-03)
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.answers import YES
from companion.core.procedure import Script, Teller
from companion.games.gotham import events as ev
from companion.games.gotham.state import State
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.rows import Use


def absorb(t: Teller[State], deed: Deed, use: Use) -> Script[Deed]:
    """The deed with what allies pledged, in the order in which they said so (GO-SACRIFICE-01, GO-AMB-21, GO-AMB-43)."""
    for piece, high in use.holders:
        seat = t.state.who(piece).seat
        with t.window(use.row.rule, seat, piece):
            answer = yield from t.choose(seat, "GO-SACRIFICE-02", (YES,), piece, optional=True)
            if answer:
                t.tell(ev.SacrificePledged(piece, deed.aim, high))
                deed = replace(deed, pledged=(*deed.pledged, (piece, high)))
    return deed


def bind(t: Teller[State], deed: Deed, use: Use) -> Script[Deed]:
    """No wounds at all, up to X tokens (GO-BIND-01, GO-BIND-09, GO-AMB-16)."""
    (piece, high), *_ = use.holders
    answer = yield from t.choose(t.state.who(piece).seat, use.row.rule, numbers_to(high), deed.aim, optional=True)
    if count := int((answer or ("0",))[0]):
        t.tell(ev.BindsPlaced(deed.aim, count))
    return replace(deed, bound=True)


def numbers_to(most: int) -> tuple[str, ...]:
    """Return the answers to "up to X" (GO-GEN-12)."""
    return tuple(map(str, range(most + 1)))
