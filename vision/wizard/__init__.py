"""Setting a camera up: what is wrong with its picture, and what it sees drawn on top."""

from __future__ import annotations

__all__: list[str] = []
