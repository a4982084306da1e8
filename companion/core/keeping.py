"""A value that keeps what was worked out about it, as long as it is asked again and again.

state ──asked──> kept: its answers, neither compared nor recorded          the game has long gone on ──> forget()
"""

from __future__ import annotations

from typing import Any


class Keeping:
    """Base of values that keep the answers worked out about them."""

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

    def forget(self) -> None:
        """Drop the answers: whoever asks again waits for them again."""
        self.kept.clear()
