"""The orders that a seat can put together from what it is offered, one particular after another.

legal_commands ──a variation──> the same order, said otherwise ──…──> any order there is        at_any_time: besides
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Any

from companion.core.ids import Seat
from companion.core.rules import RulesSystem

MOST = 400  # orders looked at on the way to one; raise it where an order has more particulars than any now


def can_be_said(system: RulesSystem[Any], state: Any, seat: Seat, command: Any) -> bool:
    """Whether the seat is offered the command, or one that becomes it by saying its particulars otherwise."""
    besides = tuple(system.at_any_time(state, seat, piece=getattr(command, "piece", None)))
    if command in besides:
        return True
    number, waiting, seen = count(), list[tuple[int, int, Any]](), set[Any]()
    for offer in (*system.legal_commands(state, seat), *besides):
        if type(offer) is type(command) and offer not in seen:
            seen.add(offer)
            heappush(waiting, (difference(offer, command), next(number), offer))
    for _ in range(MOST):
        if not waiting:
            return False
        far, _, nearest = heappop(waiting)
        if not far:
            return True
        for other in system.variations(state, nearest):
            if other not in seen:
                seen.add(other)
                heappush(waiting, (difference(other, command), next(number), other))
    return False


def difference(one: Any, other: Any) -> int:
    """Return how many particulars two orders of a kind differ by; of numbers by how much, of lists by what is in one
    alone. Orders that list the same in another order are alike.
    """
    assert is_dataclass(one)
    found = 0
    for field in fields(one):
        mine, its = getattr(one, field.name), getattr(other, field.name)
        if isinstance(mine, tuple) and isinstance(its, tuple):
            found += len(set(mine) ^ set(its)) + abs(len(mine) - len(set(mine)) - len(its) + len(set(its)))
        elif isinstance(mine, int) and not isinstance(mine, bool) and isinstance(its, int):
            found += abs(mine - its)
        elif mine != its:
            found += 5  # another aim: last of all
    return found
