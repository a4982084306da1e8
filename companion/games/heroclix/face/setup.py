"""The set-up of a new game: editions, maps, seats; the set-up made of a choice, and the same once more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from companion.board.grid import GridBoard
from companion.core.ids import EditionId, PieceId, Seat
from companion.games.heroclix.damage.dial import clicks_taken
from companion.games.heroclix.figures.collection import shipped_map
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.forces.force import Force
from companion.games.heroclix.forces.setup import GameSetUp
from companion.games.heroclix.opening.areas import areas_on
from companion.games.heroclix.opening.begin import TABLE_SEATS, begin
from companion.games.heroclix.state.state import State

SetUp = GameSetUp
SEATS = TABLE_SEATS
MAPS = ("harbour-market", "lantern-vault")  # those that are shipped


def pieces_of(setup: GameSetUp) -> Sequence[PieceId]:
    """The figures in the order in which base tags are numbered."""
    return [enlisted.piece for enlisted in setup.forces]


def clicks_of(state: State, events: Iterable[object]) -> Mapping[Seat, int]:
    """The clicks that each seat's figures have taken, by what happened."""
    return clicks_taken(state, events)


def map_file(name: str) -> Path:
    """The file of a shipped map."""
    return shipped_map(name)


def count_areas(board: GridBoard) -> int:
    """Count the starting areas of a map (HC-SETUP-06)."""
    return len(areas_on(board))


def setup_of(
    brought: Sequence[tuple[str, Force]],
    map_: tuple[str, dict[str, Any]],
    points: int,
    *,
    edition: str,
    pairs: bool,
    rounds: int,
) -> GameSetUp:
    """The set-up of forces, a map and a build total; ``rounds`` 0: no limit (HC-END-02)."""
    return begin(list(brought), [map_], points, edition=EditionId(edition), pairs=pairs, round_limit=rounds or None)


def again(setup: GameSetUp, is_swapped: bool) -> GameSetUp:
    """The same game once more; ``is_swapped``: every force with the next seat clockwise."""
    if not is_swapped:
        return setup
    to = _clockwise(setup)
    forces = sorted(_moved(setup.forces, to), key=lambda enlisted: setup.seats.index(enlisted.seat))
    return replace(setup, forces=tuple(forces), tactics=_moved(setup.tactics, to))


def swapped(setup: GameSetUp) -> dict[PieceId, PieceId]:
    """Return the new piece of each piece, once the sides are swapped."""
    to = _clockwise(setup)
    return {enlisted.piece: _moved(enlisted.piece, to, "piece") for enlisted in setup.forces}


def _clockwise(setup: GameSetUp) -> dict[Seat, Seat]:
    return dict(zip(setup.seats, (*setup.seats[1:], setup.seats[0]), strict=True))


def _moved(value: Any, to: Mapping[Seat, Seat], key: str = "") -> Any:
    """Return a part of a force with its seat and the pieces that are named after it belonging to another seat."""
    if isinstance(value, tuple):
        return tuple(_moved(part, to, key) for part in value)
    if is_dataclass(value) and not isinstance(value, Figure | type):
        return replace(value, **{one.name: _moved(getattr(value, one.name), to, one.name) for one in fields(value)})
    if isinstance(value, str) and key in ("seat", "piece", "pieces", "id"):
        seat, dash, rest = value.partition("-")
        return type(value)(f"{to.get(Seat(seat), seat)}{dash}{rest}")
    return value
