"""Setting a table up from files: forces and a map become the set-up of a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.board.loading import format_map
from companion.documents import load_document
from companion.errors import InputError
from companion.games.heroclix.figures.collection import load_figures, shipped_map
from companion.games.heroclix.forces.cards import load_cards
from companion.games.heroclix.forces.files import parse_force
from companion.games.heroclix.forces.setup import GameSetUp
from companion.games.heroclix.opening.begin import TABLE_SEATS, begin
from companion.games.heroquest import sample as opening
from companion.games.heroquest.content.content import default_content
from companion.games.heroquest.quest import parse_quest
from companion.games.heroquest.setup import QuestSetUp
from companion.interchange.maps import load_map


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
    """
    if not 2 <= len(forces) <= len(TABLE_SEATS):
        raise InputError("--force", "", f"{len(forces)} forces", f"2 to {len(TABLE_SEATS)}, one for each player")
    if pairs and len(forces) != len(TABLE_SEATS):
        raise InputError("--pairs", "", f"{len(forces)} forces", f"{len(TABLE_SEATS)}")
    figures, own = load_figures(data), load_cards(cards)
    brought = [(str(file), parse_force(load_document(str(file)), figures, own)) for file in forces]
    return begin(brought, [_map(file) for file in maps or (None,)], points, edition=edition, pairs=pairs)


def quest_from(name: str) -> QuestSetUp:
    """The set-up of a quest with its four heroes: a shipped one by its name, or a file; raises ``InputError``."""
    if not name.endswith(".json"):
        return opening.sample_setup(name)
    document = load_document(name)
    parse_quest(document, default_content())
    return replace(opening.sample_setup(), quest=document.value)


def _map(file: Path | None) -> tuple[str, dict[str, Any]]:
    """The map in the file, or a shipped one, and what a refusal calls it."""
    if file is None:
        return "the shipped map", json.loads(shipped_map("harbour-market").read_text(encoding="utf-8"))
    return str(file), format_map(load_map(str(file))[0])
