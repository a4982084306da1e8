"""Positions for tests: a drawing in map letters, and pieces."""

from __future__ import annotations

import json
from typing import Any

LEGEND = {
    ".": {},
    "#": {"terrain": ["blocking"]},
    ":": {"terrain": ["hindering"]},
    "~": {"terrain": ["water"]},
    "2": {"elevation": 2},
}


def a_map(*squares: str, **more: Any) -> dict[str, Any]:
    return {"format": "tablewright/map@1", "name": "Yard", "legend": LEGEND, "squares": list(squares), **more}


def a_position(*squares: str, pieces: list[dict[str, Any]] | None = None, edition: str = "core", **more: Any) -> str:
    walls = more.pop("walls", [])
    return json.dumps(
        {
            "format": "tablewright/position@1",
            "system": "heroclix",
            "edition": edition,
            "map": a_map(*squares, walls=walls),
            "pieces": pieces or [],
            **more,
        }
    )


def a_piece(name: str, *squares: str, side: str = "red", **more: Any) -> dict[str, Any]:
    return {"id": name, "side": side, "squares": list(squares), **more}
