"""Frames in time: stillness, votes, settled pictures, and the camera as a source of observations."""

from __future__ import annotations

__all__: list[str] = []
