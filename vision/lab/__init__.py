"""Where the eyes are taught and judged: for who works on them, outside the wheel."""

from __future__ import annotations

__all__: list[str] = []
