"""Hero screens, character tiles and cards: what is printed on them.

a hero pays cubes: each is so many dice of the characteristic's colour        a tile has its dice printed
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from companion.documents import Node
from companion.games.gotham.content.names import FIRST, Names, parse_names
from companion.games.gotham.content.settings import ACTION_BOXES, DEFENSE, MANIPULATION, MELEE, RANGED, THOUGHT
from companion.games.gotham.content.skills import Skill, spelled

HERO, VILLAIN, ELITE, MINION = "hero", "villain", "elite", "minion"
KINDS = (HERO, VILLAIN, ELITE, MINION)
ROLLED = (MELEE, RANGED, DEFENSE, MANIPULATION, THOUGHT)  # actions with a characteristic (GO-BASE-FIG-09)
MOST = 99  # the largest number a sheet may print; more is taken for a slip of the pen
Levels = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Characteristic:
    """Dice of a colour: how many on a tile, how many a cube on a screen; whether it shows the Free Reroll symbol."""

    die: str
    count: int = 1
    free: bool = False


@dataclass(frozen=True, slots=True)
class Commanded:
    """One Command skill: the kind of tile it drives, how many figures it brings (GO-COMMAND-02, GO-COMMAND-11)."""

    kind: str
    figures: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A hero screen or a character tile; size and threat may be 0 (GO-BASE-FIG-08).

    Multiple Personalities come with an expansion: a figure of several tiles (GO-T-MULTIPERS-02).
    """

    id: str
    kind: str
    side: str
    names: Names = field(default_factory=dict)
    size: int = 0
    threat: int = 0
    life: int = 1
    bonus: int = 0
    multiplier: int = 1
    cubes: int = 0
    saturation: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    dice: Mapping[str, Characteristic] = field(default_factory=lambda: MappingProxyType({}))
    skills: Levels = ()
    traits: tuple[str, ...] = ()
    commands: tuple[Commanded, ...] = ()

    @property
    def name(self) -> str:
        return self.names.get(FIRST, self.id)

    @property
    def is_hero(self) -> bool:
        return self.kind == HERO


@dataclass(frozen=True, slots=True)
class Card:
    """A card: a weapon or not, its size, its restrictions, the skills and traits that come with its use."""

    id: str
    kind: str = "equipment"
    names: Names = field(default_factory=dict)
    weapon: str = ""
    size: int = 0
    single_use: bool = False
    lethal: bool = False
    dice: tuple[str, ...] = ()
    successes: int = 0
    skills: Levels = ()
    traits: tuple[str, ...] = ()


SHEET_KEYS = {"kind", "side", "name", "size", "threat", "life", "bonus", "multiplier", "cubes", "saturation"}
SHEET_KEYS |= {*ROLLED, "skills", "traits", "command"}
CARD_KEYS = {"kind", "name", "weapon", "size", "single_use", "lethal", "dice", "successes", "skills", "traits"}


def parse_sheet(node: Node, name: str, skills: Mapping[str, Skill], dice: Collection[str], kind: str = "") -> Sheet:
    """The screen or tile in a table, without the keys that are no sheet's."""
    plain = Sheet(name, kind or node["kind"].word(KINDS) if "kind" in node or kind else VILLAIN, "")
    side = node["side"].text() if "side" in node else "heroes" if plain.is_hero else "villains"
    cubes = node["cubes"]
    numbers = {
        key: node[key].number(0, MOST) for key in ("size", "threat", "life", "bonus", "multiplier") if key in node
    }
    if numbers.get("life") == 0:
        node["life"].refuse("at least one Life Point")
    count = 0 if plain.kind != HERO else _all_cubes(cubes) if isinstance(cubes.value, dict) else 0
    if isinstance(cubes.value, int):
        count = cubes.number(1, MOST)
    if plain.is_hero and not count:
        node.refuse("a hero with energy cubes under 'cubes'", "none")
    return Sheet(
        name,
        plain.kind,
        side,
        parse_names(node),
        **numbers,
        cubes=count,
        saturation=_saturation(node),
        dice={
            key: _characteristic(node[key], dice, is_hero=plain.is_hero)
            for key in ROLLED
            if key in node and node[key].value not in (0, False)
        },
        skills=tuple(_levels(node, skills)),
        traits=tuple(_traits(node, skills)),
        commands=tuple(_commands(node)),
    )


def _all_cubes(node: Node) -> int:
    return sum(entry.number(0, MOST) for _, entry in node.entries())


def _saturation(node: Node) -> Mapping[str, int]:
    entry = node["saturation"]
    if "saturation" not in node:
        return {}
    if not isinstance(entry.value, dict):
        return dict.fromkeys(ACTION_BOXES, entry.number(0, MOST))
    return {box: row.number(0, MOST) for box, row in entry.table((), ACTION_BOXES).entries()}


def _characteristic(node: Node, dice: Collection[str], *, is_hero: bool) -> Characteristic:
    """``"red"``, ``3``, ``"3 red"``, ``"red free"``, or a table of ``die``, ``count`` and ``free``."""
    if isinstance(node.value, int):
        return Characteristic("red", node.number(1, MOST))
    if isinstance(node.value, dict):
        node.table((), {"die", "count", "free"})
        return Characteristic(
            node["die"].word(dice) if "die" in node else "red",
            node["count"].number(0, MOST) if "count" in node else 1,
            node["free"].flag() if "free" in node else False,
        )
    words = node.text().split()
    count = int(words.pop(0)) if words and words[0].isdigit() else 1
    free = "free" in words
    colours = [word for word in words if word != "free"] or ["red"]
    if len(colours) > 1 or colours[0] not in dice:
        node.refuse(f"a colour of dice ({', '.join(dice)}), perhaps with a number before it and 'free' behind it")
    return Characteristic(colours[0], count, free)


def _levels(node: Node, skills: Mapping[str, Skill]) -> Iterator[tuple[str, int]]:
    if "skills" not in node:
        return
    seen = set[str]()
    for name, entry in sorted(node["skills"].entries(), key=lambda row: row[0]):
        skill = spelled(skills, entry, name)
        if skill.is_trait or skill.id == "command":
            entry.refuse("a skill with a level ('command' and 'traits' have keys of their own)", f"the key {name!r}")
        if skill.id in seen:
            entry.refuse("every skill once", f"{skill.id} again")
        seen.add(skill.id)
        yield skill.id, entry.number(1, MOST)


def _traits(node: Node, skills: Mapping[str, Skill]) -> Iterator[str]:
    for entry in node["traits"].items() if "traits" in node else ():
        skill = spelled(skills, entry)
        if not skill.is_trait:
            entry.refuse("a trait: a skill stands under 'skills', with its level")
        yield skill.id


def _commands(node: Node) -> Iterator[Commanded]:
    if "command" not in node:
        return
    written = node["command"]
    for row in [written] if isinstance(written.value, dict) else list(written.items()):
        row.table({"kind", "figures"})
        yield Commanded(row["kind"].word((MINION, ELITE)), row["figures"].number(1, MOST))


def parse_card(node: Node, name: str, skills: Mapping[str, Skill], dice: Collection[str]) -> Card:
    """The card in a table."""
    node.table((), CARD_KEYS)
    told: dict[str, Any] = {key: node[key].flag() for key in ("single_use", "lethal") if key in node}
    told |= {key: node[key].number(0, MOST) for key in ("size", "successes") if key in node}
    return Card(
        name,
        node["kind"].word(("equipment", "bat_gadget")) if "kind" in node else "equipment",
        parse_names(node),
        node["weapon"].word(("", MELEE, RANGED)) if "weapon" in node else "",
        dice=tuple(die.word(dice) for die in node["dice"].items()) if "dice" in node else (),
        skills=tuple(_levels(node, skills)),
        traits=tuple(_traits(node, skills)),
        **told,
    )
