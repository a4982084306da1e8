"""Dice with symbols: each face is shown once (enrolled), then found again, or asked about."""

from __future__ import annotations

__all__: list[str] = []
