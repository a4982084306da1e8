"""Pairing by a matching of least cost: no rematch or second bye is made while one can be avoided.

    hard   rematches and second byes, as few as can be
    soft   the bye to the lowest score ─> squares of score differences ─> neighbours in the order of the round

The four are compared in that order: they are packed into one number, each below the least step of the one before.
In a great field those who meet are near each other: pairs are looked for among neighbours, and ever further as long as
that costs less, or somebody would meet twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import rustworkx


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to be paired: half match points so far, the order within a score (lower first), whom it has met."""

    name: str
    score: int
    order: tuple[int, ...]
    met: tuple[str, ...] = ()
    byes: int = 0


WHOLE = 128  # so many are paired by looking at every pair there is: it takes 20 ms
NEAR = 16  # ranks: more are paired among neighbours so near first, then twice as near …

Cost = tuple[int, int, int, int]  # hard rules broken, score of the bye, square of the score difference, of the ranks'
Pair = tuple[Entrant, Entrant | None]  # ``None``: a bye


def ranked(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Return the entrants by score, and within a score in the order of the round."""
    return sorted(entrants, key=lambda entrant: (-entrant.score, entrant.order))


def cost(first: Entrant, second: Entrant | None, rank: dict[str, int]) -> Cost:
    """Return the cost of this meeting, or of a bye for the first."""
    if second is None:
        return first.byes, first.score, 0, 0
    apart = rank[first.name] - rank[second.name]
    return first.met.count(second.name), 0, (first.score - second.score) ** 2, apart * apart


def pair(entrants: Sequence[Entrant]) -> list[Pair]:
    """The pairs of least cost, the best placed first, a bye last; everybody is in one of them."""
    order: list[Entrant | None] = [*ranked(entrants)]
    if len(order) % 2:
        order.append(None)
    near = len(order) if len(order) <= WHOLE else NEAR
    found, price = _matched(order, near)
    while near < len(order):  # who meets whom among neighbours, as long as looking further changes nothing
        near *= 2
        wider, less = _matched(order, near)
        is_enough = len(found) * 2 == len(order) and price == less and not _breaks(order, found)
        found, price = wider, less
        if is_enough:
            break
    pairs: list[Pair] = []
    for one, other in found:
        first = order[one]
        assert first is not None
        pairs.append((first, order[other]))
    return pairs


def _matched(order: Sequence[Entrant | None], near: int) -> tuple[list[tuple[int, int]], int]:
    """Return the pairs of least cost among those whose ranks are so near, and their cost; anybody may have the bye."""
    rank = {entrant.name: place for place, entrant in enumerate(order) if entrant is not None}
    bounds = _bounds(order)
    costs = {}
    for one, first in enumerate(order):
        if first is None:
            continue
        last = min(len(order), one + 1 + near)
        alone = [len(order) - 1] if order[-1] is None and last < len(order) else []
        for other in (*range(one + 1, last), *alone):
            costs[one, other] = _packed(cost(first, order[other], rank), bounds)
    if not costs:
        return [], 0
    most = max(costs.values()) + 1
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(order)))
    graph.add_edges_from([(one, other, most - price) for (one, other), price in costs.items()])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = sorted((min(two), max(two)) for two in matching)
    return pairs, sum(costs[two] for two in pairs)


def _breaks(order: Sequence[Entrant | None], pairs: Sequence[tuple[int, int]]) -> bool:
    """Whether one of the pairs met before, or somebody has a second bye."""
    for one, other in pairs:
        first, second = order[one], order[other]
        if first is not None and (first.byes if second is None else second.name in first.met):
            return True
    return False


def _bounds(order: Sequence[Entrant | None]) -> Cost:
    """Return one more than each part of the cost of a whole round can come to."""
    size = len(order)
    most = max((entrant.score for entrant in order if entrant is not None), default=0)
    return 0, most + 1, size * most * most + 1, size**3 + 1


def _packed(price: Cost, bounds: Cost) -> int:
    packed = 0
    for part, bound in zip(price, bounds, strict=True):
        packed = packed * bound + part
    return packed
