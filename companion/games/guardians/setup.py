"""The set-up of a game: the first line of its record."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from companion.core.ids import EditionId, PieceId, Seat, SystemId

GUARDIANS = SystemId("guardians")
FIRST_BOX = EditionId("clash")
PAPERS = ("guardians_chronicles", "mercury_herald")  # GC-SETUP-08
VERSUS, SOLO = MODES = ("versus", "solo")  # alone one side of the sheet is chosen (GC-SOLO-02)
DIFFICULTY = {"none": 0, "easy": 1, "normal": 2, "hard": 3}  # GC-SOLO-06


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A hero who takes part: who plays it on which side, in which rank, as main hero or TEAM-UP hero (GC-SETUP-04)."""

    piece: PieceId
    seat: Seat
    side: str
    hero: str
    rank: str = "hero"
    team_up: bool = False
    removed: tuple[str, ...] = ()  # a campaign's cards left out
    added: tuple[str, ...] = ()  # … and those of other ranks taken in (GC-RANK-06, GC-RANK-08)


@dataclass(frozen=True, slots=True)
class GuardiansSetUp:
    """A game is set up: who plays whom, in which scenario, with which papers (GC-SETUP-04..08)."""

    edition: EditionId
    seats: tuple[Seat, ...]
    sides: tuple[tuple[str, tuple[Seat, ...]], ...]
    heroes: tuple[Enrolled, ...]
    papers: tuple[tuple[str, str], ...] = ()  # side, paper
    mode: str = VERSUS
    difficulty: str = "none"
    scenario: dict[str, Any] = field(default_factory=dict)
    content: dict[str, Any] = field(default_factory=dict)
    agreed: tuple[str, ...] = ()  # sides whose heroes of a higher rank the other side allows (GC-RANK-02)
    system: SystemId = GUARDIANS
