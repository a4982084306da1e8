"""What a game of HeroClix is set up with: seats, forces, the map, and what the players agreed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.ids import EditionId, PieceId, Seat, SystemId
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.forces.tactics import Tactics

HEROCLIX = SystemId("heroclix")
NO_TACTICS = Tactics()


@dataclass(frozen=True, slots=True)
class Enlisted:
    """A figure in a force: the piece it is on this table, and the starting line it was paid for (HC-DIAL-15)."""

    piece: PieceId
    seat: Seat
    figure: Figure
    start_click: int
    points: int



@dataclass(frozen=True, slots=True)
class GameSetUp:
    """The first line of every record. It carries the figures and the map, so that a record needs no other file."""

    edition: EditionId
    build_total: int
    seats: tuple[Seat, ...]  # clockwise
    forces: tuple[Enlisted, ...]
    map: dict[str, Any]  # a ``tablewright/map@1`` document
    round_limit: int | None = None  # HC-END-02, AMB-50: in rounds
    system: SystemId = HEROCLIX
    format: str = "tablewright/record@1"
    tactics: Tactics = NO_TACTICS
    other_maps: tuple[dict[str, Any], ...] = ()  # brought too: the first player chooses one of all (HC-SETUP-05)

