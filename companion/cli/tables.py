"""Setting a table up from files: forces and a map become the set-up of a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from companion.board.loading import parse_map
from companion.core.ids import EditionId, Seat
from companion.documents import Node, load_document
from companion.errors import InputError
from companion.games.heroclix.figures.collection import load_figures, shipped_map
from companion.games.heroclix.forces.cards import load_cards
from companion.games.heroclix.forces.enlisting import enlist, tactics_of
from companion.games.heroclix.forces.files import parse_force
from companion.games.heroclix.forces.force import Force
from companion.games.heroclix.forces.rules import check_force
from companion.games.heroclix.forces.setup import Enlisted, GameSetUp
from companion.games.heroclix.opening.areas import areas_on
from companion.games.heroclix.opening.sample import SEATS
from companion.games.heroquest import opening
from companion.games.heroquest.content.content import default_content
from companion.games.heroquest.quest import parse_quest
from companion.games.heroquest.setup import QuestSetUp

TABLE_SEATS = (*SEATS, Seat("green"), Seat("gold"))  # clockwise; the tablet seats two to four (HC-SETUP-01)


def setup_from(
    forces: Sequence[Path],
    maps: Sequence[Path],
    points: int,
    *,
    pairs: bool = False,
    edition: str = "core",
    data: str | None = None,
    cards: Path | None = None,
) -> GameSetUp:
    """The set-up of a game for these force files, one per seat; raises ``InputError`` for an illegal force.

    ``data`` is the folder of an import, ``cards`` a file of feats, objects and the like: without them the shipped ones.
    With ``pairs`` four seats are two sides, partners opposite each other (HC-END-07).
    """
    if not 2 <= len(forces) <= len(TABLE_SEATS):
        raise InputError("--force", "", f"{len(forces)} forces", f"2 to {len(TABLE_SEATS)}, one for each player")
    if pairs and len(forces) != len(TABLE_SEATS):
        raise InputError("--pairs", "", f"{len(forces)} forces", f"{len(TABLE_SEATS)}")
    seats = TABLE_SEATS[: len(forces)]
    documents = [_map(file, len(seats)) for file in maps or (None,)]
    names = [document["name"] for document in documents]
    if len(set(names)) < len(names):  # HC-SETUP-05: one of them is chosen by its name
        raise InputError("--map", "", ", ".join(names), "maps with a name of their own each")
    figures, own = load_figures(data), load_cards(cards)
    enlisted: list[Enlisted] = []
    brought: dict[Seat, Force] = {}
    for seat, file in zip(seats, forces, strict=True):
        force = parse_force(load_document(str(file)), figures, own)
        check = check_force(force, points)
        if not check.is_legal:
            raise InputError(str(file), "", check.violations[0].message, f"a legal force of {points} points")
        enlisted += enlist(force, seat)
        brought[seat] = force
    sides = [seats[0::2], seats[1::2]] if pairs else []
    tactics, others = tactics_of(brought, sides), tuple(documents[1:])
    return GameSetUp(
        EditionId(edition), points, seats, tuple(enlisted), documents[0], tactics=tactics, other_maps=others
    )


def quest_from(name: str) -> QuestSetUp:
    """The set-up of a quest with its four heroes: a shipped one by its name, or a file; raises ``InputError``."""
    if not name.endswith(".json"):
        return opening.sample_setup(name)
    document = load_document(name)
    parse_quest(document, default_content())
    return replace(opening.sample_setup(), quest=document.value)


def new_store() -> Path:
    """A file for a new game in the user's data folder, named after the moment it begins."""
    folder = user_data_path("tablewright", ensure_exists=True) / "games"
    folder.mkdir(exist_ok=True)
    return folder / f"{datetime.now():%Y-%m-%d-%H%M%S}.db"


def _map(file: Path | None, seats: int) -> dict[str, Any]:
    """The document of a map with an area for everybody (HC-SETUP-06)."""
    from companion.board.loading import format_map
    from companion.interchange.maps import load_map

    if file is None:
        document: dict[str, Any] = json.loads(shipped_map("harbour-market").read_text(encoding="utf-8"))
    else:
        document = format_map(load_map(str(file))[0])
    where = str(file or "the shipped map")
    areas = areas_on(parse_map(Node(where, "", document)))
    if len(areas) < seats:
        raise InputError(where, "", f"{len(areas)} starting areas", f"{seats}")
    return document
