"""The gear a character fights with now: weapon, attack dice, defense dice, what it wears.

weapon in hand ──> dice (0: as many as the attack level) · reach · the mark that hits
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.dice import BLACK, SKULL
from companion.games.heroquest.content.kinds import Gift, Item, Monster, Reach, Weapon
from companion.games.heroquest.state import State

UNARMED = Weapon("", 0, hit=BLACK)  # HQ-COMBAT-UNARMED-01
DAGGER = "dagger"
EROSION, LEAST_DEFENSE = 8, 2  # HQ-MON-GARGOYLE-03, -04
WEIGHTS = ("light", "medium", "heavy")


def row_of(state: State, figure: Character) -> Monster | None:
    """The monster's row of the bestiary; ``None`` for a hero."""
    return None if figure.is_hero else state.content.monsters[figure.kind]


def has_technique(state: State, figure: Character, technique: str) -> bool:
    row = row_of(state, figure)
    return row is not None and technique in row.techniques


def weapon_of(state: State, figure: Character) -> Weapon:
    """The weapon in hand; bare hands are one too (HQ-COMBAT-UNARMED-01)."""
    return weapon_named(state, figure, figure.weapon)


def weapon_named(state: State, figure: Character, name: str) -> Weapon:
    """A weapon of its, as it would use it; a monster's own as the bestiary has it (HQ-MON-FIMIR-03,
    HQ-MON-CHAOS-01)."""
    row = row_of(state, figure)
    if row is not None and name in ("own", ""):
        reach = row.reach if name else Reach.ORTHOGONAL
        return Weapon(name, row.attack, reach, SKULL if name else BLACK, body=row.body_weapon)  # HQ-COMBAT-UNARMED-02
    return state.content.weapons.get(name, UNARMED)


def is_unarmed(state: State, figure: Character) -> bool:
    """Whether black shields hit for it: bare hands, or a worthless stick (HQ-HERO-LVL1-02, HQ-COMBAT-UNARMED-04)."""
    return weapon_of(state, figure).hit == BLACK


def is_armed(state: State, figure: Character) -> bool:
    """Whether it is armed in the sense of rage: a stick is no arm (HQ-HERO-WARRIOR-09, -13)."""
    weapon = weapon_of(state, figure)
    return bool(weapon.id) and not weapon.stick


def attack_dice(state: State, figure: Character, weapon: Weapon | None = None) -> int:
    """Return the number of attack dice: the weapon's, or its attack level (HQ-ATK-02, -06, HQ-MON-CHAOS-08)."""
    weapon = weapon or weapon_of(state, figure)
    if not figure.is_hero:
        return figure.attack - figure.shift
    return weapon.dice or figure.attack


def defense_dice(state: State, figure: Character) -> int:
    """Return the number of defense dice, gear, stance and erosion included (HQ-HERO-LVL1-01, HQ-MON-GARGOYLE-03)."""
    dice = figure.defense + figure.shift + sum(item.defense for item in items_of(state, figure))
    dice += sum(gift.dice for gift in gifts_of(state, figure, "defense"))
    if has_technique(state, figure, "resistance"):
        worn = figure.defense - figure.saved // EROSION
        return max(min(LEAST_DEFENSE, figure.defense), worn)
    return max(0, dice)


def items_of(state: State, figure: Character) -> Iterator[Item]:
    """Generate the items it carries besides weapons."""
    return (state.content.items[item] for item in figure.items if item in state.content.items)


def gifts_of(state: State, figure: Character, on: str, manner: str = "") -> Iterator[Gift]:
    """The gifts that apply to that (HQ-GEN-09)."""
    for name in figure.gifts:
        gift = state.content.gifts[name]
        if gift.on == on and gift.only in ("", manner):
            yield gift


def armour_weight(state: State, figure: Character) -> str:
    """The weight of the armour it wears (HQ-TRAP-06)."""
    return max((item.weight for item in items_of(state, figure)), key=WEIGHTS.index, default=WEIGHTS[0])


def potions_of(state: State, figure: Character) -> tuple[str, ...]:
    return tuple(item for item in figure.items if state.content.items[item].kind == "potion")


def potions_limit(state: State, figure: Character) -> int:
    """Return the number of potions it may carry (HQ-HERO-LVL1-03)."""
    bags = sum(item.carries_potions for item in items_of(state, figure))
    return state.content.heroes[figure.kind].potions_limit + bags


def gold_limit(state: State, figure: Character) -> int:
    """Return the number of coins it may carry (HQ-HERO-LVL1-03)."""
    return state.content.heroes[figure.kind].gold_limit + sum(item.carries_gold for item in items_of(state, figure))


def status_of(state: State, figure: Character) -> str:
    """A monster's status (HQ-GEN-04); a hero counts as medium (HQ-AMB-07)."""
    row = row_of(state, figure)
    return row.status.value if row else "medium"


def weight_of(state: State, figure: Character) -> int:
    """Return its weight in a shove: a major monster three, everybody else one (HQ-COMBAT-SHOVE-02, -07)."""
    return 3 if status_of(state, figure) == "major" else 1
