"""The dial of a figure as a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.core.ids import PieceId
from companion.core.phrases import Terms
from companion.games.heroclix.face.cards import shown_name
from companion.games.heroclix.face.figures import power_colour, power_name
from companion.games.heroclix.face.view import Item, PieceView, SlotView, TextView
from companion.games.heroclix.face.words import VALUES
from companion.text.wording import told
from ui.presenters.adapter import Look
from ui.presenters.models import DialModel, SlotModel
from ui.presenters.rules import Note, with_words, words_of


def dial_model(
    piece: PieceView,
    look: Look,
    held: Iterable[tuple[Item, PieceId]] = (),
    cards: Mapping[str, str] | None = None,
    clicks: tuple[int, int] = (0, 0),
) -> DialModel:
    """The window of a piece; no other click of its dial is in it (HC-DIAL-12). ``cards``:
    what its card says, by slot; ``clicks``: those that are left of its dial, and of how many.
    """
    on_card = "\n".join((cards or {}).values()).splitlines()
    is_by_hand = any(slot.by_hand for slot in piece.window) or any(not text.is_whole for text in piece.texts)
    notes = (
        Note(look.say("ko") if piece.ko else "", "HC-DIAL-14"),
        Note(look.say("immune") if piece.immune else "", "HC-TURN-11"),
        *(_text(piece, text, on_card, look) for text in piece.texts),
        Note(look.say("by_hand") if is_by_hand else ""),
        *(Note(look.say("holds", object=item.name), "HC-OBJ-26") for item, holder in held if holder == piece.id),
    )
    bolts = f"{look.say('range')} {piece.range}"
    if piece.targets > 1:
        bolts += f" · {piece.targets} {look.say('targets')}"
    slots = tuple(_slot(slot, look, (cards or {}).get(slot.slot, "")) for slot in piece.window)
    click = f"{look.say('click')} {piece.click}"
    words = look.name(piece.id), piece.seat, click, slots, bolts, piece.tokens
    made = DialModel(*words, dial=str(piece.click), clicks=clicks)
    return with_words(made, "heroclix", look.wording.lang, notes, VALUES, "HC-DIAL-07")


def _text(piece: PieceView, text: TextView, on_card: Sequence[str], look: Look) -> Note:
    """Return the note of a text: its name, what it grants, and the line that its card has of it."""
    name, granted = told(shown_name(piece.figure, text.key, text.name), look.wording), _granted(text, look)
    words = (look.wording.pair(name, granted) if granted else name) + ("" if text.is_whole else " *")
    return Note(words, said=next((line for line in on_card if line.startswith(name)), ""))


def _granted(text: TextView, look: Look) -> str:
    """Return the powers that the text grants."""
    return ", ".join(look.wording.names.get(power, power_name(power, look.wording.lang)) for power in text.grants)


def _slot(slot: SlotView, look: Look, card: str) -> SlotModel:
    colour = power_colour(slot.power)
    value = "KO" if slot.value is None else str(slot.value)
    name = power_name(slot.power, look.wording.lang)
    label = look.wording.word("slot", slot.slot)
    if slot.parts:  # what makes it another number than the printed one
        label += " " + " ".join(f"{part.amount:+d}" for part in slot.parts if not part.replaces)
    words = words_of("heroclix", f"power.{slot.power}", look.wording.lang) if slot.power else ""
    terms = told(Terms(slot.parts), look.wording)
    text = "\n".join(filter(None, (words, card, terms)))
    shown = name if slot.in_force else look.say("power_off", power=name)
    return SlotModel(slot.slot, label, value, shown, colour, slot.by_hand, text=text)
