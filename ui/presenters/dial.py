"""The dial of a figure as a model: four values, their powers by name and colour, what is left to the players."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.ids import PieceId
from companion.games.heroclix.figures.powers_table import name_of_power, power_names
from companion.games.heroclix.forces.tactics import MapObject
from companion.games.heroclix.view import PieceView, SlotView, TextView
from companion.text.wording import Wording
from ui.presenters.models import DialModel, SlotModel

__all__ = ["dial_model"]


def dial_model(
    piece: PieceView, wording: Wording, words: dict[str, str], held: Iterable[tuple[MapObject, PieceId]] = ()
) -> DialModel:
    """The window of a piece; no other click of its dial is in it (HC-DIAL-12)."""
    notes = []
    if piece.ko:
        notes.append(words["ko"])
    if piece.immune:
        notes.append(words["immune"])
    if any(one.by_hand for one in piece.window) or any(not one.is_whole for one in piece.texts):
        notes.append(words["by_hand"])
    notes += [f"{one.name or wording.names.get(one.key, one.key)}: {_granted(one, wording)}" for one in piece.texts]
    notes += [words["holds"].format(object=item.name) for item, holder in held if holder == piece.id]
    bolts = f"{words['range']} {piece.range}" + (f" · {piece.targets} {words['targets']}" if piece.targets > 1 else "")
    return DialModel(
        piece.name, piece.seat, f"{words['click']} {piece.click}", tuple(_slot(one, wording) for one in piece.window),
        bolts, piece.tokens, tuple(notes),
    )  # fmt: skip


def _granted(one: TextView, wording: Wording) -> str:
    """What the text grants by name, and a star where the players see to the rest of it."""
    names = ", ".join(wording.names.get(power, name_of_power(power, wording.lang)) for power in one.grants)
    return f"{names} *".strip() if not one.is_whole else names


def _slot(one: SlotView, wording: Wording) -> SlotModel:
    known = power_names().get(one.power or "")
    colour = known.colour if known else "white" if one.power else None
    value = "KO" if one.value is None else str(one.value)
    name = name_of_power(one.power, wording.lang)
    if not one.in_force:
        name = f"({name})"
    label = wording.word("slot", one.slot)
    if one.parts:  # what makes it another number than the printed one
        label += " " + " ".join(f"{part.amount:+d}" for part in one.parts if not part.replaces)
    return SlotModel(one.slot, label, value, name, colour, one.by_hand)
