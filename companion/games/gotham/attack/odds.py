"""Exact odds of dice that are counted with terms: successes of an attack, its Defense where it is printed, wounds.

dice ── terms, some only with a success ──> successes ── Defense ──> margin ──> extra wounds, own (GO-BASE-ATK-06, -10)
before anything is thrown again
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from companion.core.again import Best, Right
from companion.core.ids import PieceId
from companion.core.pool import chances
from companion.core.reckoning import Reckoning, reckon
from companion.games.gotham.attack.defense import most_of, printed_of
from companion.games.gotham.attack.pipeline import weapon_successes
from companion.games.gotham.content.content import SUCCESS
from companion.games.gotham.content.settings import DEFENSE
from companion.games.gotham.content.words import Step
from companion.games.gotham.rolling import offers_of
from companion.games.gotham.state import State
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.numbers import number, weighed

Shares = Mapping[int, Fraction]  # of each number, how likely it is


def thrown(state: State, dice: Sequence[str], lies: int = 0) -> Shares:
    """Return the chance of each number of successes of these dice, with those that lie there already."""
    found = chances([state.content.dice[die] for die in dice], lambda face: face.tags.count(SUCCESS))
    return {lies + rolled: share for rolled, share in found.items()}


def counted(state: State, step: Step, deed: Deed, rolled: Shares) -> Shares:
    """Return the chance of each number once its terms are counted: some count only where there is a success."""
    found: dict[int, Fraction] = {}
    for successes, share in rolled.items():
        value = made(state, step, deed, successes).value
        found[value] = found.get(value, Fraction(0)) + share
    return found


def made(state: State, step: Step, deed: Deed, rolled: int) -> Reckoning:
    """Return the number that so many successes make, with its terms (GO-BASE-ACT-08, -09)."""
    own = number(state, step, replace(deed, count=rolled), rolled)
    return reckon(rolled, (*own.parts, *weapon_successes(state, deed))) if deed.is_attack else own


def left(deed: Deed, hits: Shares) -> Shares:
    """Return the chance of each number of successes that those who pledged to take wounds leave (GO-SACRIFICE-03)."""
    taken = sum(high for _, high in deed.pledged)
    found: dict[int, Fraction] = {}
    for successes, share in hits.items():
        rest = max(0, successes - taken)
        found[rest] = found.get(rest, Fraction(0)) + share
    return found


def hoped(state: State, deed: Deed, utility: Callable[[int], Fraction]) -> Fraction | None:
    """Return what the pool is worth with its free re-rolls used as well as can be; ``None``: it has none, or an enemy
    has a say in them (GO-BADLUCK-01). Each number of successes has its worth.
    """
    rights = []
    for offer in offers_of(state, deed):
        if offer.price:
            continue
        if offer.piece is not None and state.who(offer.piece).side != state.who(deed.piece).side:
            return None
        kinds = None if offer.places is None else frozenset(deed.pool[place] for place in offer.places)
        rights.append(Right(offer.at_most, offer.again, kinds))
    if not rights or not deed.pool:
        return None
    return Best(state.content.dice, lambda face: face.tags.count(SUCCESS), utility).of_pool(deed.pool, rights)


def least(shares: Shares, needed: int) -> Fraction:
    """Return the chance of at least so much."""
    return sum((share for value, share in shares.items() if value >= needed), Fraction(0))


def printed_guard(state: State, deed: Deed) -> tuple[tuple[str, ...], Shares] | None:
    """Return the dice of the target's Defense and their chances; ``None`` where somebody may pay for some."""
    target = state.who(deed.aim)
    most, printed = most_of(state, target), printed_of(state, target)
    if most and printed is not None:
        return None
    pool = (printed.die,) * printed.count if printed is not None and most is None else ()
    return pool, counted(state, Step.DEFENSE, guard_of(deed, pool), thrown(state, pool))


def guard_of(attack: Deed, pool: tuple[str, ...], lent: tuple[tuple[PieceId, str], ...] = ()) -> Deed:
    """Return the Defense against an attack."""
    return Deed(DEFENSE, attack.aim, attack.piece, against=attack.kind, pool=pool, lent=lent)


def margins(struck: Shares, guarded: Shares) -> Shares:
    """Return the chance of each number of successes that the Defense lets through."""
    found: dict[int, Fraction] = {}
    for (hit, one), (kept, other) in product(struck.items(), guarded.items()):
        left = max(0, hit - kept)
        found[left] = found.get(left, Fraction(0)) + one * other
    return found


def wounds(state: State, deed: Deed, struck: Shares, guarded: Shares) -> Shares:
    """Return the chance of each number of wounds that the target suffers: no more than it has left to lose."""
    most = state.who(deed.aim).endures
    found: dict[int, Fraction] = {}
    for (hit, one), (kept, other) in product(struck.items(), guarded.items()):
        after = replace(deed, count=hit, margin=hit - kept)
        own = reckon(max(0, after.margin), weighed(state, Step.WOUNDS, after).parts).value
        lost = min(most, own + number(state, Step.EXTRA, after).value)
        found[lost] = found.get(lost, Fraction(0)) + one * other
    return found


def mean(shares: Shares) -> Fraction:
    """Return the average."""
    return sum((value * share for value, share in shares.items()), Fraction(0))
