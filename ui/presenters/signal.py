"""Signal and cell of a device, in words; what it does not say is not shown.

    dBm   0 ── strong ── -67 ── fair ── -80 ── weak       from -68 on no good voice, from -81 on packets go

A cell has 4.2 V when it is full; from 3.7 V on it is low, an hour ahead (``firmware_bridge.battery``).
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.text.wording import Wording

STRONG, WEAK = 67, 80  # the number behind the minus: up to the first, from behind the second


@dataclass(frozen=True, slots=True)
class Supply:
    """The signal and cell that a device told of; 0 is nothing told."""

    signal: int = 0  # the number behind the minus of its network's dBm
    battery_mv: int = 0
    is_low: bool = False


NOTHING = Supply()


def supply_words(supply: Supply, wording: Wording) -> tuple[str, ...]:
    """The radio, then the cell, each if it was told."""
    words = []
    if supply.signal:
        grade = "strong" if supply.signal <= STRONG else "fair" if supply.signal <= WEAK else "weak"
        words.append(wording.say(f"supply.{grade}", dbm=-supply.signal))
    if supply.battery_mv:
        key = "supply.low" if supply.is_low else "supply.battery"
        words.append(wording.say(key, volts=f"{supply.battery_mv / 1000:.2f}"))
    return tuple(words)
