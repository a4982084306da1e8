"""Pairing by a matching of least cost: no rematch or second bye is made while one can be avoided.

    hard   rematches and second byes, as few as can be
    soft   the bye to the lowest score ─> squares of score differences ─> neighbours in the order of the round

The four are compared in that order: they are packed into one number, each below the least step of the one before.
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
    rank = {entrant.name: place for place, entrant in enumerate(order) if entrant is not None}
    if len(order) % 2:
        order.append(None)
    bounds = _bounds(order)
    costs = {
        (one, other): _packed(cost(first, second, rank), bounds)
        for one, first in enumerate(order)
        if first is not None
        for other, second in enumerate(order[one + 1 :], start=one + 1)
    }
    if not costs:
        return []
    most = max(costs.values()) + 1
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(order)))
    graph.add_edges_from([(one, other, most - price) for (one, other), price in costs.items()])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs: list[Pair] = []
    for one, other in sorted(map(sorted, matching)):
        first = order[one]
        assert first is not None
        pairs.append((first, order[other]))
    return pairs


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
