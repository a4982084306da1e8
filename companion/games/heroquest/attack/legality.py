"""Legality of an attack: a weapon it may wield, a target in reach, ways it knows (HQ-ATK-01..04)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.rules import Violation, violation
from companion.games.heroquest import actions, gear, reach
from companion.games.heroquest.attack.pool import ASSURED_TAKES, MELEE, RANGED
from companion.games.heroquest.attack.techniques import POWERS, power_violations
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.kinds import Reach, Weapon
from companion.games.heroquest.state import State

WAYS = {"bite": "bite", "assured": "assured_attack", "wide": "wide_strike"}  # way -> technique (HQ-MON-ZOMBIE-01)


def manner_of(state: State, figure: Character, target: Character) -> tuple[str, Weapon]:
    """Return how the figure attacks that one, and with what: a shooter meets those engaged with it with its dagger
    (HQ-COMBAT-RANGED-02..04).
    """
    weapon = gear.weapon_of(state, figure)
    if weapon.reach is not Reach.RANGED:
        return MELEE, weapon
    drawn = reach.melee_weapon(state, figure, target)
    if drawn is None or figure.hero == "enchanter" or not reach.reaches(state, figure, target):
        return RANGED, weapon
    return MELEE, drawn


def target_violations(state: State, figure: Character, target: Character | None, name: str) -> Iterator[Violation]:
    """Why that one is no target (HQ-ATK-09)."""
    if target is None or target.at is None or target.id == figure.id or (figure.is_hero and not target.revealed):
        yield violation("HQ-ATK-04", figure.id, waivable=False, target=name)
    elif not figure.is_hero and not target.is_hero:
        yield violation("HQ-ATK-09", target.id)


def weapon_violations(state: State, figure: Character, weapon: Weapon, manner: str) -> Iterator[Violation]:
    """Why it may not use that weapon: too many dice for its attack level, still loading, not for its kind."""
    if figure.is_hero and weapon.dice > figure.attack:
        yield violation("HQ-ATK-03", figure.id, weapon=weapon.id, dice=weapon.dice, level=figure.attack)
    if weapon.classes and figure.hero not in weapon.classes:
        yield violation("HQ-HERO-DWARF-01", figure.id, weapon=weapon.id)
    if manner == RANGED and any(name == weapon.id for name, _ in figure.loading):
        yield violation("HQ-HERO-DWARF-09", figure.id, weapon=weapon.id)


def reach_violations(state: State, figure: Character, target: Character, manner: str) -> Iterator[Violation]:
    """Why it does not get there: too far, a wall, a mist."""
    if manner == MELEE:
        if not reach.reaches(state, figure, target):
            yield violation("HQ-ATK-04", figure.id, target=target.id)
        return
    if not reach.has_line(state, figure.square, target.square):
        yield violation("HQ-ATK-04", figure.id, target=target.id)
    yield from mist_violations(state, figure, target)


def mist_violations(state: State, figure: Character, target: Character) -> Iterator[Violation]:
    """Why nothing flies there: black mist, for all but fimirs (HQ-MON-FIMIR-08)."""
    row = gear.row_of(state, figure)
    if (reach.is_misty(state, figure) or reach.is_misty(state, target)) and (row is None or row.race != "fimir"):
        yield violation("HQ-MON-FIMIR-08", figure.id)


def repeated_violations(figure: Character, ways: tuple[str, ...]) -> Iterator[Violation]:
    """Why a way counts no more: it was named already."""
    for way, count in Counter(ways).items():
        if count > 1:
            yield violation("TW-ORDER-01", figure.id, waivable=False, found=way)


def way_violations(state: State, figure: Character, ways: tuple[str, ...], manner: str) -> Iterator[Violation]:
    yield from repeated_violations(figure, ways)
    for way in ways:
        if way in WAYS:
            if not gear.has_technique(state, figure, WAYS[way]):
                yield violation("HQ-MON-TECH-04", figure.id, way=way)
        elif way == "deadly":
            yield from sacrifice_violations(state, figure)
        elif way not in (*POWERS, "group"):
            yield violation("TW-ORDER-01", figure.id, waivable=False, found=way)
    if "assured" in ways and gear.attack_dice(state, figure) < ASSURED_TAKES:
        yield violation("HQ-MON-TECH-23", figure.id)
    if "wide" in ways and (manner != MELEE or figure.is_hero or gear.status_of(state, figure) != "major"):
        yield violation("HQ-MON-TECH-05", figure.id)
    yield from power_violations(state, figure, ways)


def sacrifice_violations(state: State, figure: Character) -> Iterator[Violation]:
    """Why it may not give up a mind point now (HQ-HERO-ENCH-04, HQ-AMB-16)."""
    if figure.hero != "enchanter" or actions.turn_of(figure).sacrificed:
        yield violation("HQ-HERO-ENCH-04", figure.id)
    elif figure.mind < (1 if state.content.options.last_mind_point else 2):
        yield violation("HQ-GEN-05", figure.id)
