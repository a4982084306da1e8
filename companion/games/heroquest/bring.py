"""Characters brought into a quest: heroes from the level sheet, monsters from the bestiary."""

from __future__ import annotations

from companion.core.ids import PieceId, SpaceId
from companion.games.heroquest.characters import HEROES, MONSTERS, Character
from companion.games.heroquest.setup import Enrolled
from companion.games.heroquest.state import Table

__all__ = ["enrolled", "newcomer"]


def enrolled(table: Table, one: Enrolled, at: SpaceId | None) -> Character:
    """A hero as it begins: spell points and mana are full (HQ-HERO-ELF-02, -10, HQ-AMB-15)."""
    sheet = table.content.heroes[one.sheet]
    weapons = sheet.weapons
    points = sheet.mind // 2 if sheet.hero == "elf" else 0
    return Character(
        one.piece, one.seat, HEROES, sheet.id, sheet.hero, sheet.body, sheet.body, sheet.mind, sheet.mind,
        sheet.attack, sheet.defense, at, one.facing, one.name or one.piece, True, weapons,
        weapons[0] if weapons else "", "", sheet.items, sheet.gold, sheet.gifts, sheet.level, spells=sheet.spells,
        spell_points=points, mana=sheet.mana, mana_max=sheet.mana, dodge=sheet.dodge,
    )  # fmt: skip


def newcomer(
    table: Table, piece: PieceId, kind: str, at: SpaceId | None, facing: str, *, revealed: bool = False
) -> Character:
    """A monster as it comes."""
    row = table.content.monsters[kind]
    return Character(
        piece, table.gm, MONSTERS, row.id, "", row.body, row.body, row.mind, row.mind, row.attack, row.defense,
        at, facing, row.id, revealed, () if row.body_weapon else ("own",), "own", spells=row.spells, dodge=row.dodge,
    )  # fmt: skip
