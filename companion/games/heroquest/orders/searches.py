"""Looking, listening and taking apart."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId, Seat, SpaceId

__all__ = [
    "BuildTrap",
    "Detect",
    "DisarmTrap",
    "Listen",
    "Scan",
    "SearchFurniture",
    "SearchPassages",
    "SearchRoom",
    "SearchTraps",
]


@dataclass(frozen=True, slots=True)
class Listen:
    """Listens at a door (HQ-LISTEN-01)."""

    seat: Seat
    piece: PieceId
    door: PieceId


@dataclass(frozen=True, slots=True)
class Scan:
    """Looks down a corridor as elves do (HQ-HERO-ELF-07)."""

    seat: Seat
    piece: PieceId


@dataclass(frozen=True, slots=True)
class Detect:
    """Feels for spellcasters (HQ-HERO-ENCH-03)."""

    seat: Seat
    piece: PieceId
    door: PieceId


@dataclass(frozen=True, slots=True)
class SearchRoom:
    """Searches the room (HQ-SEARCH-01)."""

    seat: Seat
    piece: PieceId


@dataclass(frozen=True, slots=True)
class SearchFurniture:
    """Searches a piece of furniture (HQ-SEARCH-03)."""

    seat: Seat
    piece: PieceId
    furniture: PieceId


@dataclass(frozen=True, slots=True)
class SearchTraps:
    """Searches for traps (HQ-SEARCH-09)."""

    seat: Seat
    piece: PieceId


@dataclass(frozen=True, slots=True)
class SearchPassages:
    """Searches for secret passages (HQ-SEARCH-15)."""

    seat: Seat
    piece: PieceId


@dataclass(frozen=True, slots=True)
class DisarmTrap:
    """Disarms a trap (HQ-HERO-DWARF-06)."""

    seat: Seat
    piece: PieceId
    trap: PieceId


@dataclass(frozen=True, slots=True)
class BuildTrap:
    """Builds a trap from three pieces (HQ-HERO-DWARF-07)."""

    seat: Seat
    piece: PieceId
    at: SpaceId
