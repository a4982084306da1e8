"""The words on a figure's card, in the language of the screen where the catalogues have them: those of shipped figures.

An imported card speaks the language it was printed in.
"""

from __future__ import annotations

from textwrap import shorten

from companion.core.ids import FigureId
from companion.core.phrases import Name, Phrase, Told
from companion.games.heroclix.figures.hand import Text


def card_name(figure: FigureId, text: Text) -> Told:
    """Return the name of a special power or trait; of a power, where the card gives it none."""
    return _on_card(figure, text, "name", text.special.name) or Name(text.key)


def shown_name(figure: FigureId, key: str, name: str) -> Told:
    """Return the name of a text that a view shows, by its key."""
    slot = "trait" if key.startswith("trait.") else key.partition(".")[2]
    return Phrase("card.words", {"words": name}, (f"card.{figure}.{slot}.name",)) if name else Name(key)


def card_text(figure: FigureId, text: Text, longest: int = 0) -> Told:
    """Return what the card says, cut to so many letters where nobody has translated it; 0: all of it."""
    words = text.special.text
    return _on_card(figure, text, "text", shorten(words, longest, placeholder=" …") if longest else words)


def _on_card(figure: FigureId, text: Text, part: str, printed: str) -> Told:
    key = f"card.{figure}.{text.special.slot}.{part}"
    return Phrase("card.words", {"words": printed}, (key,)) if printed else ""
