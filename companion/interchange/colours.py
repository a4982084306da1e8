"""Powers by slot and colour, as players name them in forum code and colour JSON (HC-DIAL-07)."""

from __future__ import annotations

from companion.games.heroclix.figures.powers_table import SPECIAL, power_names

NO_POWER = frozenset({"none", "clear"})
_ALIASES = {"blue": "lightblue", "light blue": "lightblue", "dark blue": "darkblue", "grey": "gray", "white": "special"}


def power_of_colour(slot: str, colour: str) -> str | None:
    """The power id of a colour in a slot, ``None`` for no power; ``KeyError`` for a word that is no colour there."""
    word = _ALIASES.get(colour.strip().lower(), colour.strip().lower())
    if word in NO_POWER:
        return None
    if word == SPECIAL:
        return SPECIAL
    return {(power.slot, power.colour): power.id for power in power_names().values()}[slot, word]
