"""The dice of an attack: the weapon's, coloured by rage and enchantment, with what gifts and sacrifices add.

claymore 4 ─> rage ─> Y Y W W ─> gifts +1 ─> Y Y W W W    ·    deadly intent: one more that cannot be defended
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.dice import COLOURS, COMBAT, SKULL
from companion.games.heroquest.content.kinds import Weapon
from companion.games.heroquest.gear import attack_dice, gifts_of, is_armed
from companion.games.heroquest.heroes.rage import rage_pool
from companion.games.heroquest.state import State

__all__ = ["MAGIC", "MELEE", "RANGED", "Pool", "magic_pool", "pool_of"]

MELEE, RANGED, MAGIC = "melee", "ranged", "magic"
ASSURED_TAKES = 4  # HQ-MON-TECH-04


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice to roll, those of them at the end that cannot be defended against, what hits, and points besides."""

    dice: tuple[str, ...]
    deadly: int = 0
    hit: str = SKULL
    points: int = 0


def pool_of(state: State, one: Character, weapon: Weapon, manner: str, ways: tuple[str, ...]) -> Pool:
    """The pool of an attack with that weapon, whatever mana its bearer has (HQ-ATK-05, HQ-COMBAT-GROUP-04,
    HQ-HERO-ENCH-13)."""
    number = attack_dice(state, one, weapon)
    dice = (COMBAT,) * number
    if one.hero == "warrior" and is_armed(state, one) and weapon.id == one.weapon:  # HQ-HERO-WARRIOR-10
        dice = rage_pool(number, one.kills, one.choices, slots=state.content.options.orange_keeps_two_slots)
    for colour, how_many in weapon.extra:
        dice = (*dice[: max(0, len(dice) - how_many)], *(colour,) * min(how_many, len(dice)))
    if "assured" in ways:  # HQ-MON-TECH-23
        plain = dice.count(COMBAT) - ASSURED_TAKES
        dice = (*(die for die in dice if die != COMBAT), *(COMBAT,) * plain, "violet")
    return _with_gifts(state, one, dice, manner, weapon.hit, ways)


def magic_pool(state: State, one: Character, number: int, ways: tuple[str, ...]) -> Pool:
    """The pool of a magic attack of that many dice (HQ-HERO-ENCH-02)."""
    return _with_gifts(state, one, (COMBAT,) * number, MAGIC, SKULL, ways)


def _with_gifts(
    state: State, one: Character, dice: tuple[str, ...], manner: str, hit: str, ways: tuple[str, ...]
) -> Pool:
    for gift in gifts_of(state, one, "attack", manner):
        dice += (gift.die,) * gift.dice
    points = sum(gift.points for gift in gifts_of(state, one, "damage", manner))
    dice = tuple(sorted(dice, key=COLOURS.index))
    deadly = int("deadly" in ways)  # HQ-HERO-ENCH-07, -12
    return Pool(dice + (COMBAT,) * deadly, deadly, hit, points)
