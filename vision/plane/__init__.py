"""From pixels to millimetres of the map: lens, corner markers, calibration, and tags placed on squares."""

from __future__ import annotations

__all__: list[str] = []
