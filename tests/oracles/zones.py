"""Where a mover may go over zones, found the slow way: every walk of zones there is, one after another.

A walk never enters a zone it was in; it goes on from a zone only when no enemy stands there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping


def walks(
    start: str, borders: Mapping[str, Collection[str]], contested: Collection[str], speed: int
) -> Iterator[tuple[str, ...]]:
    """Every walk one Move action may take, the one of standing still too."""
    longest = 1 if start in contested else speed
    waiting: list[tuple[str, ...]] = [(start,)]
    while waiting:
        walk = waiting.pop()
        yield walk
        may_go_on = len(walk) == 1 or walk[-1] not in contested
        if may_go_on and len(walk) - 1 < longest:
            waiting += [(*walk, zone) for zone in borders[walk[-1]] if zone not in walk]


def ends(
    start: str,
    at: str,
    borders: Mapping[str, Collection[str]],
    spaces: Mapping[str, Collection[str]],
    taken: Collection[str],
    contested: Collection[str],
    speed: int,
) -> set[str]:
    """Every space where one Move action may end, of a mover on the space ``at``."""
    found = {
        space for walk in walks(start, borders, contested, speed) for space in spaces[walk[-1]] if space not in taken
    }
    return found - {at}
