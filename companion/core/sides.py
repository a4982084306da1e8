"""Sides: which seats play together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.ids import Seat


@dataclass(frozen=True, slots=True)
class Sides:
    """Groups of seats that win and lose together; a seat in none plays for itself."""

    groups: tuple[tuple[Seat, ...], ...] = ()

    def of(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that play together with this one, itself included."""
        return next((group for group in self.groups if seat in group), (seat,))

    def against(self, seat: Seat, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """Return the seats that play against this one, in their order."""
        own = self.of(seat)
        return tuple(other for other in seats if other not in own)
