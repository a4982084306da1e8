"""Kinds of content: weapons, heroes, monsters, traps, furniture, spells, as rows a table may edit; its options.

An option is a ruling that the table may turn where the text is unclear.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Reach(StrEnum):
    """The squares that a weapon reaches (HQ-ATK-04)."""

    ORTHOGONAL = "orthogonal"
    DIAGONAL = "diagonal"
    RANGED = "ranged"


class Status(StrEnum):
    """The weight of a monster to its master (HQ-GEN-04)."""

    MINOR = "minor"
    MEDIUM = "medium"
    MAJOR = "major"

    @property
    def rank(self) -> int:
        return list(Status).index(self)


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon: its dice, whom it reaches, which mark hits."""

    id: str
    dice: int
    reach: Reach = Reach.ORTHOGONAL
    hit: str = "skull"
    extra: tuple[tuple[str, int], ...] = ()  # dice of other colours that stand for normal ones (HQ-GEN-09)
    heavy: bool = False  # HQ-DODGE-06
    reload: int = 0  # own turns of loading after a shot (HQ-HERO-DWARF-01)
    parries: bool = False  # a staff that parries (HQ-COMBAT-RANGED-06)
    stick: bool = False  # worthless: unarmed, in effect (HQ-AMB-53)
    body: bool = False  # claws and teeth: cannot be knocked out of the hand (HQ-DISARM-09)
    classes: tuple[str, ...] = ()  # who may use it; everybody when empty
    rank: int = 1  # the class of the weapon, for weapon racks (HQ-SEARCH-07)
    price: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """A potion, a hook, a helmet: what it does for its owner."""

    id: str
    kind: str  # potion, armour, helmet, shield, bag, tool
    body: int = 0  # recovered by drinking
    mind: int = 0
    defense: int = 0
    weight: str = "light"  # of armour: light, medium, heavy (HQ-TRAP-06)
    plate: bool = False
    carries_potions: int = 0  # lifts the limits (HQ-HERO-LVL1-03)
    carries_gold: int = 0
    price: int = 0


@dataclass(frozen=True, slots=True)
class Gift:
    """A speciality, a gift, a transformation: dice and points it adds where it applies (HQ-GEN-09)."""

    id: str
    on: str  # attack, damage, defense
    dice: int = 0
    die: str = "combat"
    points: int = 0
    only: str = ""  # ranged, melee, magic; everywhere when empty


@dataclass(frozen=True, slots=True)
class HeroClass:
    """A hero as it begins: one row for each level."""

    id: str
    hero: str  # warrior, dwarf, elf, enchanter
    level: int
    attack: int  # attack level (HQ-ATK-01)
    defense: int
    body: int
    mind: int
    weapons: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    gold: int = 0
    mana: int = 0  # the gauge's maximum (HQ-HERO-ENCH-01)
    dodge: str = ""  # instinctive, advanced, extraordinary
    spells: tuple[str, ...] = ()
    gifts: tuple[str, ...] = ()
    potions_limit: int = 2
    gold_limit: int = 100


@dataclass(frozen=True, slots=True)
class Monster:
    """A kind of monster."""

    id: str
    race: str
    status: Status
    attack: int
    defense: int
    body: int
    mind: int = 0
    reach: Reach = Reach.ORTHOGONAL
    body_weapon: bool = False  # fights with its body
    move: tuple[str, ...] = ("d6", "d6")  # HQ-MOVE-12
    techniques: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    caster: bool = False
    small: bool = False  # a goblin: climbs, cannot push furniture over (HQ-COMBAT-TOPPLE-02)
    experience: int = 0
    dodge: str = ""


@dataclass(frozen=True, slots=True)
class TrapKind:
    """A kind of trap: what sets it off is its square, the rest is here (HQ-TRAP-17)."""

    id: str
    loss: int = 0  # body points without a roll
    dice: int = 0  # combat dice that may not be defended against
    defended: int = 0  # combat dice that are defended normally
    armour: tuple[tuple[str, int], ...] = ()  # further dice by the weight of the victim's armour
    area: str = "square"  # square, line, path, place
    length: int = 5  # of a line; squares a turn of a path
    once: bool = False
    pit: bool = False
    ends_turn: bool = False
    holds: bool = False  # immobilises (HQ-TRAP-14)
    displaces: bool = False
    obstructs: bool = False
    detectable: bool = True


@dataclass(frozen=True, slots=True)
class Furniture:
    """A kind of furniture: what may be done with it."""

    id: str
    searchable: bool = False
    topples: bool = False
    climbable: bool = False  # as on ordinary squares (HQ-MON-TECH-11)
    high: bool = False  # out of reach up there (HQ-MON-TECH-12)
    thrown: bool = False
    trampled: bool = False
    blocks_sight: bool = False
    rack: bool = False


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell: who casts it how, and how much it costs."""

    id: str
    effect: str  # bolt, heal, lights, slime, gas, bog, mist
    cost: int = 0  # spell points (HQ-HERO-ELF-01)
    dice: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class Options:
    """The rulings of a table; the defaults are those the catalogue proposes."""

    disarm_trap_needs_clear_room: bool = False  # HQ-AMB-03
    door_attempts_shared: bool = False  # HQ-AMB-07
    dwarf_search_count: int = 3  # HQ-AMB-09
    orange_keeps_two_slots: bool = False  # HQ-AMB-17
    perfect_attack: bool = True  # HQ-AMB-21: every attack die counts as a skull
    back_attack_at_range: bool = False  # HQ-AMB-22
    pincer_monsters: bool = False  # HQ-AMB-82
    friendly_fire_monsters: bool = False  # HQ-AMB-82
    assistance_symbols: tuple[str, ...] = ("skull", "black")  # HQ-AMB-25
    gas_flat_loss: bool = False  # HQ-AMB-30
    sight: int = 5  # HQ-GEN-08
    elf_sight: int = 10  # HQ-HERO-ELF-07
    sphere_speed: int = 10  # HQ-TRAP-12
    last_mind_point: bool = False  # HQ-AMB-16: whether the last mind point may be given up
