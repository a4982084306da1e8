"""The rules of a game by id, each with what this project does about it.

enforced      decided and refused by the core; cited by code and by a test
assisted      the core computes or asks, a person decides
manual        left to the players, and said so
out of scope  not built, with the reason
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from importlib.resources.abc import Traversable

from companion.core.ids import RuleId
from companion.errors import InputError


class RuleStatus(StrEnum):
    """The degree to which this project plays a rule."""

    ENFORCED = "enforced"
    ASSISTED = "assisted"
    MANUAL = "manual"
    OUT_OF_SCOPE = "out of scope"


_TABLES = {
    RuleStatus.ENFORCED: "enforced",
    RuleStatus.ASSISTED: "assisted",
    RuleStatus.OUT_OF_SCOPE: "out_of_scope",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, its status, and why it has that status where that needs saying."""

    id: RuleId
    status: RuleStatus
    reason: str = ""


@dataclass(frozen=True)
class Catalogue:
    """All rules of a system, in order."""

    rules: tuple[Rule, ...]

    @cached_property
    def by_id(self) -> Mapping[RuleId, Rule]:
        """Every rule by its id."""
        return {rule.id: rule for rule in self.rules}

    def __contains__(self, rule: object) -> bool:
        return rule in self.by_id

    @classmethod
    def from_toml(cls, file: Traversable) -> Catalogue:
        """The catalogue in a file of areas (``HC-LOS = 19``: nineteen rules, -01 to -19) and statuses by id.

        ``[out_of_scope]`` and ``[reasons]`` give reasons by id; a reason under an area's name is that of its rules
        that are in no list. Raises ``InputError`` for a name that is no rule of an area, or that is listed twice.
        """
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        areas, default, reasons = data["areas"], data["default"], data.get("reasons", {})
        outside = data.get("out_of_scope", {})
        ids = [RuleId(f"{area}-{n:02}") for area, count in areas.items() for n in range(1, count + 1)]
        listed: dict[str, RuleStatus] = {}
        for status, table in _TABLES.items():
            for rule in data.get(table, ()):
                if rule not in ids or rule in listed:
                    raise InputError(file.name, table, rule, "a rule of one of the areas, once")
                listed[rule] = status
        for name in reasons:
            if name not in ids and name not in areas:
                raise InputError(file.name, "reasons", name, "an area, or a rule of one")

        def described(rule: RuleId) -> Rule:
            why = outside.get(rule) or reasons.get(rule)
            if rule in listed:
                return Rule(rule, listed[rule], why or "")
            return Rule(rule, RuleStatus(default["status"]), why or reasons.get(rule[:-3], default["reason"]))

        return cls(tuple(map(described, ids)))
