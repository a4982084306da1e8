"""The good of a door that opens: to which goals of a side the way of its heroes becomes shorter, or leads at last.

test passed ──its doors──> steps to each goal now and then ──fewer──> "for Mistral a shorter way to the Horologe"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.core.ids import SpaceId
from companion.core.phrases import Name, Phrase, Told, listed
from companion.games.guardians.content.kinds import Deed
from companion.games.guardians.state import State


def shorter_ways(state: State, deeds: Iterable[Deed], side: str) -> Iterator[Told]:
    """Tell for which heroes of a side, and to which of its goals, the doors that the deeds open shorten the way."""
    doors = {deed.what: True for deed in deeds if deed.verb == "door" and deed.amount > 0}
    goals = dict(goals_of(state, side)) if doors else {}
    found: dict[tuple[str, ...], list[str]] = {}  # by the goals: whose way to them becomes shorter
    for hero in state.heroes(side) if goals else ():
        if hero.at is not None:
            now, then = (steps_from(state, hero.at, one) for one in (state.open_doors, {**state.open_doors, **doors}))
            nearer = tuple(name for name, at in goals.items() if at in then and (at not in now or then[at] < now[at]))
            found.setdefault(nearer, []).append(hero.id)
    for nearer, heroes in found.items():
        if nearer:
            yield Phrase("stake.way", {"who": listed(map(Name, heroes)), "what": listed(map(Name, nearer))})


def goals_of(state: State, side: str) -> Iterator[tuple[str, SpaceId]]:
    """Generate what the side's objectives and the arrest are about, with where it is (GC-PRESS-02, GC-PRESS-03)."""
    objectives = [one.when for one in state.scenario.objectives if one.side == side and one.id not in state.met]
    boss = state.scenario.menace.boss if state.scenario.menace.arrest else ""
    struck = {boss, *(when.knocked_out for when in objectives)}
    for figure in state.in_play():
        if figure.at is not None and struck & {figure.id, figure.sheet}:
            yield figure.id, figure.at
    counted = {when.counter for when in objectives}
    for site in state.scenario.sites.values():
        brings = [deed for test in site.tests for deed in test.success]
        wins = any(one.verb == "article" or (one.verb == "count" and one.what in counted) for one in brings)
        if not state.site(site.id).passed and (wins or site.id in {when.passed for when in objectives}):
            yield site.id, SpaceId(site.at)


def steps_from(state: State, start: SpaceId, doors: Mapping[str, bool]) -> Mapping[SpaceId, int]:
    """Return how many steps each space is away, whoever stands there, with these doors."""
    found, ring = {start: 0}, [start]
    for space in ring:
        for other in state.ground.near(space, doors):
            if other not in found:
                found[other] = found[space] + 1
                ring.append(other)
    return found
