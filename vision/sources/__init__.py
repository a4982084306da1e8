"""Where frames come from."""

from __future__ import annotations

__all__: list[str] = []
