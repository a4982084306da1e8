"""The set-up of a quest: the first line of its record. It holds all that was known when the game began."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from companion.core.ids import EditionId, PieceId, Seat, SystemId

HEROQUEST = SystemId("heroquest")
NEXTLEVEL = EditionId("nextlevel")


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A hero who takes part: who plays it, which row of the level sheet it is, its name, what it owns besides."""

    piece: PieceId
    seat: Seat
    sheet: str
    name: str = ""
    facing: str = "S"


@dataclass(frozen=True, slots=True)
class QuestSetUp:
    """A quest is set up; what its master alone knows is in here too (HQ-GEN-03)."""

    edition: EditionId
    gm: Seat
    seats: tuple[Seat, ...]
    heroes: tuple[Enrolled, ...]
    quest: dict[str, Any] = field(default_factory=dict)
    content: dict[str, Any] = field(default_factory=dict)
    system: SystemId = HEROQUEST
