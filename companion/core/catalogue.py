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

__all__ = ["Catalogue", "Rule", "RuleStatus"]


class RuleStatus(StrEnum):
    """What this project does about a rule."""

    ENFORCED = "enforced"
    ASSISTED = "assisted"
    MANUAL = "manual"
    OUT_OF_SCOPE = "out of scope"


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

        Raises ``InputError`` when a status names a rule that no area holds.
        """
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        ids = [RuleId(f"{area}-{n:02}") for area, count in data["areas"].items() for n in range(1, count + 1)]
        default = data["default"]
        found: dict[RuleId, Rule] = {rule: Rule(rule, RuleStatus(default["status"]), default["reason"]) for rule in ids}
        for status in (RuleStatus.ENFORCED, RuleStatus.ASSISTED):
            for rule in data.get(status.value, []):
                if rule not in found:
                    raise InputError(file.name, status.value, rule, "a rule of one of the areas")
                found[RuleId(rule)] = Rule(RuleId(rule), status)
        for rule, reason in data.get("reasons", {}).items():
            if rule not in found:
                raise InputError(file.name, "reasons", rule, "a rule of one of the areas")
            found[RuleId(rule)] = Rule(RuleId(rule), found[RuleId(rule)].status, reason)
        return cls(tuple(found[rule] for rule in ids))
