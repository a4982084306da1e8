"""The set-up of a mission: the first line of its record, which holds all that was known when the game began."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from companion.core.ids import EditionId, Seat, SystemId

GOTHAM = SystemId("gotham")
CHRONICLES = EditionId("chronicles")


@dataclass(frozen=True, slots=True)
class MissionSetUp:
    """A mission is set up: its scenario document, with what it is played with laid over the shipped content."""

    edition: EditionId
    seats: tuple[Seat, ...]
    scenario: dict[str, Any] = field(default_factory=dict)
    system: SystemId = GOTHAM
