"""Verbs that make a number or a pool and ask nobody; the numbers they make, with their terms.

add · best · ignore · fix ──> parts of a reckoning        dice ──> pool        rerolls · force ──> offers
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from companion.core.hooks import Steps
from companion.core.pool import Reroll
from companion.core.procedure import Script, Teller
from companion.core.reckoning import Contribution, Operation, Reckoning, plus, reckon
from companion.games.gotham.content.content import Content
from companion.games.gotham.content.words import Step, Verb
from companion.games.gotham.state import State
from companion.games.gotham.steps.base import base_hooks
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.rows import Use, VerbScript, hooks_of

Change = Callable[[State, Deed, Use], Deed]


def _plain(change: Change) -> VerbScript:
    """A verb that asks nothing."""

    def script(t: Teller[State], deed: Deed, use: Use) -> Script[Deed]:
        return change(t.state, deed, use)
        yield

    return script


def _add(state: State, deed: Deed, use: Use) -> Deed:
    """Every possessor's level counts (GO-MARTIAL-01..03, GO-SHARPSHOOT-01, GO-IMPENETRABLE-01, GO-UNTOUCHABLE-01,
    GO-HORROR-01, -02, GO-POISON-02)."""
    parts = (plus(_amount(use, high), use.row.rule, piece) for piece, high in use.holders)
    return replace(deed, parts=(*deed.parts, *parts))


def _best(state: State, deed: Deed, use: Use) -> Deed:
    """Count the level of one possessor alone: the highest (GO-BODYGUARD-01, -02)."""
    piece, high = max(use.holders, key=lambda holder: holder[1])
    return replace(deed, parts=(*deed.parts, plus(_amount(use, high), use.row.rule, piece)))


def _ignore(state: State, deed: Deed, use: Use) -> Deed:
    """Up to the level is taken off one term, never more than is left of it (GO-ELUSIVE-01, -02, GO-MOBILITY-01, -02,
    GO-PARKOUR-01, GO-NERVES-01, -02)."""
    left = _left_of(state, deed, use.row.of)
    (piece, high), *_ = use.holders
    change = min(_amount(use, high), abs(left)) * (1 if left < 0 else -1)
    return replace(deed, parts=(*deed.parts, plus(change, use.row.rule, piece))) if change else deed


def _left_of(state: State, deed: Deed, term: str) -> int:
    """Return what is left of a term after all that was taken off it already."""
    rows = (row for skill in state.content.skills.values() for row in skill.rows if row.of == term)
    about = {term, *(row.rule for row in rows if row.verb is Verb.IGNORE)}
    return sum(part.amount for part in deed.parts if part.source in about)


def _fix(state: State, deed: Deed, use: Use) -> Deed:
    """The number is what the row says, whatever else there is (GO-T-FLIGHT-02, GO-T-HARMLESS-01)."""
    (piece, _), *_ = use.holders
    lock = Contribution(Operation.LOCKED, use.row.count or 0, use.row.rule, piece)
    return replace(deed, parts=(*deed.parts, lock))


def _dice(state: State, deed: Deed, use: Use) -> Deed:
    """Dice of the row's colour come into the pool (GO-FURY-01, GO-IMAGFRIEND-02, GO-AMB-14)."""
    more = sum(_amount(use, high) for _, high in use.holders)
    return replace(deed, pool=(*deed.pool, *[use.row.of] * more))


def _rerolls(state: State, deed: Deed, use: Use) -> Deed:
    """Free re-rolls of any die, the same one again too, each possessor's by itself; the usual ones come after them
    (GO-LUCK-01, -02, GO-SUPPORT-01, -02, GO-POINTBLANK-01..03, GO-AMB-17)."""
    seat = state.who(deed.piece).seat
    offers = (Reroll(seat, use.row.rule, _amount(use, high), piece=piece, again=True) for piece, high in use.holders)
    return replace(deed, rerolls=(*deed.rerolls, *offers))


def _force(state: State, deed: Deed, use: Use) -> Deed:
    """Re-rolls that an enemy of the roller chooses (GO-BADLUCK-01, GO-BADLUCK-02)."""
    offers = (
        Reroll(state.who(piece).seat, use.row.rule, _amount(use, high), piece=piece, again=True)
        for piece, high in use.holders
    )
    return replace(deed, rerolls=(*deed.rerolls, *offers))


def _amount(use: Use, level: int) -> int:
    return level if use.row.count is None else use.row.count


VERBS: Mapping[Verb, VerbScript] = {
    Verb.ADD: _plain(_add),
    Verb.BEST: _plain(_best),
    Verb.IGNORE: _plain(_ignore),
    Verb.FIX: _plain(_fix),
    Verb.DICE: _plain(_dice),
    Verb.REROLLS: _plain(_rerolls),
    Verb.FORCE: _plain(_force),
}


@lru_cache(maxsize=64)
def _steps(content: Content) -> Steps[State, Deed]:
    return Steps(Step, (*base_hooks(), *hooks_of(content, VERBS)))


def weighed(state: State, step: Step, deed: Deed) -> Deed:
    """The deed after every hook of a step that asks nobody; its parts are those of this step alone."""
    return _steps(state.content).weigh(state, step, replace(deed, parts=()))


def left_of(state: State, step: Step, deed: Deed, term: str) -> int:
    """Return what is left of a term in the number of a step."""
    return _left_of(state, weighed(state, step, deed), term)


def number(state: State, step: Step, deed: Deed, printed: int = 0) -> Reckoning:
    """The number of a step with its terms, never below 0 (GO-BASE-ACT-09)."""
    return reckon(printed, weighed(state, step, deed).parts)
