"""Free Actions that an attack lets somebody have: the attacker when the target fell, the target when it stands.

pass on        remaining successes used on another (GO-CIRCULAR-01, GO-BURST-01)
strike again   X dice of one's own on another (GO-CHAIN-01)
strike back    X dice at the attacker (GO-COUNTER-01, GO-RIPOSTE-01)
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.games.gotham.asked.cards import CARDS, protecting, spend_cards
from companion.games.gotham.asked.reactions import uses
from companion.games.gotham.asked.targets import target_violations, targets_of
from companion.games.gotham.state import State
from companion.games.gotham.steps.deed import Deed, Follow
from companion.games.gotham.steps.rows import Use


def another(t: Teller[State], deed: Deed, rule: str, spared: tuple[PieceId, ...]) -> Script[PieceId | None]:
    """Ask for another legal target; ``None`` where the attacker likes none (GO-PROTECTED-03, GO-AMB-37)."""
    options = targets_of(t.state, deed, spared)
    if not options:
        return None
    answer = yield from t.choose(t.state.who(deed.piece).seat, rule, options, deed.piece, optional=True)
    return PieceId(answer[0]) if answer else None


def designated(t: Teller[State], deed: Deed, spared: tuple[PieceId, ...] = ()) -> Script[PieceId | None]:
    """Return the target after those designated have declared cards that protect them, each of whom the attacker leaves
    for another; ``None`` where there is none, or it likes none (GO-PROTECTED-01, GO-GEN-11).
    """
    aim: PieceId | None = deed.aim
    while aim is not None and (cards := protecting(t.state, aim)):
        shields = yield from t.choose(t.state.who(aim).seat, CARDS, cards, aim, optional=True)
        if not shields:
            break
        spend_cards(t, aim, shields)
        spared = (*spared, aim)
        aim = yield from another(t, deed, "GO-PROTECTED-01", spared)
    return aim


def pass_on(t: Teller[State], deed: Deed, use: Use) -> Script[Deed]:
    """The successes that remain go on (GO-CIRCULAR-04, GO-BURST-03)."""
    return (yield from _at_another(t, deed, use, ""))


def strike_again(t: Teller[State], deed: Deed, use: Use) -> Script[Deed]:
    """Dice of the possessor's own kind are thrown (GO-CHAIN-03, GO-AMB-38)."""
    characteristic = t.state.sheet(deed.piece).dice.get(deed.kind)
    if characteristic is None:
        return deed
    return (yield from _at_another(t, deed, use, use.row.of or characteristic.die))


def _at_another(t: Teller[State], deed: Deed, use: Use, die: str) -> Script[Deed]:
    (piece, high), *_ = use.holders
    target = yield from another(t, deed, use.row.rule, (deed.aim,))
    if target is None:
        return deed
    return replace(deed, follow=(Follow(use.skill.id, use.row.rule, piece, target, high, die),))


def strike_back(t: Teller[State], deed: Deed, use: Use) -> Script[Deed]:
    """The target may strike at its attacker, if it is one it can designate (GO-COUNTER-03, GO-RIPOSTE-03)."""
    (piece, high), *_ = use.holders
    cards = deed.cards_of(piece)
    back = Deed(deed.kind, piece, deed.piece, cards=cards)
    if t.state.who(deed.piece).neutralised or any(target_violations(t.state, back)):
        return deed
    is_used = yield from uses(t, deed, piece, use.row.rule)
    follow = Follow(use.skill.id, use.row.rule, piece, deed.piece, high, use.row.of, cards)
    return replace(deed, follow=(follow,)) if is_used else deed
