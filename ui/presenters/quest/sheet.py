"""A character's sheet in the dial's window: four values, and what it carries; of monsters what its viewer may know."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.heroquest.hidden.view import CharacterView
from ui.presenters.models import DialModel, SlotModel

__all__ = ["sheet_model"]


def sheet_model(one: CharacterView, words: Mapping[str, str], names: Mapping[str, str]) -> DialModel:
    """The sheet; a monster whose numbers are hidden shows its name alone."""
    sheet = one.sheet
    if sheet is None:
        return DialModel(one.name, one.seat, "", (), "", 0, ())
    weapon = names.get(sheet.weapon, sheet.weapon.replace("_", " ")) or words["unarmed"]
    slots = (
        SlotModel("body", words["body"], f"{sheet.body}/{sheet.body_max}", "", None, False),
        SlotModel("mind", words["mind"], f"{sheet.mind}/{sheet.mind_max}", "", None, False),
        SlotModel("attack", words["attack"], str(sheet.attack), weapon, None, False),
        SlotModel("defense", words["defense"], str(one.defense or 0), "", None, False),
    )
    items = ", ".join(names.get(item, item.replace("_", " ")) for item in sheet.items)
    notes = [
        words["items"].format(items=items) if items else "",
        words["gold"].format(gold=sheet.gold) if sheet.gold else "",
        words["spell_points"].format(points=sheet.spell_points) if sheet.spell_points else "",
        words["mana"].format(mana=f"{sheet.mana}/{sheet.mana_max}") if sheet.mana_max else "",
        words["trap_pieces"].format(pieces=sheet.trap_pieces) if sheet.trap_pieces else "",
    ]
    steps = words["steps"].format(steps=sheet.turn.left) if sheet.turn and sheet.turn.moving else ""
    facing = words["facing"].format(facing=sheet.facing)
    return DialModel(one.name, one.seat, steps, slots, facing, 0, tuple(note for note in notes if note))
