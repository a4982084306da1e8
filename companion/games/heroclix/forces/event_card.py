"""An event dial as a card: clicks and lines, coloured circles and what they do, what else the card changes (HC-EVENT).

shows = [["amber"], [], ["amber", "blue"]]     the circles of each click
effects = [{colour = "amber", verb = …}]       active while that colour shows (HC-EVENT-10)
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from companion.documents import Node

__all__ = ["OPTIONAL", "EventCard", "parse_dial", "parse_event"]

OPTIONAL = {"green", "red", "shows", "effects", "text", "turns", "wins_at", "build_total", "without"}


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event dial: its clicks and its lines (HC-EVENT-06..08), its colours, and what its card changes."""

    id: str
    name: str
    clicks: int
    green: tuple[int, ...] = (1,)
    red: tuple[int, ...] = ()
    shows: tuple[tuple[str, ...], ...] = ()  # the coloured circles of each click (HC-EVENT-10)
    effects: tuple[tuple[str, str], ...] = ()  # colour, a row naming a verb as a JSON text
    text: str = ""
    turns: str = ""  # ``round`` or ``turn``: as each begins; by hand when empty (HC-EVENT-09)
    wins_at: int | None = None  # victory points that win at once (HC-EVENT-04)
    build_total: int | None = None  # instead of the players' (HC-EVENT-04)
    without: tuple[str, ...] = ()  # tactics that teams may not bring (HC-EVENT-04)


def parse_event(node: Node) -> EventCard:
    """The card in a table; a refusal names the place."""
    node.table({"id", "name", "clicks"}, OPTIONAL)
    id_ = node["id"].text() or node["id"].refuse("an id")
    return EventCard(id_, node["name"].text(), **parse_dial(node))


def parse_dial(node: Node) -> dict[str, Any]:
    """Everything of the card but its id and its name."""
    clicks = node["clicks"].number(1, 99)
    green = tuple(one.number(1, clicks) for one in node["green"].items()) if "green" in node else (1,)
    if not green:
        node["green"].refuse("at least one click with a green line")
    shows = (
        tuple(tuple(one.text() for one in click.items()) for click in node["shows"].items()) if "shows" in node else ()
    )
    if len(shows) > clicks:
        node["shows"].refuse(f"at most {clicks} clicks")
    return {
        "clicks": clicks,
        "green": green,
        "red": tuple(one.number(1, clicks) for one in node["red"].items()) if "red" in node else (),
        "shows": shows,
        "effects": tuple(_effect(one) for one in node["effects"].items()) if "effects" in node else (),
        "text": node["text"].text() if "text" in node else "",
        "turns": node["turns"].word(("round", "turn")) if "turns" in node else "",
        "wins_at": node["wins_at"].number(1, 9999) if "wins_at" in node else None,
        "build_total": node["build_total"].number(1, 9999) if "build_total" in node else None,
        "without": tuple(one.text() for one in node["without"].items()) if "without" in node else (),
    }


def _effect(node: Node) -> tuple[str, str]:
    if not isinstance(node.value, dict) or "colour" not in node:
        node.refuse("a row with 'colour' and 'verb'")
    row = {key: value for key, value in node.value.items() if key != "colour"}
    return node["colour"].text(), json.dumps(row, sort_keys=True)
