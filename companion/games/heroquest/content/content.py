"""All that a table plays with, in one value: read from documents of our own, defaults of ours where a text is silent.

dice · weapons · items · gifts · heroes · monsters · traps · furniture · spells · tables · options
[goblin]  attack = 2 …      class Kind: attack: int …      a field without a default must be written
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from companion.core.dice import Die
from companion.documents import Node, load_document
from companion.errors import InputError
from companion.games.heroquest.content import kinds
from companion.games.heroquest.content.dice import read_dice
from companion.rows import read_row, read_rows

DATA = Path(__file__).parents[1] / "data"
PARTS = ("dice", "weapons", "items", "gifts", "heroes", "monsters", "traps", "furniture", "spells", "tables", "options")
BOOKS = {"weapons": "armoury", "items": "armoury", "gifts": "armoury", "monsters": "bestiary"}
FORMATS = {part: f"tablewright/{BOOKS.get(part, part)}@1" for part in PARTS}
KINDS: Mapping[str, type] = {
    "weapons": kinds.Weapon,
    "items": kinds.Item,
    "gifts": kinds.Gift,
    "heroes": kinds.HeroClass,
    "monsters": kinds.Monster,
    "traps": kinds.TrapKind,
    "furniture": kinds.Furniture,
    "spells": kinds.Spell,
}


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables that are rolled on."""

    critical: tuple[tuple[int, int, int], ...] = ()  # D20 from, to, skulls more (HQ-CRIT-03)
    treasure: tuple[tuple[str, str, str], ...] = ()  # face, face, what it brings (HQ-SEARCH-01)


@dataclass(frozen=True)
class Content:
    """All content, by id."""

    dice: Mapping[str, Die]
    weapons: Mapping[str, kinds.Weapon]
    items: Mapping[str, kinds.Item]
    gifts: Mapping[str, kinds.Gift]
    heroes: Mapping[str, kinds.HeroClass]
    monsters: Mapping[str, kinds.Monster]
    traps: Mapping[str, kinds.TrapKind]
    furniture: Mapping[str, kinds.Furniture]
    spells: Mapping[str, kinds.Spell]
    tables: Tables
    options: kinds.Options
    document: Mapping[str, Any] = field(repr=False, compare=False, default_factory=dict)


@cache
def default_document() -> dict[str, Any]:
    """The shipped content as one document, part by part."""
    document: dict[str, Any] = {}
    for part, format_ in FORMATS.items():
        node = load_document(str(DATA / "content" / f"{part}.toml")).of_format(format_)
        document[part] = {key: value for key, value in node.mapping.items() if key != "format"}
    return document


@cache
def default_content() -> Content:
    return parse_content(Node("the shipped content", "", default_document()))


def parse_content(node: Node) -> Content:
    """The content in a document with every part; what rows name must exist, or it is refused with its place."""
    node.table(PARTS)
    parts: dict[str, Any] = {part: read_rows(kind, node[part]) for part, kind in KINDS.items()}
    tables = read_row(Tables, node["tables"])
    options = read_row(kinds.Options, node["options"])
    content = Content(read_dice(node["dice"]), **parts, tables=tables, options=options, document=node.value)
    _check(node, content)
    return content


def _check(node: Node, content: Content) -> None:
    for key, hero in content.heroes.items():
        for part in ("weapons", "items", "spells", "gifts"):
            _known(node["heroes"][key], part, getattr(hero, part), getattr(content, part))
    for key, monster in content.monsters.items():
        _known(node["monsters"][key], "spells", monster.spells, content.spells)
        _known(node["monsters"][key], "move", monster.move, content.dice)
    for key, weapon in content.weapons.items():
        _known(node["weapons"][key], "extra", tuple(die for die, _ in weapon.extra), content.dice)
    for place, (least, most, _) in enumerate(content.tables.critical):
        if not 1 <= least <= most <= len(content.dice["d20"].faces):
            node["tables"]["critical"][place].refuse("a range of the D20, as in [19, 20, 1]", f"[{least}, {most}]")
    faces = [{face.label for face in content.dice[die].faces} for die in ("treasure_a", "treasure_b")]
    for place, (first, second, _) in enumerate(content.tables.treasure):
        row = node["tables"]["treasure"][place]
        if first not in faces[0] or second not in faces[1]:
            row.refuse("a face of each of the two treasure dice", f"{first}, {second}")
        refuse_no_find(row[2], content)


def refuse_no_find(node: Node, content: Content) -> None:
    """Refuse what no search can bring (HQ-SEARCH-01)."""
    kind, _, name = node.text().partition(" ")
    named = {"gold": name.isdecimal(), "item": name in content.items, "weapon": name in content.weapons}
    if not named.get(kind, node.value in ("trap", "wandering", "nothing")):
        node.refuse('"gold 30", "item" or "weapon" with one of the contents, "trap", "wandering" or "nothing"')


def _known(row: Node, key: str, names: tuple[str, ...], there: Mapping[str, Any]) -> None:
    for place, name in enumerate(names):
        if name not in there:
            row[key][place].refuse(f"one of {', '.join(sorted(there))}")


def load_content(folder: str | None = None) -> Content:
    """The shipped content with the parts a folder has of its own (``dice.toml``, ``monsters.toml`` …) in their
    place."""
    return parse_content(Node(folder or "the shipped content", "", content_document(folder)))


def content_document(folder: str | None = None) -> dict[str, Any]:
    """The same as one document; a file that is no part of it is refused."""
    document = dict(default_document())
    if folder is None:
        return document
    files = sorted(Path(folder).glob("*.toml"))
    if not files:
        raise InputError(folder, "", "a folder without *.toml files", f"one of {', '.join(PARTS)} as a TOML file")
    for file in files:
        if file.stem not in FORMATS:
            raise InputError(str(file), "", f"the name {file.stem!r}", f"one of {', '.join(PARTS)}")
        node = load_document(str(file)).of_format(FORMATS[file.stem])
        document[file.stem] = {key: value for key, value in node.mapping.items() if key != "format"}
        parse_content(Node(str(file), "", document))
    return document
