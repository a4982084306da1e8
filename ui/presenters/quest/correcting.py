"""The master's word (HQ-GEN-01): the chosen character's numbers a tap up or down, and any free square to stand on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.ids import Seat
from companion.games.heroquest import commands as cm
from companion.games.heroquest.characters import Character
from companion.text.wording import Wording
from ui.presenters.models import CardModel

__all__ = ["correction", "correction_card"]

_STEPS = (("body", 1), ("mind", 1), ("gold", 10), ("spell_points", 1), ("mana", 1))
_AWARD = "award"


def correction_card(one: Character, wording: Wording, words: Mapping[str, str]) -> CardModel:
    """A button for each number it has, up and down; experience is given, never taken (HQ-GEN-06)."""
    buttons = []
    for what, step in _STEPS:
        value, word = getattr(one, what), wording.word("what", what).capitalize()
        if what in ("gold", "spell_points", "mana") and not (one.is_hero and (value or what == "gold")):
            continue
        for change in (-step, step):
            if value + change >= 0:
                buttons.append((f"correct:{what}:{change}", f"{word} {value} → {value + change}"))
    if one.is_hero:
        buttons.append((f"correct:{_AWARD}:1", words["award"]))
    name = wording.names.get(one.id, one.name)
    return CardModel("question", words["correcting"].format(piece=name), words["correct_text"],
                     (*buttons, ("dismiss", words["understood"])))  # fmt: skip


def correction(master: Seat, one: Character, argument: str) -> Any:
    """The command of a button."""
    what, _, change = argument.partition(":")
    if what == _AWARD:
        return cm.GiveAward(master, one.id, int(change))
    return cm.Adjust(master, one.id, what, getattr(one, what) + int(change))
