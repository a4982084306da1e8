"""Setting a table up from files: forces and a map become the set-up of a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from companion.core.ids import EditionId, Seat
from companion.documents import load_document
from companion.errors import InputError
from companion.games.heroclix.collection import load_figures, shipped_map
from companion.games.heroclix.enlisting import enlist, tactics_of
from companion.games.heroclix.force import Force
from companion.games.heroclix.forces import check_force, parse_force
from companion.games.heroclix.sample import SEATS
from companion.games.heroclix.setup import Enlisted, GameSetUp

__all__ = ["new_store", "setup_from"]


def setup_from(forces: Sequence[Path], map_file: Path | None, points: int) -> GameSetUp:
    """The set-up of a game for these force files, one per seat; raises ``InputError`` for an illegal force."""
    if len(forces) != len(SEATS):
        raise InputError("--force", "", f"{len(forces)} forces", f"{len(SEATS)}, one for each player")
    enlisted: list[Enlisted] = []
    brought: dict[Seat, Force] = {}
    for seat, file in zip(SEATS, forces, strict=True):
        force = parse_force(load_document(str(file)), load_figures())
        check = check_force(force, points)
        if not check.is_legal:
            raise InputError(str(file), "", check.violations[0].message, f"a legal force of {points} points")
        enlisted += enlist(force, seat)
        brought[seat] = force
    tactics = tactics_of(brought)
    return GameSetUp(EditionId("core"), points, SEATS, tuple(enlisted), _map(map_file), tactics=tactics)


def new_store() -> Path:
    """A file for a new game in the user's data folder, named after the moment it begins."""
    folder = user_data_path("tablewright", ensure_exists=True) / "games"
    folder.mkdir(exist_ok=True)
    return folder / f"{datetime.now():%Y-%m-%d-%H%M%S}.db"


def _map(file: Path | None) -> dict[str, Any]:
    from companion.board.loading import format_map
    from companion.interchange.maps import load_map

    if file is None:
        document: dict[str, Any] = json.loads(shipped_map("harbour-market").read_text(encoding="utf-8"))
        return document
    board, _ = load_map(str(file))
    return format_map(board)
