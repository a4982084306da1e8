"""The bridge to the hardware of the table: says "seen", never "moved". The tour is in README.md."""

from __future__ import annotations

from firmware_bridge.adapter import SerialTower, Tower
from firmware_bridge.spool import Spool
from firmware_bridge.virtual import VirtualTower

__all__ = ["SerialTower", "Spool", "Tower", "VirtualTower"]
