"""Pip dice on a picture: found, read by two witnesses, or asked about."""

from __future__ import annotations

__all__: list[str] = []
