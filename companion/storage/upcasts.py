"""Old events to new ones: one small function per version step, and a dated line in the changelog for each.

A step takes the type name and the plain data of an event as an old release wrote it and returns what this release
reads. There is none yet: release 0.1 is the first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["STEPS", "upcast"]

STEPS: dict[str, Callable[[Any], tuple[str, Any]]] = {}


def upcast(kind: str, data: Any) -> tuple[str, Any]:
    """The type name and data as this release reads them."""
    while kind in STEPS:
        kind, data = STEPS[kind](data)
    return kind, data
