"""A game for a first evening: the two shipped crews, 300 points each, on a shipped map."""

from __future__ import annotations

import json
from typing import Any

from companion.core.ids import EditionId, Seat
from companion.documents import Node
from companion.games.heroclix.figures.collection import load_figures, shipped_map
from companion.games.heroclix.forces.enlisting import enlist
from companion.games.heroclix.forces.files import parse_force
from companion.games.heroclix.forces.setup import Enlisted, GameSetUp

RED, BLUE = Seat("red"), Seat("blue")
SEATS = (RED, BLUE)
CREWS = {
    RED: ("lq001", "lq002", "lq003", "lq006"),  # the Lamplighters
    BLUE: ("lq007", "lq008", "lq009", "lq011"),  # the Undertow
}


def sample_setup(map_name: str = "harbour-market", *, round_limit: int | None = 8, edition: str = "core") -> GameSetUp:
    """The set-up of the sample game, by that edition."""
    figures = load_figures()
    forces: list[Enlisted] = []
    for seat, crew in CREWS.items():
        document: dict[str, Any] = {"format": "tablewright/force@1", "figures": [{"figure": one} for one in crew]}
        forces += enlist(parse_force(Node("the sample game", "", document), figures), seat)
    document = json.loads(shipped_map(map_name).read_text(encoding="utf-8"))
    return GameSetUp(EditionId(edition), 300, SEATS, tuple(forces), document, round_limit)
