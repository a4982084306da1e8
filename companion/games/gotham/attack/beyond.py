"""Successes of an attack that do not end with its target: allies take some, others strike on when it falls.

successes ── pledged ──> allies      ── target falls ──> left over ──> others (GO-CIRCULAR-01, GO-BURST-01)
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

from companion.games.gotham.asked.hooks import steps_of
from companion.games.gotham.asked.targets import targets_of
from companion.games.gotham.attack.odds import Shares
from companion.games.gotham.content.words import Step
from companion.games.gotham.state import State
from companion.games.gotham.steps.deed import ACTION, Deed
from companion.games.gotham.steps.numbers import number


def strikes_on(state: State, deed: Deed, left: int) -> tuple[str, ...]:
    """Return the attacker's skills that may strike another when the target falls with so many successes left over
    (GO-AMB-08).
    """
    if deed.way != ACTION or not targets_of(state, deed, (deed.aim,)):
        return ()
    hooks = steps_of(state.content).at(Step.FALLEN, state, replace(deed, remaining=left))
    return tuple(dict.fromkeys(hook.source for hook in hooks))


def passes_on(state: State, deed: Deed) -> tuple[str, ...]:
    """Return those of them that need something left over."""
    always = strikes_on(state, deed, 0)
    return tuple(skill for skill in strikes_on(state, deed, 1) if skill not in always)


def left_over(state: State, deed: Deed, struck: Shares, guarded: Shares) -> Shares:
    """Return the chance of each number of successes that the target does not need to fall (GO-AMB-05)."""
    endures, found = state.who(deed.aim).endures, dict[int, Fraction]()
    for (hit, one), (kept, other) in product(struck.items(), guarded.items()):
        after = replace(deed, count=hit, margin=hit - kept)
        rest = max(0, after.margin - max(0, endures - number(state, Step.EXTRA, after).value))
        found[rest] = found.get(rest, Fraction(0)) + one * other
    return found


def pledged(deed: Deed, hits: Shares) -> Shares:
    """Return the chance of each number of successes that allies of the target take (GO-SACRIFICE-03)."""
    most, found = sum(high for _, high in deed.pledged), dict[int, Fraction]()
    for successes, share in hits.items():
        taken = min(most, successes)
        found[taken] = found.get(taken, Fraction(0)) + share
    return found
