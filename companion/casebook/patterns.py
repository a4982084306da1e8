"""Events that should have happened, written as patterns: what a pattern does not mention does not matter.

"FigureMoved"      an event of that name            { event = "DamageDealt", piece = "B", taken = 2 }
"XX-KB-11"         an event that names the rule     { rule = "XX-KB-11", piece = "B" }

The rules of an event: the one it carries, the one that asks, those its class names: ``… (XX-MOVE-14)``.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.casebook.language import CaseLanguage, Happened, Opening
from companion.core.citing import written_out
from companion.core.ids import PieceId, RuleId, Seat
from companion.documents import Node


def happened(event: object, known: Collection[RuleId], before: Any = None) -> Happened:
    """The event with every known rule behind it, the most telling one first: those its class names only where it
    carries none itself.
    """
    carried: list[Any] = [getattr(event, "rule", None), getattr(getattr(event, "request", None), "purpose", None)]
    carried += [getattr(getattr(event, "window", None), "rule", None)]
    carried += [getattr(event, "purpose", None), getattr(getattr(event, "outcome", None), "rule", None)]
    carried += getattr(event, "rules", ())
    named: list[RuleId] = [rule for rule in carried if rule in known]
    if getattr(event, "rule", None) not in named:
        named += [rule for rule in _cited(type(event).__doc__ or "") if rule in known]
    return Happened(event, tuple(dict.fromkeys(named)), before)


@lru_cache(maxsize=512)
def _cited(text: str) -> tuple[RuleId, ...]:
    return tuple(written_out(text))


@dataclass(frozen=True)
class Pattern:
    """The pattern of an expected event."""

    event: str | None
    rule: str | None
    wanted: dict[str, Any]
    text: str

    def fits(self, candidate: Happened) -> bool:
        """Whether the event is such a one."""
        if self.event not in (None, type(candidate.event).__name__) or (self.rule and self.rule not in candidate.rules):
            return False
        shown = plain(candidate.event)
        return all(key in shown and agrees(shown[key], value) for key, value in self.wanted.items())


def read_pattern(node: Node, opening: Opening, language: CaseLanguage) -> Pattern:
    """The pattern in a text or a table; unknown events, rules and fields are refused."""
    kinds, rules = opening.system.event_types, language.rules
    if isinstance(node.value, str):
        if node.value in kinds:
            return Pattern(node.value, None, {}, node.value)
        if node.value in rules:
            return Pattern(None, node.value, {}, node.value)
        node.refuse(f"a rule, or an event: {', '.join(sorted(kinds))}")
    if not isinstance(node.value, dict) or not {"event", "rule"} & node.mapping.keys():
        node.refuse("the name of an event, a rule, or a table with 'event' or 'rule'")
    event = node["event"].word(kinds) if "event" in node else None
    if "rule" in node and node["rule"].text() not in rules:
        node["rule"].refuse("a rule of the catalogue")
    hints = get_type_hints(kinds[event]) if event else _all_hints(tuple(kinds.values()))
    names = {entry.name for entry in fields(kinds[event])} if event else hints
    for key, value in node.entries():
        if key in names and not (key == "rule" and isinstance(value.value, str)):
            _refuse_strangers(value, hints[key], opening)
        elif key not in ("event", "rule"):
            value.refuse(f"a field of {event or 'some event'}: {', '.join(sorted(names))}", f"the key {key!r}")
    rule = None if "rule" not in node or (event and "rule" in names) else node["rule"].text()
    wanted = {key: value for key, value in node.mapping.items() if key != "event" and not (key == "rule" and rule)}
    return Pattern(event, rule, language.spell(wanted), json.dumps(node.value, ensure_ascii=False))


@lru_cache(maxsize=8)
def _all_hints(kinds: tuple[type, ...]) -> dict[str, Any]:
    return {entry.name: get_type_hints(kind)[entry.name] for kind in kinds for entry in fields(kind)}


def _refuse_strangers(node: Node, hint: Any, opening: Opening) -> None:
    """Refuse a piece, a seat or a word that no event can carry: it would never fit, nor be missed."""
    for kind in get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,):
        if kind is PieceId and not opening.has(node.value):
            node.refuse(f"a piece of the set-up ({', '.join(sorted(opening.pieces)) or 'it has none'})")
        if kind is Seat:
            node.word(opening.seats)
        if isinstance(kind, type) and issubclass(kind, Enum):
            node.word([str(member.value) for member in kind])


def first_missing(patterns: Sequence[Pattern], events: Sequence[Happened]) -> Pattern | None:
    """The first pattern that no event fits after those the patterns before it fitted, or ``None``."""
    rest = iter(events)
    return next((pattern for pattern in patterns if not any(pattern.fits(event) for event in rest)), None)


def plain(value: Any) -> Any:
    """A value as a document would hold it."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {entry.name: plain(getattr(value, entry.name)) for entry in fields(value)}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if isinstance(value, frozenset | set):
        return sorted(plain(part) for part in value)
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    return value


def agrees(shown: Any, wanted: Any) -> bool:
    """Whether a plain value is as it is wanted: tables as far as mentioned, lists whole and in order; pairs may be
    wanted as a table.
    """
    if isinstance(wanted, dict):
        if wanted and isinstance(shown, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in shown):
            shown = {str(key): part for key, part in shown}
        return isinstance(shown, dict) and all(
            key in shown and agrees(shown[key], part) for key, part in wanted.items()
        )
    if isinstance(wanted, list):
        is_as_long = isinstance(shown, list) and len(shown) == len(wanted)
        return is_as_long and all(agrees(part, other) for part, other in zip(shown, wanted, strict=True))
    return type(shown) is type(wanted) and bool(shown == wanted)
