"""The examples that no shipped case tells yet: ``tablewright/pending-cases@1``, one file a game.

[[pending]]  id, rules (those that are missing), why      partly = true: some of it is shipped
[[pending.cases]]  the case, where it can be written already
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.casebook.language import CaseLanguage
from companion.casebook.loading import FORMAT as CASES
from companion.casebook.loading import OPTIONAL, REQUIRED
from companion.core.ids import RuleId
from companion.documents import Node, load_document

__all__ = ["FORMAT", "Pending", "load_pending"]

FORMAT = "tablewright/pending-cases@1"


@dataclass(frozen=True, slots=True)
class Pending:
    """An example still to come; ``document`` is a case file with it, where it can be written."""

    id: str
    rules: tuple[RuleId, ...]
    why: str
    partly: bool
    document: Node | None


def load_pending(language: CaseLanguage) -> tuple[Pending, ...]:
    """The pending examples of a game; a refusal names the place."""
    node = load_document(str(language.pending))
    node.of_format(FORMAT).table({"format", "pending"})
    found: dict[str, Pending] = {}
    for entry in node["pending"].items():
        entry.table({"id", "rules", "why"}, {"partly", "cases"})
        name = entry["id"].text()
        if name in found:
            entry["id"].refuse("an id of its own")
        rules = tuple(RuleId(rule.word(language.rules)) for rule in entry["rules"].items())
        partly = entry["partly"].flag() if "partly" in entry else False
        document = _document(entry, rules) if "cases" in entry else None
        found[name] = Pending(name, rules, entry["why"].text(), partly, document)
    return tuple(found.values())


def _document(entry: Node, rules: tuple[RuleId, ...]) -> Node:
    usual: dict[str, Any] = {"id": entry["id"].value, "rules": list(rules)}
    cases = [{**usual, **case.table((), REQUIRED | OPTIONAL).value} for case in entry["cases"].items()]
    return Node(entry.file, entry.place, {"format": CASES, "case": cases})
