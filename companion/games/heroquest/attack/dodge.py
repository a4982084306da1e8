"""Dodging: two D20 beside the defense dice, each tier adding its bonuses to those below (HQ-DODGE-05).

instinctive    sum over 21: +1 · a 20: +1 · double 20: +2
advanced       odd sum: +1 · any double: +2 · sum a multiple of 5: +1
extraordinary  at once: +1 · the lucky number on a die: +1
"""

from __future__ import annotations

from companion.games.heroquest.characters import Character
from companion.games.heroquest.gear import items_of, weapon_of
from companion.games.heroquest.state import State

__all__ = ["TIERS", "bonus", "tiers_of"]

TIERS = ("instinctive", "advanced", "extraordinary")


def bonus(tiers: tuple[str, ...], one: int, other: int, lucky: int = 0) -> int:
    """What the two D20 add to a shield that was obtained (HQ-DODGE-02)."""
    total, found = one + other, 0
    if "instinctive" in tiers:
        found += total > 21  # HQ-DODGE-07
        found += 20 in (one, other)  # HQ-DODGE-08
        found += 2 * (one == other == 20)  # HQ-DODGE-09
    if "advanced" in tiers:
        found += total % 2  # HQ-DODGE-11
        found += 2 * (one == other)  # HQ-DODGE-12
        found += total % 5 == 0  # HQ-DODGE-13
    if "extraordinary" in tiers:
        found += 1  # HQ-DODGE-15
        found += lucky in (one, other)  # HQ-DODGE-16, -18
    return found


def tiers_of(state: State, one: Character) -> tuple[str, ...]:
    """The tiers it has and whose gear it wears: each is looked at by itself (HQ-DODGE-06, -10, -14, -17)."""
    if not one.dodge:
        return ()
    has = TIERS[: TIERS.index(one.dodge) + 1]
    worn = list(items_of(state, one))
    burdened = any(item.kind == "helmet" or item.plate for item in worn) or weapon_of(state, one).heavy
    shielded = any(item.kind == "shield" for item in worn)
    if burdened:
        return ()
    return has[:1] if shielded else has
