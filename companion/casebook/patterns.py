"""Events that should have happened, written as patterns: what a pattern does not mention does not matter.

"FigureMoved"      an event of that name            { event = "DamageDealt", piece = "B", taken = 2 }
"XX-KB-11"         an event that names the rule     { rule = "XX-KB-11", piece = "B" }
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

from companion.casebook.language import CaseLanguage, Happened, Opening
from companion.documents import Node

__all__ = ["Pattern", "first_missing", "plain", "read_pattern"]


@dataclass(frozen=True)
class Pattern:
    """What an event should look like."""

    event: str | None
    rule: str | None
    wanted: dict[str, Any]
    text: str

    def fits(self, one: Happened) -> bool:
        """Whether the event is such a one."""
        if self.event not in (None, type(one.event).__name__) or (self.rule and self.rule not in one.rules):
            return False
        found = plain(one.event)
        return all(key in found and _agrees(found[key], value) for key, value in self.wanted.items())


def read_pattern(node: Node, opening: Opening, language: CaseLanguage) -> Pattern:
    """The pattern in a text or a table; unknown events, rules and fields are refused."""
    kinds, rules = opening.system.event_types, language.rules
    if isinstance(node.value, str):
        if node.value in kinds:
            return Pattern(node.value, None, {}, node.value)
        if node.value in rules:
            return Pattern(None, node.value, {}, node.value)
        node.refuse(f"a rule, or an event: {', '.join(sorted(kinds))}")
    if not isinstance(node.value, dict) or not {"event", "rule"} & node.value.keys():
        node.refuse("the name of an event, a rule, or a table with 'event' or 'rule'")
    event = node["event"].word(kinds) if "event" in node else None
    if "rule" in node and node["rule"].text() not in rules:
        node["rule"].refuse("a rule of the catalogue")
    known = {one.name for one in fields(kinds[event])} if event else {f.name for k in kinds.values() for f in fields(k)}
    for key, value in node.entries():
        if key not in ("event", "rule") and key not in known:
            value.refuse(f"a field of {event or 'some event'}: {', '.join(sorted(known))}", f"the key {key!r}")
    rule = None if "rule" not in node or (event and "rule" in known) else node["rule"].text()
    wanted = {key: value for key, value in node.value.items() if key != "event" and not (key == "rule" and rule)}
    return Pattern(event, rule, wanted, json.dumps(node.value, ensure_ascii=False))


def first_missing(patterns: Sequence[Pattern], events: Sequence[Happened]) -> Pattern | None:
    """The first pattern that no event fits after those the patterns before it fitted, or ``None``."""
    rest = iter(events)
    return next((one for one in patterns if not any(one.fits(event) for event in rest)), None)


def plain(value: Any) -> Any:
    """A value as a document would hold it."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if isinstance(value, frozenset | set):
        return sorted(plain(one) for one in value)
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return value


def _agrees(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(key in found and _agrees(found[key], one) for key, one in wanted.items())
    if isinstance(wanted, list):
        is_list = isinstance(found, list) and len(found) == len(wanted)
        return is_list and all(_agrees(one, other) for one, other in zip(found, wanted, strict=True))
    return type(found) is type(wanted) and bool(found == wanted)
