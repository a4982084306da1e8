"""What the colours of a base say: the set symbol how rare a figure is, the ring how experienced (HC-DIAL-04, -05)."""

from __future__ import annotations

from companion.games.heroclix.figures.figure import Figure

__all__ = ["EXPERIENCE", "SET_SYMBOLS", "ring_of", "set_symbol_of"]

SET_SYMBOLS = {
    "common": "white", "uncommon": "green", "rare": "silver", "super_rare": "gold", "limited_edition": "bronze",
}  # fmt: skip
EXPERIENCE = {"rookie": "yellow", "experienced": "blue", "veteran": "red", "unique": "silver"}


def set_symbol_of(figure: Figure) -> str | None:
    """The colour of the set symbol by rarity (HC-DIAL-04), or ``None`` for a rarity that has none."""
    return SET_SYMBOLS.get(figure.rarity or "")


def ring_of(figure: Figure) -> str | None:
    """The colour of the ring (HC-DIAL-05), or ``None`` where the figure's file says nothing of it.

    Uniques of older sets have a golden or a bronze ring; figure files do not tell sets by their age, so all are silver.
    """
    return EXPERIENCE["unique"] if figure.unique else EXPERIENCE.get(figure.experience or "")
