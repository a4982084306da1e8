"""Once a minute all that is held is looked through, so that no tap waits for it.

What is free goes back to the system: the C library keeps what lies between things in use, and an evening is long.
"""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable
from functools import cache

EVERY_S = 60.0  # it takes some frames


def give_back() -> None:
    """Find what nobody holds any more, and return what is free, where the C library can (glibc)."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()  # until the next time the collector looks only through what has come since
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Callable[[int], int] | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library
        return None
