"""All that a mission is played with: skills, dice, sheets, cards, settings; shipped, or a table's own.

shipped content ──laid over it, key by key──> the content of a scenario or of a case
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.core.dice import Die, DieFace
from companion.documents import Node, load_document
from companion.games.gotham.content.settings import TOKENS, Settings, parse_settings
from companion.games.gotham.content.sheets import SHEET_KEYS, Card, Sheet, parse_card, parse_sheet
from companion.games.gotham.content.skills import Skill, check_rows, parse_skills

DATA = Path(__file__).parents[1] / "data"
SUCCESS = "success"
KEYS = {"skills", "traits", "dice", "sheets", "cards", "settings"}


@dataclass(frozen=True, eq=False)
class Content:
    """The content on the table, by name. Compared by identity, so that hooks can be kept beside it."""

    skills: Mapping[str, Skill]
    dice: Mapping[str, Die]
    sheets: Mapping[str, Sheet]
    cards: Mapping[str, Card]
    settings: Settings


def sorted_entries(node: Node) -> list[tuple[str, Node]]:
    """The entries of a table by name: a record keeps no other order."""
    return sorted(node.entries(), key=lambda entry: entry[0])


@cache
def shipped_document() -> dict[str, Any]:
    """The shipped content as one document."""
    found: dict[str, Any] = {}
    for path in sorted((DATA / "content").glob("*.toml")):
        value = load_document(str(path)).value
        found |= {key: part for key, part in value.items() if key != "format"}
    return found


def laid_over(below: Any, above: Any) -> Any:
    """Lay one document over another, key by key; lists and values are replaced."""
    if not isinstance(below, dict) or not isinstance(above, dict):
        return above
    return {**below, **{key: laid_over(below.get(key), value) for key, value in above.items()}}


def parse_content(node: Node, conditions: tuple[str, ...]) -> Content:
    """The content in a document; faults are refused with their place."""
    node.table((), KEYS)
    skills = _skills(node, conditions)
    dice = dict(_dice(node["dice"])) if "dice" in node else {}
    check_rows(node, skills, dice, TOKENS)
    sheets = {}
    for name, entry in sorted_entries(node["sheets"]) if "sheets" in node else ():
        sheets[name] = parse_sheet(entry.table({"kind"}, SHEET_KEYS), name, skills, dice)
    cards = sorted_entries(node["cards"]) if "cards" in node else []
    return Content(
        skills,
        dice,
        sheets,
        {name: parse_card(entry, name, skills, dice) for name, entry in cards},
        parse_settings(node["settings"] if "settings" in node else Node(node.file, "settings", {}), dice),
    )


def _skills(node: Node, conditions: tuple[str, ...]) -> Mapping[str, Skill]:
    """Skills and traits; the shipped ones are read once."""
    parts = {key: node[key].value for key in ("skills", "traits") if key in node}
    if all(parts.get(key) is shipped_document()[key] for key in ("skills", "traits")):
        return _shipped_skills(conditions)
    return parse_skills(Node(node.file, node.place, parts), conditions)


@cache
def _shipped_skills(conditions: tuple[str, ...]) -> Mapping[str, Skill]:
    document = {key: shipped_document()[key] for key in ("skills", "traits")}
    return parse_skills(Node("the shipped content", "", document), conditions)


def _dice(node: Node) -> Iterator[tuple[str, Die]]:
    """Each colour with the successes of its faces, whose label is their number (GO-BASE-DICE-01, -02)."""
    for name, entry in node.entries():
        faces = [face.number(0, 9) for face in entry.items()]
        if not faces:
            entry.refuse("the successes of each face: [0, 1, 1, 2]", "a die without faces")
        yield name, Die(name, tuple(DieFace(str(n), n, (SUCCESS,) * n) for n in faces))
