"""Dice of 8, 10, 12 and 20 sides by their printed numbers, with nothing enrolled: read, or asked about."""

from __future__ import annotations
