"""The orders that a seat can put together from what it is offered, one particular after another.

legal_commands ──a variation──> the same order, said otherwise ──…──> any order there is        at_any_time: besides
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from heapq import heappop, heappush
from itertools import count

from companion.core.ids import Seat
from companion.core.rules import Command, RulesSystem, S

OTHER_KIND = 100  # more than two orders of a kind ever differ by
MOST = 400  # orders looked at on the way to one; raise it where an order has more particulars than any now


def can_be_said(system: RulesSystem[S], state: S, seat: Seat, command: Command) -> bool:
    """Whether the seat is offered the command, or one that becomes it by saying its particulars otherwise."""
    besides = tuple(system.at_any_time(state, seat, piece=getattr(command, "piece", None)))
    offers = (*system.legal_commands(state, seat), *besides)
    return leads_to(offers, lambda order: system.variations(state, order), command)


def leads_to(offers: Iterable[Command], variations: Callable[[Command], Iterable[Command]], command: Command) -> bool:
    """Whether one of the offers is the command, or becomes it, variation by variation; the most like it come first,
    those of another kind last.
    """
    number, waiting, seen = count(), list[tuple[int, int, Command]](), set[Command]()

    def meet(orders: Iterable[Command]) -> None:
        for order in orders:
            if order not in seen:
                seen.add(order)
                heappush(waiting, (difference(order, command), next(number), order))

    meet(offers)
    for _ in range(MOST):
        if not waiting:
            return False
        far, _, nearest = heappop(waiting)
        if not far:
            return True
        meet(variations(nearest))
    return False


def difference(one: object, other: object) -> int:
    """Return how many particulars two orders of a kind differ by; of numbers by how much, of lists by what is in one
    alone. Orders that list the same in another order are alike.
    """
    assert is_dataclass(one) and not isinstance(one, type) and is_dataclass(other)
    found = 0
    if type(one) is not type(other):
        said = [getattr(one, field.name) for field in fields(one)]
        wanted = (getattr(other, field.name) for field in fields(other))
        return OTHER_KIND + 5 * sum(1 for value in wanted if value and value not in said)
    for field in fields(one):
        mine, its = getattr(one, field.name), getattr(other, field.name)
        if isinstance(mine, tuple) and isinstance(its, tuple):
            found += len(set(mine) ^ set(its)) + abs(len(mine) - len(set(mine)) - len(its) + len(set(its)))
        elif isinstance(mine, int) and not isinstance(mine, bool) and isinstance(its, int):
            found += abs(mine - its)
        elif mine != its:
            found += 5  # another aim: last of all
    return found
