"""Freed memory goes back to the system: the C library keeps what lies between things in use, and an evening is long."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

EVERY_S = 60.0  # it takes some milliseconds


def give_back() -> None:
    """Return what is free, where the C library can (glibc)."""
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Callable[[int], int] | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library
        return None
