"""Refusals that a case expects, and what came instead.

refused = "XX-MOVE-01"        refused = { one_of = ["XX-MOVE-01", "XX-MOVE-02"] }
refused = { rule = "TW-ASK-03", found = "up", en = "Choose from yes: up is not on offer." }
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.casebook.language import CaseLanguage, Say
from companion.core.rules import Decision, Rejected, Violation
from companion.documents import Node, describe

LANGUAGES = ("en", "fr")


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal that is expected: by one of these rules (none: any), and as far as it says, where, in which words."""

    rules: tuple[str, ...]
    said: Mapping[str, Any]

    def fits(self, broken: Violation, say: Say) -> bool:
        """Whether it is such a one."""
        told = {**dict(broken.words), "at": str(broken.at or "")}
        told |= {language: say(broken, language) for language in LANGUAGES if language in self.said}
        return self._is_by(broken) and all(told.get(key) == value for key, value in self.said.items())

    def _is_by(self, broken: Violation) -> bool:
        return not self.rules or broken.rule in self.rules

    def asked_of(self, broken: Violation) -> set[str]:
        """The words that are expected of it, if it is one of these rules that refuses."""
        return set(self.said) if self._is_by(broken) else set()

    def __str__(self) -> str:
        said = ", ".join(f"{key} {describe(value)}" for key, value in self.said.items())
        return f"{' or '.join(self.rules) or 'some rule'}{f' ({said})' if said else ''}"


def read_refusal(node: Node, language: CaseLanguage) -> tuple[Refusal, ...]:
    """The refusals that are expected; none for ``true``, which means any."""
    if node.value is True:
        return ()
    return tuple(_refusal(entry, language) for entry in (node.items() if isinstance(node.value, list) else [node]))


def _refusal(node: Node, language: CaseLanguage) -> Refusal:
    if not isinstance(node.value, dict):
        return Refusal((_rule(node, language),), {})
    if "one_of" in node and "rule" in node:
        node["rule"].refuse("either 'rule' or 'one_of'", "both")
    rules = [*node["one_of"].items()] if "one_of" in node else [node["rule"]] if "rule" in node else []
    said = {key: entry.text() for key, entry in node.entries() if key not in ("rule", "one_of")}
    return Refusal(tuple(_rule(rule, language) for rule in rules), language.spell(said))


def _rule(node: Node, language: CaseLanguage) -> str:
    if not isinstance(node.value, str) or node.value not in language.rules:
        node.refuse(
            "the id of a rule, a table with 'rule' or 'one_of', 'at' and words, a list of them, or true for any"
        )
    return node.value


def refused_otherwise(decision: Decision, wanted: Sequence[Refusal], say: Say) -> str | None:
    """Describe what happened instead of these refusals; ``None`` when they came."""
    if not isinstance(decision, Rejected):
        return "accepted"
    if all(any(refusal.fits(broken, say) for broken in decision.violations) for refusal in wanted):
        return None
    told = [_told_in_full(broken, wanted, say) for broken in decision.violations]
    return f"refused by {', '.join(dict.fromkeys(told))}"


def _told_in_full(broken: Violation, wanted: Sequence[Refusal], say: Say) -> str:
    """The refusal as far as it is asked about."""
    keys = {key for refusal in wanted for key in refusal.asked_of(broken)}
    told = {**dict(broken.words), "at": str(broken.at or "")}
    told |= {language: say(broken, language) for language in LANGUAGES if language in keys}
    return str(Refusal((broken.rule,), {key: value for key, value in told.items() if key in keys}))


def refusal_told(wanted: Sequence[Refusal]) -> str:
    """The refusals that are expected, in short."""
    return f"refused by {' and '.join(map(str, wanted)) or 'some rule'}"


def rules_of(decision: Rejected) -> str:
    """The rules that refuse, in short."""
    return ", ".join(dict.fromkeys(broken.rule for broken in decision.violations))
