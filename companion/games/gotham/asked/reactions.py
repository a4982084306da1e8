"""Reactions to an attack: taking wounds in the target's place, tokens instead of wounds.

absorb   before the dice are rolled, each ally of the target is asked (GO-SACRIFICE-02)
bind     the attacker says how many tokens (GO-BIND-03)
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.answers import YES
from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.games.gotham import events as ev
from companion.games.gotham.state import State
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.rows import Use

SACRIFICE = "GO-SACRIFICE-02"


def absorb(t: Teller[State], deed: Deed, use: Use) -> Script[Deed]:
    """The deed with what allies pledged, in the order in which they said so (GO-SACRIFICE-01, GO-AMB-21, GO-AMB-43)."""
    levels, owner = dict(use.holders), t.state.who
    pledged = [piece for piece in levels if deed.cards_of(piece)]  # by declaring a card
    asked = [piece for piece in levels if piece not in pledged]
    with t.window(use.row.rule, owner(use.holders[0][0]).seat, use.holders[0][0]):
        questions = [
            t.choice(owner(piece).seat, SACRIFICE, (YES,), piece, optional=True, ahead=ahead)
            for ahead, piece in enumerate(asked)
        ]
        for question, answer in (yield from t.ask_each(questions)):
            pledged += [question.piece] if answer and question.piece is not None else []
        for piece in pledged:
            t.tell(ev.SacrificePledged(piece, deed.aim, levels[piece]))
    return replace(deed, pledged=(*deed.pledged, *((piece, levels[piece]) for piece in pledged)))


def uses(t: Teller[State], deed: Deed, piece: PieceId, rule: str) -> Script[bool]:
    """Whether its player uses that skill; who has declared a card for it does."""
    if piece != deed.piece and deed.cards_of(piece):
        return True
    return (yield from t.choose(t.state.who(piece).seat, rule, (YES,), piece, optional=True)) is not None


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
