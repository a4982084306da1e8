"""Printing: markers in true size."""

from __future__ import annotations

__all__: list[str] = []
