"""What is found out about a value that never changes, kept beside it: no field of it, so no part of what it says."""

from __future__ import annotations

from typing import Any

__all__ = ["Keeping"]


class Keeping:
    """A value that keeps answers to what it is asked again and again; they go with it, and are neither compared nor
    recorded."""

    __slots__ = ("_by_id", "_kept")
    _by_id: dict[Any, Any]
    _kept: dict[Any, Any]

    @property
    def kept(self) -> dict[Any, Any]:
        """The answers so far."""
        try:
            return self._kept
        except AttributeError:
            object.__setattr__(self, "_kept", {})
            return self._kept
