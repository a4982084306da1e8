"""The number of cubes that a deed is worth, for whoever learns the game: of all about one aim, the best.

attacks on a figure, a task ──with each number of cubes, each weapon──> what it gains ──> over its cubes: the best
gain: wounds on average, or the chance where nobody knows them
saved cubes: only where some are spared, those alone gain less than half as much, and it gains more than these cubes
would stop; for a task of the mission any
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from companion.core.face import HOPELESS, Command, Foretold
from companion.games.gotham import commands as cm

Deed = cm.MeleeAttack | cm.RangedAttack | cm.Manipulate | cm.Think | cm.Unbind | cm.DispelFriend
Aim = tuple[str, str]  # what is done there, of attacks nothing; the figure, or the task


def aim_of(deed: Deed) -> Aim:
    """Return what the deed is about: an attack is as good by hand as from afar."""
    if isinstance(deed, cm.Manipulate | cm.Think):
        return "task", deed.task
    return "" if isinstance(deed, cm.MeleeAttack | cm.RangedAttack) else type(deed).__name__, deed.target


def is_plain(order: object) -> bool:
    """Whether an order is weighed: no wounds are taken for it, and nothing but wounds is done by it."""
    return isinstance(order, Deed) and not order.push and not getattr(order, "bind", False)


def gained(deed: Deed, foretold: Foretold, *, wins: bool = False) -> Fraction:
    """Return what the deed gains for each of its cubes; of what needs no roll, or wins the mission, all of it."""
    if foretold.likely is None:
        return Fraction(0) if foretold.number is not None or foretold.expected is not None else Fraction(1)
    if wins:  # nothing is saved for what comes after
        return foretold.expected if foretold.expected is not None else foretold.likely
    if foretold.likely < HOPELESS:
        return Fraction(0)
    whole = foretold.expected if foretold.expected is not None else foretold.likely
    return whole / max(1, deed.cubes)


def best(
    orders: Iterable[Command],
    foretell: Callable[[Command], Foretold],
    spare: Callable[[Deed], int],
    asked: Callable[[str], bool],
    stopped: Callable[[Deed], Fraction],
    wins: Callable[[Deed], bool] = lambda _: False,
) -> Mapping[Aim, Deed]:
    """Return the best deed about each aim; none where all that it takes is saved.

    ``stopped``: what each saved cube stops on average. ``wins``: whether its success wins the mission.
    """
    found: dict[Aim, dict[Deed, Fraction]] = {}
    for order in orders:
        if not isinstance(order, Deed) or not is_plain(order):
            continue
        if (gain := gained(order, foretell(order), wins=wins(order))) > 0:
            found.setdefault(aim_of(order), {})[order] = gain
    is_asked = {aim: asked(aim[1]) or any(map(wins, gains)) for aim, gains in found.items()}
    chosen = ((aim, _of(gains, spare, stopped, is_asked=is_asked[aim])) for aim, gains in found.items())
    return {aim: deed for aim, deed in chosen if deed is not None}


def _of(
    gains: Mapping[Deed, Fraction],
    spare: Callable[[Deed], int],
    stopped: Callable[[Deed], Fraction],
    *,
    is_asked: bool,
) -> Deed | None:
    """Return the deed that gains most for each cube, of several the cheapest."""

    def most(deeds: Iterable[Deed]) -> Deed | None:
        return max(deeds, key=lambda deed: (gains[deed], -deed.cubes), default=None)

    first = most(gains)
    spared = most(deed for deed in gains if deed.cubes <= spare(deed))
    if first is None or is_asked:
        return first
    if spared is not None and 2 * gains[spared] >= gains[first]:
        return spared
    lost = stopped(first) * max(0, first.cubes - spare(first))
    return first if spare(first) > 0 and gains[first] * max(1, first.cubes) > lost else spared
