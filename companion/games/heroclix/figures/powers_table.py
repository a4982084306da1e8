"""The standard powers by id: their names in two languages, the slot and the colour they sit on.

powers.toml ── [charge] slot = "speed"  colour = "green"  en = "Charge"  fr = "Charge"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

SPECIAL = "special"  # the white square: its text is on the card (HC-DIAL-07)
_MARKED = {SPECIAL: "Spécial", "trap": "Piège", "spell": "Sort", "stop": "Stop"}  # in French
WHITE = frozenset(_MARKED)  # marks of later sets, any slot; their text is on the card too


@dataclass(frozen=True, slots=True)
class PowerName:
    """One standard power as the dial shows it."""

    id: str
    slot: str
    colour: str
    english: str
    french: str
    since: int  # the year of the first card that has it

    def in_language(self, language: str) -> str:
        """The name in ``fr`` or in English."""
        return self.french if language == "fr" else self.english


@lru_cache(maxsize=1)
def power_names() -> Mapping[str, PowerName]:
    """All standard powers by id, slot by slot in the order of their colours."""
    rows = tomllib.loads((Path(__file__).parent.parent / "data" / "powers.toml").read_text(encoding="utf-8"))
    return {
        key: PowerName(key, row["slot"], row["colour"], row["en"], row["fr"], row["since"]) for key, row in rows.items()
    }


def name_of_power(power: str | None, language: str = "en") -> str:
    """The name to show for a power id: empty for none, the id itself when no table knows it."""
    if power is None:
        return ""
    known = power_names().get(power)
    if known:
        return known.in_language(language)
    marked = _MARKED.get(power) if language == "fr" else None
    return marked or power.replace("_", " ").capitalize()
