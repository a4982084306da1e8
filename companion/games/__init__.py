"""The games, found when needed: a row names where each one's parts are, and nothing is imported before it is asked for.

row ──> rules of an edition (a ``RulesSystem``)
   ├──> its case language
   └──> its rulebook: every rule in words
README.md tells how a game is added.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from companion.core.ids import EditionId, SystemId
from companion.errors import InputError

if TYPE_CHECKING:
    from companion.casebook.language import CaseLanguage
    from companion.core.rulebook import Rulebook, Search
    from companion.core.rules import RulesSystem

__all__ = [
    "CASE_LANGUAGES",
    "SYSTEMS",
    "SystemRow",
    "editions_of",
    "editions_with",
    "find_system",
    "rulebook",
    "search_of",
    "systems",
]

HOUSE = "house"  # the rules of this program, beside every game's


@dataclass(frozen=True, slots=True)
class SystemRow:
    """One game: the class of its rules, made with an edition; its case language; its editions. Each ``module:name``."""

    id: SystemId
    rules: str
    cases: str
    editions: Mapping[EditionId, str]


_CLIX, _QUEST, _CLASH = "companion.games.heroclix", "companion.games.heroquest", "companion.games.guardians"
_GOTHAM = "companion.games.gotham"

SYSTEMS: tuple[SystemRow, ...] = (
    SystemRow(
        SystemId("heroclix"),
        rules=f"{_CLIX}.system:HeroClix",
        cases=f"{_CLIX}.cases:HEROCLIX_CASES",
        editions={
            EditionId("core"): f"{_CLIX}.editions.core:CORE",
            EditionId("newer"): f"{_CLIX}.editions.newer:NEWER",
            EditionId("core-2011"): f"{_CLIX}.editions.cards:CORE_2011",
            EditionId("newer-2013"): f"{_CLIX}.editions.cards:NEWER_2013",
            EditionId("basics"): f"{_CLIX}.editions.basics:BASICS",
        },
    ),
    SystemRow(
        SystemId("heroquest"),
        rules=f"{_QUEST}.system:HeroQuest",
        cases=f"{_QUEST}.cases:HEROQUEST_CASES",
        editions={EditionId("nextlevel"): f"{_QUEST}.system:NEXT_LEVEL"},
    ),
    SystemRow(
        SystemId("guardians"),
        rules=f"{_CLASH}.system:Guardians",
        cases=f"{_CLASH}.cases:GUARDIANS_CASES",
        editions={EditionId("clash"): f"{_CLASH}.system:CLASH"},
    ),
    SystemRow(
        SystemId("gotham"),
        rules=f"{_GOTHAM}.system:Gotham",
        cases=f"{_GOTHAM}.cases:GOTHAM_CASES",
        editions={EditionId("chronicles"): f"{_GOTHAM}.system:THE_CHRONICLES"},
    ),
)


def editions_of(system: SystemId) -> tuple[EditionId, ...]:
    """The editions of a system, the usual one first."""
    return tuple(edition for row in SYSTEMS if row.id == system for edition in row.editions)


@cache
def _rules(system: SystemId, edition: EditionId) -> RulesSystem[Any]:
    """The rules of an edition; raises ``KeyError`` when there are none."""
    row = {row.id: row for row in SYSTEMS}[system]
    made: RulesSystem[Any] = _at(row.rules)(_at(row.editions[edition]))
    return made


def find_system(system: SystemId, edition: EditionId, where: str) -> RulesSystem[Any]:
    """The rules of that system and edition; raises ``InputError`` at ``where`` when there are none."""
    if edition in editions_of(system):
        return _rules(system, edition)
    choices = ", ".join(f"{row.id}/{edition}" for row in SYSTEMS for edition in row.editions)
    raise InputError(where, "system", f"{system}/{edition}", f"one of {choices}")


def systems(only: SystemId | None = None) -> tuple[RulesSystem[Any], ...]:
    """The rules of every edition of one system or of all: this imports them."""
    return tuple(_rules(row.id, edition) for row in SYSTEMS if only in (None, row.id) for edition in row.editions)


@cache
def rulebook(system: str) -> Rulebook:
    """The words of a system's rules, or of the house's; raises ``KeyError`` where there is no such system."""
    from companion.core.rulebook import Rulebook

    if system not in (HOUSE, *(row.id for row in SYSTEMS)):
        raise KeyError(system)
    room = files("companion.core" if system == HOUSE else f"companion.games.{system}.data") / "words"
    return Rulebook(
        system, sorted((one for one in room.iterdir() if one.name.endswith(".txt")), key=lambda one: one.name)
    )


@cache
def search_of(system: str | None = None) -> Search:
    """The search over a game's rules and the house's, or over those of every game."""
    from companion.core.rulebook import Search

    names = [row.id for row in SYSTEMS] if system is None else [system] if system != HOUSE else []
    return Search(tuple(map(rulebook, (*names, HOUSE))))


@cache
def editions_with(system: str, edition: str) -> Mapping[str, EditionId]:
    """Return the rules that this edition of a system lacks: each with the first edition that has it."""
    known = _ids_of(SystemId(system), EditionId(edition)) if edition else frozenset()
    found: dict[str, EditionId] = {}
    for other in editions_of(SystemId(system)) if edition else ():
        found |= dict.fromkeys(_ids_of(SystemId(system), other) - known - {*found}, other)
    return found


def _ids_of(system: SystemId, edition: EditionId) -> frozenset[str]:
    return frozenset(str(rule.id) for rule in _rules(system, edition).catalogue.rules)


class _CaseLanguages(Mapping[SystemId, "CaseLanguage"]):
    """The case languages by system, each imported when it is looked up."""

    def __init__(self) -> None:
        self._places = {row.id: row.cases for row in SYSTEMS}
        self._opened = dict[SystemId, "CaseLanguage"]()

    def __getitem__(self, system: SystemId) -> CaseLanguage:
        if system not in self._opened:
            self._opened[system] = _at(self._places[system])
        return self._opened[system]

    def __contains__(self, system: object) -> bool:
        return system in self._places

    def __iter__(self) -> Iterator[SystemId]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


CASE_LANGUAGES: Mapping[SystemId, CaseLanguage] = _CaseLanguages()


def _at(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
