"""The number of cubes that a deed is worth, for whoever learns the game: of all about one aim, the best.

attacks on a figure, a task ──with each number of cubes, each weapon──> gain − loss ──> over its cubes: the best
gain: wounds on average, or the chance where nobody knows them; and what whoever falls would have struck with
loss: what those of its cubes that are saved would stop: wounds, or for a task of the mission the share of its hero
      that they are of what the villains leave of it
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
    """Return what the deed gains, with all its cubes; nothing where it hardly ever succeeds, unless it wins."""
    if foretold.likely is None:
        is_rolled = foretold.number is not None or foretold.expected is not None
        return Fraction(0) if is_rolled else Fraction(max(1, deed.cubes))
    if foretold.likely < HOPELESS and not wins:
        return Fraction(0)
    return foretold.expected if foretold.expected is not None else foretold.likely


def best(
    orders: Iterable[Command],
    foretell: Callable[[Command], Foretold],
    lost: Callable[[Deed], Fraction],
    wins: Callable[[Deed], bool] = lambda _: False,
    spared: Callable[[Deed], Fraction] = lambda _: Fraction(0),
) -> Mapping[Aim, Deed]:
    """Return the deed about each aim that gains most for each of its cubes, of several the cheapest; none where it
    loses as much as it gains.

    ``lost``: what its cubes would have stopped. ``wins``: whether its success may win the mission: nothing is saved
    then. ``spared``: what whoever falls by a success no longer strikes with.
    """
    found: dict[Aim, tuple[Fraction, int, Deed]] = {}
    for deed in orders:
        if not isinstance(deed, Deed) or not is_plain(deed):
            continue
        foretold = foretell(deed)
        gain = gained(deed, foretold, wins=wins(deed))
        gain += (foretold.likely or 0) * spared(deed) if gain else 0
        net = gain if wins(deed) else (gain - lost(deed)) / max(1, deed.cubes)
        known = found.get(aim_of(deed))
        if net > 0 and (known is None or (net, -deed.cubes) > known[:2]):
            found[aim_of(deed)] = net, -deed.cubes, deed
    return {aim: deed for aim, (_, _, deed) in found.items()}
