"""When a device's cell is low: an hour ahead, from the voltage it tells every five seconds.

    mV  4200 ──────── 3800 ───────── 3700 ──────────────── about 3300: the booster gives up
              is fine again │        └ the highest of a minute is below: low
                            └ the charger is in

A light that flares draws the voltage down for a moment; so the highest reading of a minute counts. A single cell that
rests at 3.7 V has 10 to 20 % left: on the currents of ``hardware/bom/currents.toml`` an hour or more, whatever the
board's converter makes of it (30 mV either way: two resistors of 1 % and its own error).
"""

from __future__ import annotations

from collections import deque

LOW_MV, FINE_MV = 3700, 3800  # millivolts: 10 to 20 % left, an hour; the charger is in. Higher: told earlier
READINGS = 12  # a minute of telemetry


class Battery:
    """What the readings so far say; a device without a cell tells 0 and is never low."""

    def __init__(self) -> None:
        self.is_low = False
        self._readings: deque[int] = deque(maxlen=READINGS)

    def note(self, millivolts: int) -> None:
        """Take one reading."""
        if not millivolts:
            self._readings.clear()
            self.is_low = False
            return
        self._readings.append(millivolts)
        highest = max(self._readings)
        if len(self._readings) == READINGS and highest < LOW_MV:
            self.is_low = True
        elif highest >= FINE_MV:
            self.is_low = False
