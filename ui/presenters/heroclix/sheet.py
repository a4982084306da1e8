"""The dial of a figure as a model, and what powers, abilities, objects and texts are called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.board.labels import told_apart
from companion.core.ids import PieceId
from companion.games.heroclix.figures.hand import texts_of
from companion.games.heroclix.figures.powers_table import name_of_power, power_names
from companion.games.heroclix.forces.setup import MapObject
from companion.games.heroclix.position.team_abilities import team_abilities
from companion.games.heroclix.state.state import State
from companion.games.heroclix.view import PieceView, SlotView, TextView
from companion.text.phrases import term_words
from companion.text.wording import Wording
from ui.presenters.adapter import Look
from ui.presenters.models import DialModel, SlotModel

_TRAITS = 6  # as many as any card has


def dial_model(
    piece: PieceView, look: Look, held: Iterable[tuple[MapObject, PieceId]] = (), cards: Mapping[str, str] | None = None
) -> DialModel:
    """The window of a piece; no other click of its dial is in it (HC-DIAL-12). ``cards``: what its card says, by
    slot."""
    notes = []
    if piece.ko:
        notes.append(look.say("ko"))
    if piece.immune:
        notes.append(look.say("immune"))
    if any(slot.by_hand for slot in piece.window) or any(not text.is_whole for text in piece.texts):
        notes.append(look.say("by_hand"))
    notes += [look.wording.pair(text.name or look.name(text.key), _granted(text, look)) for text in piece.texts]
    notes += [look.say("holds", object=item.name) for item, holder in held if holder == piece.id]
    bolts = f"{look.say('range')} {piece.range}"
    if piece.targets > 1:
        bolts += f" · {piece.targets} {look.say('targets')}"
    slots = tuple(_slot(slot, look, (cards or {}).get(slot.slot, "")) for slot in piece.window)
    click = f"{look.say('click')} {piece.click}"
    return DialModel(look.name(piece.id), piece.seat, click, slots, bolts, piece.tokens, tuple(notes), dial=click)


def _granted(text: TextView, look: Look) -> str:
    """What the text grants by name, and a star where the players see to the rest of it."""
    names = ", ".join(look.wording.names.get(power, name_of_power(power, look.wording.lang)) for power in text.grants)
    return names if text.is_whole else f"{names} *".strip()


def _slot(slot: SlotView, look: Look, card: str) -> SlotModel:
    power = power_names().get(slot.power or "")
    colour = power.colour if power else "white" if slot.power else None
    value = "KO" if slot.value is None else str(slot.value)
    name = name_of_power(slot.power, look.wording.lang)
    label = look.wording.word("slot", slot.slot)
    if slot.parts:  # what makes it another number than the printed one
        label += " " + " ".join(f"{part.amount:+d}" for part in slot.parts if not part.replaces)
    words = look.wording.say(f"power_words.{slot.power}") if look.wording.has(f"power_words.{slot.power}") else ""
    terms = ", ".join(term_words(part, look.wording) for part in slot.parts)
    text = "\n".join(filter(None, (words, card, terms)))
    return SlotModel(slot.slot, label, value, name if slot.in_force else f"({name})", colour, slot.by_hand, text=text)


def names_in(state: State, lang: str | None = None) -> dict[str, str]:
    """What everything on this table is called in a language."""
    tactics = state.table.tactics
    names = told_apart({piece.id: state.figure(piece).name for piece in state.pieces})
    names |= {item.id: item.name for item in tactics.objects}
    names |= {card.id: card.name for card in tactics.conditions} | {feat.id: feat.name for feat in tactics.feats}
    return names | dict(_text_names(state)) | power_words(lang)


def power_words(lang: str | None = None) -> dict[str, str]:
    """The names of powers, abilities and team abilities by id, and those of texts by their key, in a language."""
    wording = Wording(lang)
    names = {key: team.french if wording.lang == "fr" else team.english for key, team in team_abilities().items()}
    names |= wording.family("ability") | wording.family("term")
    names |= {f"trait.{number}": wording.say("trait", number=number) for number in range(1, _TRAITS + 1)}
    return names | {key: power.in_language(wording.lang) for key, power in power_names().items()}


def _text_names(state: State) -> Iterator[tuple[str, str]]:
    """The names of special powers and traits whose effects are used under an id of their own: those of the cards."""
    for figure in state.table.figures:
        for click in figure.dial:
            for text in texts_of(figure, click.number):
                if text.special.effects and text.special.name:
                    yield f"{figure.id}/{text.key}", text.special.name
